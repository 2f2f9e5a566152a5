//! A sequence of numbers of one kind as a value.

use alloc::borrow::Cow;

use super::Value;
use crate::PrimitiveKind;
use crate::primitive::for_each_number;

/// Numbers of one kind in a row, as their little-endian bytes: a mesh costs no more than in its file.
///
/// Two are equal if their bytes are, so a NaN equals itself.
///
/// ```
/// use archive_core::{Layout, Options, Value};
///
/// let bytes = Options::file().layout(Layout::Rows).to_vec(&vec![3_u16, 300])?;
/// let Value::Numbers(numbers) = Value::from_slice(&bytes)? else { panic!("not numbers") };
/// assert_eq!(numbers.iter().collect::<Vec<_>>(), [Value::U16(3), Value::U16(300)]);
/// # Ok::<(), archive_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers<'a> {
    kind: PrimitiveKind,
    bytes: Cow<'a, [u8]>,
}

impl<'a> Numbers<'a> {
    /// The numbers that the bytes stand for.
    pub(super) fn new(kind: PrimitiveKind, bytes: Cow<'a, [u8]>) -> Self {
        Self { kind, bytes }
    }

    /// The same numbers, without the input.
    pub(super) fn into_owned(self) -> Numbers<'static> {
        Numbers { kind: self.kind, bytes: Cow::Owned(self.bytes.into_owned()) }
    }

    /// What each of them is.
    #[must_use]
    pub fn kind(&self) -> PrimitiveKind {
        self.kind
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(self.kind.min_size()).unwrap_or(0)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number at an index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Value<'static>> {
        let width = self.kind.min_size();
        let start = index.checked_mul(width)?;
        decode(self.kind, self.bytes.get(start..start.checked_add(width)?)?)
    }

    /// The numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = Value<'static>> {
        let each = self.bytes.chunks_exact(self.kind.min_size().max(1));
        each.filter_map(|bytes| decode(self.kind, bytes))
    }
}

macro_rules! decode {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        fn decode(kind: PrimitiveKind, bytes: &[u8]) -> Option<Value<'static>> {
            match kind {
                $(PrimitiveKind::$variant => {
                    Some(Value::$variant($ty::from_le_bytes(bytes.try_into().ok()?)))
                })*
                _ => None,
            }
        }
    };
}
for_each_number!(decode);
