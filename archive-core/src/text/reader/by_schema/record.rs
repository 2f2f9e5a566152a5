//! Reads structs and variants by a schema.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;

use super::super::json::{is_null, is_string, only_value};
use super::super::refused;
use super::super::version::Parts;
use super::Reader;
use crate::error::{short, shown};
use crate::nearest::meant;
use crate::schema::{BodyDef, FieldDef, FieldsDef, TypeDef, TypeRef, VariantDef};
use crate::shape::Style;
use crate::text::tape::{Kind, Tape, Token, index};
use crate::value::Compound;
use crate::{Error, ErrorKind, Value};

impl<'r, 't> Reader<'r, 't> {
    /// Reads the struct or variant at a token, whose type is at `index` in the schema.
    pub(super) fn named(&mut self, index: usize, at: u32) -> Result<Value<'t>, Error> {
        if self.plain == Some(index) {
            return self.plain(index, at);
        }
        let no_type = || Error::new(ErrorKind::InvalidValue, "the schema does not have this type");
        let def = self.trees.schema.types.get(index).ok_or_else(no_type)?;
        let (of, place, fields, parts): (fn(_) -> _, _, _, _) = match &def.body {
            BodyDef::Struct(fields) => {
                let only = only_value_of(self.tape, at, fields);
                let parts = only.map_or_else(|| self.parts_of_struct(def, fields, at), Ok)?;
                (Value::Struct, 0, fields, parts)
            }
            BodyDef::Enum(variants) => {
                let (name, parts) = self.parts_of_variant(index, def, at)?;
                let found = self.variants.find(index, &self.tape.content(name)?);
                let (place, variant) = found.ok_or_else(|| self.no_variant(def, variants, name))?;
                let is_short = self.has_fields_of_struct(variant, parts);
                let parts = if is_short { Parts::only(at) } else { parts };
                self.key = if is_short { Some(at) } else { self.key };
                (Value::Variant, place, &variant.fields, parts)
            }
        };
        let head = self.trees.heads.of(index, def, place).ok_or_else(no_type)?;
        let fields = self.fields(def, fields, parts, at)?;
        Ok(of(Compound { head, fields }))
    }

    /// The parts of a struct, which may have its name before them.
    fn parts_of_struct(&self, def: &TypeDef, fields: &FieldsDef, at: u32) -> Result<Parts, Error> {
        let (tape, token) = (self.tape, self.tape.token(at));
        match token.kind {
            Kind::Brace | Kind::Paren => Ok(Parts::of(tape, at)),
            Kind::Bracket if !tape.is_text() => Ok(Parts::of(tape, at)),
            _ if is_null(tape, token) && fields.style == Style::Unit => Ok(Parts::NONE),
            Kind::Name | Kind::Quoted if tape.is_text() => {
                if !tape.is_name(token, &def.name) && self.key != Some(at) {
                    return Err(refused::other_type(tape, token, &def.name));
                }
                Ok(Parts::behind(tape, at, token))
            }
            _ => {
                let asked = format!("the struct `{}`", shown(&def.name));
                Err(self.strange(at, [&asked; 2]))
            }
        }
    }

    /// Whether the parts of a variant are the fields of the struct that is its only field: `Hp(3)` in place of `Hp(Health(3))`.
    fn has_fields_of_struct(&self, variant: &VariantDef, parts: Parts) -> bool {
        let [FieldDef { ty: TypeRef::Named(index), .. }] = &*variant.fields.list else {
            return false;
        };
        let inner = self.trees.schema.types.get(*index);
        let inner = inner.filter(|it| matches!(it.body, BodyDef::Struct(_)));
        let may_be = self.tape.is_text() && variant.fields.only_unnamed().is_some();
        let Some(inner) = inner.filter(|_| may_be) else { return false };
        !parts.are_struct(self.tape, |token| self.tape.is_name(token, &inner.name))
    }

    /// The name of the variant at a token, and its parts.
    fn parts_of_variant(
        &mut self,
        index: usize,
        def: &TypeDef,
        at: u32,
    ) -> Result<(Token, Parts), Error> {
        let (tape, token) = (self.tape, self.tape.token(at));
        match token.kind {
            Kind::Name | Kind::Quoted if tape.is_text() => {
                return Ok((token, Parts::behind(tape, at, token)));
            }
            _ if !tape.is_text() && is_string(token) => return Ok((token, Parts::NONE)),
            _ => {}
        }
        let (key, count) = tape.parts(at);
        let name = tape.token(key);
        if !tape.is_text() && token.kind == Kind::Brace && count == 1 {
            let variant = self.variants.find(index, &tape.content(name)?);
            let only = variant.and_then(|(_, it)| only_value_of(tape, name.next, &it.fields));
            if let Some(only) = only {
                return Ok((name, only));
            }
            if matches!(tape.token(name.next).kind, Kind::Brace | Kind::Bracket) {
                return Ok((name, Parts::of(tape, name.next)));
            }
        }
        let asked = format!("a variant of `{}`", shown(&def.name));
        let in_json = format!("{asked} (a string, or an object with one key)");
        Err(self.strange(at, [&asked, &in_json]))
    }

    /// Reads all fields of a struct or variant.
    fn fields(
        &mut self,
        def: &TypeDef,
        fields: &'r FieldsDef,
        parts: Parts,
        at: u32,
    ) -> Result<Box<[Value<'t>]>, Error> {
        let is_keyed = parts.keyed && parts.count > 0;
        let tokens = match is_keyed || fields.style == Style::Named {
            true => self.by_name(def, fields, parts, at)?,
            false => self.by_place(fields, parts, at)?,
        };
        let mut values = Vec::new();
        for (field, at) in fields.list.iter().zip(tokens) {
            let value = self.value(&field.ty, at);
            values.push(value.map_err(|it| it.in_field(&field.name, &def.name, def.version))?);
        }
        Ok(values.into_boxed_slice())
    }

    /// The tokens of positional fields.
    fn by_place(&self, fields: &FieldsDef, parts: Parts, at: u32) -> Result<Vec<u32>, Error> {
        let (found, asked) = (index(parts.count), &fields.list);
        if found != asked.len() {
            return Err(self.tape.place(refused::other_length(found, asked.len()), at));
        }
        Ok(self.tape.values(parts.first, parts.count).collect())
    }

    /// The tokens of named fields, in the order of the schema.
    fn by_name(
        &self,
        def: &TypeDef,
        fields: &FieldsDef,
        parts: Parts,
        at: u32,
    ) -> Result<Vec<u32>, Error> {
        if !parts.keyed {
            let asked = ["named fields in a group `{..}`", "an object of fields"];
            return Err(self.strange(at, asked));
        }
        let count = index(parts.count);
        let mut in_order = parts.keys(self.tape).zip(&fields.list);
        if count == fields.list.len()
            && in_order.all(|((key, _), field)| self.tape.is_name(key, &field.name))
        {
            return Ok(parts.keys(self.tape).map(|(_, value)| value).collect());
        }
        let mut keys: BTreeMap<Cow<'_, str>, u32> = BTreeMap::new();
        for (key, value) in parts.keys(self.tape) {
            let name = self.name_of(fields, key)?;
            if keys.insert(name.clone(), value).is_some() {
                return Err(self.tape.place_of(key, refused::twice(&name)));
            }
        }
        let tokens = fields.list.iter().filter_map(|field| keys.get(&*field.name).copied());
        let tokens: Vec<u32> = tokens.collect();
        match tokens.len() == keys.len() && tokens.len() == fields.list.len() {
            true => Ok(tokens),
            false => Err(self.other_fields(def, fields, parts, at)),
        }
    }

    /// The error for keys that do not match the fields: the first unknown key, or else a missing one.
    #[cold]
    fn other_fields(&self, def: &TypeDef, fields: &FieldsDef, parts: Parts, at: u32) -> Error {
        let known: BTreeSet<&str> = fields.list.iter().map(|field| &*field.name).collect();
        let mut missing = known.clone();
        for (key, _) in parts.keys(self.tape) {
            match self.name_of(fields, key) {
                Ok(name) if !known.contains(&*name) => {
                    return self.no_field(def, fields, key, &name);
                }
                Ok(name) => missing.remove(&*name),
                Err(error) => return error,
            };
        }
        let mut names = fields.list.iter().map(|field| &*field.name);
        let name = names.find(|name| missing.contains(name)).unwrap_or_default();
        let error = Error::new(ErrorKind::MissingField, format!("the field `{name}` is missing"))
            .with_help("add the field: it has no known default")
            .in_field(name, &def.name, def.version);
        self.tape.place(error, at)
    }

    /// The field name in a key.
    fn name_of(&self, fields: &FieldsDef, key: Token) -> Result<Cow<'t, str>, Error> {
        match key.kind {
            kind if kind.is_name() => self.tape.content(key),
            _ => {
                let is_known = |name: &str| fields.list.iter().any(|field| *field.name == *name);
                Err(self.tape.place_of(key, refused::no_name(self.tape, key, is_known)))
            }
        }
    }

    #[cold]
    fn no_field(&self, def: &TypeDef, fields: &FieldsDef, key: Token, name: &str) -> Error {
        let meant = meant(name, fields.list.iter().map(|field| &*field.name));
        let detail = format!("`{}` has no field `{}`{meant}", shown(&def.name), shown(name));
        let error = Error::new(ErrorKind::UnknownField, detail).with_help("correct its name");
        self.tape.place_of(key, error).in_type(shown(&def.name).into_owned())
    }

    #[cold]
    fn no_variant(&self, def: &TypeDef, variants: &[VariantDef], name: Token) -> Error {
        let found = match self.tape.content(name) {
            Ok(found) => found,
            Err(error) => return error,
        };
        let names = || variants.iter().map(|variant| &*variant.name);
        let meant = meant(&found, names());
        let detail = format!("`{}` has no variant `{}`{meant}", shown(&def.name), shown(&found));
        let all = names().collect::<Vec<_>>().join(", ");
        let error = Error::new(ErrorKind::UnknownTag, detail)
            .with_help(format!("use one of {}", short(&all)));
        self.tape.place_of(name, error).in_type(shown(&def.name).into_owned())
    }
}

/// What stands for fields in JSON of which there is only one, without a name; see [`only_value`].
fn only_value_of(tape: &Tape<'_>, at: u32, fields: &FieldsDef) -> Option<Parts> {
    let is_map = matches!(fields.only_unnamed()?, TypeRef::Map(..) | TypeRef::HashMap(..));
    only_value(tape, at, is_map)
}
