//! `bool`, `char`, and what takes no bytes at all.

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::{
    Describe, Deserialize, InputArchive, Kind, OutputArchive, PrimitiveKind, Rows, Serialize, Size,
    Type,
};

/// Values of one kind, by the methods of archives for it.
macro_rules! scalars {
    ($($variant:ident $method:ident $ty:ty, $size:expr $(, $lists:ident)?;)*) => {$(
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
            $(
                #[inline(always)]
                fn deserialize_vec<A: InputArchive<'a>>(
                    archive: &mut A,
                ) -> Result<Vec<Self>, A::Error> {
                    archive.$lists()
                }
            )?
        }
    )*};
}
scalars! {
    Bool bool bool, Size::fixed(1), bools;
    Char char char, Size::fixed(4);
}

impl Serialize for bool {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.bool(*self)
    }

    #[inline(always)]
    fn serialize_rows<A: OutputArchive>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
        Self::serialize_fields(values, archive)
    }

    #[inline(always)]
    fn serialize_fields<'v, A: OutputArchive>(
        values: impl Rows<'v, Self>,
        archive: &mut A,
    ) -> Result<(), A::Error> {
        archive.bool_rows(values)
    }

    #[inline(always)]
    fn serialize_slice_rows<L: AsRef<[Self]>, A: OutputArchive>(
        values: &[&L],
        archive: &mut A,
    ) -> Result<(), A::Error> {
        archive.bools_rows(values)
    }
}

impl Serialize for char {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.char(*self)
    }
}

impl Describe for () {
    const TYPE: &'static Type = &Type { kind: Kind::Primitive(PrimitiveKind::Unit), memory: 0 };
    const SIZE: Size = Size::plain(0).for_ever();
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
