//! A number of any kind, which can be converted to other kinds without loss.

use core::fmt;

use crate::{Primitive, PrimitiveKind, Value};

/// A number of any kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Quantity {
    /// An integer.
    Whole(i128),
    /// An integer that only fits a `u128`.
    Huge(u128),
    /// An `f32`.
    Single(f32),
    /// An `f64`.
    Double(f64),
}

macro_rules! integers {
    ($($variant:ident $ty:ident)*) => {
        impl Quantity {
            /// The number in a value, if it is one.
            pub(in crate::value) fn of(value: &Value<'_>) -> Option<Self> {
                match *value {
                    $(Value::$variant(number) => Some(Self::of_integer(number)),)*
                    Value::F32(number) => Some(Self::Single(number)),
                    Value::F64(number) => Some(Self::Double(number)),
                    _ => None,
                }
            }

            /// Converts to the kind of another number, if that can represent it exactly.
            pub(in crate::value) fn like(self, other: &Value<'_>) -> Option<Value<'static>> {
                let kind = match other {
                    $(Value::$variant(_) => PrimitiveKind::$variant,)*
                    Value::F32(_) => PrimitiveKind::F32,
                    Value::F64(_) => PrimitiveKind::F64,
                    _ => return None,
                };
                self.to(kind).map(Value::from)
            }

            /// Converts to another kind, if it can represent the number exactly.
            pub(in crate::value) fn to(self, kind: PrimitiveKind) -> Option<Primitive<'static>> {
                match kind {
                    $(PrimitiveKind::$variant => {
                        let number = match self.whole()? {
                            Self::Huge(number) => $ty::try_from(number).ok()?,
                            Self::Whole(number) => $ty::try_from(number).ok()?,
                            Self::Single(_) | Self::Double(_) => return None,
                        };
                        Some(Primitive::$variant(number))
                    })*
                    PrimitiveKind::F32 => self.single().map(Primitive::F32),
                    PrimitiveKind::F64 => self.double().map(Primitive::F64),
                    _ => None,
                }
            }
        }
    };
}
integers!(U8 u8 U16 u16 U32 u32 U64 u64 U128 u128 I8 i8 I16 i16 I32 i32 I64 i64 I128 i128);

impl Quantity {
    fn of_integer<N: Copy + TryInto<i128> + TryInto<u128>>(number: N) -> Self {
        match (number.try_into(), TryInto::<u128>::try_into(number)) {
            (Ok(number), _) => Self::Whole(number),
            (Err(_), Ok(number)) => Self::Huge(number),
            // Cannot occur: every integer fits one of the two.
            (Err(_), Err(_)) => Self::Whole(0),
        }
    }

    /// Converts to an integer, if it is one. A negative zero is not, since it would lose its sign.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "compared")]
    #[inline]
    pub(crate) fn whole(self) -> Option<Self> {
        let number = match self {
            Self::Whole(_) | Self::Huge(_) => return Some(self),
            Self::Single(number) => f64::from(number),
            Self::Double(number) => number,
        };
        // Casts saturate at the ends of the range, so exclude the maximum, which no float equals.
        let (signed, unsigned) = (number as i128, number as u128);
        let is_it = |cast: f64| cast.to_bits() == number.to_bits();
        if signed < i128::MAX && is_it(signed as f64) {
            return Some(Self::Whole(signed));
        }
        (unsigned < u128::MAX && is_it(unsigned as f64)).then_some(Self::Huge(unsigned))
    }

    #[expect(clippy::cast_possible_truncation, reason = "compared, or few enough bits")]
    #[inline]
    pub(crate) fn single(self) -> Option<f32> {
        match self {
            Self::Single(number) => Some(number),
            Self::Double(number) => {
                let single = number as f32;
                (f64::from(single).to_bits() == number.to_bits()).then_some(single)
            }
            Self::Whole(number) => {
                fits(number.unsigned_abs(), f32::MANTISSA_DIGITS).then_some(number as f32)
            }
            Self::Huge(number) => fits(number, f32::MANTISSA_DIGITS).then_some(number as f32),
        }
    }

    #[inline]
    pub(crate) fn double(self) -> Option<f64> {
        match self {
            Self::Single(number) => Some(f64::from(number)),
            Self::Double(number) => Some(number),
            Self::Whole(number) => {
                fits(number.unsigned_abs(), f64::MANTISSA_DIGITS).then_some(number as f64)
            }
            Self::Huge(number) => fits(number, f64::MANTISSA_DIGITS).then_some(number as f64),
        }
    }
}

/// Whether a float with a mantissa of `digits` bits can represent an integer.
fn fits(number: u128, digits: u32) -> bool {
    let zeros = number.leading_zeros().saturating_add(number.trailing_zeros());
    u128::BITS.saturating_sub(zeros) <= digits
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => write!(f, "{number}"),
            Self::Huge(number) => write!(f, "{number}"),
            Self::Single(number) => write!(f, "{number:?}"),
            Self::Double(number) => write!(f, "{number:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Quantity;
    use crate::{Primitive, PrimitiveKind, Value};

    fn to(value: Value<'_>, kind: PrimitiveKind) -> Option<Primitive<'static>> {
        Quantity::of(&value).unwrap().to(kind)
    }

    #[test]
    fn an_integer_becomes_any_that_holds_it() {
        assert_eq!(to(Value::U8(200), PrimitiveKind::I16), Some(Primitive::I16(200)));
        assert_eq!(to(Value::U8(200), PrimitiveKind::I8), None);
        assert_eq!(to(Value::I8(-1), PrimitiveKind::U128), None);
        assert_eq!(
            to(Value::U128(u128::MAX), PrimitiveKind::U128),
            Some(Primitive::U128(u128::MAX))
        );
        assert_eq!(to(Value::U128(u128::MAX), PrimitiveKind::I128), None);
        assert_eq!(
            to(Value::I128(i128::MIN), PrimitiveKind::I128),
            Some(Primitive::I128(i128::MIN))
        );
    }

    #[test]
    fn an_integer_becomes_a_float_only_exactly() {
        let odd = (1_u64 << 53) + 1;
        assert_eq!(
            to(Value::U64(odd - 1), PrimitiveKind::F64),
            Some(Primitive::F64(9007199254740992.0))
        );
        assert_eq!(to(Value::U64(odd), PrimitiveKind::F64), None);
        assert_eq!(
            to(Value::I32(-16_777_216), PrimitiveKind::F32),
            Some(Primitive::F32(-16777216.0))
        );
        assert_eq!(to(Value::I32(16_777_217), PrimitiveKind::F32), None);
        assert_eq!(
            to(Value::I128(i128::MIN), PrimitiveKind::F32),
            Some(Primitive::F32(-(2.0_f32.powi(127))))
        );
        assert_eq!(to(Value::I128(i128::MAX), PrimitiveKind::F64), None);
        assert_eq!(to(Value::U128(u128::MAX), PrimitiveKind::F32), None);
        assert_eq!(to(Value::U8(0), PrimitiveKind::F32), Some(Primitive::F32(0.0)));
    }

    #[test]
    fn a_float_becomes_only_what_is_the_same() {
        assert_eq!(to(Value::F32(0.5), PrimitiveKind::F64), Some(Primitive::F64(0.5)));
        assert_eq!(to(Value::F64(0.1), PrimitiveKind::F32), None);
        assert_eq!(to(Value::F64(7.0), PrimitiveKind::U8), Some(Primitive::U8(7)));
        assert_eq!(to(Value::F64(-0.0), PrimitiveKind::U8), None);
        assert_eq!(to(Value::F64(256.0), PrimitiveKind::U8), None);
        assert_eq!(to(Value::F64(2.0_f64.powi(127)), PrimitiveKind::I128), None);
        assert_eq!(
            to(Value::F64(2.0_f64.powi(127)), PrimitiveKind::U128),
            Some(Primitive::U128(1 << 127))
        );
        assert_eq!(to(Value::F64(2.0_f64.powi(128)), PrimitiveKind::U128), None);
        assert_eq!(to(Value::F64(f64::NAN), PrimitiveKind::U8), None);
        assert!(
            matches!(to(Value::F32(f32::NAN), PrimitiveKind::F64), Some(Primitive::F64(nan)) if nan.is_nan())
        );
    }
}
