//! Text that is owned.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;

use crate::limits::out_of_memory;
use crate::traits::SMALL;
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
            fn serialize_rows<A: OutputArchive>(
                values: &[&Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                archive.str_rows(values)
            }
        }
    )*};
}
owned!(String Box<str>);

impl<'a> Deserialize<'a> for String {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        match archive.str()? {
            Cow::Borrowed(text) => {
                archive.claim(text.len(), 1)?;
                if text.len() <= SMALL {
                    return Ok(Self::from(text));
                }
                let mut owned = Self::new();
                if owned.try_reserve_exact(text.len()).is_err() {
                    return Err(out_of_memory(text.len(), 1).into());
                }
                owned.push_str(text);
                Ok(owned)
            }
            Cow::Owned(text) => Ok(text),
        }
    }
}

impl<'a> Deserialize<'a> for Box<str> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        String::deserialize(archive).map(String::into_boxed_str)
    }
}
