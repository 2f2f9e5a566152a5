//! `SystemTime`: whole seconds since 1970, rounded down, plus nanoseconds, so that each point in time has
//! one encoding.

use core::time::Duration;
use std::time::{SystemTime, UNIX_EPOCH};

use super::duration::{SECOND, SYSTEM_TIME, full_second};
use super::library::{load_two, save_two};
use crate::derived::named;
use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, Named, OutputArchive, Serialize, Shape,
    Size, Type,
};

impl Named for SystemTime {
    const SHAPE: &'static Shape = SYSTEM_TIME;
}

impl Describe for SystemTime {
    const TYPE: &'static Type = &named::<Self>();
    const SIZE: Size = Size { plain: false, ..<Self as Named>::SHAPE.size() };
}

impl Serialize for SystemTime {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        let (secs, nanos) = since_epoch(*self).ok_or_else(too_far)?;
        save_two(archive, Self::SHAPE, (&secs, &nanos))
    }
}

impl<'a> Deserialize<'a> for SystemTime {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        load_two(archive, Self::SHAPE, |secs, nanos| match nanos {
            0..SECOND => at(secs, nanos).ok_or_else(not_here),
            _ => Err(full_second()),
        })
    }
}

fn since_epoch(time: SystemTime) -> Option<(i64, u32)> {
    let before = match time.duration_since(UNIX_EPOCH) {
        Ok(after) => return Some((i64::try_from(after.as_secs()).ok()?, after.subsec_nanos())),
        Err(error) => error.duration(),
    };
    let down = 0_i64.checked_sub_unsigned(before.as_secs())?;
    match before.subsec_nanos() {
        0 => Some((down, 0)),
        nanos => Some((down.checked_sub(1)?, SECOND.checked_sub(nanos)?)),
    }
}

fn at(secs: i64, nanos: u32) -> Option<SystemTime> {
    let whole = Duration::from_secs(secs.unsigned_abs());
    let second =
        if secs < 0 { UNIX_EPOCH.checked_sub(whole) } else { UNIX_EPOCH.checked_add(whole) };
    second?.checked_add(Duration::new(0, nanos))
}

#[cold]
fn too_far() -> Error {
    Error::new(ErrorKind::Unrepresentable, "a point in time is too far from 1970")
}

#[cold]
fn not_here() -> Error {
    Error::new(ErrorKind::InvalidValue, "a point in time is out of this machine's range")
        .or_in_text("write a time closer to 1970 (0 seconds)")
}
