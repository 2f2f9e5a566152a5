//! Numbers, `bool`, `char`, and what wraps them.

use std::cmp::Reverse;
use std::marker::PhantomData;
use std::num::{NonZeroI128, NonZeroU8, NonZeroU64, NonZeroUsize, Saturating, Wrapping};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU32, AtomicUsize, Ordering};

use proptest::prelude::*;

use crate::check::{self, comes_back, comes_back_as};

proptest! {
    #![proptest_config(check::config())]

    #[test]
    fn unsigned(value: (u8, u16, u32, u64, u128, usize)) {
        comes_back(&value)?;
    }

    #[test]
    fn signed(value: (i8, i16, i32, i64, i128, isize)) {
        comes_back(&value)?;
    }

    #[test]
    fn truths_and_characters(value: (bool, char, (), Option<Option<bool>>)) {
        comes_back(&value)?;
    }

    #[test]
    fn numbers_that_are_not_zero(a: NonZeroU8, b: NonZeroU64, c: NonZeroI128, d: NonZeroUsize) {
        comes_back(&(a, b, c, d))?;
        comes_back(&(Some(a), None::<NonZeroU64>))?;
    }

    #[test]
    fn wrappers(a: i32, b: u64, c: u8) {
        comes_back(&(Wrapping(a), Saturating(b), Reverse(c), PhantomData::<String>))?;
    }

    #[test]
    fn atomics(a: bool, b: u8, c: u32, d: i64, e: usize) {
        let value = (
            AtomicBool::new(a), AtomicU8::new(b), AtomicU32::new(c), AtomicI64::new(d), AtomicUsize::new(e),
        );
        comes_back_as(&value, |_, (v, w, x, y, z)| {
            let order = Ordering::Relaxed;
            (v.load(order), w.load(order), x.load(order), y.load(order), z.load(order)) == (a, b, c, d, e)
        })?;
    }

    #[test]
    fn tuples_to_twelve(a: (u8, i16, char), b: (bool, u32, i64)) {
        comes_back(&(a.0,))?;
        let ((a, b, c), (d, e, f)) = (a, b);
        comes_back(&(a, b, c, d, e, f, a, b, c, d, e, f))?;
        comes_back(&(a, (b, (c, (d, e, f), a), b), c, d, e, f))?;
    }
}
