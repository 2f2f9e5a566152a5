//! Equality and order of values: by kind, then part by part.

use core::cmp::Ordering;

use super::elements::Elements;
use super::{Compound, Numbers, Value};
use crate::primitive::for_each_number;

/// A total order, including for floats.
trait Total {
    fn total(&self, other: &Self) -> Ordering;
}

macro_rules! total {
    ($by:ident: $($ty:ident)*) => {$(
        impl Total for $ty {
            fn total(&self, other: &Self) -> Ordering {
                self.$by(other)
            }
        }
    )*};
}
total!(cmp: u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);
total!(total_cmp: f32 f64);

macro_rules! order {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        /// The order of the kinds.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Rank {
            Unit, Bool, $($variant,)* Char, Str, Sequence, Option, Tuple, Map, Struct, Variant,
        }

        impl Value<'_> {
            pub(super) fn rank(&self) -> Rank {
                match self {
                    Self::Unit => Rank::Unit,
                    Self::Bool(_) => Rank::Bool,
                    $(Self::$variant(_) => Rank::$variant,)*
                    Self::Char(_) => Rank::Char,
                    Self::Str(_) => Rank::Str,
                    Self::Bytes(_) | Self::Numbers(_) | Self::List(_) => Rank::Sequence,
                    Self::Option(_) => Rank::Option,
                    Self::Tuple(_) => Rank::Tuple,
                    Self::Map(_) => Rank::Map,
                    Self::Struct(_) => Rank::Struct,
                    Self::Variant(_) => Rank::Variant,
                }
            }
        }

        impl Ord for Value<'_> {
            fn cmp(&self, other: &Self) -> Ordering {
                match (self, other) {
                    (Self::Bool(a), Self::Bool(b)) => a.cmp(b),
                    $((Self::$variant(a), Self::$variant(b)) => a.total(b),)*
                    (Self::Char(a), Self::Char(b)) => a.cmp(b),
                    (Self::Str(a), Self::Str(b)) => a.cmp(b),
                    (Self::Option(a), Self::Option(b)) => a.cmp(b),
                    (Self::Tuple(a), Self::Tuple(b)) => a.cmp(b),
                    (Self::Map(a), Self::Map(b)) => a.cmp(b),
                    (Self::Struct(a), Self::Struct(b)) => a.cmp(b),
                    (Self::Variant(a), Self::Variant(b)) => a.cmp(b),
                    (a, b) => match (Elements::of(a), Elements::of(b)) {
                        (Some(a), Some(b)) => a.cmp(b),
                        _ => a.rank().cmp(&b.rank()),
                    },
                }
            }
        }
    };
}
for_each_number!(order);

macro_rules! by_cmp {
    ($($ty:ident)*) => {$(
        impl PartialOrd for $ty<'_> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl PartialEq for $ty<'_> {
            fn eq(&self, other: &Self) -> bool {
                self.cmp(other) == Ordering::Equal
            }
        }

        impl Eq for $ty<'_> {}
    )*};
}
by_cmp!(Value Compound Numbers);

impl Ord for Compound<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.head.cmp(&other.head).then_with(|| self.fields.cmp(&other.fields))
    }
}

impl Ord for Numbers<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        Elements::Numbers(self).cmp(Elements::Numbers(other))
    }
}
