//! `Rc`, `Arc` and their weak pointers: a shared value is saved once (FORMAT.md §13).

use alloc::rc::{self, Rc};
use alloc::sync::{self, Arc};
use alloc::vec::Vec;

use crate::graph::{self, Build, Late, Share, ShareLoad};
use crate::traits::Batches;
use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, Kind, MinSize, OutputArchive, Serialize,
    Shared, Size, Step, Type,
};

/// How many pointers of a list are followed to prefetch their targets.
const FETCHED: usize = 4;

macro_rules! pointers {
    ($($pointer:ident $weak:ty, $into:ident $nothing:ident;)*) => {$(
        impl<T: ?Sized + Share> Describe for $pointer<T> {
            const TYPE: &'static Type =
                &Type { kind: Kind::Shared(T::SHARED), memory: size_of::<Self>() };
            const SIZE: Size = Size::POINTER;
        }

        impl<T: ?Sized + Share + Serialize> Serialize for $pointer<T> {
            #[inline(always)]
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                if archive.graph().is_some() {
                    return graph::save(self, archive);
                }
                if archive.meet_shared(Shared::new(self))? {
                    return Ok(());
                }
                archive.begin_pointer()?;
                (**self).serialize(archive)?;
                archive.end_pointer();
                Ok(())
            }

            #[inline(always)]
            fn serialize_slice<A: OutputArchive>(
                values: &[Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                if archive.graph().is_some() {
                    return graph::save_slice(values, archive);
                }
                archive.slice(values)
            }

            #[inline(always)]
            fn fetch(&self) -> u8 {
                let [first, ..] = $pointer::strong_count(self).to_le_bytes();
                first
            }

            #[inline(always)]
            fn fetch_slice(values: &[Self]) -> u8 {
                values.iter().take(FETCHED).fold(0, |sum, value| sum ^ value.fetch())
            }

            fn serialize_each<'v, A: OutputArchive>(
                values: impl ExactSizeIterator<Item = &'v Self>,
                archive: &mut A,
            ) -> Result<(), A::Error>
            where
                Self: 'v,
            {
                graph::save_each(values, archive)
            }

            crate::traits::refs!();

            #[inline(always)]
            fn serialize_rows<A: Batches>(
                values: &[&Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                if graph::saves_links(archive) {
                    return graph::save_rows(values.iter().copied(), archive);
                }
                archive.one_by_one(values)
            }
        }

        impl<'a, T: ?Sized + ShareLoad<'a>> Deserialize<'a> for $pointer<T> {
            #[inline(always)]
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                if let Some(link) = archive.link(T::SHARED)? {
                    return graph::load(archive, link);
                }
                if let Some(objects) = archive.objects() {
                    objects.end_direct();
                }
                archive.begin_pointer()?;
                let parts = T::load(archive)?;
                archive.end_pointer();
                Ok(T::$into(parts))
            }

            #[inline(always)]
            fn deserialize_vec<A: InputArchive<'a>>(
                archive: &mut A,
            ) -> Result<Vec<Self>, A::Error> {
                if archive.objects().is_some() { links(archive) } else { archive.vec() }
            }

            #[inline(always)]
            fn deserialize_option<A: InputArchive<'a>>(
                archive: &mut A,
            ) -> Result<Option<Self>, A::Error> {
                pass(archive);
                if !archive.option()? {
                    return Ok(None);
                }
                archive.held::<Later<Self>>().map(|Later(pointer)| pointer)
            }

            fn deserialize_value<A: InputArchive<'a>>(
                archive: &mut A,
            ) -> Result<Option<Self>, A::Error> {
                match archive.link(T::SHARED)? {
                    Some(link) => graph::load_or_leave_out(archive, link),
                    None => Self::deserialize(archive).map(Some),
                }
            }

            #[inline]
            fn put_late_in_option(option: &mut Option<Self>, late: &mut Late<'_>) {
                if late.empties() {
                    *option = None;
                } else if let Some(pointer) = late.one::<Self>() {
                    *option = Some(Self::clone(pointer));
                }
            }

            #[inline]
            fn put_late_in_list(values: &mut Vec<Self>, late: &mut Late<'_>) {
                if late.empties() {
                    return values.clear();
                }
                late.list(values);
            }

            fn relink(&self, fresh: &mut Self) -> bool {
                if Self::ptr_eq(self, fresh) {
                    return true;
                }
                match Self::get_mut(fresh) {
                    // A value in no table belongs to this owner alone, as do the links in it.
                    Some(fresh) => T::relink_own(self, fresh),
                    // Only hooks keep weak pointers to such a value.
                    None => Self::strong_count(fresh) == 1,
                }
            }
        }

        impl<T: ?Sized + Share> Describe for $weak {
            const TYPE: &'static Type =
                &Type { kind: Kind::Option(<$pointer<T>>::TYPE), memory: size_of::<Self>() };
            const SIZE: Size = Size::ANY;
        }

        impl<T: ?Sized + Share + Serialize> Serialize for $weak {
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                if self.strong_count() > 0 && archive.graph().is_some() {
                    let address = self.as_ptr().cast::<()>().addr();
                    return graph::save_weak::<$pointer<T>, A>(address, archive);
                }
                match self.upgrade() {
                    Some(pointer) if archive.meet_weak(Shared::new(&pointer))? => Ok(()),
                    _ => archive.option(false),
                }
            }

            crate::traits::refs!();

            #[inline(always)]
            fn serialize_rows<A: Batches>(
                values: &[&Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                if graph::saves_links(archive) {
                    // A dangling weak pointer has an address that no object has.
                    let addresses = values.iter().map(|value| value.as_ptr().cast::<()>().addr());
                    return graph::save_weak_rows::<$pointer<T>, A>(addresses, archive);
                }
                archive.one_by_one(values)
            }
        }

        impl<'a, T: ?Sized + ShareLoad<'a>> Deserialize<'a> for $weak {
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                let nothing = || T::$nothing().ok_or_else(|| no_types().into());
                pass(archive);
                if !archive.option()? {
                    return nothing();
                }
                let Later(target) = archive.held::<Later<$pointer<T>>>()?;
                target.as_ref().map_or_else(nothing, |target| Ok($pointer::downgrade(target)))
            }

            fn relink(&self, fresh: &mut Self) -> bool {
                self.ptr_eq(fresh) || self.strong_count() == 0 && fresh.strong_count() == 0
            }

            #[inline]
            fn put_late(&mut self, late: &mut Late<'_>) {
                if let Some(pointer) = late.one::<$pointer<T>>() {
                    *self = $pointer::downgrade(pointer);
                }
            }
        }
    )*};
}
pointers! {
    Rc rc::Weak<T>, into_rc no_rc;
    Arc sync::Weak<T>, into_arc no_arc;
}

#[cold]
fn no_types() -> Error {
    Error::new(ErrorKind::Shape, "a weak pointer to a trait whose `registry!` has no types")
}

/// Passes a place where links may be late.
#[inline(always)]
fn pass<'a, A: InputArchive<'a>>(archive: &mut A) {
    if let Some(objects) = archive.objects() {
        objects.pass();
    }
}

/// A pointer; `None` if its target is not built yet, so that its holder is completed later.
struct Later<P>(Option<P>);

impl<P: Describe> Describe for Later<P> {
    const TYPE: &'static Type = P::TYPE;
    const SIZE: Size = P::SIZE;
}

impl<'a, P: Build<'a> + Deserialize<'a>> Deserialize<'a> for Later<P> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        later(archive, 0).map(Self)
    }
}

/// An element of a list of pointers.
#[inline(always)]
fn later<'a, P: Build<'a> + Deserialize<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    index: usize,
) -> Result<Option<P>, A::Error> {
    match archive.link(P::Target::SHARED)? {
        Some(link) => graph::load_or_miss(archive, link, index),
        None => P::deserialize(archive).map(Some),
    }
}

/// A list of pointers. Those with late targets are left out until the list is completed.
fn links<'a, P: Build<'a> + Deserialize<'a>, A: InputArchive<'a>>(
    archive: &mut A,
) -> Result<Vec<P>, A::Error> {
    pass(archive);
    let len = archive.begin_list(MinSize::of::<P>())?;
    let mut values = crate::traits::reserved(archive, len)?;
    for index in 0..len {
        let step = Step::Element(index);
        archive.enter(step)?;
        match later(archive, index) {
            Ok(value) => values.extend(value),
            Err(error) => return Err(archive.locate(error, step)),
        }
        archive.leave();
    }
    archive.end_list();
    if values.len() < len {
        // The list is read again once all targets are built.
        archive.claim(len, size_of::<P>())?;
    }
    Ok(values)
}

/// Records that the next pointer is directly in an option or a list.
#[inline(always)]
pub(super) fn expect_direct<'a, A: InputArchive<'a>>(archive: &mut A) {
    if let Some(objects) = archive.objects() {
        objects.expect_direct();
    }
}

/// Whether the last error was a link to an object that is not built yet, whose holder is completed later.
#[cold]
pub(super) fn was_missed<'a, A: InputArchive<'a>>(archive: &mut A) -> bool {
    archive.objects().is_some_and(graph::Objects::was_missed)
}
