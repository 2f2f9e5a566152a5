//! `Cow`: text and lists are borrowed from the input if possible; other values are owned once they are loaded.

use alloc::borrow::{Cow, ToOwned};

use crate::{Describe, Deserialize, InputArchive, OutputArchive, Serialize, Size, Type};

impl<B: Describe + ToOwned + ?Sized> Describe for Cow<'_, B> {
    const TYPE: &'static Type = &Type { kind: B::TYPE.kind, memory: size_of::<Self>() };
    const SIZE: Size = B::SIZE;
}

impl<B: Serialize + ToOwned + ?Sized> Serialize for Cow<'_, B> {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        (**self).serialize(archive)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Cow<'a, str> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'de>>(archive: &mut A) -> Result<Self, A::Error> {
        archive.str()
    }
}

impl<'de: 'a, 'a, T: Deserialize<'de> + Clone + 'a> Deserialize<'de> for Cow<'a, [T]> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'de>>(archive: &mut A) -> Result<Self, A::Error> {
        T::deserialize_cow(archive)
    }
}

impl<'de, T: Deserialize<'de> + Clone> Deserialize<'de> for Cow<'_, T> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'de>>(archive: &mut A) -> Result<Self, A::Error> {
        T::deserialize(archive).map(Self::Owned)
    }
}
