//! References: stored like their targets.

use alloc::borrow::Cow;

use crate::traits::Batches;
use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, Kind, OutputArchive, Serialize, Size,
    Type,
};

impl<T: Describe + ?Sized> Describe for &T {
    const TYPE: &'static Type = &Type { kind: T::TYPE.kind, memory: size_of::<Self>() };
    const SIZE: Size = T::SIZE;
    const SEQUENCE: Kind = Kind::List(Self::TYPE);
}

impl<T: Serialize + ?Sized> Serialize for &T {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        (**self).serialize(archive)
    }

    #[inline(always)]
    fn serialize_alone<A: Batches>(&self, archive: &mut A) -> Result<(), A::Error> {
        (**self).serialize_alone(archive)
    }

    #[inline(always)]
    fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
        T::serialize_refs(values, archive)
    }

    #[inline(always)]
    fn fetch(&self) -> u8 {
        (**self).fetch()
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for &'a str {
    #[inline(always)]
    fn deserialize<A: InputArchive<'de>>(archive: &mut A) -> Result<Self, A::Error> {
        match archive.str()? {
            Cow::Borrowed(text) => Ok(text),
            Cow::Owned(_) => Err(cannot_borrow("text").into()),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for &'a [u8] {
    #[inline(always)]
    fn deserialize<A: InputArchive<'de>>(archive: &mut A) -> Result<Self, A::Error> {
        match archive.bytes()? {
            Cow::Borrowed(bytes) => Ok(bytes),
            Cow::Owned(_) => Err(cannot_borrow("bytes").into()),
        }
    }
}

#[cold]
fn cannot_borrow(what: &str) -> Error {
    let detail = alloc::format!("the {what} cannot be borrowed from this archive");
    Error::new(ErrorKind::CannotBorrow, detail)
}
