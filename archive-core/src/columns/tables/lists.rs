//! Reads lists of numbers and bools.

use alloc::borrow::Cow;
use alloc::boxed::Box;

use super::draft::DraftRows;
use super::read::Reader;
use super::side::{Rows, Table, next_bools};
use crate::Number;
use crate::rows::{Failed, Terms, extend_bools};
use crate::traits::{SMALL, granted, reserved};

/// Checks all bools of a table at once, so that a list of them is only a copy. Takes no memory: `Vec`s of both types are alike.
pub(super) fn bools(bytes: Cow<'_, [u8]>) -> Option<DraftRows<'_>> {
    let all = bytes.iter().fold(0, |all, byte| all | *byte);
    if all > 1 {
        return None;
    }
    Some(DraftRows::Bools(match bytes {
        Cow::Owned(bytes) => bytes.into_iter().map(|byte| byte != 0).collect(),
        Cow::Borrowed(bytes) => Cow::Borrowed(bytemuck::checked::try_cast_slice(bytes).ok()?),
    }))
}

/// Reads the numbers of a list whose elements are `each` numbers. Not inlined.
#[inline(never)]
pub(super) fn numbers<'s, N: Number>(
    len: usize,
    each: usize,
    table: &'s Table<'s>,
    terms: &'s Terms<'s>,
) -> Result<Box<[N]>, Failed> {
    if each.checked_mul(size_of::<N>()) != Some(table.row.bytes) {
        return Err(Failed);
    }
    if let (Rows::Ready(_), true) = (&table.rows, len.saturating_mul(table.row.bytes) <= SMALL) {
        let bytes = table.take(len)?;
        terms.claim(bytes.len())?;
        return Ok(N::boxed_from_le(bytes));
    }
    any_numbers(len, each, table, terms)
}

/// Like [`numbers`], for lists that are long or not put together yet.
#[inline(never)]
fn any_numbers<'s, N: Number>(
    len: usize,
    each: usize,
    table: &'s Table<'s>,
    terms: &'s Terms<'s>,
) -> Result<Box<[N]>, Failed> {
    let all = len.checked_mul(each).ok_or(Failed)?;
    let mut values = granted(&mut Reader::<true>::new(&[], terms), all)?;
    pieces(table, (len, table.row.bytes), |bytes| {
        N::extend_from_le(bytes, &mut values);
        Ok(())
    })?;
    Ok(values.into_boxed_slice())
}

/// Like [`numbers`], for bools.
#[inline(never)]
pub(super) fn bool_list<'s>(
    len: usize,
    table: &'s Table<'s>,
    terms: &'s Terms<'s>,
) -> Result<Box<[bool]>, Failed> {
    if let (Rows::Bools(left), true) = (&table.rows, len <= SMALL) {
        let bools = next_bools(left, len)?;
        terms.claim(len)?;
        return Ok(bools.into());
    }
    any_bools(len, table, terms)
}

/// Like [`any_numbers`], for bools.
#[inline(never)]
fn any_bools<'s>(
    len: usize,
    table: &'s Table<'s>,
    terms: &'s Terms<'s>,
) -> Result<Box<[bool]>, Failed> {
    if table.row.bytes != 1 {
        return Err(Failed);
    }
    let mut values = reserved(&mut Reader::<true>::new(&[], terms), len)?;
    pieces(table, (len, 1), |bytes| extend_bools(&mut values, bytes))?;
    Ok(values.into_boxed_slice())
}

/// Passes the next `len` rows of a table to `each`, in pieces.
#[inline(always)]
fn pieces<'s>(
    table: &'s Table<'s>,
    (len, bytes_of_row): (usize, usize),
    mut each: impl FnMut(&[u8]) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let Rows::Later(later) = &table.rows else {
        return each(table.take(len)?);
    };
    let mut blocks = later.take()?;
    let mut left = len;
    while left > 0 {
        let bytes = blocks.next(left)?;
        left = left.saturating_sub(bytes.len().checked_div(bytes_of_row).ok_or(Failed)?);
        each(bytes)?;
    }
    later.put(blocks);
    Ok(())
}
