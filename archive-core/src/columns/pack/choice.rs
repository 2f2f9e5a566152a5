//! Chooses the form of a column: the smallest, as FORMAT.md §7.2 prescribes.

use super::code::MAX_CONSTANT;
use super::span::Span;
use super::word::Word;
use super::{Class, bits, exceptions, planes};

/// The fewest floats that are written as planes.
pub(super) const MIN_PLANES: usize = 64;

/// The forms of a packed column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Raw,
    Constant,
    Bits(u32),
    Bytes(usize),
    /// With this many exceptions.
    Exceptions(usize),
    Planes,
}

/// The form of at least one number, and the base of its offsets; for planes, the bits in which the numbers differ.
///
/// Of forms of equal size, the first in the order raw, constant, bits, bytes, exceptions.
pub(super) fn choose<T: Word>(words: &[T::Bytes], class: Class) -> (Form, T) {
    if class.is_float() {
        return choose_float::<T>(words, class);
    }
    let span = Span::<T>::of(words, class);
    let form = smallest(span.bits(), words.len(), T::WIDTH, |allowed| {
        exceptions::at_most::<T>(words, allowed)
    });
    (form, span.least)
}

/// The form of at least one integer, given the bits of the greatest offset. `exceptions` counts the exceptions, if
/// there are at most this many.
pub(super) fn smallest(
    offset: u32,
    count: usize,
    width: usize,
    exceptions: impl FnOnce(usize) -> Option<usize>,
) -> Form {
    let raw = count.saturating_mul(width);
    let (form, size) = match from_base(offset, count, width) {
        Some((form, size)) if size < raw => (form, size),
        _ => (Form::Raw, raw),
    };
    // The most exceptions with which that form is smaller than the best so far.
    let spare = size.checked_sub(count).and_then(|spare| spare.checked_sub(1));
    let allowed = spare.filter(|_| width > 1).and_then(|spare| spare.checked_div(width));
    allowed.and_then(exceptions).map_or(form, Form::Exceptions)
}

/// Floats are constant if all are equal. Otherwise they are planes if that can pay: if a plane is constant, or if a
/// codec follows.
fn choose_float<T: Word>(words: &[T::Bytes], class: Class) -> (Form, T) {
    let [first, _, ..] = words else { return (Form::Raw, T::ZERO) };
    let differ = planes::differ::<T>(words);
    if differ == T::ZERO {
        let form = if words.len() > MAX_CONSTANT { Form::Bits(1) } else { Form::Constant };
        return (form, T::of(*first));
    }
    let can_be_cut = words.len() >= MIN_PLANES && (T::WIDTH == 4 || T::WIDTH == 8);
    if can_be_cut && (class == Class::FloatForCodec || planes::is_any_constant(differ)) {
        return (Form::Planes, differ);
    }
    (Form::Raw, T::ZERO)
}

/// The form with offsets of this many bits, and its size without the code and the base. `None` if that would be raw.
fn from_base(offset: u32, count: usize, width: usize) -> Option<(Form, usize)> {
    let (form, size) = match offset {
        0 if count <= MAX_CONSTANT => (Form::Constant, 0),
        0..8 => (Form::Bits(offset.max(1)), bits::size(count, offset.max(1))?),
        _ => {
            let bytes = usize::try_from(offset.div_ceil(8)).ok().filter(|bytes| *bytes < width)?;
            (Form::Bytes(bytes), count.checked_mul(bytes)?)
        }
    };
    Some((form, size.checked_add(width)?))
}
