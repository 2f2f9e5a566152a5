//! `bool`, `char`, and types that take no bytes.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::array::unfilled;
use crate::traits::Batches;
use crate::{
    Describe, Deserialize, InputArchive, Kind, OutputArchive, PrimitiveKind, Serialize, Size, Type,
};

/// Implements types that have their own method in archives.
macro_rules! scalars {
    ($($variant:ident $method:ident $ty:ty, $size:expr $(, { $($more:tt)* })?;)*) => {$(
        impl Describe for $ty {
            const TYPE: &'static Type =
                &Type { kind: Kind::Primitive(PrimitiveKind::$variant), memory: size_of::<Self>() };
            const SIZE: Size = $size.for_ever();
        }
        impl<'a> Deserialize<'a> for $ty {
            #[inline(always)]
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                archive.$method()
            }

            $($($more)*)?
        }
    )*};
}
scalars! {
    Bool bool bool, Size::fixed(1), {
        #[inline(always)]
        fn deserialize_vec<A: InputArchive<'a>>(archive: &mut A) -> Result<Vec<Self>, A::Error> {
            archive.bools()
        }

        #[inline(always)]
        fn deserialize_array<A: InputArchive<'a>, const N: usize>(
            archive: &mut A,
        ) -> Result<[Self; N], A::Error> {
            if let Some(bytes) = archive.array_bytes(N)? {
                let bools = bytemuck::checked::try_cast_slice::<u8, Self>(bytes).ok();
                return bools.and_then(|bools| bools.try_into().ok()).ok_or_else(unfilled);
            }
            archive.array()
        }

        #[inline(always)]
        fn deserialize_boxed_array<A: InputArchive<'a>, const N: usize>(
            archive: &mut A,
        ) -> Result<Box<[Self; N]>, A::Error> {
            if let Some(bytes) = archive.array_bytes(N)? {
                let bools = bytemuck::checked::try_cast_slice::<u8, Self>(bytes).ok();
                return bools.and_then(|bools| bools.to_vec().try_into().ok()).ok_or_else(unfilled);
            }
            archive.boxed_array()
        }
    };
    Char char char, Size::fixed(4);
}

impl Serialize for bool {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.bool(*self)
    }

    #[inline(always)]
    fn serialize_slice<A: OutputArchive>(values: &[Self], archive: &mut A) -> Result<(), A::Error> {
        archive.bools(values)
    }

    crate::traits::refs!();

    #[inline(always)]
    fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
        archive.number_rows(values, |bool| u8::from(*bool))
    }

    #[inline(always)]
    fn serialize_field<'v, S, A: Batches>(
        values: &[&'v S],
        field: impl Fn(&'v S) -> &'v Self,
        archive: &mut A,
    ) -> Result<(), A::Error> {
        archive.number_rows(values, |value| u8::from(*field(value)))
    }

    #[inline(always)]
    fn serialize_slice_rows<L: AsRef<[Self]>, A: Batches>(
        values: &[&L],
        archive: &mut A,
    ) -> Result<(), A::Error> {
        archive.bools_rows(values)
    }

    #[inline(always)]
    fn serialize_array_rows<A: Batches, const N: usize>(
        arrays: &[&[Self; N]],
        archive: &mut A,
    ) -> Result<(), A::Error> {
        archive.number_array_rows(arrays, 1, |array: &[Self; N]| {
            bytemuck::must_cast_slice::<Self, u8>(array)
        })
    }
}

impl Serialize for char {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.char(*self)
    }

    crate::traits::refs!();

    #[inline(always)]
    fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
        archive.number_rows(values, |char| u32::from(*char))
    }

    #[inline(always)]
    fn serialize_field<'v, S, A: Batches>(
        values: &[&'v S],
        field: impl Fn(&'v S) -> &'v Self,
        archive: &mut A,
    ) -> Result<(), A::Error> {
        archive.number_rows(values, |value| u32::from(*field(value)))
    }
}

impl Describe for () {
    const TYPE: &'static Type = &Type { kind: Kind::Primitive(PrimitiveKind::Unit), memory: 0 };
    const SIZE: Size = Size::number(PrimitiveKind::Unit);
}

impl Serialize for () {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.unit()
    }
}

impl<'a> Deserialize<'a> for () {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        archive.unit()
    }
}

impl<T: ?Sized> Describe for PhantomData<T> {
    const TYPE: &'static Type = <()>::TYPE;
    const SIZE: Size = <()>::SIZE;
}

impl<T: ?Sized> Serialize for PhantomData<T> {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.unit()
    }
}

impl<'a, T: ?Sized> Deserialize<'a> for PhantomData<T> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        archive.unit().map(|()| Self)
    }
}
