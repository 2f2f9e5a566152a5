//! The traits of `Rc` and `Arc` and of the types that they may point to.

use alloc::rc::{self, Rc};
use alloc::sync::{self, Arc};
use alloc::vec::Vec;

use super::late::Late;
use crate::traits::BLOCK;
use crate::weight::COUNTS;
use crate::{Describe, Deserialize, InputArchive, OutputArchive, Room, Serialize, Step, Type};

#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shared in an archive",
    label = "not described",
    note = "add `#[derive(Archive)]` to `{Self}`; for a trait, name its types in `archive::registry!`"
)]
/// A type that `Rc` and `Arc` may share: any sized type, text, lists, and the traits of a
/// [registry](crate::Registry).
pub trait Share: 'static {
    /// The description of the shared value.
    const SHARED: &'static Type;

    /// Saves many objects, one after the other.
    ///
    /// # Errors
    ///
    /// Fails if the archive or a value does.
    fn save_all<P: Pointer<Target = Self>, A: OutputArchive>(
        pointers: &[P],
        archive: &mut A,
    ) -> Result<(), A::Error>
    where
        Self: Serialize,
    {
        for (index, pointer) in pointers.iter().enumerate() {
            archive.part(Step::Element(index), pointer.target())?;
        }
        Ok(())
    }
}

impl<T: Describe + 'static> Share for T {
    const SHARED: &'static Type = T::TYPE;

    fn save_all<P: Pointer<Target = Self>, A: OutputArchive>(
        pointers: &[P],
        archive: &mut A,
    ) -> Result<(), A::Error>
    where
        Self: Serialize,
    {
        for pointers in pointers.chunks(BLOCK) {
            archive.rows(Room::new().gather_slice(pointers, P::target)?)?;
        }
        Ok(())
    }
}

impl Share for str {
    const SHARED: &'static Type = <str as Describe>::TYPE;
}

// `memory` is the size of one element, since values are loaded into a list and then moved into the
// allocation with the reference counts.
impl<T: Describe + 'static> Share for [T] {
    const SHARED: &'static Type = &Type { kind: T::SEQUENCE, memory: size_of::<T>() };
}

/// A [`Share`] type that can be loaded.
pub trait ShareLoad<'a>: Share {
    /// The value before it is moved into the pointer's allocation.
    type Parts;

    /// Builds the value.
    ///
    /// # Errors
    ///
    /// Fails if the archive does.
    fn load<A: InputArchive<'a>>(archive: &mut A) -> Result<Self::Parts, A::Error>;

    /// Moves the value into an `Rc`.
    fn into_rc(parts: Self::Parts) -> Rc<Self>;

    /// Moves the value into an `Arc`.
    fn into_arc(parts: Self::Parts) -> Arc<Self>;

    /// Takes the links in the cells of `fresh`, a later copy; see [`Deserialize::relink`].
    fn relink(&self, fresh: &mut Self::Parts) -> bool;

    /// The same for a later copy that has its own pointer already.
    fn relink_own(&self, fresh: &mut Self) -> bool;

    /// Sets the late links in its cells.
    fn put_late(&self, _late: &mut Late<'_>) {}

    /// A dangling weak pointer; `None` for a trait without types.
    fn no_rc() -> Option<rc::Weak<Self>>;

    /// The same for `Arc`.
    fn no_arc() -> Option<sync::Weak<Self>>;
}

impl<'a, T: Deserialize<'a> + 'static> ShareLoad<'a> for T {
    type Parts = T;

    #[inline(always)]
    fn load<A: InputArchive<'a>>(archive: &mut A) -> Result<T, A::Error> {
        archive.claim(1, size_of::<T>().saturating_add(COUNTS))?;
        archive.held()
    }

    #[inline(always)]
    fn into_rc(parts: T) -> Rc<T> {
        Rc::new(parts)
    }

    #[inline(always)]
    fn into_arc(parts: T) -> Arc<T> {
        Arc::new(parts)
    }

    fn relink(&self, fresh: &mut T) -> bool {
        Deserialize::relink(self, fresh)
    }

    fn relink_own(&self, fresh: &mut T) -> bool {
        Deserialize::relink(self, fresh)
    }

    fn put_late(&self, late: &mut Late<'_>) {
        self.put_late_in_cells(late);
    }

    fn no_rc() -> Option<rc::Weak<T>> {
        Some(rc::Weak::new())
    }

    fn no_arc() -> Option<sync::Weak<T>> {
        Some(sync::Weak::new())
    }
}

impl<'a> ShareLoad<'a> for str {
    type Parts = alloc::borrow::Cow<'a, str>;

    fn load<A: InputArchive<'a>>(archive: &mut A) -> Result<Self::Parts, A::Error> {
        let text = archive.str()?;
        archive.claim(1, text.len().saturating_add(COUNTS))?;
        Ok(text)
    }

    fn into_rc(parts: Self::Parts) -> Rc<str> {
        Rc::from(parts)
    }

    fn into_arc(parts: Self::Parts) -> Arc<str> {
        Arc::from(parts)
    }

    fn relink(&self, _: &mut Self::Parts) -> bool {
        true
    }

    fn relink_own(&self, _: &mut Self) -> bool {
        true
    }

    fn no_rc() -> Option<rc::Weak<str>> {
        Some(Rc::downgrade(&Rc::from("")))
    }

    fn no_arc() -> Option<sync::Weak<str>> {
        Some(Arc::downgrade(&Arc::from("")))
    }
}

impl<'a, T: Deserialize<'a> + 'static> ShareLoad<'a> for [T] {
    type Parts = Vec<T>;

    fn load<A: InputArchive<'a>>(archive: &mut A) -> Result<Vec<T>, A::Error> {
        let values = T::deserialize_vec(archive)?;
        archive.claim(1, size_of_val(values.as_slice()).saturating_add(COUNTS))?;
        Ok(values)
    }

    fn into_rc(parts: Vec<T>) -> Rc<[T]> {
        Rc::from(parts)
    }

    fn into_arc(parts: Vec<T>) -> Arc<[T]> {
        Arc::from(parts)
    }

    fn relink(&self, fresh: &mut Vec<T>) -> bool {
        super::relink_slice(self, fresh)
    }

    fn relink_own(&self, fresh: &mut [T]) -> bool {
        super::relink_slice(self, fresh)
    }

    fn put_late(&self, late: &mut Late<'_>) {
        self.iter().for_each(|value| value.put_late_in_cells(late));
    }

    fn no_rc() -> Option<rc::Weak<[T]>> {
        Some(rc::Weak::<[T; 0]>::new())
    }

    fn no_arc() -> Option<sync::Weak<[T]>> {
        Some(sync::Weak::<[T; 0]>::new())
    }
}

/// A pointer that may share its target.
pub trait Pointer: Clone + 'static {
    /// The target.
    type Target: ?Sized + Share;

    /// The target's address: equal for all its pointers, and different from any other object's.
    fn address(&self) -> usize;

    /// The target.
    fn target(&self) -> &Self::Target;

    /// The number of owners.
    fn owners(&self) -> usize;

    /// Whether there are other pointers to the target.
    fn is_shared(&self) -> bool;
}

macro_rules! pointers {
    ($($pointer:ident)*) => {$(
        impl<T: ?Sized + Share> Pointer for $pointer<T> {
            type Target = T;

            #[inline(always)]
            fn address(&self) -> usize {
                $pointer::as_ptr(self).cast::<()>().addr()
            }

            #[inline(always)]
            fn target(&self) -> &T {
                self
            }

            fn owners(&self) -> usize {
                $pointer::strong_count(self)
            }

            fn is_shared(&self) -> bool {
                $pointer::strong_count(self) > 1 || $pointer::weak_count(self) > 0
            }
        }
    )*};
}
pointers! { Rc Arc }

/// A pointer that can be loaded.
pub trait Build<'a>: Pointer<Target: ShareLoad<'a>> {
    /// Moves the value into the pointer's allocation.
    fn build(parts: <Self::Target as ShareLoad<'a>>::Parts) -> Self;
}

impl<'a, T: ?Sized + ShareLoad<'a>> Build<'a> for Rc<T> {
    #[inline(always)]
    fn build(parts: T::Parts) -> Self {
        T::into_rc(parts)
    }
}

impl<'a, T: ?Sized + ShareLoad<'a>> Build<'a> for Arc<T> {
    #[inline(always)]
    fn build(parts: T::Parts) -> Self {
        T::into_arc(parts)
    }
}
