//! Ordered floats: stored like plain floats.

use ordered_float_5::{NotNan, OrderedFloat};

use crate::impls::nonzero::save_numbers;
use crate::impls::wrapper::wrappers;
use crate::traits::{Batches, rows_of};
use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Serialize, Size, Type,
};

wrappers!(OrderedFloat);

macro_rules! not_nan {
    ($($float:ident)*) => {$(
        impl Describe for NotNan<$float> {
            const TYPE: &'static Type = $float::TYPE;
            const SIZE: Size = Size { plain: false, ..$float::SIZE };
        }
        impl<'a> Deserialize<'a> for NotNan<$float> {
            #[inline(always)]
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                Self::new(archive.$float()?).map_err(|_| nan().into())
            }
        }
    )*};
}
not_nan!(f32 f64);
save_numbers! {
    NotNan<f32>, into_inner;
    NotNan<f64>, into_inner;
}

#[cold]
fn nan() -> Error {
    Error::new(ErrorKind::InvalidValue, "a number that must not be NaN is NaN")
        .with_help("replace it with another number, unless the data is damaged")
        .or_in_text("write a number other than NaN")
}
