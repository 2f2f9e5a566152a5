//! Encodes trees as values of a type, so that structs can have them as fields (FORMAT.md §11).

mod read;
mod write;

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::Value;
use crate::derived::{FIELD, named};
use crate::shape::{Body, Fields, Style};
use crate::{
    Describe, Deserialize, Field, Identity, InputArchive, Named, OutputArchive, Serialize, Shape,
    Size, Type,
};

/// The stable type name of trees.
pub(crate) const NAME: &str = "std.Value";

/// The most memory that a tree takes per part, in bytes: a value, a pointer to it, and the growth of a list
/// that holds it.
pub(crate) const WEIGHT: usize = 4 * size_of::<Value<'static>>();

/// The first bytes of values other than numbers and text, and the codes of styles.
mod code {
    pub(super) const NONE: u8 = 0x20;
    pub(super) const SOME: u8 = 0x21;
    pub(super) const LIST: u8 = 0x22;
    pub(super) const TUPLE: u8 = 0x23;
    pub(super) const MAP: u8 = 0x24;
    pub(super) const NUMBERS: u8 = 0x25;
    pub(super) const STRUCT: u8 = 0x26;
    pub(super) const VARIANT: u8 = 0x27;
    pub(super) const NAMED: u8 = 0;
    pub(super) const PARENS: u8 = 1;
    pub(super) const UNIT: u8 = 2;
}

static VALUE: Identity = Identity::new("archive", "Value");

/// Whether no two fields have one name: each reader might take another of them.
fn are_distinct(names: &[String]) -> bool {
    match names.len() {
        0..=8 => {
            names.iter().enumerate().all(|(at, name)| !names.iter().take(at).any(|it| it == name))
        }
        count => names.iter().collect::<BTreeSet<_>>().len() == count,
    }
}

impl Named for Value<'_> {
    const SHAPE: &'static Shape = &Shape {
        id: &VALUE,
        name: NAME,
        renamed: &[],
        args: &[],
        version: 1,
        oldest: 1,
        body: Body::Struct(Fields {
            style: Style::Tuple,
            list: &[Field { name: "0", ty: <Vec<u8>>::TYPE, size: <Vec<u8>>::SIZE, ..FIELD }],
        }),
        doc: "",
        meta: &[],
    };
}

impl Describe for Value<'_> {
    const TYPE: &'static Type = &named::<Self>();
    const SIZE: Size = <Self as Named>::SHAPE.size();
}

impl Serialize for Value<'_> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        let record = archive.begin(Self::SHAPE)?;
        archive.field(&record, 0, &write::encode(self)?)?;
        archive.end(record)
    }
}

impl<'a> Deserialize<'a> for Value<'static> {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let record = archive.begin(Self::SHAPE)?;
        let bytes: Cow<'a, [u8]> = archive.field(&record, 0)?;
        let mut refused = None;
        let value = read::decode(&bytes, &mut |memory| {
            refused = archive.claim(memory, 1).err();
            refused.is_none()
        });
        if let Some(error) = refused {
            return Err(error);
        }
        let value = value?;
        archive.end(record)?;
        Ok(value)
    }
}
