//! The archive that builds values from rows and sides.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::side::{Other, Rows, Side, Table};
use crate::array::Array;
use crate::columns::{fixed, may_stand_in_rows};
use crate::rows::{Failed, Terms, is_large};
use crate::size::InRow;
use crate::traits::{push, reserved};
use crate::{Describe, Deserialize, InputArchive, Step};

/// What is left to read of a row and of its sides.
pub(super) type Left<'a, 's, 'r> = (&'r [u8], &'s [Side<'a, 's>]);

/// Reads values from rows and sides: of types as they are today (`TODAY`), or as they are in the archive.
pub struct Reader<'a, 's, 'r, const TODAY: bool> {
    /// What is left of the row, or, if the elements of a list are read one by one, of the list's rows.
    pub(super) rest: &'r [u8],
    /// The sides that are left.
    pub(super) beside: &'s [Side<'a, 's>],
    /// The sides of each element, once a list has been entered.
    pub(super) list: Option<&'s [Side<'a, 's>]>,
    /// All sides of all tables.
    pub(super) sides: &'s [Side<'a, 's>],
    /// The bytes and sides that the current value takes in its row, if it has the current version.
    pub(super) own: InRow,
    /// What is left after the value that is being read, once another row has been entered for it.
    pub(super) after: Option<Left<'a, 's, 'r>>,
    pub(super) terms: &'s Terms<'s>,
}

impl<'a, 's, 'r, const TODAY: bool> Reader<'a, 's, 'r, TODAY>
where
    's: 'r,
{
    /// A reader without a row.
    #[inline(always)]
    pub(super) fn new(sides: &'s [Side<'a, 's>], terms: &'s Terms<'s>) -> Self {
        let own = InRow::new(0, 0);
        Self { rest: &[], beside: &[], list: None, sides, own, after: None, terms }
    }

    /// Whether values of a type have another form than they have today.
    #[inline(always)]
    pub(super) fn is_past<T: Describe>(&self) -> bool {
        T::SIZE.evolves && (!TODAY || self.terms.is_past::<T>())
    }

    /// Reads the elements of an array.
    #[inline(always)]
    pub(super) fn build_array<T: Deserialize<'a>, B: Array<T, N>, const N: usize>(
        &mut self,
    ) -> Result<B, Failed> {
        if const { T::TYPE.kind.is_run() } {
            return B::build(|_| T::deserialize(self));
        }
        let table = self.table()?;
        self.keep_rest();
        self.enter_rows(table, N)?;
        self.list = Some(self.beside);
        B::build(|index| self.part(Step::Element(index)))
    }

    /// Reads a part in the versions that this reader is for, given its sides.
    #[inline(always)]
    pub(super) fn own_part<T: Deserialize<'a>>(
        &mut self,
        beside: &'s [Side<'a, 's>],
    ) -> Result<T, Failed> {
        if const { !TODAY && T::SIZE.evolves } {
            return self.past_part(beside);
        }
        let own = T::SIZE.in_row.ok_or(Failed)?;
        // A second reader, so that this one stays in registers even if an impl keeps a reference to the second.
        let value = Reader { beside, ..self.inner::<true>(own) }.today()?;
        self.rest = self.rest.get(own.bytes..).ok_or(Failed)?;
        self.beside = beside.get(own.sides..).ok_or(Failed)?;
        Ok(value)
    }

    /// Reads a part in another version.
    #[inline(always)]
    pub(super) fn past_part<T: Deserialize<'a>>(
        &mut self,
        beside: &'s [Side<'a, 's>],
    ) -> Result<T, Failed> {
        let own = T::SIZE.in_row.ok_or(Failed)?;
        let value;
        (value, (self.rest, self.beside)) = Reader { beside, ..self.inner::<false>(own) }.past()?;
        Ok(value)
    }

    /// A reader at the same place, for a value of this size in its row.
    #[inline(always)]
    pub(super) fn inner<const OTHER: bool>(&self, own: InRow) -> Reader<'a, 's, 'r, OTHER> {
        let Self { rest, beside, sides, terms, .. } = *self;
        Reader { rest, beside, list: None, sides, own, after: None, terms }
    }

    /// Keeps what is left after the value, before another row is entered for it.
    #[inline(always)]
    pub(super) fn keep_rest(&mut self) {
        if !TODAY && self.after.is_none() {
            self.after = Some((self.rest, self.beside));
        }
    }

    /// What is left after the value.
    #[inline(always)]
    pub(super) fn left(&self) -> Left<'a, 's, 'r> {
        match self.after {
            Some(left) if !TODAY => left,
            _ => (self.rest, self.beside),
        }
    }

    #[inline(always)]
    pub(super) fn get<const N: usize>(&mut self) -> Result<[u8; N], Failed> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or(Failed)?;
        self.rest = rest;
        Ok(*bytes)
    }

    /// Reads a length.
    #[inline(always)]
    pub(super) fn len(&mut self) -> Result<usize, Failed> {
        usize::try_from(u32::from_le_bytes(self.get()?)).map_err(|_| Failed)
    }

    /// Takes the next side.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Result<&'s Side<'a, 's>, Failed> {
        let (side, beside) = self.beside.split_first().ok_or(Failed)?;
        self.beside = beside;
        Ok(side)
    }

    #[inline(always)]
    pub(super) fn table(&mut self) -> Result<&'s Table<'s>, Failed> {
        self.next()?.table()
    }

    /// Builds a list of `len` values. An empty list has no side to read from.
    #[inline(always)]
    pub(super) fn list_of<T>(
        &mut self,
        len: usize,
        read: impl FnOnce(&Self, &'s Side<'a, 's>) -> Result<Box<[T]>, Failed>,
    ) -> Result<Vec<T>, Failed> {
        // All cases meet here, so that the `Vec` is assembled once and its fields stay in registers.
        let values = if len == 0 {
            Box::default()
        } else {
            let side = self.next()?;
            read(self, side)?
        };
        Ok(Vec::from(values))
    }

    /// Enters the next rows of a table.
    #[inline(always)]
    pub(super) fn enter_rows(&mut self, table: &'s Table<'s>, count: usize) -> Result<(), Failed> {
        self.rest = table.take(count)?;
        self.beside = table.sides(self.sides)?;
        Ok(())
    }

    /// Builds the value that takes the whole row.
    #[inline(always)]
    pub(super) fn value<T: Deserialize<'a>>(&mut self) -> Result<T, Failed> {
        // In a constant, so that no code is compiled for such a type.
        if const { T::SIZE.in_row.is_none() } {
            return Err(Failed);
        }
        let own = T::SIZE.in_row.ok_or(Failed)?;
        if const { T::SIZE.evolves } && self.is_past::<T>() {
            if self.is_recursive::<T>() {
                return self.recursive();
            }
            let (value, left) = self.inner::<false>(own).past()?;
            return match left {
                ([], []) => Ok(value),
                _ => Err(Failed),
            };
        }
        if self.rest.len() != own.bytes || self.beside.len() != own.sides {
            return if self.is_recursive::<T>() { self.recursive() } else { Err(Failed) };
        }
        self.inner::<true>(own).today()
    }
}

impl<'a, 's: 'r, 'r, const TODAY: bool> Reader<'a, 's, 'r, TODAY> {
    /// Builds the value that takes the whole row, and appends it to a list that has capacity for it.
    #[inline(always)]
    fn push_to<T: Deserialize<'a>>(mut self, values: &mut Vec<T>) -> Result<(), Failed> {
        push(values, T::deserialize(&mut self)?);
        if self.left().0.is_empty() { Ok(()) } else { Err(Failed) }
    }
}

/// Whether values have bytes in their rows, as most have.
const fn is_in_rows<T: Describe>() -> bool {
    matches!(T::SIZE.in_row, Some(InRow { bytes: 1.., .. }))
}

impl<'a, 's: 'r, 'r> Reader<'a, 's, 'r, true> {
    /// Builds a value of the current version.
    #[inline(always)]
    pub(super) fn today<T: Deserialize<'a>>(mut self) -> Result<T, Failed> {
        if const { T::SIZE.is_beside } {
            return self.of_recursive();
        }
        if const { is_large::<T>() } { today_apart(self) } else { T::deserialize(&mut self) }
    }
}

impl<'a, 's: 'r, 'r> Reader<'a, 's, 'r, false> {
    /// Builds a value of another version. Also returns what is left after it.
    #[inline(always)]
    pub(super) fn past<T: Deserialize<'a>>(mut self) -> Result<(T, Left<'a, 's, 'r>), Failed> {
        if const { T::SIZE.is_beside } {
            let value = self.of_recursive()?;
            return Ok((value, self.left()));
        }
        if const { is_large::<T>() } {
            return past_apart(self);
        }
        let value = T::deserialize(&mut self)?;
        Ok((value, self.left()))
    }
}

/// Builds a large value in a function that is not inlined.
#[inline(never)]
fn today_apart<'a, 's: 'r, 'r, T: Deserialize<'a>>(
    mut reader: Reader<'a, 's, 'r, true>,
) -> Result<T, Failed> {
    T::deserialize(&mut reader)
}

/// Like [`today_apart`], for another version.
#[inline(never)]
fn past_apart<'a, 's: 'r, 'r, T: Deserialize<'a>>(
    mut reader: Reader<'a, 's, 'r, false>,
) -> Result<(T, Left<'a, 's, 'r>), Failed> {
    let value = T::deserialize(&mut reader)?;
    Ok((value, reader.left()))
}

/// Reads the rows of a list in a function that is not inlined, so that its state stays in registers. Returns a boxed
/// slice, which fits in registers: the processor stalls if a `Vec` is written to memory in parts and then moved as a
/// whole.
#[inline(never)]
pub(super) fn elements<'a, 's, T: Deserialize<'a>, const TODAY: bool>(
    len: usize,
    side: &'s Side<'a, 's>,
    sides: &'s [Side<'a, 's>],
    terms: &'s Terms<'s>,
) -> Result<Box<[T]>, Failed> {
    if const { may_stand_in_rows::<T>() } {
        if let Other::Recursive(values) = &side.other {
            return values.list(len, terms);
        }
    }
    let table = side.table()?;
    let own = T::SIZE.in_row.ok_or(Failed)?;
    let row = if TODAY { own } else { table.row };
    if table.row != row {
        return Err(Failed);
    }
    let mut values = reserved(&mut Reader::<TODAY>::new(sides, terms), len)?;
    let beside = table.sides(sides)?;
    // Always equal, but the check tells the compiler that each part has its side.
    if beside.len() != row.sides {
        return Err(Failed);
    }
    let (mut ready, mut blocks): (&[u8], _) = (&[], None);
    match &table.rows {
        Rows::Later(later) => blocks = Some(later.take()?),
        _ => ready = table.take(len)?,
    }
    let mut left = len;
    if const { TODAY && fixed::is_fixed::<T>() } {
        if let Some(mut stage) = blocks.as_mut().and_then(|blocks| blocks.columns(len)) {
            fixed::build(&mut values, len, &mut stage, terms.lent)?;
            left = 0;
        }
    }
    while left > 0 {
        let (bytes, count) = match &mut blocks {
            None => (ready, left),
            Some(blocks) => {
                let bytes = blocks.next(left)?;
                (bytes, bytes.len().checked_div(row.bytes).ok_or(Failed)?)
            }
        };
        left = left.saturating_sub(count);
        let (list, after) = (None, None);
        let all = Reader::<TODAY> { rest: bytes, beside, list, sides, own: row, after, terms };
        if const { TODAY && is_in_rows::<T>() } {
            for rest in bytes.chunks_exact(row.bytes) {
                Reader { rest, ..all }.push_to(&mut values)?;
            }
        } else {
            let mut rows = bytes;
            for _ in 0..count {
                let (rest, later) = rows.split_at_checked(row.bytes).ok_or(Failed)?;
                rows = later;
                Reader { rest, ..all }.push_to(&mut values)?;
            }
        }
    }
    if let (Rows::Later(later), Some(blocks)) = (&table.rows, blocks) {
        later.put(blocks);
    }
    Ok(values.into_boxed_slice())
}
