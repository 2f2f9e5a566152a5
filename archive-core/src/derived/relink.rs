//! Called by derived code to complete links to shared objects.

use core::cell::{Cell, OnceCell, RefCell};
use core::ops::Deref;

use crate::Deserialize;
use crate::graph::Late;

/// A field that its type does not store, of a value and of a later copy of it. What a hook put into the copy's cell is taken;
/// a type that is no cell has nothing that could be.
#[derive(Debug)]
pub struct Beside<'v, T>(pub &'v T, pub &'v mut T);

/// What is called where the type is no cell.
#[derive(Debug)]
pub struct NoCell;

impl NoCell {
    /// Takes nothing.
    #[must_use]
    #[inline(always)]
    pub fn relink(&self) -> bool {
        true
    }
}

impl<T> Deref for Beside<'_, T> {
    type Target = NoCell;

    #[inline(always)]
    fn deref(&self) -> &NoCell {
        &NoCell
    }
}

impl<T> Beside<'_, Cell<T>> {
    /// Takes the content of the copy's cell.
    #[must_use]
    pub fn relink(self) -> bool {
        self.0.swap(self.1);
        true
    }
}

impl<T> Beside<'_, RefCell<T>> {
    /// Takes the content of the copy's cell, unless somebody uses that of the value.
    #[must_use]
    pub fn relink(self) -> bool {
        self.0.try_borrow_mut().is_ok_and(|mut value| {
            core::mem::swap(&mut *value, self.1.get_mut());
            true
        })
    }
}

macro_rules! once {
    ($($cell:ty;)*) => {$(
        impl<T> Beside<'_, $cell> {
            /// Takes the content of the copy's cell, unless that of the value is set.
            #[must_use]
            pub fn relink(self) -> bool {
                if let Some(value) = self.1.take() {
                    // What is set stays.
                    let _set = self.0.set(value);
                }
                true
            }
        }
    )*};
}
once! { OnceCell<T>; }

#[cfg(feature = "std")]
mod locks {
    use std::sync::{Mutex, OnceLock, RwLock};

    use super::Beside;

    once! { OnceLock<T>; }

    macro_rules! locks {
        ($($lock:ident $write:ident;)*) => {$(
            impl<T> Beside<'_, $lock<T>> {
                /// Takes the content of the copy's lock.
                #[must_use]
                pub fn relink(self) -> bool {
                    match (self.0.$write(), self.1.get_mut()) {
                        (Ok(mut value), Ok(fresh)) => {
                            core::mem::swap(&mut *value, fresh);
                            true
                        }
                        _ => false,
                    }
                }
            }
        )*};
    }
    locks! {
        Mutex lock;
        RwLock write;
    }
}

/// Takes the links of a later copy of a value; see [`Deserialize::relink`].
#[inline(always)]
pub fn relink<'a, T: Deserialize<'a>>(value: &T, fresh: &mut T) -> bool {
    value.relink(fresh)
}

/// Whether two values are of the same variant; for variants without links.
#[inline(always)]
pub fn same_variant<T>(value: &T, fresh: &T) -> bool {
    core::mem::discriminant(value) == core::mem::discriminant(fresh)
}

/// Sets late links in a value.
#[inline(always)]
pub fn put_late<'a, T: Deserialize<'a>>(value: &mut T, late: &mut Late<'_>) {
    value.put_late(late);
}

/// Sets late links in the cells of a value.
#[inline(always)]
pub fn put_late_in_cells<'a, T: Deserialize<'a>>(value: &T, late: &mut Late<'_>) {
    value.put_late_in_cells(late);
}
