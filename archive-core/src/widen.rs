//! Lossless conversions from a field's former type.

use alloc::boxed::Box;
#[cfg(feature = "std")]
use alloc::collections::BTreeSet;
use alloc::collections::{BTreeMap, BinaryHeap, LinkedList, VecDeque};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

/// A type that can hold every value of `Old`, as `was(Old, until = n)` requires unless it names a function.
///
/// Implement it for your own types, and lists, arrays and maps of them widen, too:
///
/// ```
/// use archive::{Archive, Widen};
///
/// /// What a weapon was.
/// #[derive(Archive, Clone)]
/// #[archive(name = "Weapon")]
/// struct OldWeapon { damage: u8 }
///
/// #[derive(Archive, Debug, PartialEq)]
/// enum Arm { Blade { damage: u8 }, Bow { arrows: u16 } }
///
/// impl Widen<OldWeapon> for Arm {
///     fn widen(old: OldWeapon) -> Self {
///         Self::Blade { damage: old.damage }
///     }
///
///     fn narrow(&self) -> Option<OldWeapon> { // for older peers
///         match self {
///             Self::Blade { damage } => Some(OldWeapon { damage: *damage }),
///             Self::Bow { .. } => None,
///         }
///     }
/// }
///
/// #[derive(Archive)]
/// struct Squad {
///     #[archive(was(OldWeapon, until = 2))]
///     leader: Arm,
///     #[archive(was(Vec<OldWeapon>, until = 2))]
///     others: Vec<Arm>,
/// }
///
/// #[derive(Archive)]
/// #[archive(name = "Squad")]
/// struct OldSquad { leader: OldWeapon, others: Vec<OldWeapon> }
///
/// let old = OldSquad { leader: OldWeapon { damage: 9 }, others: vec![OldWeapon { damage: 3 }] };
/// let squad: Squad = archive::from_slice(&archive::to_vec(&old)?)?;
/// assert_eq!(squad.others, [Arm::Blade { damage: 3 }]);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// The value must mean the same in both types, because an older program that reads a newer file by name takes its numbers
/// as they are. If their unit changes, use `was` with a function, which files tell older programs of.
///
/// Options and tuples of them still need a function: `was(Option<Old>, until = 2, with = f)`.
pub trait Widen<Old>: Sized {
    /// Whether shared objects in the old value are copied.
    #[doc(hidden)]
    const COPIES: bool = false;

    /// Converts a value of the old type to this type.
    fn widen(old: Old) -> Self;

    /// Converts the value back to the old type, if it can hold it.
    fn narrow(&self) -> Option<Old>;

    /// The value for an error that it does not fit, if it is a number.
    #[doc(hidden)]
    fn as_number(&self) -> Option<&dyn fmt::Display> {
        None
    }
}

/// Widens the content of options. Not for all types: from `Option<T>` to `Option<Option<T>>`, a value
/// becomes optional.
macro_rules! options {
    ($([$($bound:tt)*] $old:ty, $new:ty;)*) => {$(
        impl<$($bound)*> Widen<Option<$old>> for Option<$new> {
            const COPIES: bool = <$new as Widen<$old>>::COPIES;

            #[inline]
            fn widen(old: Option<$old>) -> Self {
                old.map(Widen::widen)
            }
            #[inline]
            fn narrow(&self) -> Option<Option<$old>> {
                self.as_ref().map_or(Some(None), |value| value.narrow().map(Some))
            }
        }
    )*};
}

mod numbers;

impl<T: Clone> Widen<T> for Option<T> {
    fn widen(old: T) -> Self {
        Some(old)
    }

    fn narrow(&self) -> Option<T> {
        self.clone()
    }
}

options! {
    [T: Clone] T, Box<T>;
    [T: Clone] T, Rc<T>;
    [T: Clone] T, Arc<T>;
    [T: Clone] Box<T>, T;
    [T: Clone] Rc<T>, T;
    [T: Clone] Arc<T>, T;
    [T: Clone] Box<T>, Rc<T>;
    [T: Clone] Box<T>, Arc<T>;
    [T: Clone] Rc<T>, Box<T>;
    [T: Clone] Rc<T>, Arc<T>;
    [T: Clone] Arc<T>, Box<T>;
    [T: Clone] Arc<T>, Rc<T>;
}

/// From a value to a pointer.
macro_rules! pointers {
    ($($pointer:ident)*) => {$(
        impl<T: Clone> Widen<T> for $pointer<T> {
            fn widen(old: T) -> Self {
                Self::new(old)
            }
            fn narrow(&self) -> Option<T> {
                Some(T::clone(self))
            }
        }
        impl Widen<String> for $pointer<str> {
            fn widen(old: String) -> Self {
                Self::from(old)
            }
            fn narrow(&self) -> Option<String> {
                Some(String::from(&**self))
            }
        }
    )*};
}
pointers!(Box Rc Arc);

/// From a pointer to its value.
macro_rules! pointees {
    ($($pointer:ident, $is_shared:literal, $old:ident => $value:expr;)*) => {$(
        impl<T: Clone> Widen<$pointer<T>> for T {
            const COPIES: bool = $is_shared;

            fn widen($old: $pointer<T>) -> Self {
                $value
            }
            fn narrow(&self) -> Option<$pointer<T>> {
                Some($pointer::new(self.clone()))
            }
        }
        impl Widen<$pointer<str>> for String {
            const COPIES: bool = $is_shared;

            fn widen(old: $pointer<str>) -> Self {
                Self::from(&*old)
            }
            fn narrow(&self) -> Option<$pointer<str>> {
                Some($pointer::from(self.as_str()))
            }
        }
    )*};
}
pointees! {
    Box, false, old => *old;
    Rc, true, old => Rc::unwrap_or_clone(old);
    Arc, true, old => Arc::unwrap_or_clone(old);
}

/// From one pointer type to another, through the value.
macro_rules! other_pointers {
    ($($old:ident to $($new:ident)+;)*) => {$($(
        impl<T: Clone> Widen<$old<T>> for $new<T> {
            const COPIES: bool = <T as Widen<$old<T>>>::COPIES;

            fn widen(old: $old<T>) -> Self {
                Self::new(T::widen(old))
            }
            fn narrow(&self) -> Option<$old<T>> {
                Some($old::new(T::clone(self)))
            }
        }
    )+)*};
}
other_pointers! {
    Box to Rc Arc;
    Rc to Box Arc;
    Arc to Box Rc;
}

/// Widens each element.
macro_rules! elements {
    ($($list:ident)*) => {$(
        impl<T, U: Widen<T>> Widen<$list<T>> for $list<U> {
            const COPIES: bool = U::COPIES;

            fn widen(old: $list<T>) -> Self {
                old.into_iter().map(U::widen).collect()
            }
            fn narrow(&self) -> Option<$list<T>> {
                self.iter().map(U::narrow).collect()
            }
        }
    )*};
}
elements!(Vec VecDeque LinkedList);

impl<T, U: Widen<T>, const N: usize> Widen<[T; N]> for [U; N] {
    const COPIES: bool = U::COPIES;

    fn widen(old: [T; N]) -> Self {
        old.map(U::widen)
    }

    fn narrow(&self) -> Option<[T; N]> {
        let values: Option<Vec<T>> = self.iter().map(U::narrow).collect();
        values?.try_into().ok()
    }
}

/// Widens each value, with the same keys.
macro_rules! values {
    ($([$($bound:tt)*] $map:ident<$($hasher:ident)?>;)*) => {$(
        impl<K: Clone + $($bound)*, T, U: Widen<T> $(, $hasher: BuildHasher + Default)?>
            Widen<$map<K, T $(, $hasher)?>> for $map<K, U $(, $hasher)?>
        {
            const COPIES: bool = U::COPIES;

            fn widen(old: $map<K, T $(, $hasher)?>) -> Self {
                old.into_iter().map(|(key, value)| (key, U::widen(value))).collect()
            }
            fn narrow(&self) -> Option<$map<K, T $(, $hasher)?>> {
                self.iter().map(|(key, value)| Some((key.clone(), value.narrow()?))).collect()
            }
        }
    )*};
}
values!([Ord] BTreeMap<>;);
#[cfg(feature = "std")]
values!([Eq + Hash] HashMap<S>;);

/// From one collection type to another of the same kind.
macro_rules! collections {
    ($([$($bound:tt)*] $old:ty, $new:ty;)*) => {$(
        impl<$($bound)*> Widen<$old> for $new {
            fn widen(old: $old) -> Self {
                old.into_iter().collect()
            }
            fn narrow(&self) -> Option<$old> {
                Some(self.clone().into_iter().collect())
            }
        }
    )*};
}
mod foreign;

collections! {
    [T: Clone] Vec<T>, VecDeque<T>;
    [T: Clone] Vec<T>, LinkedList<T>;
    [T: Clone] Vec<T>, Box<[T]>;
    [T: Clone] VecDeque<T>, Vec<T>;
    [T: Clone] VecDeque<T>, LinkedList<T>;
    [T: Clone] VecDeque<T>, Box<[T]>;
    [T: Clone] LinkedList<T>, Vec<T>;
    [T: Clone] LinkedList<T>, VecDeque<T>;
    [T: Clone] LinkedList<T>, Box<[T]>;
    [T: Clone] Box<[T]>, Vec<T>;
    [T: Clone] Box<[T]>, VecDeque<T>;
    [T: Clone] Box<[T]>, LinkedList<T>;
}

#[cfg(feature = "std")]
collections! {
    [K: Clone + Eq + Hash + Ord, V: Clone, S: BuildHasher + Default + Clone] BTreeMap<K, V>, HashMap<K, V, S>;
    [K: Clone + Eq + Hash + Ord, V: Clone, S: BuildHasher + Default] HashMap<K, V, S>, BTreeMap<K, V>;
    [T: Clone + Eq + Hash + Ord, S: BuildHasher + Default + Clone] BTreeSet<T>, HashSet<T, S>;
    [T: Clone + Eq + Hash + Ord, S: BuildHasher + Default] HashSet<T, S>, BTreeSet<T>;
}

impl<T: Clone + Ord> Widen<Vec<T>> for BinaryHeap<T> {
    fn widen(old: Vec<T>) -> Self {
        Self::from(old)
    }

    fn narrow(&self) -> Option<Vec<T>> {
        Some(self.clone().into_sorted_vec())
    }
}

impl<T: Clone + Ord> Widen<BinaryHeap<T>> for Vec<T> {
    fn widen(old: BinaryHeap<T>) -> Self {
        old.into_sorted_vec()
    }

    fn narrow(&self) -> Option<BinaryHeap<T>> {
        Some(BinaryHeap::from(self.clone()))
    }
}

/// From arrays to collections: the length is no longer part of the type.
macro_rules! arrays {
    ($($new:ty)*) => {$(
        impl<T: Clone, const N: usize> Widen<[T; N]> for $new {
            fn widen(old: [T; N]) -> Self {
                Self::from(old)
            }
            fn narrow(&self) -> Option<[T; N]> {
                let values: Vec<T> = self.iter().cloned().collect();
                values.try_into().ok()
            }
        }
    )*};
}
arrays!(Vec<T> VecDeque<T> LinkedList<T> Box<[T]>);

#[cfg(test)]
mod tests;
