//! Reads values without parts, whatever their width.

use alloc::string::{String, ToString};

use super::Value;
use super::by_name::Quantity;
use crate::text::print::single_text;

/// The value of an integer of any kind, unless it is a `u128` that is too large.
fn integer(value: &Value<'_>) -> Option<i128> {
    match Quantity::of(value)? {
        Quantity::Whole(number) => Some(number),
        _ => None,
    }
}

/// The digits of a number.
pub(crate) fn digits(value: &Value<'_>) -> Option<String> {
    Quantity::of(value).map(|number| number.to_string())
}

/// The `f32` that prints with the same digits as a literal, which is an `f64` even if an `f32` is meant.
#[expect(clippy::cast_possible_truncation, reason = "compared")]
pub(crate) fn single(literal: f64) -> Option<f32> {
    let single = literal as f32;
    // A person may have it from a text of this library or from Rust's `{}`, which choose differently among two that are
    // as short and as near.
    let texts = [single_text(single), single.to_string()];
    texts.iter().any(|text| text.parse() == Ok(literal)).then_some(single)
}

impl Value<'_> {
    /// Converts a number to the kind of the one that it replaces, or that is beside it in a list: an integer if that kind
    /// can represent it exactly, an `f64` to an `f32` that prints the same. Rust's literals have other kinds than is meant.
    pub(crate) fn in_place_of(self, old: Option<&Self>) -> Self {
        let Some(old) = old.map(|old| old.in_options().in_newtypes()) else { return self };
        match (&self, old) {
            (Self::F64(number), Self::F32(_)) => single(*number).map_or(self, Self::F32),
            _ => match Quantity::of(&self) {
                Some(number @ (Quantity::Whole(_) | Quantity::Huge(_))) => {
                    number.like(old).unwrap_or(self)
                }
                _ => self,
            },
        }
    }

    /// Returns the value of a `bool`.
    ///
    /// ```
    /// use archive::Value;
    ///
    /// let tree = Value::of(&(true, 200_u8, -1_i32, 0.5_f32, "torch"))?;
    /// let part = |path| tree.get(path).expect("it is there");
    /// assert_eq!(part("[0]").as_bool(), Some(true));
    /// assert_eq!((part("[1]").as_u64(), part("[1]").as_i64()), (Some(200), Some(200)));
    /// assert_eq!((part("[2]").as_u64(), part("[2]").as_f64()), (None, Some(-1.0)));
    /// assert_eq!(part("[3]").as_f64(), Some(0.5));
    /// assert_eq!(part("[4]").as_str(), Some("torch"));
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the value of an integer of any width, if it fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        i64::try_from(integer(self)?).ok()
    }

    /// Returns the value of an integer of any width, if it fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        u64::try_from(integer(self)?).ok()
    }

    /// Returns the value of a float, or of an integer that fits an `i32` or a `u32`.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::F32(value) => Some(f64::from(*value)),
            Self::F64(value) => Some(*value),
            other => {
                let integer = integer(other)?;
                let signed = i32::try_from(integer).map(f64::from);
                signed.or_else(|_| u32::try_from(integer).map(f64::from)).ok()
            }
        }
    }

    /// Returns the value of a text.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Str(value) => Some(value),
            _ => None,
        }
    }
}
