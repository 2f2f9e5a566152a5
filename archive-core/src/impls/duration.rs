//! `Duration`, and the shape of points in time.

use core::time::Duration;

use super::library::{field, fields, load_two, save_two, save_two_rows, shape};
use crate::derived::named;
use crate::traits::Batches;
use crate::{
    Describe, Deserialize, Error, ErrorKind, Identity, InputArchive, Named, OutputArchive,
    Serialize, Shape, Size, Type,
};

/// Nanoseconds per second.
pub(super) const SECOND: u32 = 1_000_000_000;

static DURATION: Identity = Identity::new("std::time", "Duration");

#[cfg(any(feature = "std", feature = "chrono-0_4"))]
static SYSTEM_TIME_ID: Identity = Identity::new("std::time", "SystemTime");

/// The shape of points in time, shared by all types of them.
#[cfg(any(feature = "std", feature = "chrono-0_4"))]
pub(super) const SYSTEM_TIME: &Shape = &shape(
    &SYSTEM_TIME_ID,
    "std.SystemTime",
    &[],
    fields(&[field::<i64>("secs"), field::<u32>("nanos")]),
);

impl Named for Duration {
    const SHAPE: &'static Shape = &shape(
        &DURATION,
        "std.Duration",
        &[],
        fields(&[field::<u64>("secs"), field::<u32>("nanos")]),
    );
}

impl Describe for Duration {
    const TYPE: &'static Type = &named::<Self>();
    const SIZE: Size = Size { plain: false, ..<Self as Named>::SHAPE.size() };
}

impl Serialize for Duration {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        save_two(archive, Self::SHAPE, (&self.as_secs(), &self.subsec_nanos()))
    }

    crate::traits::refs!();

    fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
        save_two_rows(archive, Self::SHAPE, values, (Self::as_secs, Self::subsec_nanos))
    }
}

impl<'a> Deserialize<'a> for Duration {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        load_two(archive, Self::SHAPE, |secs, nanos| match nanos {
            0..SECOND => Ok(Self::new(secs, nanos)),
            _ => Err(full_second()),
        })
    }
}

#[cold]
pub(super) fn full_second() -> Error {
    Error::new(ErrorKind::InvalidValue, "the nanoseconds amount to a second or more")
        .or_in_text("write nanoseconds from 0 to 999999999; whole seconds belong in `secs`")
}
