//! Decodes a schema from untrusted bytes.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{MAX_DEPTH, code};
use crate::schema::{
    ArgDef, BodyDef, FieldDef, FieldsDef, MetaDef, MetaValueDef, Schema, Style, TypeDef, TypeRef,
    VariantDef,
};
use crate::{Error, ErrorKind, PrimitiveKind, varint};

/// Decodes a schema; `bytes` starts at `offset` of an input.
pub(super) fn schema(bytes: &[u8], offset: u64) -> Result<Schema, Error> {
    let mut reader = Reader {
        bytes,
        unclaimed: bytes.len(),
        copies: super::bounds::budget(bytes.len()),
        names: Vec::new(),
        used: 0,
        types: 0,
    };
    reader.schema().map_err(|error| {
        let read = bytes.len().saturating_sub(reader.bytes.len());
        error.at_offset(offset.saturating_add(u64::try_from(read).unwrap_or(u64::MAX)))
    })
}

/// The minimum sizes of counted things, excluding what is counted inside them.
mod fewest {
    /// A length.
    pub(super) const NAME: usize = 1;
    /// A code.
    pub(super) const TYPE: usize = 1;
    /// A name, a version, a count of arguments, a body and a byte of notes.
    pub(super) const DEF: usize = 5;
    /// A name, a tag, fields and a byte of notes.
    pub(super) const VARIANT: usize = 4;
    /// A name, a type and a byte of notes.
    pub(super) const FIELD: usize = 3;
    /// A key and a value.
    pub(super) const META: usize = 2;
}

struct Reader<'b> {
    bytes: &'b [u8],
    /// The bytes that no count has claimed yet. Counted things have bytes of their own, so a valid schema
    /// never runs out, and the memory reserved for all counts together, however nested, is at most a
    /// constant per byte.
    unclaimed: usize,
    /// The bytes that may still be copied from the name table, whose names may be used repeatedly.
    copies: usize,
    names: Vec<&'b str>,
    /// How many names were used; their first uses must be in table order.
    used: usize,
    /// The number of structs and enums.
    types: usize,
}

impl<'b> Reader<'b> {
    fn schema(&mut self) -> Result<Schema, Error> {
        self.table()?;
        let types = self.count(fewest::DEF)?;
        self.types = types;
        let root = self.ty(0)?;
        let types = self.list(types, Self::def)?;
        if self.used < self.names.len() {
            return Err(invalid("the schema's table has a name that is not used"));
        }
        match self.bytes {
            [] => Ok(Schema { root, types }),
            _ => Err(Error::new(ErrorKind::TrailingBytes, "the schema is longer than its content")),
        }
    }

    fn table(&mut self) -> Result<(), Error> {
        let count = self.count(fewest::NAME)?;
        self.names = self.list(count, Self::text)?;
        let distinct: BTreeSet<&str> = self.names.iter().copied().collect();
        if distinct.len() < self.names.len() {
            return Err(invalid("the schema's table has a name twice"));
        }
        Ok(())
    }

    /// Reads a counted list.
    fn list<T>(
        &mut self,
        count: usize,
        mut read: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(read(self)?);
        }
        Ok(list)
    }

    /// Reads a count of things that take at least `fewest` bytes each.
    fn count(&mut self, fewest: usize) -> Result<usize, Error> {
        let count = self.size()?;
        let claimed = count.checked_mul(fewest);
        let left = claimed.and_then(|claimed| self.unclaimed.checked_sub(claimed));
        self.unclaimed = left.ok_or_else(|| {
            let detail = format!("the schema claims {count} parts, more than its bytes can hold");
            Error::new(ErrorKind::Length, detail)
        })?;
        Ok(count)
    }

    fn size(&mut self) -> Result<usize, Error> {
        let size = varint::read(&mut self.bytes)?;
        usize::try_from(size)
            .map_err(|_| invalid("a number in the schema is too large for this machine"))
    }

    fn small(&mut self) -> Result<u32, Error> {
        let number = varint::read(&mut self.bytes)?;
        u32::try_from(number)
            .map_err(|_| invalid("a version or tag in the schema does not fit in 32 bits"))
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let ends =
            || Error::new(ErrorKind::Truncated, "the input ends in the middle of the schema");
        let (bytes, rest) = self.bytes.split_first_chunk().ok_or_else(ends)?;
        self.bytes = rest;
        Ok(*bytes)
    }

    fn byte(&mut self) -> Result<u8, Error> {
        self.array().map(|[byte]| byte)
    }

    fn text(&mut self) -> Result<&'b str, Error> {
        let len = self.size()?;
        let Some((text, rest)) = self.bytes.split_at_checked(len) else {
            return Err(Error::new(
                ErrorKind::Length,
                "a text in the schema is longer than the schema",
            ));
        };
        let text = core::str::from_utf8(text).map_err(|_| {
            Error::new(ErrorKind::InvalidUtf8, "a text in the schema is not valid UTF-8")
        })?;
        self.bytes = rest;
        Ok(text)
    }

    fn name(&mut self) -> Result<String, Error> {
        let rank = self.size()?;
        if rank > self.used {
            return Err(invalid("the schema's names are not in the order of their first use"));
        }
        let Some(name) = self.names.get(rank) else {
            return Err(invalid("the schema uses a name that its table does not have"));
        };
        if rank == self.used {
            self.used = rank.saturating_add(1);
        }
        let left = self.copies.checked_sub(name.len());
        self.copies = left.ok_or_else(super::bounds::too_large)?;
        Ok((*name).to_owned())
    }

    fn number(&mut self) -> Result<i128, Error> {
        let low = u128::from(varint::read(&mut self.bytes)?);
        let zigzag = (u128::from(varint::read(&mut self.bytes)?) << 64) | low;
        // Half of a `u128` always fits into an `i128`.
        let half = i128::try_from(zigzag >> 1).unwrap_or(0);
        Ok(if zigzag & 1 == 0 { half } else { !half })
    }

    fn def(&mut self) -> Result<TypeDef, Error> {
        let name = self.name()?;
        let version = self.small()?;
        if version == 0 {
            return Err(invalid("a type in the schema has version 0; versions count from 1"));
        }
        let args = self.count(fewest::TYPE)?;
        let args = self.list(args, Self::arg)?;
        let body = match self.byte()? {
            code::ENUM => BodyDef::Enum(self.variants()?),
            code => BodyDef::Struct(self.fields(code)?),
        };
        let (doc, meta) = self.notes()?;
        Ok(TypeDef { name, args, version, body, doc, meta })
    }

    fn arg(&mut self) -> Result<ArgDef, Error> {
        match self.bytes {
            [code::CONST, rest @ ..] => {
                self.bytes = rest;
                Ok(ArgDef::Const(self.number()?))
            }
            _ => Ok(ArgDef::Type(self.ty(0)?)),
        }
    }

    fn variants(&mut self) -> Result<Vec<VariantDef>, Error> {
        let count = self.count(fewest::VARIANT)?;
        let mut last = None;
        self.list(count, |reader| {
            let variant = reader.variant()?;
            if last >= Some(variant.tag) {
                return Err(Error::new(
                    ErrorKind::KeyOrder,
                    "the tags of an enum in the schema are not in ascending order",
                ));
            }
            last = Some(variant.tag);
            Ok(variant)
        })
    }

    fn variant(&mut self) -> Result<VariantDef, Error> {
        let name = self.name()?;
        let tag = self.small()?;
        let code = self.byte()?;
        let fields = self.fields(code)?;
        let (doc, meta) = self.notes()?;
        Ok(VariantDef { name, tag, fields, doc, meta })
    }

    fn fields(&mut self, code: u8) -> Result<FieldsDef, Error> {
        let style = match code {
            code::UNIT => return Ok(FieldsDef { style: Style::Unit, list: Vec::new() }),
            code::BRACES => Style::Named,
            code::PARENS => Style::Tuple,
            _ => return Err(unknown("body", code)),
        };
        let count = self.count(fewest::FIELD)?;
        if count == 0 {
            return Err(invalid("the schema has an empty list of fields"));
        }
        Ok(FieldsDef { style, list: self.list(count, Self::field)? })
    }

    fn field(&mut self) -> Result<FieldDef, Error> {
        let name = self.name()?;
        let ty = self.ty(0)?;
        let (doc, meta) = self.notes()?;
        Ok(FieldDef { name, ty, flatten: false, doc, meta })
    }

    fn ty(&mut self, depth: u32) -> Result<TypeRef, Error> {
        if depth > MAX_DEPTH {
            return Err(super::bounds::too_deep());
        }
        let inner = depth.saturating_add(1);
        let code = self.byte()?;
        if let Some(kind) = PrimitiveKind::ALL.get(usize::from(code)) {
            return Ok(TypeRef::Primitive(*kind));
        }
        let mut boxed = || self.ty(inner).map(Box::new);
        Ok(match code {
            code::OPTION => TypeRef::Option(boxed()?),
            code::LIST => TypeRef::List(boxed()?),
            code::HEAP => TypeRef::Heap(boxed()?),
            code::SET => TypeRef::Set(boxed()?),
            code::HASH_SET => TypeRef::HashSet(boxed()?),
            code::SHARED => TypeRef::Shared(boxed()?),
            code::MAP => TypeRef::Map(boxed()?, boxed()?),
            code::HASH_MAP => TypeRef::HashMap(boxed()?, boxed()?),
            code::ARRAY => {
                let len = varint::read(&mut self.bytes)?;
                TypeRef::Array(Box::new(self.ty(inner)?), len)
            }
            code::TUPLE => {
                let count = self.count(fewest::TYPE)?;
                TypeRef::Tuple(self.list(count, |reader| reader.ty(inner))?)
            }
            code::NAMED => match self.size()? {
                index if index < self.types => TypeRef::Named(index),
                _ => {
                    return Err(invalid(
                        "the schema refers to a struct or enum that it does not have",
                    ));
                }
            },
            _ => return Err(unknown("kind", code)),
        })
    }

    fn notes(&mut self) -> Result<(String, Vec<MetaDef>), Error> {
        let flags = self.byte()?;
        if flags & !(code::DOC | code::META) != 0 {
            return Err(unknown("flag", flags));
        }
        let mut doc = "";
        if flags & code::DOC != 0 {
            doc = self.text()?;
            if doc.is_empty() {
                return Err(invalid("the schema announces a doc comment, which is empty"));
            }
        }
        let mut meta = Vec::new();
        if flags & code::META != 0 {
            let count = self.count(fewest::META)?;
            if count == 0 {
                return Err(invalid("the schema announces notes, but has none"));
            }
            meta = self.list(count, Self::meta)?;
        }
        Ok((doc.to_owned(), meta))
    }

    fn meta(&mut self) -> Result<MetaDef, Error> {
        let key = self.name()?;
        let value = match self.byte()? {
            code::FALSE => MetaValueDef::Bool(false),
            code::TRUE => MetaValueDef::Bool(true),
            code::INT => MetaValueDef::Int(self.number()?),
            code::FLOAT => MetaValueDef::Float(f64::from_le_bytes(self.array()?)),
            code::STR => MetaValueDef::Str(self.text()?.to_owned()),
            code => return Err(unknown("note", code)),
        };
        Ok(MetaDef { key, value })
    }
}

#[cold]
fn invalid(detail: &'static str) -> Error {
    Error::new(ErrorKind::InvalidValue, detail)
}

#[cold]
fn unknown(what: &str, code: u8) -> Error {
    Error::new(
        ErrorKind::InvalidValue,
        format!("the schema has a {what} with the unknown code {code}"),
    )
}
