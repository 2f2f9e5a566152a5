//! Cells: the same data as the values in them.

use core::cell::{Cell, RefCell};

use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Serialize, Size, Type,
};

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
}

impl<'a, T: Deserialize<'a>> Deserialize<'a> for RefCell<T> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        out_of_cell(archive).map(Self::new)
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        match self.try_borrow_mut() {
            Ok(mut value) => {
                core::mem::swap(&mut *value, fresh.get_mut());
                true
            }
            Err(_) => false,
        }
    }
}

/// Saves what is in a cell, where links may be put later than elsewhere.
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
        graph.leave_cell();
    }
    Ok(())
}

/// Builds what is in a cell, where links may be put later than elsewhere.
#[inline(always)]
pub(super) fn out_of_cell<'a, T: Deserialize<'a>, A: InputArchive<'a>>(
    archive: &mut A,
) -> Result<T, A::Error> {
    if let Some(objects) = archive.objects() {
        objects.enter_cell();
    }
    let value = T::deserialize(archive)?;
    if let Some(objects) = archive.objects() {
        objects.leave_cell();
    }
    Ok(value)
}

#[cold]
fn borrowed() -> Error {
    Error::new(ErrorKind::Unrepresentable, "a `RefCell` is mutably borrowed")
}
