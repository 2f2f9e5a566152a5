//! `Option`.

use super::map::is_shared;
use super::shared::{expect_direct, was_missed};
use crate::graph::Late;
use crate::traits::Batches;
use crate::{Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Type};

impl<T: Describe> Describe for Option<T> {
    const TYPE: &'static Type = &Type { kind: Kind::Option(T::TYPE), memory: size_of::<Self>() };
    const SIZE: Size = T::SIZE.option();
}

impl<T: Serialize> Serialize for Option<T> {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.option(self.is_some())?;
        match self {
            Some(value) => archive.held(value),
            None => Ok(()),
        }
    }

    crate::traits::refs!(alone);

    #[inline(always)]
    fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
        archive.option_rows(values)
    }
}

impl<'a, T: Deserialize<'a>> Deserialize<'a> for Option<T> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        T::deserialize_option(archive)
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        match (self, fresh) {
            (Some(value), Some(fresh)) => value.relink(fresh),
            (None, None) => true,
            _ => false,
        }
    }

    #[inline]
    fn put_late(&mut self, late: &mut Late<'_>) {
        T::put_late_in_option(self, late);
    }

    #[inline]
    fn put_late_in_cells(&self, late: &mut Late<'_>) {
        if let Some(value) = self {
            value.put_late_in_cells(late);
        }
    }
}

/// Loads a type around a pointer, as a map's value; `None` if the pointer's target is not built yet.
#[inline(always)]
pub(crate) fn around_pointer<'a, T: Deserialize<'a>, A: InputArchive<'a>>(
    archive: &mut A,
) -> Result<Option<T>, A::Error> {
    expect_direct(archive);
    match T::deserialize(archive) {
        Ok(value) => Ok(Some(value)),
        Err(_) if was_missed(archive) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Loads the value in an option.
#[inline(always)]
pub(crate) fn some<'a, T: Deserialize<'a>, A: InputArchive<'a>>(
    archive: &mut A,
) -> Result<Option<T>, A::Error> {
    if is_shared::<T>() {
        expect_direct(archive);
    }
    match archive.held() {
        Ok(value) => Ok(Some(value)),
        // The link is late; it is set once its target is built.
        Err(_) if is_shared::<T>() && was_missed(archive) => Ok(None),
        Err(error) => Err(error),
    }
}
