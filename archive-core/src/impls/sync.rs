//! Locks: stored like the values behind them. Saving waits for the lock.

use alloc::vec::Vec;
use core::cell::RefCell;
use std::sync::{Mutex, OnceLock, RwLock};

use super::cell::{in_cell, once, out_of_cell};
use crate::derived::Beside;
use crate::graph::Late;
use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, Kind, OutputArchive, Serialize, Size,
    Type,
};

macro_rules! locks {
    ($($lock:ident $read:ident $write:ident;)*) => {$(
        impl<T: Describe> Describe for $lock<T> {
            const TYPE: &'static Type = &Type { kind: T::TYPE.kind, memory: size_of::<Self>() };
            const SIZE: Size = T::SIZE;
        }
        impl<T: Serialize> Serialize for $lock<T> {
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                let _held = Held::new(core::ptr::from_ref(self).addr())?;
                in_cell(&*self.$read().map_err(|_| poisoned())?, archive)
            }
        }
        impl<'a, T: Deserialize<'a>> Deserialize<'a> for $lock<T> {
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                out_of_cell(archive).map(Self::new)
            }

            fn relink(&self, fresh: &mut Self) -> bool {
                Beside(self, fresh).relink()
            }

            fn put_late(&mut self, late: &mut Late<'_>) {
                if let Ok(value) = self.get_mut() {
                    value.put_late(late);
                }
            }

            fn put_late_in_cells(&self, late: &mut Late<'_>) {
                if let Ok(mut value) = self.$write() {
                    value.put_late(late);
                }
            }
        }
    )*};
}
locks! {
    Mutex lock lock;
    RwLock read write;
}

once! { OnceLock }

std::thread_local! {
    /// The addresses of the locks that this thread holds while saving their contents.
    static HELD: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Marks a lock as held by this thread. If the value behind a lock leads back to it, saving would otherwise
/// deadlock.
struct Held;

impl Held {
    fn new(address: usize) -> Result<Self, Error> {
        let hold = |held: &RefCell<Vec<usize>>| {
            let mut held = held.borrow_mut();
            if held.contains(&address) {
                return Err(circle());
            }
            held.push(address);
            Ok(Self)
        };
        HELD.try_with(hold).unwrap_or_else(|_| Ok(Self))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // While the thread exits, the list may be gone, and nothing is saved any more.
        let _ = HELD.try_with(|held| held.borrow_mut().pop());
    }
}

#[cold]
fn circle() -> Error {
    Error::new(ErrorKind::Unrepresentable, "the value behind this lock leads back to the lock")
        .with_help("share it with an `Arc`, and save it without `by_value`")
}

#[cold]
fn poisoned() -> Error {
    Error::new(ErrorKind::Unrepresentable, "a thread panicked while it held this value's lock")
        .with_help("call `clear_poison` once the value is known to be sound")
}
