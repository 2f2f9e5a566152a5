//! rkyv: checked access, then deserialization. Its substitute for borrowing is a checked view.

use std::mem::take;

use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator, to_bytes_in};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Failure;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;
use rkyv::{Archive, Archived, Deserialize, Serialize};

use super::{Borrow, Codec};
use crate::data::Twin;

/// rkyv.
#[derive(Clone, Debug, Default)]
pub struct Rkyv(AlignedVec);

impl<T> Codec<T> for Rkyv
where
    T: Archive + for<'a> Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Failure>>,
    T::Archived:
        for<'a> CheckBytes<HighValidator<'a, Failure>> + Deserialize<T, HighDeserializer<Failure>>,
{
    fn save(&mut self, value: &T) -> &[u8] {
        self.0.clear();
        self.0 = to_bytes_in::<_, Failure>(value, take(&mut self.0)).unwrap();
        &self.0
    }

    fn save_new(&self, value: &T) -> usize {
        rkyv::to_bytes::<Failure>(value).unwrap().len()
    }

    fn load(&mut self, bytes: &[u8]) -> T {
        self.load_new(bytes)
    }

    fn load_new(&self, bytes: &[u8]) -> T {
        rkyv::from_bytes::<T, Failure>(bytes).unwrap()
    }
}

/// A view of checked bytes. It prints as nothing because it is not compared.
pub struct View<'a, T: Archive>(pub &'a Archived<T>);

impl<T: Archive> std::fmt::Debug for View<'_, T> {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Ok(())
    }
}

impl<T> Borrow<T> for Rkyv
where
    T: Twin + Archive,
    T::Archived: for<'a> CheckBytes<HighValidator<'a, Failure>>,
{
    type View<'a> = View<'a, T>;

    fn borrow<'a>(&mut self, bytes: &'a [u8]) -> View<'a, T> {
        View(rkyv::access::<Archived<T>, Failure>(bytes).unwrap())
    }
}
