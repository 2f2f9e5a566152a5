//! The length of values, for `max_len`.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::{Error, ErrorKind};

/// A value with a length: that of text in bytes, like `str::len`; of everything else in elements or entries.
///
/// An `Option` has the length of its content, or 0.
pub trait Length {
    /// Returns its length.
    fn length(&self) -> usize;
}

macro_rules! lengths {
    ($([$($generic:tt)*] $ty:ty;)*) => {$(
        impl<$($generic)*> Length for $ty {
            #[inline(always)]
            fn length(&self) -> usize {
                self.len()
            }
        }
    )*};
}
lengths! {
    [] str;
    [] String;
    [T] [T];
    [T] Vec<T>;
    [T] VecDeque<T>;
    [T] LinkedList<T>;
    [T] BinaryHeap<T>;
    [T] BTreeSet<T>;
    [K, V] BTreeMap<K, V>;
}

#[cfg(feature = "std")]
lengths! {
    [] std::ffi::OsStr;
    [] std::ffi::OsString;
}

#[cfg(feature = "std")]
impl Length for std::path::Path {
    fn length(&self) -> usize {
        self.as_os_str().len()
    }
}

#[cfg(feature = "std")]
impl Length for std::path::PathBuf {
    fn length(&self) -> usize {
        self.as_os_str().len()
    }
}

macro_rules! pointers {
    ($($ty:ty)*) => {$(
        impl<T: Length + ?Sized> Length for $ty {
            #[inline(always)]
            fn length(&self) -> usize {
                (**self).length()
            }
        }
    )*};
}
pointers!(&T Box<T> Rc<T> Arc<T>);

impl<B: Length + ToOwned + ?Sized> Length for Cow<'_, B> {
    #[inline(always)]
    fn length(&self) -> usize {
        (**self).length()
    }
}

impl<T: Length> Length for Option<T> {
    #[inline(always)]
    fn length(&self) -> usize {
        self.as_ref().map_or(0, T::length)
    }
}

/// Checks the length of a value against its field's `max_len`.
///
/// # Errors
///
/// Fails if it is longer.
#[inline(always)]
pub fn check_len<T: Length + ?Sized>(value: &T, max: usize) -> Result<(), Error> {
    let len = value.length();
    if len <= max { Ok(()) } else { Err(too_long(len, max)) }
}

#[cold]
fn too_long(len: usize, max: usize) -> Error {
    Error::new(ErrorKind::MaxLen, format!("the value is {len} long, but its `max_len` is {max}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_measured_in_bytes_and_nothing_is_short() {
        assert_eq!("für".length(), 4);
        assert_eq!(None::<String>.length(), 0);
        assert_eq!(Some(Box::new(alloc::vec![1, 2])).length(), 2);
    }

    #[test]
    fn the_longest_value_is_allowed() {
        assert!(check_len("abc", 3).is_ok());
        let error = check_len("abcd", 3).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::MaxLen);
        assert_eq!(error.detail(), "the value is 4 long, but its `max_len` is 3");
    }
}
