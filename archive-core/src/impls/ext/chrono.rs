//! `DateTime<Utc>`: the same as a `SystemTime`.

use chrono::{DateTime, Utc};

use std::time::SystemTime;

use crate::impls::duration::{SECOND, full_second};
use crate::impls::library::{load_two, save_two};
use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, Named, OutputArchive, Serialize, Size,
    Type,
};

impl Describe for DateTime<Utc> {
    const TYPE: &'static Type = &Type { kind: SystemTime::TYPE.kind, memory: size_of::<Self>() };
    const SIZE: Size = SystemTime::SIZE;
}

impl Serialize for DateTime<Utc> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        // A leap second has more nanoseconds than others: it is the second that it is followed by.
        let (mut secs, mut nanos) = (self.timestamp(), self.timestamp_subsec_nanos());
        if let Some(past) = nanos.checked_sub(SECOND) {
            (secs, nanos) = (secs.saturating_add(1), past);
        }
        save_two(archive, SystemTime::SHAPE, (&secs, &nanos))
    }
}

impl<'a> Deserialize<'a> for DateTime<Utc> {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        load_two(archive, SystemTime::SHAPE, |secs, nanos| match nanos {
            0..SECOND => Self::from_timestamp(secs, nanos).ok_or_else(too_far),
            _ => Err(full_second()),
        })
    }
}

#[cold]
fn too_far() -> Error {
    Error::new(ErrorKind::InvalidValue, "a point in time is out of the range of its type")
}
