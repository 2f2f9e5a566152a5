//! Sequences that are contiguous in memory: slices, `Vec` and `VecDeque`.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

use crate::graph::Late;
use crate::traits::Batches;
use crate::{Describe, Deserialize, InputArchive, OutputArchive, Serialize, Size, Type};

impl<T: Describe> Describe for [T] {
    const TYPE: &'static Type = &Type { kind: T::SEQUENCE, memory: 0 };
    const SIZE: Size = Size::LIST;
}

impl<T: Serialize> Serialize for [T] {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        T::serialize_slice(self, archive)
    }

    #[inline(always)]
    fn serialize_refs<A: Batches>(values: &[&&Self], archive: &mut A) -> Result<(), A::Error> {
        T::serialize_slice_rows(values, archive)
    }

    #[inline(always)]
    fn fetch(&self) -> u8 {
        T::fetch_slice(self)
    }
}

macro_rules! owned {
    ($($list:ty { $($late:tt)* })*) => {$(
        impl<T: Describe> Describe for $list {
            const TYPE: &'static Type = &Type { kind: T::SEQUENCE, memory: size_of::<Self>() };
            const SIZE: Size = Size::LIST;
        }
        impl<'a, T: Deserialize<'a>> Deserialize<'a> for $list {
            #[inline(always)]
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                T::deserialize_vec(archive).map(Self::from)
            }

            fn relink(&self, fresh: &mut Self) -> bool {
                self.len() == fresh.len()
                    && self.iter().zip(fresh.iter_mut()).all(|(value, fresh)| value.relink(fresh))
            }

            $($late)*

            fn put_late_in_cells(&self, late: &mut Late<'_>) {
                self.iter().for_each(|value| value.put_late_in_cells(late));
            }
        }
    )*};
}
owned! {
    Vec<T> {
        fn put_late(&mut self, late: &mut Late<'_>) {
            T::put_late_in_list(self, late);
        }
    }
    Box<[T]> {}
    VecDeque<T> {
        fn put_late(&mut self, late: &mut Late<'_>) {
            if late.empties() {
                self.clear();
            }
        }
    }
}

impl<T: Serialize> Serialize for Vec<T> {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        T::serialize_slice(self, archive)
    }

    crate::traits::refs!();

    #[inline(always)]
    fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
        T::serialize_slice_rows(values, archive)
    }

    #[inline(always)]
    fn fetch(&self) -> u8 {
        T::fetch_slice(self)
    }
}

impl<T: Serialize> Serialize for Box<[T]> {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        T::serialize_slice(self, archive)
    }

    crate::traits::refs!();

    #[inline(always)]
    fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
        T::serialize_slice_rows(values, archive)
    }
}

impl<T: Serialize> Serialize for VecDeque<T> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        match self.as_slices() {
            (all, []) => T::serialize_slice(all, archive),
            _ => T::serialize_each(self.iter(), archive),
        }
    }
}
