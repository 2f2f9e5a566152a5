//! Encodes trees to bytes.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::super::elements::Elements;
use super::super::graph::GRAPH;
use super::super::{Compound, Head, Value, numbers};
use super::{are_distinct, code};
use crate::error::shown;
use crate::limits::Depth;
use crate::primitive::for_each_number;
use crate::shape::Style;
use crate::{Error, ErrorKind, PrimitiveKind, varint};

/// Encodes a tree.
///
/// # Errors
///
/// Fails if the tree is nested too deeply to be loaded again.
pub(super) fn encode(value: &Value<'_>) -> Result<Vec<u8>, Error> {
    let (heads, met, levels) = (BTreeMap::new(), BTreeMap::new(), super::read::LEVELS);
    let mut out = Encoder { out: Vec::new(), heads, met, levels };
    out.value(value)?;
    Ok(out.out)
}

struct Encoder<'v> {
    out: Vec<u8>,
    /// The numbers of the heads written so far, by content, from 1.
    heads: BTreeMap<Content<'v>, usize>,
    /// The same, by address.
    met: BTreeMap<usize, usize>,
    levels: Depth,
}

/// The content of a head: its style, type, version, variant and names.
type Content<'v> = (u8, &'v str, u32, Option<&'v str>, &'v [String]);

fn content(head: &Head) -> Content<'_> {
    (style(head.style), &head.ty, head.version, head.variant.as_deref(), &head.names)
}

impl<'v> Encoder<'v> {
    fn len(&mut self, len: usize) {
        varint::write(&mut self.out, u64::try_from(len).unwrap_or(u64::MAX));
    }

    fn text(&mut self, text: &str) {
        self.len(text.len());
        self.out.extend_from_slice(text.as_bytes());
    }

    fn all(&mut self, code: u8, values: &'v [Value<'_>]) -> Result<(), Error> {
        self.out.push(code);
        self.len(values.len());
        values.iter().try_for_each(|value| self.value(value))
    }

    fn value(&mut self, value: &'v Value<'_>) -> Result<(), Error> {
        self.levels.descend()?;
        self.part(value)?;
        self.levels.ascend();
        Ok(())
    }

    /// Writes a sequence. All equal ones have the same bytes, whichever form they have in the tree.
    fn sequence(&mut self, elements: Elements<'v, '_>) -> Result<(), Error> {
        match elements {
            Elements::Bytes(bytes) => self.numbers(PrimitiveKind::U8, bytes.len(), bytes),
            Elements::Numbers(it) => self.numbers(it.kind(), it.len(), it.bytes()),
            Elements::Values(values) => match numbers::bytes_of(values) {
                Some((kind, bytes)) => self.numbers(kind, values.len(), &bytes),
                None => return self.all(code::LIST, values),
            },
        }
        Ok(())
    }

    fn numbers(&mut self, kind: PrimitiveKind, len: usize, bytes: &[u8]) {
        match kind {
            // Nothing tells an empty sequence of numbers from one of anything else.
            _ if len == 0 => self.out.push(code::LIST),
            PrimitiveKind::U8 => self.out.push(PrimitiveKind::Bytes.code()),
            _ => self.out.extend([code::NUMBERS, kind.code()]),
        }
        self.len(len);
        self.out.extend_from_slice(bytes);
    }

    fn compound(&mut self, code: u8, value: &'v Compound<'_>) -> Result<(), Error> {
        self.out.push(code);
        self.head(&value.head)?;
        value.fields.iter().try_for_each(|field| self.value(field))
    }

    /// Writes a struct. In that of a value with objects, the tables follow the value.
    fn record(&mut self, value: &'v Compound<'_>) -> Result<(), Error> {
        if value.type_name() != GRAPH {
            return self.compound(code::STRUCT, value);
        }
        self.out.push(code::STRUCT);
        self.head(&value.head)?;
        let Some((root, tables)) = value.fields.split_first() else { return Ok(()) };
        self.value(root)?;
        tables.iter().try_for_each(|table| self.table(table))
    }

    /// Writes a table, as a list even if its objects are numbers: links lead to each of them.
    fn table(&mut self, table: &'v Value<'_>) -> Result<(), Error> {
        if Elements::of(table).is_none() {
            return self.value(table);
        }
        self.levels.descend()?;
        self.out.push(code::LIST);
        self.len(table.len());
        (0..table.len()).filter_map(|row| table.part(row)).try_for_each(|it| self.value(it))?;
        self.levels.ascend();
        Ok(())
    }

    /// Writes a head in full, or the number of an equal one that was written before.
    fn head(&mut self, head: &'v Arc<Head>) -> Result<(), Error> {
        let address = Arc::as_ptr(head).addr();
        if let Some(number) = self.met.get(&address) {
            self.len(*number);
            return Ok(());
        }
        let next = self.heads.len().saturating_add(1);
        let number = *self.heads.entry(content(head)).or_insert(next);
        self.met.insert(address, number);
        if number != next {
            self.len(number);
            return Ok(());
        }
        if !are_distinct(&head.names) {
            let detail = format!("`{}` has two fields of one name", shown(&head.ty));
            return Err(Error::new(ErrorKind::CannotWrite, detail)
                .with_help("give each field of the tree a name of its own"));
        }
        self.len(0);
        self.text(&head.ty);
        varint::write(&mut self.out, u64::from(head.version));
        self.text(head.variant.as_deref().unwrap_or_default());
        self.out.push(style(head.style));
        self.len(head.names.len());
        head.names.iter().map(String::as_str).for_each(|name| self.text(name));
        Ok(())
    }
}

macro_rules! part {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        impl<'v> Encoder<'v> {
            fn part(&mut self, value: &'v Value<'_>) -> Result<(), Error> {
                match value {
                    Value::Unit => self.out.push(PrimitiveKind::Unit.code()),
                    Value::Bool(value) => {
                        self.out.extend([PrimitiveKind::Bool.code(), u8::from(*value)]);
                    }
                    $(Value::$variant(value) => {
                        self.out.push(PrimitiveKind::$variant.code());
                        self.out.extend_from_slice(&value.to_le_bytes());
                    })*
                    Value::Char(value) => {
                        self.out.push(PrimitiveKind::Char.code());
                        self.out.extend_from_slice(&u32::from(*value).to_le_bytes());
                    }
                    Value::Str(text) => {
                        self.out.push(PrimitiveKind::Str.code());
                        self.text(text);
                    }
                    Value::Option(None) => self.out.push(code::NONE),
                    Value::Option(Some(value)) => {
                        self.out.push(code::SOME);
                        self.value(value)?;
                    }
                    Value::Bytes(bytes) => self.sequence(Elements::Bytes(bytes))?,
                    Value::Numbers(it) => self.sequence(Elements::Numbers(it))?,
                    Value::List(values) => self.sequence(Elements::Values(values))?,
                    Value::Tuple(values) => self.all(code::TUPLE, values)?,
                    Value::Map(entries) => {
                        self.out.push(code::MAP);
                        self.len(entries.len());
                        for (key, value) in entries {
                            self.value(key)?;
                            self.value(value)?;
                        }
                    }
                    Value::Struct(value) => self.record(value)?,
                    Value::Variant(value) => self.compound(code::VARIANT, value)?,
                }
                Ok(())
            }
        }
    };
}
for_each_number!(part);

/// The code of a style.
fn style(style: Style) -> u8 {
    match style {
        Style::Named => code::NAMED,
        Style::Tuple => code::PARENS,
        Style::Unit => code::UNIT,
    }
}
