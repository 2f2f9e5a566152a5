//! Paths and OS strings, which archives store as text.

use alloc::boxed::Box;
use alloc::string::String;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Serialize, Size, Type,
};

macro_rules! save {
    ($($ty:ty, $memory:expr;)*) => {$(
        impl Describe for $ty {
            const TYPE: &'static Type = &Type { kind: str::TYPE.kind, memory: $memory };
            const SIZE: Size = str::SIZE;
        }
        impl Serialize for $ty {
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                archive.str(self.to_str().ok_or_else(not_unicode)?)
            }
        }
    )*};
}
save! {
    Path, 0;
    PathBuf, size_of::<Self>();
    Box<Path>, size_of::<Self>();
    OsStr, 0;
    OsString, size_of::<Self>();
    Box<OsStr>, size_of::<Self>();
}

macro_rules! load {
    ($($ty:ty, $owned:ty;)*) => {$(
        impl<'a> Deserialize<'a> for $ty {
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                String::deserialize(archive).map(<$owned>::from).map(Self::from)
            }
        }
    )*};
}
load! {
    PathBuf, PathBuf;
    Box<Path>, PathBuf;
    OsString, OsString;
    Box<OsStr>, OsString;
}

#[cold]
fn not_unicode() -> Error {
    let detail = "a path or an `OsString` is not Unicode";
    Error::new(ErrorKind::Unrepresentable, detail)
}
