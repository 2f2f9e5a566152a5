//! Cells: stored like the values in them; `OnceCell` and `OnceLock` like options.

use core::cell::{Cell, OnceCell, Ref, RefCell};

use arrayvec::ArrayVec;

use crate::derived::Beside;
use crate::graph::Late;
use crate::traits::BLOCK;
use crate::traits::Batches;
use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, Kind, OutputArchive, Room, Serialize,
    Size, Type,
};

/// Implements the traits for cells that can be set once.
macro_rules! once {
    ($cell:ident) => {
        impl<T: Describe> Describe for $cell<T> {
            const TYPE: &'static Type =
                &Type { kind: Kind::Option(T::TYPE), memory: size_of::<Self>() };
            const SIZE: Size = T::SIZE.option();
        }

        impl<T: Serialize> Serialize for $cell<T> {
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                in_cell(&self.get(), archive)
            }
        }

        impl<'a, T: Deserialize<'a>> Deserialize<'a> for $cell<T> {
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                let lacked = archive.objects().map(|objects| objects.set_incomplete(false));
                let value: Option<T> = out_of_cell(archive)?;
                let lacks = archive.objects().is_some_and(|objects| objects.is_incomplete());
                if lacks {
                    archive.objects().map($crate::graph::Objects::rebuild);
                }
                if lacked == Some(true) {
                    archive.objects().map(|objects| objects.set_incomplete(true));
                }
                // A cell that lacks links stays empty until they are there.
                Ok(value.filter(|_| !lacks).map_or_else(Self::new, Self::from))
            }

            fn relink(&self, fresh: &mut Self) -> bool {
                match (self.get(), fresh.take()) {
                    (Some(value), Some(mut fresh)) => value.relink(&mut fresh),
                    (None, Some(fresh)) => self.set(fresh).is_ok(),
                    (None, None) => true,
                    (Some(_), None) => false,
                }
            }

            fn put_late(&mut self, late: &mut $crate::graph::Late<'_>) {
                if late.empties() {
                    self.take();
                }
            }

            fn put_late_in_cells(&self, late: &mut $crate::graph::Late<'_>) {
                if let Some(value) = self.get().filter(|_| late.empties()) {
                    value.put_late_in_cells(late);
                }
            }
        }
    };
}
#[cfg(feature = "std")]
pub(super) use once;

impl<T: Describe> Describe for Cell<T> {
    const TYPE: &'static Type = T::TYPE;
    const SIZE: Size = T::SIZE;
}

impl<T: Serialize + Copy> Serialize for Cell<T> {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        self.get().serialize(archive)
    }
}

impl<'a, T: Deserialize<'a>> Deserialize<'a> for Cell<T> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        T::deserialize(archive).map(Self::new)
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        Beside(self, fresh).relink()
    }
}

impl<T: Describe> Describe for RefCell<T> {
    const TYPE: &'static Type = &Type { kind: T::TYPE.kind, memory: size_of::<Self>() };
    const SIZE: Size = T::SIZE;
}

impl<T: Serialize> Serialize for RefCell<T> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        match self.try_borrow() {
            Ok(value) => in_cell(&*value, archive),
            Err(_) => Err(borrowed().into()),
        }
    }

    #[inline(always)]
    fn serialize_alone<A: Batches>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.rows(&[self])
    }

    #[inline(always)]
    fn fetch(&self) -> u8 {
        self.try_borrow().map_or(0, |value| value.fetch())
    }

    crate::traits::refs!();

    #[inline(always)]
    fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
        values.chunks(BLOCK).try_for_each(|cells| borrowed_rows(cells, archive))
    }
}

impl<'a, T: Deserialize<'a>> Deserialize<'a> for RefCell<T> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        out_of_cell(archive).map(Self::new)
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        Beside(self, fresh).relink()
    }

    #[inline]
    fn put_late(&mut self, late: &mut Late<'_>) {
        self.get_mut().put_late(late);
    }

    #[inline]
    fn put_late_in_cells(&self, late: &mut Late<'_>) {
        if let Ok(mut value) = self.try_borrow_mut() {
            value.put_late(late);
        }
    }
}

once! { OnceCell }

/// Saves the content of a cell, in which links may be set later.
#[inline(always)]
pub(super) fn in_cell<T: Serialize, A: OutputArchive>(
    value: &T,
    archive: &mut A,
) -> Result<(), A::Error> {
    if let Some(graph) = archive.graph() {
        graph.enter_cell();
    }
    value.serialize(archive)?;
    if let Some(graph) = archive.graph() {
        graph.cells().leave();
    }
    Ok(())
}

/// Loads the content of a cell, in which links may be set later.
#[inline(always)]
pub(super) fn out_of_cell<'a, T: Deserialize<'a>, A: InputArchive<'a>>(
    archive: &mut A,
) -> Result<T, A::Error> {
    if let Some(objects) = archive.objects() {
        objects.enter_cell();
    }
    let value = T::deserialize(archive)?;
    if let Some(objects) = archive.objects() {
        objects.cells().leave();
    }
    Ok(value)
}

/// Borrows a batch of cells, and passes on their contents.
fn borrowed_rows<T: Serialize, A: OutputArchive>(
    cells: &[&RefCell<T>],
    archive: &mut A,
) -> Result<(), A::Error> {
    let mut held = ArrayVec::<Ref<'_, T>, BLOCK>::new();
    for cell in cells {
        let _ = held.try_push(cell.try_borrow().map_err(|_| borrowed())?);
    }
    archive.rows(Room::new().gather_slice(&held, |value: &Ref<'_, T>| &**value)?)
}

#[cold]
fn borrowed() -> Error {
    Error::new(ErrorKind::Unrepresentable, "a `RefCell` is mutably borrowed")
        .with_help("drop what `borrow_mut` returned before saving")
}
