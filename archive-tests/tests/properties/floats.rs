//! Floats keep every bit, even NaNs.

use proptest::prelude::*;

use crate::check::{self, comes_back_as};

proptest! {
    #![proptest_config(check::config())]

    #[test]
    fn any_bits(a: u32, b: u64, many: Vec<u32>, more: Vec<u64>) {
        comes_back_as(&(f32::from_bits(a), f64::from_bits(b)), |_, (c, d)| {
            (c.to_bits(), d.to_bits()) == (a, b)
        })?;
        let floats: (Vec<f32>, Vec<f64>) = (
            many.iter().copied().map(f32::from_bits).collect(),
            more.iter().copied().map(f64::from_bits).collect(),
        );
        comes_back_as(&floats, |_, (c, d)| {
            c.iter().map(|f| f.to_bits()).eq(many.iter().copied())
                && d.iter().map(|f| f.to_bits()).eq(more.iter().copied())
        })?;
    }
}

#[test]
fn every_nan_and_both_zeros() {
    for bits in [0x7fc0_0000, 0xffc0_0001, 0x7f80_0001, 0xffbf_ffff, 0, 0x8000_0000, 0x7f80_0000] {
        let bytes = archive::to_vec(&f32::from_bits(bits)).unwrap();
        assert_eq!(archive::from_slice::<f32>(&bytes).unwrap().to_bits(), bits);
    }
}
