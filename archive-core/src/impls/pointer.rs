//! `Box`: stored like the value in it.

use alloc::boxed::Box;

use crate::graph::Late;
use crate::traits::Batches;
use crate::traits::rows_of;
use crate::{Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Type};

// No `SIZE`: a recursive type contains itself in boxes, so its size would depend on itself.
impl<T: Describe> Describe for Box<T> {
    const TYPE: &'static Type = &Type { kind: Kind::Boxed(T::TYPE), memory: size_of::<Self>() };
    const SIZE: Size = Size::POINTER;
}

impl<T: Serialize> Serialize for Box<T> {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.begin_pointer()?;
        archive.held(&**self)?;
        archive.end_pointer();
        Ok(())
    }

    crate::traits::refs!(alone);

    #[inline(always)]
    fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
        archive.begin_pointer()?;
        rows_of(archive, values, |pointer: &Self| &**pointer)?;
        archive.end_pointer();
        Ok(())
    }
}

impl<'a, T: Deserialize<'a>> Deserialize<'a> for Box<T> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        archive.begin_pointer()?;
        archive.claim(1, size_of::<T>())?;
        let value = T::deserialize_boxed(archive)?;
        archive.end_pointer();
        Ok(value)
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        (**self).relink(fresh)
    }

    fn put_late(&mut self, late: &mut Late<'_>) {
        (**self).put_late(late);
    }

    fn put_late_in_cells(&self, late: &mut Late<'_>) {
        (**self).put_late_in_cells(late);
    }
}
