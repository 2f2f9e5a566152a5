//! Sequences of numbers of one kind, in compact form.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use arrayvec::ArrayVec;
use once_cell::race::OnceBox;

use super::Value;
use super::open::push;
use crate::PrimitiveKind;
use crate::primitive::for_each_number;

/// A sequence of numbers of one kind, kept as little-endian bytes: a mesh takes no more memory than in its file.
///
/// ```
/// use archive::Value;
///
/// let bytes = archive::to_vec(&vec![3_u16, 300])?;
/// let Value::Numbers(numbers) = Value::from_slice(&bytes)? else { panic!("not numbers") };
/// assert_eq!(numbers.iter().collect::<Vec<_>>(), [Value::U16(3), Value::U16(300)]);
/// # Ok::<(), archive::Error>(())
/// ```
pub struct Numbers<'a> {
    kind: PrimitiveKind,
    bytes: Cow<'a, [u8]>,
    /// The numbers as values, in chunks that are made when a reference to one is first needed.
    values: OnceBox<Vec<Chunk>>,
}

type Chunk = OnceBox<Vec<Value<'static>>>;

/// The numbers per chunk.
const CHUNK: usize = 256;

impl<'a> Numbers<'a> {
    /// Creates a sequence from its bytes.
    pub(crate) fn new(kind: PrimitiveKind, bytes: Cow<'a, [u8]>) -> Self {
        Self { kind, bytes, values: OnceBox::new() }
    }

    /// Copies the bytes if they are borrowed.
    pub(super) fn into_owned(self) -> Numbers<'static> {
        Numbers::new(self.kind, Cow::Owned(self.bytes.into_owned()))
    }

    /// Returns the kind of the numbers.
    #[must_use]
    pub fn kind(&self) -> PrimitiveKind {
        self.kind
    }

    /// The little-endian bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns how many numbers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(self.kind.min_size()).unwrap_or(0)
    }

    /// Returns `true` if there are no numbers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number at an index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Value<'static>> {
        decode(self.kind, self.bytes.get(self.range(index)?)?)
    }

    /// Iterates over the numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = Value<'static>> {
        let each = self.bytes.chunks_exact(self.kind.min_size().max(1));
        each.filter_map(|bytes| decode(self.kind, bytes))
    }

    /// Whether both have the same kind and bytes.
    pub(super) fn are_those_of(&self, other: &Self) -> bool {
        self.kind == other.kind && self.bytes == other.bytes
    }

    /// A reference to the number at an index, from a chunk that is made once.
    pub(super) fn value(&self, index: usize) -> Option<&Value<'static>> {
        let chunks = self.values.get_or_init(|| {
            let count = self.len().div_ceil(CHUNK);
            Box::new(core::iter::repeat_with(OnceBox::new).take(count).collect())
        });
        let (chunk, at) = (index / CHUNK, index % CHUNK);
        let values = chunks.get(chunk)?.get_or_init(|| {
            let start = chunk.saturating_mul(CHUNK);
            let all = start..start.saturating_add(CHUNK);
            Box::new(all.filter_map(|index| self.get(index)).collect())
        });
        values.get(at)
    }

    /// Replaces a number. Returns `false` if the kind differs or the index is past the end.
    pub(super) fn set(&mut self, index: usize, number: &Value<'_>) -> bool {
        let Some((range, bytes)) = self.range(index).zip(encode(self.kind, number)) else {
            return false;
        };
        if range.end > self.bytes.len() {
            return false;
        }
        self.splice(range, &bytes);
        true
    }

    /// Inserts a number before an index. Returns `false` if the kind differs or the index is past the end.
    pub(super) fn insert(&mut self, index: usize, number: &Value<'_>) -> bool {
        let range = self.range(index).filter(|range| range.start <= self.bytes.len());
        match (range, encode(self.kind, number)) {
            (Some(range), Some(bytes)) => {
                self.splice(range.start..range.start, &bytes);
                true
            }
            _ => false,
        }
    }

    /// Removes the number at an index.
    pub(super) fn remove(&mut self, index: usize) -> Option<Value<'static>> {
        let number = self.get(index)?;
        self.splice(self.range(index)?, &[]);
        Some(number)
    }

    /// Moves the number at an index to another. Returns `false` if one of them is past the end.
    pub(super) fn move_to(&mut self, from: usize, to: usize) -> bool {
        let (Some(from), Some(to)) = (self.range(from), self.range(to)) else { return false };
        let (low, high) = (from.start.min(to.start), from.end.max(to.end));
        self.values = OnceBox::new();
        let Some(bytes) = self.bytes.to_mut().get_mut(low..high) else { return false };
        match from.start < to.start {
            true => bytes.rotate_left(from.len()),
            false => bytes.rotate_right(from.len()),
        }
        true
    }

    fn range(&self, index: usize) -> Option<Range<usize>> {
        let width = self.kind.min_size();
        let start = index.checked_mul(width)?;
        Some(start..start.checked_add(width)?)
    }

    /// Replaces a range of the bytes.
    fn splice(&mut self, range: Range<usize>, with: &[u8]) {
        self.values = OnceBox::new();
        drop(self.bytes.to_mut().splice(range, with.iter().copied()));
    }
}

impl Clone for Numbers<'_> {
    fn clone(&self) -> Self {
        Self::new(self.kind, self.bytes.clone())
    }
}

impl fmt::Debug for Numbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A static reference to a byte as a value.
pub(super) fn byte(byte: u8) -> Option<&'static Value<'static>> {
    static BYTES: Chunk = OnceBox::new();
    let all = BYTES.get_or_init(|| Box::new((0..=u8::MAX).map(Value::U8).collect()));
    all.get(usize::from(byte))
}

/// Makes a sequence, in compact form if all elements are numbers of one kind.
pub(super) fn packed(values: Vec<Value<'_>>) -> Value<'_> {
    match bytes_of(&values) {
        Some((PrimitiveKind::U8, bytes)) => Value::Bytes(Cow::Owned(bytes)),
        Some((kind, bytes)) => Value::Numbers(Box::new(Numbers::new(kind, Cow::Owned(bytes)))),
        None => Value::List(values),
    }
}

/// The bytes of numbers, and their kind, if all values are numbers of one kind.
pub(super) fn bytes_of(values: &[Value<'_>]) -> Option<(PrimitiveKind, Vec<u8>)> {
    let kind = values.first()?.number_kind()?;
    let mut bytes = Vec::new();
    for value in values {
        bytes.extend_from_slice(&encode(kind, value)?);
    }
    Some((kind, bytes))
}

macro_rules! code {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        /// Decodes a number, `bool` or `char`.
        pub(crate) fn decode(kind: PrimitiveKind, bytes: &[u8]) -> Option<Value<'static>> {
            match kind {
                PrimitiveKind::Bool => bytes.first().map(|byte| Value::Bool(*byte == 1)),
                $(PrimitiveKind::$variant => {
                    Some(Value::$variant($ty::from_le_bytes(bytes.try_into().ok()?)))
                })*
                PrimitiveKind::Char => {
                    char::from_u32(u32::from_le_bytes(bytes.try_into().ok()?)).map(Value::Char)
                }
                _ => None,
            }
        }

        /// Like [`decode`], and appends it.
        #[inline(always)]
        pub(crate) fn append<'a>(
            kind: PrimitiveKind,
            bytes: &[u8],
            values: &mut Vec<Value<'a>>,
        ) -> Option<()> {
            match kind {
                $(PrimitiveKind::$variant => {
                    let number = $ty::from_le_bytes(bytes.try_into().ok()?);
                    push(values, || Value::$variant(number));
                })*
                _ => values.push(decode(kind, bytes)?),
            }
            Some(())
        }

        /// The bytes of a number, `bool` or `char`, if it is of this kind.
        pub(super) fn encode(kind: PrimitiveKind, value: &Value<'_>) -> Option<ArrayVec<u8, 16>> {
            match (kind, value) {
                (PrimitiveKind::Bool, Value::Bool(is)) => {
                    [u8::from(*is)].as_slice().try_into().ok()
                }
                $((PrimitiveKind::$variant, Value::$variant(number)) => {
                    number.to_le_bytes().as_slice().try_into().ok()
                })*
                (PrimitiveKind::Char, Value::Char(c)) => {
                    u32::from(*c).to_le_bytes().as_slice().try_into().ok()
                }
                _ => None,
            }
        }

        impl Value<'_> {
            /// The kind of number, if it is one.
            pub(crate) fn number_kind(&self) -> Option<PrimitiveKind> {
                match self {
                    $(Self::$variant(_) => Some(PrimitiveKind::$variant),)*
                    _ => None,
                }
            }
        }
    };
}
for_each_number!(code);
