//! The attributes as written: each is parsed once into a plain struct that keeps its spans.

mod collect;
mod default;
mod item;
mod list;
mod nearest;
mod notes;
mod on_field;
mod on_type;
mod on_variant;
mod removed;
mod renamed;
mod serde;
mod since;
mod tag;
mod upgrade;
mod version;
mod was;
mod with;
mod word;

pub(crate) use default::DefaultValue;
pub(crate) use item::{
    Item, ItemBody, ItemField, ItemFields, ItemVariant, Style, is_marker, is_phantom,
};
pub(crate) use notes::{Meta, Notes};
pub(crate) use on_field::FieldAttrs;
pub(crate) use on_type::TypeAttrs;
pub(crate) use removed::{Former, RemovedField};
pub(crate) use renamed::Renamed;
pub(crate) use upgrade::Upgrade;
pub(crate) use version::Version;
pub(crate) use was::Was;
pub(crate) use with::{With, parts, segment};
