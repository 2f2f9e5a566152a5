//! Atomics: stored like their integers, each loaded once with relaxed ordering.

use core::sync::atomic::{self, Ordering};

use crate::derived::Beside;
use crate::{Describe, Deserialize, InputArchive, OutputArchive, Serialize, Size, Type};

macro_rules! atomics {
    ($($bits:literal $atomic:ident $ty:ident;)*) => {$(
        #[cfg(target_has_atomic = $bits)]
        impl Describe for atomic::$atomic {
            const TYPE: &'static Type = <$ty>::TYPE;
            const SIZE: Size = <$ty>::SIZE;
        }
        #[cfg(target_has_atomic = $bits)]
        impl Serialize for atomic::$atomic {
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                self.load(Ordering::Relaxed).serialize(archive)
            }
        }
        #[cfg(target_has_atomic = $bits)]
        impl<'a> Deserialize<'a> for atomic::$atomic {
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                <$ty>::deserialize(archive).map(Self::new)
            }

            fn relink(&self, fresh: &mut Self) -> bool {
                Beside(self, fresh).relink()
            }
        }
        #[cfg(target_has_atomic = $bits)]
        impl Beside<'_, atomic::$atomic> {
            /// Takes the content of the copy's cell.
            #[must_use]
            pub fn relink(self) -> bool {
                self.0.store(*self.1.get_mut(), Ordering::Relaxed);
                true
            }
        }
    )*};
}
atomics! {
    "8" AtomicBool bool;
    "8" AtomicU8 u8;
    "16" AtomicU16 u16;
    "32" AtomicU32 u32;
    "64" AtomicU64 u64;
    "ptr" AtomicUsize usize;
    "8" AtomicI8 i8;
    "16" AtomicI16 i16;
    "32" AtomicI32 i32;
    "64" AtomicI64 i64;
    "ptr" AtomicIsize isize;
}
