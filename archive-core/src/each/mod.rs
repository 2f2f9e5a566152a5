//! Containers whose values are each stored by a module: `#[archive(with = Vec<module>)]`.

mod keyed;

use alloc::boxed::Box;
use alloc::collections::{LinkedList, VecDeque};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use arrayvec::ArrayVec;

use crate::derived::{Place, refusal, refuse};
use crate::hooks::{Converter, Refusal};
use crate::value::key_step;
use crate::{Context, Error, InputArchive, Serialize};

pub use keyed::{EachEntry, own_values};

/// A container whose values can be converted one by one.
#[diagnostic::on_unimplemented(
    message = "`with` cannot store each value of a `{Self}`",
    label = "not a supported container",
    note = "for a container of another crate, enable the feature of `archive` for that crate; keys of maps \
        must be `Clone`, and elements of sets `Ord`, or `Hash` and `Eq`"
)]
pub trait Each: Sized {
    /// The type of its values.
    type Item;

    /// The stored form: the same container of stored values.
    type Of<S>;

    /// Converts each value by `of`.
    fn to_stored<S>(&self, of: impl FnMut(&Self::Item) -> S) -> Self::Of<S>;

    /// Converts each stored value by `of`.
    ///
    /// # Errors
    ///
    /// Fails if `of` does; the error gets the position in this container.
    fn from_stored<S>(
        stored: Self::Of<S>,
        of: impl FnMut(S) -> Result<Self::Item, Refused>,
    ) -> Result<Self, Refused>;
}

/// A module's refusal of a value, with its position in the containers.
#[derive(Debug)]
pub struct Refused {
    path: String,
    why: Refusal,
}

impl Refused {
    #[cold]
    fn within(mut self, step: &str) -> Self {
        self.path.insert_str(0, step);
        self
    }

    #[cold]
    fn at(self, index: usize) -> Self {
        self.within(&format!("[{index}]"))
    }

    /// In the key of the entry at a place.
    #[cold]
    fn within_key(self, place: usize) -> Self {
        self.within(&format!("{{{place}}}"))
    }

    #[cold]
    fn said(self) -> Error {
        refusal(&self.path, self.why)
    }
}

/// Converts the stored container `old` of the field at a place.
///
/// # Errors
///
/// Fails if a module refuses a value.
#[inline(always)]
pub fn convert_each<'a, A: InputArchive<'a>, Old, V>(
    archive: &mut A,
    place: Place<'_>,
    old: Old,
    f: impl FnOnce(Old, &mut Context<'_>) -> Result<V, Refused>,
) -> Result<V, A::Error> {
    let made = archive.context().convert(|context| f(old, context).map_err(Refused::said));
    made.map_err(|error| refuse(archive, place, error))
}

/// Converts the stored container `old` of a transparent type.
///
/// # Errors
///
/// Fails like [`convert_each`].
#[inline(always)]
pub fn converted_each<'a, A: InputArchive<'a>, Old, V>(
    archive: &mut A,
    old: Old,
    f: impl FnOnce(Old, &mut Context<'_>) -> Result<V, Refused>,
) -> Result<V, A::Error> {
    Ok(archive.context().convert(|context| f(old, context).map_err(Refused::said))?)
}

/// Converts a value in a container by a module's function.
///
/// # Errors
///
/// Fails if the function does.
#[inline(always)]
pub fn of_each<Old, V, R, M, F: Converter<Old, V, R, M>>(
    old: Old,
    context: &mut Context<'_>,
    f: F,
) -> Result<V, Refused> {
    f.call(old, context).map_err(|why| Refused { path: String::new(), why })
}

/// Converts the values of a list; an error gets the index.
fn at<S, T>(
    mut of: impl FnMut(S) -> Result<T, Refused>,
) -> impl FnMut((usize, S)) -> Result<T, Refused> {
    move |(index, stored)| of(stored).map_err(|refused| refused.at(index))
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
                of: impl FnMut(S) -> Result<Self::Item, Refused>,
            ) -> Result<Self, Refused> {
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
#[cfg(feature = "smallvec-1")]
lists! {
    [A: smallvec_1::Array] smallvec_1::SmallVec<A>, A::Item;
}

/// Fails if more values are stored than it has room for.
#[cfg(feature = "arrayvec-0_7")]
impl<T, const N: usize> Each for ArrayVec<T, N> {
    type Item = T;
    type Of<S> = ArrayVec<S, N>;

    fn to_stored<S>(&self, of: impl FnMut(&T) -> S) -> ArrayVec<S, N> {
        self.iter().map(of).collect()
    }

    fn from_stored<S>(
        stored: ArrayVec<S, N>,
        of: impl FnMut(S) -> Result<T, Refused>,
    ) -> Result<Self, Refused> {
        stored.into_iter().enumerate().map(at(of)).collect()
    }
}

impl<T, const N: usize> Each for [T; N] {
    type Item = T;
    type Of<S> = [S; N];

    fn to_stored<S>(&self, of: impl FnMut(&T) -> S) -> [S; N] {
        self.each_ref().map(of)
    }

    fn from_stored<S>(
        stored: [S; N],
        of: impl FnMut(S) -> Result<T, Refused>,
    ) -> Result<Self, Refused> {
        let all: ArrayVec<T, N> =
            stored.into_iter().enumerate().map(at(of)).collect::<Result<_, _>>()?;
        // As many as were stored, so never too many.
        let few = |all: ArrayVec<T, N>| format!("{} values of {N}", all.len());
        all.into_inner()
            .map_err(|all| Refused { path: String::new(), why: Refusal::Said(few(all)) })
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
        of: impl FnMut(S) -> Result<T, Refused>,
    ) -> Result<Self, Refused> {
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
        mut of: impl FnMut(S) -> Result<T, Refused>,
    ) -> Result<Self, Refused> {
        of(*stored).map(Self::new)
    }
}

macro_rules! maps {
    ($($(#[$cfg:meta])? [$($hasher:ident)?] [$($bound:tt)*] $($map:ident)::+;)*) => {$(
        $(#[$cfg])?
        impl<K: Clone + Serialize + $($bound)*, T $(, $hasher: core::hash::BuildHasher + Default)?> Each
            for $($map)::+<K, T $(, $hasher)?>
        {
            type Item = T;
            type Of<S> = $($map)::+<K, S $(, $hasher)?>;

            fn to_stored<S>(&self, mut of: impl FnMut(&T) -> S) -> Self::Of<S> {
                self.iter().map(|(key, value)| (key.clone(), of(value))).collect()
            }

            fn from_stored<S>(
                stored: Self::Of<S>,
                mut of: impl FnMut(S) -> Result<T, Refused>,
            ) -> Result<Self, Refused> {
                let mut entry = |(key, stored)| match of(stored) {
                    Ok(value) => Ok((key, value)),
                    Err(refused) => Err(refused.within(&key_step(&key))),
                };
                stored.into_iter().map(&mut entry).collect()
            }
        }
    )*};
}
maps! {
    [] [Ord] alloc::collections::BTreeMap;
    #[cfg(feature = "std")] [H] [Eq + core::hash::Hash] std::collections::HashMap;
    #[cfg(feature = "hashbrown-0_14")] [H] [Eq + core::hash::Hash] hashbrown_0_14::HashMap;
    #[cfg(feature = "hashbrown-0_15")] [H] [Eq + core::hash::Hash] hashbrown_0_15::HashMap;
    #[cfg(feature = "hashbrown-0_16")] [H] [Eq + core::hash::Hash] hashbrown_0_16::HashMap;
    #[cfg(feature = "hashbrown-0_17")] [H] [Eq + core::hash::Hash] hashbrown_0_17::HashMap;
    #[cfg(feature = "indexmap-2")] [H] [Eq + core::hash::Hash] indexmap_2::IndexMap;
}
