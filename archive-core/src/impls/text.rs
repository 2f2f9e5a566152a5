//! Owned text.

use alloc::boxed::Box;
use alloc::string::String;

use crate::traits::Batches;
use crate::{
    Describe, Deserialize, InputArchive, Kind, OutputArchive, PrimitiveKind, Serialize, Size, Type,
};

impl Describe for str {
    const TYPE: &'static Type = &Type { kind: Kind::Primitive(PrimitiveKind::Str), memory: 0 };
    const SIZE: Size = Size::TEXT;
}

impl Serialize for str {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.str(self)
    }

    #[inline(always)]
    fn serialize_refs<A: Batches>(values: &[&&Self], archive: &mut A) -> Result<(), A::Error> {
        archive.str_rows(values)
    }

    #[inline(always)]
    fn fetch(&self) -> u8 {
        self.as_bytes().first().copied().unwrap_or(0)
    }
}

macro_rules! owned {
    ($($ty:ty)*) => {$(
        impl Describe for $ty {
            const TYPE: &'static Type =
                &Type { kind: Kind::Primitive(PrimitiveKind::Str), memory: size_of::<Self>() };
            const SIZE: Size = str::SIZE;
        }
        impl Serialize for $ty {
            #[inline(always)]
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                archive.str(self)
            }

            #[inline(always)]
            fn serialize_rows<A: Batches>(
                values: &[&Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                archive.str_rows(values)
            }

            crate::traits::refs!();

            #[inline(always)]
            fn fetch(&self) -> u8 {
                self.as_bytes().first().copied().unwrap_or(0)
            }
        }
    )*};
}
owned!(String Box<str>);

impl<'a> Deserialize<'a> for String {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        archive.boxed_str().map(Self::from)
    }
}

impl<'a> Deserialize<'a> for Box<str> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        archive.boxed_str()
    }
}
