//! Tuples of 1 to 12 values.

use crate::graph::Late;
use crate::traits::Batches;
use crate::{
    Describe, Deserialize, InputArchive, Kind, OutputArchive, PrimitiveKind, Serialize, Size, Step,
    Type,
};

macro_rules! describe {
    ($($len:literal ($($ty:ident $index:tt)+);)*) => {$(
        impl<$($ty: Describe),+> Describe for ($($ty,)+) {
            const TYPE: &'static Type =
                &Type { kind: Kind::Tuple(&[$($ty::TYPE),+]), memory: size_of::<Self>() };
            const SIZE: Size = Size::number(PrimitiveKind::Unit)$(.then($ty::SIZE))+;
        }
    )*};
}

macro_rules! serialize {
    ($($len:literal ($($ty:ident $index:tt)+);)*) => {$(
        impl<$($ty: Serialize),+> Serialize for ($($ty,)+) {
            #[inline(always)]
            fn serialize<Out: OutputArchive>(&self, archive: &mut Out) -> Result<(), Out::Error> {
                archive.begin_tuple($len)?;
                $(archive.part(Step::Element($index), &self.$index)?;)+
                archive.end_tuple();
                Ok(())
            }

            crate::traits::refs!(alone);

            #[inline(always)]
            fn serialize_rows<Out: Batches>(
                values: &[&Self],
                archive: &mut Out,
            ) -> Result<(), Out::Error> {
                archive.begin_tuple($len)?;
                $(archive.part_rows(Step::Element($index), values, |tuple: &Self| &tuple.$index)?;)+
                archive.end_tuple();
                Ok(())
            }
        }
    )*};
}

macro_rules! deserialize {
    ($($len:literal ($($ty:ident $index:tt)+);)*) => {$(
        impl<'a, $($ty: Deserialize<'a>),+> Deserialize<'a> for ($($ty,)+) {
            #[inline(always)]
            fn deserialize<In: InputArchive<'a>>(archive: &mut In) -> Result<Self, In::Error> {
                archive.begin_tuple($len)?;
                let values = ($(archive.within::<$ty>(Step::Element($index))?,)+);
                archive.end_tuple();
                Ok(values)
            }

            fn relink(&self, fresh: &mut Self) -> bool {
                $(self.$index.relink(&mut fresh.$index))&&+
            }

            fn put_late(&mut self, late: &mut Late<'_>) {
                $(self.$index.put_late(late);)+
            }

            fn put_late_in_cells(&self, late: &mut Late<'_>) {
                $(self.$index.put_late_in_cells(late);)+
            }
        }
    )*};
}

macro_rules! for_each_tuple {
    ($($then:ident)*) => {$(
        $then! {
            1 (A 0);
            2 (A 0 B 1);
            3 (A 0 B 1 C 2);
            4 (A 0 B 1 C 2 D 3);
            5 (A 0 B 1 C 2 D 3 E 4);
            6 (A 0 B 1 C 2 D 3 E 4 F 5);
            7 (A 0 B 1 C 2 D 3 E 4 F 5 G 6);
            8 (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
            9 (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8);
            10 (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9);
            11 (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10);
            12 (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11);
        }
    )*};
}
for_each_tuple!(describe serialize deserialize);
