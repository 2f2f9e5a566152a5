//! Ranges, and the bounds of ranges.

use core::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use super::library::{
    describe_named, field, fields, load_one, load_two, save_one, save_two, save_variant, shape,
    variant,
};
use crate::derived::named;
use crate::private::unknown_tag;
use crate::shape::{Body, Fields, Style};
use crate::{
    Arg, Describe, Deserialize, Error, ErrorKind, Identity, InputArchive, Named, OutputArchive,
    Serialize, Shape, Size, Type,
};

/// Defines the shapes of ranges: identity, name, type, fields.
macro_rules! shapes {
    ($($id:ident $name:literal $ty:ident { $($field:ident),+ };)*) => {$(
        static $id: Identity = Identity::new("std::ops", stringify!($ty));
        impl<T: Describe> Named for $ty<T> {
            const SHAPE: &'static Shape = &shape(
                &$id,
                $name,
                &[Arg::Type(T::TYPE)],
                fields(&[$(field::<T>(stringify!($field))),+]),
            );
        }
        describe_named!([T] $ty<T>;);
    )*};
}
shapes! {
    RANGE "std.Range" Range { start, end };
    RANGE_INCLUSIVE "std.RangeInclusive" RangeInclusive { start, end };
    RANGE_FROM "std.RangeFrom" RangeFrom { start };
    RANGE_TO "std.RangeTo" RangeTo { end };
    RANGE_TO_INCLUSIVE "std.RangeToInclusive" RangeToInclusive { end };
}

impl<T: Serialize> Serialize for Range<T> {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        save_two(archive, Self::SHAPE, (&self.start, &self.end))
    }
}

impl<'a, T: Deserialize<'a>> Deserialize<'a> for Range<T> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        load_two(archive, Self::SHAPE, |start, end| Ok(start..end))
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        self.start.relink(&mut fresh.start) && self.end.relink(&mut fresh.end)
    }
}

// An exhausted `RangeInclusive` has a private flag that cannot be set. Saved by its bounds alone, it would
// be loaded with its last value still in it.
impl<T: Serialize + PartialOrd> Serialize for RangeInclusive<T> {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        if self.is_empty() && self.start() <= self.end() {
            return Err(exhausted().into());
        }
        save_two(archive, Self::SHAPE, (self.start(), self.end()))
    }
}

#[cold]
fn exhausted() -> Error {
    let detail = "a `RangeInclusive` that was iterated to its end would load as a fresh one";
    Error::new(ErrorKind::Unrepresentable, detail)
        .with_help("save a `Range`, or iterate over a clone")
}

impl<'a, T: Deserialize<'a>> Deserialize<'a> for RangeInclusive<T> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        load_two(archive, Self::SHAPE, |start, end| Ok(start..=end))
    }
}

macro_rules! with_one_bound {
    ($($ty:ident $field:ident;)*) => {$(
        impl<T: Serialize> Serialize for $ty<T> {
            #[inline(always)]
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                save_one(archive, Self::SHAPE, &self.$field)
            }
        }
        impl<'a, T: Deserialize<'a>> Deserialize<'a> for $ty<T> {
            #[inline(always)]
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                load_one(archive, Self::SHAPE).map(|$field| Self { $field })
            }

            fn relink(&self, fresh: &mut Self) -> bool {
                self.$field.relink(&mut fresh.$field)
            }
        }
    )*};
}
with_one_bound! {
    RangeFrom start;
    RangeTo end;
    RangeToInclusive end;
}

static RANGE_FULL: Identity = Identity::new("std::ops", "RangeFull");

impl Named for RangeFull {
    const SHAPE: &'static Shape = &shape(
        &RANGE_FULL,
        "std.RangeFull",
        &[],
        Body::Struct(Fields { style: Style::Unit, list: &[] }),
    );
}

impl Serialize for RangeFull {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        let record = archive.begin(Self::SHAPE)?;
        archive.end(record)
    }
}

impl<'a> Deserialize<'a> for RangeFull {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let record = archive.begin(Self::SHAPE)?;
        archive.end(record)?;
        Ok(Self)
    }
}

static BOUND: Identity = Identity::new("std::ops", "Bound");

impl<T: Describe> Named for Bound<T> {
    const SHAPE: &'static Shape = &shape(
        &BOUND,
        "std.Bound",
        &[Arg::Type(T::TYPE)],
        Body::Enum(&[
            variant(0, "Included", &[field::<T>("0")]),
            variant(1, "Excluded", &[field::<T>("0")]),
            variant(2, "Unbounded", &[]),
        ]),
    );
}

describe_named! {
    [] RangeFull;
    [T] Bound<T>;
}

impl<T: Serialize> Serialize for Bound<T> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        match self {
            Self::Included(value) => save_variant(archive, Self::SHAPE, 0, value),
            Self::Excluded(value) => save_variant(archive, Self::SHAPE, 1, value),
            Self::Unbounded => {
                let record = archive.variant(Self::SHAPE, 2)?;
                archive.end(record)
            }
        }
    }
}

impl<'a, T: Deserialize<'a>> Deserialize<'a> for Bound<T> {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let record = archive.variant(Self::SHAPE)?;
        let value = match record.tag {
            0 => Self::Included(archive.field(&record.variant(0), 0)?),
            1 => Self::Excluded(archive.field(&record.variant(1), 0)?),
            2 => Self::Unbounded,
            _ => return Err(unknown_tag(&record).into()),
        };
        archive.end(record)?;
        Ok(value)
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        match (self, fresh) {
            (Self::Included(value), Self::Included(fresh))
            | (Self::Excluded(value), Self::Excluded(fresh)) => value.relink(fresh),
            (Self::Unbounded, Self::Unbounded) => true,
            _ => false,
        }
    }
}
