//! `Result` and `ControlFlow`.

use core::ops::ControlFlow;

use super::library::{describe_named, field, save_variant, shape, variant};
use crate::derived::named;
use crate::private::unknown_tag;
use crate::shape::Body;
use crate::{
    Arg, Describe, Deserialize, Identity, InputArchive, Named, OutputArchive, Serialize, Shape,
    Size, Type,
};

static RESULT: Identity = Identity::new("std::result", "Result");
static CONTROL_FLOW: Identity = Identity::new("std::ops", "ControlFlow");

impl<T: Describe, E: Describe> Named for Result<T, E> {
    const SHAPE: &'static Shape = &shape(
        &RESULT,
        "std.Result",
        &[Arg::Type(T::TYPE), Arg::Type(E::TYPE)],
        Body::Enum(&[variant(0, "Ok", &[field::<T>("0")]), variant(1, "Err", &[field::<E>("0")])]),
    );
}

impl<B: Describe, C: Describe> Named for ControlFlow<B, C> {
    const SHAPE: &'static Shape = &shape(
        &CONTROL_FLOW,
        "std.ControlFlow",
        &[Arg::Type(B::TYPE), Arg::Type(C::TYPE)],
        Body::Enum(&[
            variant(0, "Continue", &[field::<C>("0")]),
            variant(1, "Break", &[field::<B>("0")]),
        ]),
    );
}

describe_named! {
    [T, E] Result<T, E>;
    [B, C] ControlFlow<B, C>;
}

/// Saving and loading of enums with two variants of one field each.
macro_rules! either {
    ($($ty:ident<$t:ident, $u:ident> $first:ident $second:ident;)*) => {$(
        impl<$t: Serialize, $u: Serialize> Serialize for $ty<$t, $u> {
            #[inline(always)]
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                match self {
                    Self::$first(value) => save_variant(archive, Self::SHAPE, 0, value),
                    Self::$second(value) => save_variant(archive, Self::SHAPE, 1, value),
                }
            }
        }

        impl<'a, $t: Deserialize<'a>, $u: Deserialize<'a>> Deserialize<'a> for $ty<$t, $u> {
            #[inline(always)]
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                let record = archive.variant(Self::SHAPE)?;
                let value = match record.tag {
                    0 => Self::$first(archive.field(&record.variant(0), 0)?),
                    1 => Self::$second(archive.field(&record.variant(1), 0)?),
                    _ => return Err(unknown_tag(&record).into()),
                };
                archive.end(record)?;
                Ok(value)
            }

            fn relink(&self, fresh: &mut Self) -> bool {
                match (self, fresh) {
                    (Self::$first(value), Self::$first(fresh)) => value.relink(fresh),
                    (Self::$second(value), Self::$second(fresh)) => value.relink(fresh),
                    _ => false,
                }
            }
        }
    )*};
}
either! {
    Result<T, E> Ok Err;
    ControlFlow<B, C> Continue Break;
}
