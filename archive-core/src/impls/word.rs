//! `usize` and `isize`: 64 bits wide in every archive.

use alloc::format;
use core::fmt::Display;

use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, Kind, OutputArchive, PrimitiveKind,
    Serialize, Size, Type,
};

macro_rules! words {
    ($($ty:ident $variant:ident $wide:ident;)*) => {$(
        impl Describe for $ty {
            const TYPE: &'static Type =
                &Type { kind: Kind::Primitive(PrimitiveKind::$variant), memory: size_of::<Self>() };
            const SIZE: Size = Size::fixed(size_of::<$wide>()).for_ever();
        }
        impl Serialize for $ty {
            #[inline(always)]
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                archive.$wide($wide::try_from(*self).map_err(|_| too_wide(self))?)
            }
        }
        impl<'a> Deserialize<'a> for $ty {
            #[inline(always)]
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                let wide = archive.$wide()?;
                Self::try_from(wide).map_err(|_| too_narrow(&wide).into())
            }
        }
    )*};
}
words! {
    usize U64 u64;
    isize I64 i64;
}

#[cold]
fn too_wide(number: &dyn Display) -> Error {
    Error::new(ErrorKind::Unrepresentable, format!("the number {number} does not fit in 64 bits"))
}

#[cold]
fn too_narrow(number: &dyn Display) -> Error {
    let detail =
        format!("the number {number} does not fit in the {} bits of this machine", usize::BITS);
    Error::new(ErrorKind::InvalidValue, detail)
        .with_help("load it on a machine with wider pointers, or give the field a 64-bit type")
}
