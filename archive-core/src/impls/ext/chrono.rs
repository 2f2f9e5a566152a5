//! `DateTime<Utc>`: stored like `SystemTime`.

use chrono_0_4::{DateTime, Utc};

use crate::derived::named;
use crate::impls::duration::{SECOND, SYSTEM_TIME, full_second};
use crate::impls::library::{load_two, save_two};
use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, Named, OutputArchive, Serialize, Shape,
    Size, Type,
};

impl Named for DateTime<Utc> {
    const SHAPE: &'static Shape = SYSTEM_TIME;
}

impl Describe for DateTime<Utc> {
    const TYPE: &'static Type = &named::<Self>();
    const SIZE: Size = Size { plain: false, ..<Self as Named>::SHAPE.size() }.partial();
}

impl Serialize for DateTime<Utc> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        // A leap second is represented by more than a second of nanoseconds; it is stored as the second that
        // follows.
        let (mut secs, mut nanos) = (self.timestamp(), self.timestamp_subsec_nanos());
        if let Some(past) = nanos.checked_sub(SECOND) {
            (secs, nanos) = (secs.saturating_add(1), past);
        }
        if Self::from_timestamp(secs, nanos).is_none() {
            return Err(Error::new(ErrorKind::Unrepresentable, FAR).into());
        }
        save_two(archive, Self::SHAPE, (&secs, &nanos))
    }
}

impl<'a> Deserialize<'a> for DateTime<Utc> {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        load_two(archive, Self::SHAPE, |secs, nanos| match nanos {
            0..SECOND => Self::from_timestamp(secs, nanos).ok_or_else(too_far),
            _ => Err(full_second()),
        })
    }
}

const FAR: &str = "a point in time is out of the range of its type";

#[cold]
fn too_far() -> Error {
    Error::new(ErrorKind::InvalidValue, FAR)
        .with_help("load it as a `SystemTime`, unless the data is damaged")
        .or_in_text("write a time closer to 1970 (0 seconds)")
}
