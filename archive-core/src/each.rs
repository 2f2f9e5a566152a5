//! Containers whose values a module stores: `#[archive(with = Vec<module>)]`.

use alloc::boxed::Box;
use alloc::collections::{LinkedList, VecDeque};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use arrayvec::ArrayVec;

use crate::Context;
use crate::hooks::Converter;

/// A container of values that are stored as others.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no container of which `with` may store each value",
    label = "not such a container"
)]
pub trait Each: Sized {
    /// The values.
    type Item;

    /// What is stored: a container of what is stored of each.
    type Of<S>;

    /// What is stored.
    fn to_stored<S>(&self, of: impl FnMut(&Self::Item) -> S) -> Self::Of<S>;

    /// The container that is stored.
    ///
    /// # Errors
    ///
    /// Those of `of`, with the place in a list.
    fn from_stored<S>(
        stored: Self::Of<S>,
        of: impl FnMut(S) -> Result<Self::Item, String>,
    ) -> Result<Self, String>;
}

/// Lets the compiler know what a function takes that makes a container from what is stored.
#[inline(always)]
pub fn in_each<S, V, F: FnOnce(S, &mut Context<'_>) -> Result<V, String>>(f: F) -> F {
    f
}

/// A value of a container, through the function of a module.
///
/// # Errors
///
/// That of the function.
#[inline(always)]
pub fn of_each<Old, V, R, M, F: Converter<Old, V, R, M>>(
    old: Old,
    context: &mut Context<'_>,
    f: F,
) -> Result<V, String> {
    f.call(old, context)
}

/// Says which of a list's values is none.
fn at<S, T>(
    mut of: impl FnMut(S) -> Result<T, String>,
) -> impl FnMut((usize, S)) -> Result<T, String> {
    move |(index, stored)| of(stored).map_err(|why| format!("[{index}]: {why}"))
}

macro_rules! lists {
    ($([$($generic:tt)*] $list:ty, $item:ty;)*) => {$(
        impl<$($generic)*> Each for $list {
            type Item = $item;
            type Of<S> = Vec<S>;

            fn to_stored<S>(&self, of: impl FnMut(&Self::Item) -> S) -> Vec<S> {
                self.iter().map(of).collect()
            }

            fn from_stored<S>(
                stored: Vec<S>,
                of: impl FnMut(S) -> Result<Self::Item, String>,
            ) -> Result<Self, String> {
                stored.into_iter().enumerate().map(at(of)).collect()
            }
        }
    )*};
}
lists! {
    [T] Vec<T>, T;
    [T] VecDeque<T>, T;
    [T] LinkedList<T>, T;
    [T] Box<[T]>, T;
}
#[cfg(feature = "smallvec")]
lists! {
    [A: smallvec::Array] smallvec::SmallVec<A>, A::Item;
}

impl<T, const N: usize> Each for [T; N] {
    type Item = T;
    type Of<S> = [S; N];

    fn to_stored<S>(&self, of: impl FnMut(&T) -> S) -> [S; N] {
        self.each_ref().map(of)
    }

    fn from_stored<S>(
        stored: [S; N],
        of: impl FnMut(S) -> Result<T, String>,
    ) -> Result<Self, String> {
        let all: ArrayVec<T, N> =
            stored.into_iter().enumerate().map(at(of)).collect::<Result<_, _>>()?;
        all.into_inner().map_err(|all| format!("{} values of {N}", all.len()))
    }
}

impl<T> Each for Option<T> {
    type Item = T;
    type Of<S> = Option<S>;

    fn to_stored<S>(&self, of: impl FnMut(&T) -> S) -> Option<S> {
        self.as_ref().map(of)
    }

    fn from_stored<S>(
        stored: Option<S>,
        of: impl FnMut(S) -> Result<T, String>,
    ) -> Result<Self, String> {
        stored.map(of).transpose()
    }
}

impl<T> Each for Box<T> {
    type Item = T;
    type Of<S> = Box<S>;

    fn to_stored<S>(&self, mut of: impl FnMut(&T) -> S) -> Box<S> {
        Box::new(of(self))
    }

    fn from_stored<S>(
        stored: Box<S>,
        mut of: impl FnMut(S) -> Result<T, String>,
    ) -> Result<Self, String> {
        of(*stored).map(Self::new)
    }
}

macro_rules! maps {
    ($($(#[$cfg:meta])? [$($hasher:ident)?] [$($bound:tt)*] $($map:ident)::+;)*) => {$(
        $(#[$cfg])?
        impl<K: Clone + $($bound)*, T $(, $hasher: core::hash::BuildHasher + Default)?> Each
            for $($map)::+<K, T $(, $hasher)?>
        {
            type Item = T;
            type Of<S> = $($map)::+<K, S $(, $hasher)?>;

            fn to_stored<S>(&self, mut of: impl FnMut(&T) -> S) -> Self::Of<S> {
                self.iter().map(|(key, value)| (key.clone(), of(value))).collect()
            }

            fn from_stored<S>(
                stored: Self::Of<S>,
                mut of: impl FnMut(S) -> Result<T, String>,
            ) -> Result<Self, String> {
                stored.into_iter().map(|(key, value)| Ok((key, of(value)?))).collect()
            }
        }
    )*};
}
maps! {
    [] [Ord] alloc::collections::BTreeMap;
    #[cfg(feature = "std")] [H] [Eq + core::hash::Hash] std::collections::HashMap;
    #[cfg(feature = "hashbrown")] [H] [Eq + core::hash::Hash] hashbrown::HashMap;
    #[cfg(feature = "indexmap")] [H] [Eq + core::hash::Hash] indexmap::IndexMap;
}
