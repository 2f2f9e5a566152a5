//! Writes rows as text, by the schema that they were written with.

mod kept;
mod objects;

use alloc::string::String;
use alloc::vec::Vec;

use super::labels::Labels;
use super::print::{Brackets, Printer};
use crate::facts::Edition;
use crate::numbered::{Holders, Meeting, Numbered, Shown};
use crate::omitted::Omitted;
use crate::plain::{self, Data};
use crate::rows::{Reader, State, check_end};
use crate::schema::{BodyDef, FieldsDef, Schema, TypeDef, TypeRef, no_such_type, of_tag};
use crate::shape::Style;
use crate::traits::MinSize;
use crate::unknown::{CATCH, style};
use crate::versions::Versions;
use crate::{
    Context, Deserialize, Error, InputArchive, Options, Primitive, PrimitiveKind, Unknown,
};

/// The text of rows. If `is_whole`, it states the versions.
///
/// # Errors
///
/// Fails if the bytes are not rows of this edition.
pub(super) fn text(
    options: &Options,
    edition: &Edition,
    shown: &Shown,
    is_whole: bool,
) -> Result<String, Error> {
    let limits = options.get_limits();
    let numbered = Numbered::new(&edition.schema, shown, limits)?;
    let len = shown.rows.len();
    let mut state = State::with_budget(limits, usize::MAX, Context::empty());
    let versions = Versions::default();
    let mut printer = Printer::default();
    printer.reserve(len.saturating_mul(3));
    let rows = Reader::resume(numbered.value, len, &versions, limits.depth, &mut state);
    let labels: Vec<_> = edition.schema.types.iter().map(Labels::of).collect();
    let numbered = &numbered;
    let meeting = shown.holders.as_ref().map(Holders::meeting);
    let mut walk = Walk {
        rows,
        edition,
        numbered,
        omitted: shown.omitted.as_ref(),
        meeting,
        labels: &labels,
        out: printer,
        is_whole: is_whole && root_struct(&edition.schema).is_some(),
        plain: plain::index_in(&edition.schema),
        is_in_option: false,
    };
    if is_whole {
        walk.head();
    }
    walk.value(&edition.schema.root)?;
    check_end(walk.rows.left().0)?;
    walk.objects()?;
    let mut text = walk.out.finish();
    if is_whole {
        text.push('\n');
    }
    Ok(text)
}

/// The root, if it is a struct, which states its own version.
fn root_struct(schema: &Schema) -> Option<&TypeDef> {
    schema.root_def().filter(|def| matches!(def.body, BodyDef::Struct(_)))
}

struct Walk<'a, 's, 'c, 't> {
    rows: Reader<'a, 's, 'c>,
    edition: &'t Edition,
    numbered: &'t Numbered<'a>,
    /// The defaults of fields that are left out if they hold them.
    omitted: Option<&'t Omitted>,
    /// The unknown parts that the value kept from the text it was loaded from.
    meeting: Option<Meeting>,
    /// The labels of each struct and variant of the schema.
    labels: &'t [Vec<Labels>],
    out: Printer,
    /// Whether the next struct is the root, which states its version itself.
    is_whole: bool,
    /// The type of values that only implement serde's traits, if there are some.
    plain: Option<usize>,
    /// Whether the next such value is in an option.
    is_in_option: bool,
}

impl<'a, 't> Walk<'a, '_, '_, 't> {
    fn schema(&self) -> &'t Schema {
        &self.edition.schema
    }

    /// The labels of a struct, or of the variant at `at`, of the type at `index`.
    fn labels(&self, (index, at): (usize, usize)) -> Option<&'t Labels> {
        self.labels.get(index)?.get(at)
    }

    /// Writes the version table. A root that is a struct is not in it, as it states its own version.
    fn head(&mut self) {
        let (edition, root) = (self.edition, root_struct(self.schema()));
        let root_name = root.map_or("", |def| def.name.as_str());
        let mut stated = edition.table.iter().filter(|(name, _)| *name != root_name).peekable();
        if stated.peek().is_some() {
            self.out.raw("@versions ");
            self.out.begin(Brackets::Brace, true, false);
            for (name, version) in stated {
                self.out.key(name);
                self.out.integer(version);
            }
            self.out.end();
            self.out.raw("\n");
        }
    }

    #[inline(always)]
    fn value(&mut self, ty: &TypeRef) -> Result<(), Error> {
        match ty {
            // The fast path for most values: the function for the others saves and restores more registers.
            TypeRef::Primitive(kind) => self.primitive(*kind),
            _ => self.compound(ty),
        }
    }

    fn compound(&mut self, ty: &TypeRef) -> Result<(), Error> {
        match ty {
            TypeRef::Primitive(kind) => self.primitive(*kind),
            TypeRef::Option(inner) => self.option(inner),
            TypeRef::List(inner)
            | TypeRef::Heap(inner)
            | TypeRef::Set(inner)
            | TypeRef::HashSet(inner) => {
                let len = self.rows.begin_list(MinSize::ANY)?;
                self.items(inner, len)
            }
            TypeRef::Map(key, value) | TypeRef::HashMap(key, value) => self.map(key, value),
            TypeRef::Array(inner, len) => match ty.blob() {
                Some(len) => self.blob(len),
                None => self.items(inner, usize::try_from(*len).unwrap_or(usize::MAX)),
            },
            TypeRef::Tuple(parts) => self.tuple(parts),
            TypeRef::Shared(inner) => self.shared(inner),
            TypeRef::Named(index) => self.named(*index),
        }
    }

    /// Numbers and strings, which are common, are passed on directly: through a `Primitive`, the processor
    /// would have to wait for its parts to be stored before it could load them as a whole.
    #[inline(never)]
    fn primitive(&mut self, kind: PrimitiveKind) -> Result<(), Error> {
        let (rows, out) = (&mut self.rows, &mut self.out);
        match kind {
            PrimitiveKind::U8 => out.integer(rows.u8()?),
            PrimitiveKind::U16 => out.integer(rows.u16()?),
            PrimitiveKind::U32 => out.integer(rows.u32()?),
            PrimitiveKind::U64 => out.integer(rows.u64()?),
            PrimitiveKind::I8 => out.integer(rows.i8()?),
            PrimitiveKind::I16 => out.integer(rows.i16()?),
            PrimitiveKind::I32 => out.integer(rows.i32()?),
            PrimitiveKind::I64 => out.integer(rows.i64()?),
            PrimitiveKind::F32 => out.single(rows.f32()?),
            PrimitiveKind::F64 => out.double(rows.f64()?),
            PrimitiveKind::Bool => out.raw(if rows.bool()? { "true" } else { "false" }),
            PrimitiveKind::Str => out.quoted(&rows.str()?),
            _ => out.primitive(&rows.primitive(kind)?),
        }
        Ok(())
    }

    /// Writes an array of bytes.
    fn blob(&mut self, len: usize) -> Result<(), Error> {
        if let Some(bytes) = self.rows.array_bytes(len)? {
            self.out.primitive(&Primitive::Bytes(bytes.into()));
        }
        Ok(())
    }

    fn option(&mut self, inner: &TypeRef) -> Result<(), Error> {
        if !self.rows.option()? {
            self.out.raw("none");
            return Ok(());
        }
        let mut held = inner;
        while let TypeRef::Shared(inner) = held {
            held = inner;
        }
        if !matches!(held, TypeRef::Option(_)) {
            self.is_in_option = matches!(held, TypeRef::Named(index) if self.plain == Some(*index));
            self.value(inner)?;
            self.is_in_option = false;
            return Ok(());
        }
        self.out.raw("some(");
        self.value(inner)?;
        self.out.raw(")");
        Ok(())
    }

    fn items(&mut self, inner: &TypeRef, len: usize) -> Result<(), Error> {
        let is_dense = matches!(inner, TypeRef::Primitive(kind) if kind.is_number() || *kind == PrimitiveKind::Bool);
        self.out.begin(Brackets::Bracket, is_dense, false);
        for _ in 0..len {
            self.out.part();
            self.value(inner)?;
        }
        self.out.end();
        Ok(())
    }

    fn tuple(&mut self, parts: &[TypeRef]) -> Result<(), Error> {
        self.out.begin(Brackets::Paren, false, false);
        for part in parts {
            self.out.part();
            self.value(part)?;
        }
        self.out.end();
        Ok(())
    }

    fn map(&mut self, key: &TypeRef, value: &TypeRef) -> Result<(), Error> {
        let len = self.rows.begin_map(MinSize::ANY)?;
        self.out.begin(Brackets::Brace, false, false);
        for _ in 0..len {
            self.out.part();
            self.value(key)?;
            self.out.raw(" = ");
            self.value(value)?;
        }
        self.out.end();
        Ok(())
    }

    fn named(&mut self, index: usize) -> Result<(), Error> {
        if self.plain == Some(index) {
            let value = Data::deserialize(&mut self.rows)?;
            let is_in_option = core::mem::take(&mut self.is_in_option);
            self.out.plain(&value, is_in_option);
            return Ok(());
        }
        let def = self.schema().types.get(index).ok_or_else(no_such_type)?;
        self.rows.begin_pointer()?;
        let is_whole = core::mem::take(&mut self.is_whole);
        let (fields, at) = match &def.body {
            BodyDef::Struct(fields) => (fields, 0),
            BodyDef::Enum(variants) => {
                let tag = self.rows.varint()?;
                let (at, variant) = of_tag(variants, tag).ok_or_else(no_such_type)?;
                if variant.tag == CATCH && variant.name.is_empty() {
                    self.caught(def)?;
                    self.rows.end_pointer();
                    return Ok(());
                }
                (&variant.fields, at)
            }
        };
        if let Some(labels) = self.labels((index, at)) {
            self.out.title(&labels.title);
        }
        if let (true, Some(version)) = (is_whole, self.root_version(def)) {
            self.out.raw(" @");
            self.out.integer(version);
        }
        self.fields(fields, (index, at), is_whole)?;
        self.rows.end_pointer();
        Ok(())
    }

    /// The version of a root that is a struct. `None` if the value came from a text that did not state it.
    fn root_version(&self, def: &TypeDef) -> Option<u32> {
        if self.meeting.is_some() { self.edition.table.get(&def.name) } else { Some(def.version) }
    }

    /// Begins the group of the fields, unless there are none.
    fn begin_fields(&mut self, style: Style, is_whole: bool) -> bool {
        match style {
            Style::Unit => return false,
            Style::Tuple => self.out.begin(Brackets::Paren, false, false),
            Style::Named => {
                self.out.raw(" ");
                self.out.begin(Brackets::Brace, false, is_whole);
            }
        }
        true
    }

    /// Writes the fields of a struct or variant.
    fn fields(
        &mut self,
        fields: &FieldsDef,
        of: (usize, usize),
        is_whole: bool,
    ) -> Result<(), Error> {
        let held = self.held(of);
        // Most structs: with the loop of `members`, a text takes a tenth longer.
        let plain = self.labels(of).filter(|labels| held.is_none() && labels.are_plain);
        if let Some(labels) = plain {
            self.out.raw(" ");
            self.out.begin(Brackets::Brace, false, is_whole || labels.is_tall);
            for (place, (field, label)) in fields.list.iter().zip(&labels.fields).enumerate() {
                if self.omits(of, place) {
                    continue;
                }
                self.out.label(label);
                self.value(&field.ty)?;
            }
            self.out.end();
            return Ok(());
        }
        if self.begin_fields(style(fields, held.as_ref()), is_whole) {
            self.members(fields, of, held, true)?;
            self.out.end();
        }
        Ok(())
    }

    /// Passes over the field at a place if it holds its default and is left out.
    #[inline(always)]
    fn omits(&mut self, of: (usize, usize), place: usize) -> bool {
        let Some(omitted) = self.omitted else { return false };
        let default = omitted.get(of, place);
        let left = default.and_then(|default| self.rows.left().0.strip_prefix(default));
        left.map(|left| self.rows.go_to(left)).is_some()
    }

    /// Writes the fields without their brackets, with those of flattened structs among them.
    fn members(
        &mut self,
        fields: &FieldsDef,
        of: (usize, usize),
        held: Option<Unknown>,
        may_omit: bool,
    ) -> Result<(), Error> {
        let (schema, labels) = (self.schema(), self.labels(of));
        let labels = labels.map_or(&[][..], |it| &it.fields);
        let is_keyed = style(fields, held.as_ref()) == Style::Named;
        for (place, field) in fields.list.iter().enumerate() {
            let key = held.as_ref().map(|held| held.key(&field.name));
            if key == Some(None) {
                self.pass(&field.ty)?;
                continue;
            }
            if let Some((index, inner)) = schema.flattened(field) {
                self.rows.begin_pointer()?;
                let held = self.held((index, 0));
                // If all its fields were left out, the whole would get the default of the field that it is.
                self.members(inner, (index, 0), held, false)?;
                self.rows.end_pointer();
                continue;
            }
            if may_omit && is_keyed && self.omits(of, place) {
                continue;
            }
            match (key, labels.get(place)) {
                (Some(Some(key)), _) if is_keyed => self.out.key(key),
                (_, Some(label)) if is_keyed => self.out.label(label),
                _ => self.out.part(),
            }
            self.value(&field.ty)?;
        }
        if let Some(held) = &held {
            self.kept(style(fields, Some(held)), held);
        }
        Ok(())
    }
}
