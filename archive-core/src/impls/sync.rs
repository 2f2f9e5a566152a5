//! Locks: the same data as the values behind them. Saving waits for the lock.

use std::sync::{Mutex, RwLock};

use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Serialize, Size, Type,
};

macro_rules! locks {
    ($($lock:ident $read:ident;)*) => {$(
        impl<T: Describe> Describe for $lock<T> {
            const TYPE: &'static Type = &Type { kind: T::TYPE.kind, memory: size_of::<Self>() };
            const SIZE: Size = T::SIZE;
        }
        impl<T: Serialize> Serialize for $lock<T> {
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                self.$read().map_err(|_| poisoned())?.serialize(archive)
            }
        }
        impl<'a, T: Deserialize<'a>> Deserialize<'a> for $lock<T> {
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                T::deserialize(archive).map(Self::new)
            }
        }
    )*};
}
locks! {
    Mutex lock;
    RwLock read;
}

#[cold]
fn poisoned() -> Error {
    Error::new(ErrorKind::Unrepresentable, "a thread panicked while it held this value's lock")
        .with_help("call `clear_poison` once the value is known to be sound")
}
