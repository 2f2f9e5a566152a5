//! Begins variants, whose parts may be written in several ways.

use alloc::collections::BTreeMap;

use super::super::tape::{Kind, Token};
use super::fields::Fields;
use super::json::{is_string, only_value_of};
use super::record::Open;
use super::version::{Parts, Reading, newest};
use super::{Reader, refused};
use crate::{Body, Error, Field, Scope, Shape, Style, UnknownPolicy, Variant, shape};

/// A variant as it is written. Which of its type's variants it is decides how its parts are to be read.
#[derive(Clone, Copy)]
struct Written {
    name: Token,
    /// The parts in the group behind the name.
    parts: Parts,
    /// In JSON, the value behind the name.
    value: Option<u32>,
}

/// With fewer variants, each name is looked at.
const MANY: usize = 16;

/// Where the names of an enum's variants are, for those with many, such as the blocks of a world.
pub(super) struct ManyVariants {
    /// The address of the shape.
    of: usize,
    /// For each name that a variant has or had, the first of these variants.
    names: BTreeMap<&'static str, usize>,
}

impl ManyVariants {
    fn of(shape: &'static Shape) -> Self {
        let variants = shape.variants().iter().enumerate().rev();
        let names = variants.flat_map(|(at, it)| it.names_from(0).map(move |name| (name, at)));
        Self { of: core::ptr::from_ref(shape).addr(), names: names.collect() }
    }
}

impl<const LINKED: bool> Reader<'_, '_, '_, LINKED> {
    /// The first variant that has or had this name.
    fn first_named(&mut self, shape: &'static Shape, name: Token) -> Option<usize> {
        let (tape, variants) = (self.tape, shape.variants());
        if variants.len() < MANY {
            return variants
                .iter()
                .position(|it| it.names_from(0).any(|it| tape.is_name(name, it)));
        }
        let of = core::ptr::from_ref(shape).addr();
        let known = self.many.iter().position(|it| it.of == of).unwrap_or_else(|| {
            self.many.push(ManyVariants::of(shape));
            self.many.len().saturating_sub(1)
        });
        let name = tape.content(name).ok().filter(|_| name.kind.is_name())?;
        self.many.get(known)?.names.get(&*name).copied()
    }

    /// The variant here: a name, with or without a group; in JSON a string, or an object with one key.
    fn written(&self, shape: &'static Shape) -> Result<Written, Error> {
        let (tape, token) = (self.tape, self.token());
        match token.kind {
            Kind::Name | Kind::Quoted if tape.is_text() => {
                let parts = Parts::behind(tape, self.at, token);
                return Ok(Written { name: token, parts, value: None });
            }
            _ if tape.is_text() => return Err(self.strange([&refused::named(shape); 2])),
            _ if is_string(token) => {
                return Ok(Written { name: token, parts: Parts::NONE, value: None });
            }
            _ => {}
        }
        let (key, count) = tape.parts(self.at);
        if token.kind == Kind::Brace && count == 1 {
            let name = tape.token(key);
            let parts = Parts::of(tape, name.next);
            return Ok(Written { name, parts, value: Some(name.next) });
        }
        let asked =
            alloc::format!("{} (a string, or an object with one key)", refused::named(shape));
        Err(self.strange([&asked; 2]))
    }

    /// The parts of a variant that is written here and has these fields.
    fn parts_in(&self, written: Written, fields: Option<&shape::Fields>) -> Result<Parts, Error> {
        let Written { parts, value, .. } = written;
        let tape = self.tape;
        let Some(value) = value else {
            let is_short = fields.is_some_and(|it| self.has_fields_of_struct(it, parts));
            return Ok(if is_short { Parts::only(self.at) } else { parts });
        };
        if let Some(only) = fields.and_then(|fields| only_value_of(tape, value, fields)) {
            return Ok(only);
        }
        if matches!(tape.token(value).kind, Kind::Brace | Kind::Bracket) {
            return Ok(parts);
        }
        let asked = "an object or an array of the variant's fields";
        Err(refused::strange(tape, value, [asked; 2]))
    }

    /// The parts of the variant that was read last, which is here.
    pub(super) fn parts_of_variant(&self, record: &Scope) -> Option<Parts> {
        let variants = record.shape.variants().iter();
        let fields =
            variants.map(|it| &it.fields).find(|it| it.list.as_ptr() == record.fields().as_ptr());
        self.parts_in(self.written(record.shape).ok()?, fields).ok()
    }

    pub(super) fn begin_variant(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.unwrap_held_for(shape);
        let written = self.written(shape)?;
        let (tape, name) = (self.tape, written.name);
        let has_name = |it: &Variant, lost| it.names_from(lost).any(|it| tape.is_name(name, it));
        // Most names belong to one variant, and there may be hundreds of others, so they are passed once.
        let first = self.first_named(shape, name);
        let rest = first.and_then(|first| shape.variants().get(first..)).unwrap_or_default();
        let Reading { version, lost } = match self.known_version(shape)? {
            Some(known) => known,
            None => Reading::likely(newest(shape, |version, by_any_name| {
                let is_it = |it: &&Variant| {
                    let is_name = tape.is_name(name, it.name_at(version));
                    it.lifespan.contains(version) && (is_name || by_any_name && has_name(it, 0))
                };
                rest.iter().filter(is_it).any(|it| self.fits(written, it, (version, by_any_name)))
            })),
        };
        let alive = || rest.iter().filter(|it| has_name(it, lost) && it.lifespan.contains(version));
        let now = |variant: &&Variant| tape.is_name(name, variant.name_at(version));
        let Some(variant) = alive().find(now).or_else(|| alive().next()) else {
            let parts = self.parts_in(written, rest.first().map(|it| &it.fields))?;
            return self.begin_unknown(shape, name, parts, version);
        };
        let parts = self.parts_in(written, Some(&variant.fields)).and_then(|parts| {
            self.check_style(&variant.fields, parts)?;
            Ok(parts)
        });
        let parts = parts.map_err(|error| self.or_of_newer(error, shape, name, version))?;
        if self.load.unknown == UnknownPolicy::Retain && !tape.is_name(name, variant.name) {
            self.note_other_name(shape);
        }
        self.open.push(Open::Scope(Fields::new(self.at, parts, lost)));
        Ok(Scope::of_tag(shape, variant.tag, version))
    }

    /// Whether what is written may be a variant: it has its style, as many values without names as it has fields, or none only if
    /// none is needed, and all names in it are those of fields.
    fn fits(&self, written: Written, variant: &Variant, at: (u32, bool)) -> bool {
        let fields = &variant.fields;
        let mut alive = fields.list.iter().filter(|it| it.lifespan.contains(at.0));
        self.parts_in(written, Some(fields)).is_ok_and(|parts| {
            let has_parts = match (parts.count, parts.keyed) {
                (0, _) => alive.all(|it| it.has_default),
                (count, false) => usize::try_from(count).is_ok_and(|count| count == alive.count()),
                (_, true) => true,
            };
            has_parts && has_style(fields, parts) && self.has_all(fields.list, parts, at, |_| false)
        })
    }

    /// Whether the parts of a variant are the fields of the struct that is its only field: `Hp(3)` in place of `Hp(Health(3))`.
    fn has_fields_of_struct(&self, fields: &shape::Fields, parts: Parts) -> bool {
        let [Field { ty, .. }] = fields.list else { return false };
        let inner = ty.shape().filter(|it| matches!(it.body, Body::Struct(_)));
        let may_be = self.tape.is_text() && fields.only_unnamed().is_some();
        let Some(inner) = inner.filter(|_| may_be) else { return false };
        !parts
            .are_struct(self.tape, |token| inner.names().any(|name| self.tape.is_name(token, name)))
    }
}

/// Whether parts have names if the fields do.
pub(super) fn has_style(fields: &shape::Fields, parts: Parts) -> bool {
    let is_empty = parts.count == 0 && fields.list.is_empty();
    fields.style != Style::Named || parts.keyed || is_empty
}
