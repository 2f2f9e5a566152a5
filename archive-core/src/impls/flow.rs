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

impl<T: Serialize, E: Serialize> Serialize for Result<T, E> {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        match self {
            Ok(value) => save_variant(archive, Self::SHAPE, 0, value),
            Err(error) => save_variant(archive, Self::SHAPE, 1, error),
        }
    }
}

impl<'a, T: Deserialize<'a>, E: Deserialize<'a>> Deserialize<'a> for Result<T, E> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let record = archive.variant(Self::SHAPE)?;
        let value = match record.tag {
            0 => Ok(archive.field(&record.variant(0), 0)?),
            1 => Err(archive.field(&record.variant(1), 0)?),
            _ => return Err(unknown_tag(&record).into()),
        };
        archive.end(record)?;
        Ok(value)
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        match (self, fresh) {
            (Ok(value), Ok(fresh)) => value.relink(fresh),
            (Err(error), Err(fresh)) => error.relink(fresh),
            _ => false,
        }
    }
}

impl<B: Serialize, C: Serialize> Serialize for ControlFlow<B, C> {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        match self {
            Self::Continue(value) => save_variant(archive, Self::SHAPE, 0, value),
            Self::Break(value) => save_variant(archive, Self::SHAPE, 1, value),
        }
    }
}

impl<'a, B: Deserialize<'a>, C: Deserialize<'a>> Deserialize<'a> for ControlFlow<B, C> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let record = archive.variant(Self::SHAPE)?;
        let value = match record.tag {
            0 => Self::Continue(archive.field(&record.variant(0), 0)?),
            1 => Self::Break(archive.field(&record.variant(1), 0)?),
            _ => return Err(unknown_tag(&record).into()),
        };
        archive.end(record)?;
        Ok(value)
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        match (self, fresh) {
            (Self::Continue(value), Self::Continue(fresh)) => value.relink(fresh),
            (Self::Break(value), Self::Break(fresh)) => value.relink(fresh),
            _ => false,
        }
    }
}
