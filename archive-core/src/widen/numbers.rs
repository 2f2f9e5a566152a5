//! Numbers that widen to larger kinds.

use core::fmt;
use core::num::NonZero;

use super::Widen;

macro_rules! integers {
    ($($old:ident to $($new:ident)+;)*) => {$($(
        impl Widen<$old> for $new {
            #[inline(always)]
            fn widen(old: $old) -> Self {
                Self::from(old)
            }
            #[inline(always)]
            fn narrow(&self) -> Option<$old> {
                $old::try_from(*self).ok()
            }
            #[inline]
            fn as_number(&self) -> Option<&dyn fmt::Display> {
                Some(self)
            }
        }

        impl Widen<NonZero<$old>> for NonZero<$new> {
            #[inline(always)]
            fn widen(old: NonZero<$old>) -> Self {
                Self::from(old)
            }
            #[inline(always)]
            fn narrow(&self) -> Option<NonZero<$old>> {
                NonZero::<$old>::try_from(*self).ok()
            }
        }

        options! { [] $old, $new; }
    )+)*};
}
integers! {
    u8 to u16 u32 u64 u128 i16 i32 i64 i128;
    u16 to u32 u64 u128 i32 i64 i128;
    u32 to u64 u128 i64 i128;
    u64 to u128 i128;
    i8 to i16 i32 i64 i128;
    i16 to i32 i64 i128;
    i32 to i64 i128;
    i64 to i128;
}

// Archives store words as 64 bits, and no Rust target has wider ones.
macro_rules! words {
    ($($word:ident $fixed:ident;)*) => {$(
        impl Widen<$word> for $fixed {
            #[inline(always)]
            fn widen(old: $word) -> Self {
                Self::try_from(old).unwrap_or(Self::MAX)
            }
            #[inline(always)]
            fn narrow(&self) -> Option<$word> {
                $word::try_from(*self).ok()
            }
            #[inline]
            fn as_number(&self) -> Option<&dyn fmt::Display> {
                Some(self)
            }
        }
    )*};
}
words! {
    usize u64;
    isize i64;
}

macro_rules! floats {
    ($($old:ident to $($new:ident)+;)*) => {$($(
        impl Widen<$old> for $new {
            #[inline(always)]
            fn widen(old: $old) -> Self {
                Self::from(old)
            }
            #[expect(clippy::cast_possible_truncation, reason = "compared below")]
            #[allow(clippy::cast_sign_loss, reason = "compared below, where there is no sign")]
            #[inline(always)]
            fn narrow(&self) -> Option<$old> {
                let old = *self as $old;
                (Self::from(old).to_bits() == self.to_bits()).then_some(old)
            }
            #[inline]
            fn as_number(&self) -> Option<&dyn fmt::Display> {
                Some(self)
            }
        }

        options! { [] $old, $new; }
    )+)*};
}
floats! {
    f32 to f64;
    u8 to f32 f64;
    u16 to f32 f64;
    u32 to f64;
    i8 to f32 f64;
    i16 to f32 f64;
    i32 to f64;
}
