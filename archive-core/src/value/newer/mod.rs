//! Writes today's value, with what its holders kept, by another schema: most often that of the archive that it was
//! loaded from (DESIGN.md, "What is retained").

mod links;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use self::links::{Linking, Side};
use super::by_schema::{begin, strange};
use super::graph::Graph;
use super::lookups::{Variants, by_name};
use super::{Compound, Value};
use crate::error::shown;
use crate::matching::{LoadAs, Matched, Naming, variant_of};
use crate::numbered::{Holders, Place};
use crate::plain;
use crate::rows::{Apart, Retained};
use crate::schema::{
    BodyDef, Differing, FieldDef, FieldsDef, Schema, Shared, Style, TypeDef, TypeRef, VariantDef,
    walk,
};
use crate::unknown::{CATCH, Unknown};
use crate::{Error, ErrorKind, Field, Kind, Limits, PrimitiveKind, Shape, Type};

/// Converts a value's rows from today's schema to another, in which the retained parts have a place. Those that are
/// `differing` have another shape there. `root` is the value's type. If `links`, objects are in tables after it.
///
/// # Errors
///
/// Fails if part of the value has no place in that schema.
pub(crate) fn say(
    (rows, retained): (&Apart, Retained),
    root: &'static Type,
    (schema, differing, today): (&Schema, &Differing, &Schema),
    links: bool,
    limits: &Limits,
) -> Result<Apart, Error> {
    let mut budget = usize::MAX;
    let catching = with_catches(today);
    let tree = Value::from_rows(&catching, &rows.rows, 0, rows.is_linked, limits, &mut budget)?;
    let instances = walk(root, &mut |shape, _| Ok(shape.version))?;
    let shapes = instances.values().map(|it| (it.shape.name, it.shape)).collect();
    let graph = Graph::of(&tree);
    let shared = if links { schema.shared() } else { Shared::default() };
    let is_linked = !shared.is_empty();
    let links = Linking::new(graph, &rows.sequence, shared, limits);
    let (held, known) = Default::default();
    let drop = retained.way_out();
    let (variants, stored) = (Variants::new(schema), BTreeMap::new());
    let mut say = Say { schema, differing, shapes, held, known, variants, stored, links, drop };
    let mut holders = Holders::new(retained);
    say.attach(None, graph.root, &mut holders);
    for (table, (_, objects)) in graph.named().enumerate() {
        let Value::List(objects) = objects else { continue };
        for (row, object) in objects.iter().enumerate() {
            say.attach(Some((table, row)), object, &mut holders);
        }
    }
    let rows = say.body(graph.root)?;
    Ok(Apart::new(rows, is_linked))
}

/// Today's schema, with one more variant in each enum for unknown variants.
pub(crate) fn with_catches(today: &Schema) -> Schema {
    let mut schema = today.clone();
    // What texts show of it is known by its variants, and it keeps none.
    let plain = plain::index_in(today);
    for (index, def) in schema.types.iter_mut().enumerate() {
        if plain == Some(index) {
            continue;
        }
        if let BodyDef::Enum(variants) = &mut def.body {
            let fields = FieldsDef { style: Style::Unit, list: Vec::new() };
            let (name, doc, meta) = (String::new(), String::new(), Vec::new());
            // An enum whose own variant has this tag does not keep unknown variants.
            if variants.last().is_none_or(|last| last.tag != CATCH) {
                variants.push(VariantDef { name, tag: CATCH, fields, doc, meta });
            }
        }
    }
    schema
}

struct Say<'s> {
    schema: &'s Schema,
    differing: &'s Differing,
    /// Today's structs and enums, by name.
    shapes: BTreeMap<&'static str, &'static Shape>,
    /// What the structs and variants of the tree hold, by their addresses.
    held: BTreeMap<usize, Unknown>,
    /// Today's names for the fields of a definition, by the addresses of the definition and today's fields.
    known: BTreeMap<(usize, (usize, usize)), Names>,
    variants: Variants<'s>,
    /// The stored variant for each of today's, by the place of the definition, and the address and tag of today's.
    stored: BTreeMap<(usize, usize, u32), &'s VariantDef>,
    links: Linking<'s>,
    /// Advice on how to save the value without what it retained.
    drop: &'static str,
}

/// For each stored field, the name of today's field that corresponds to it, if any.
type Names = Rc<[Option<&'static str>]>;

fn address(it: &Compound<'_>) -> usize {
    core::ptr::from_ref(it).addr()
}

impl<'s> Say<'s> {
    /// Assigns holders to the parts of a tree. The writer met them in the same order.
    fn attach(&mut self, place: Place, value: &Value<'_>, holders: &mut Holders) {
        if let Value::Struct(it) | Value::Variant(it) = value {
            let variant = it.variant().unwrap_or_default();
            if let Some(held) = holders.next(place, (it.type_name().into(), variant.into())) {
                self.links.know(held.tables());
                self.held.insert(address(it), held);
            }
        }
        value.held().for_each(|value| self.attach(place, value, holders));
    }

    /// Writes a struct or enum.
    fn named(&mut self, def: usize, value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        let schema = self.schema;
        let (place, def) = (def, schema.types.get(def).ok_or_else(|| strange(value))?);
        match (&def.body, value) {
            (BodyDef::Struct(theirs), Value::Struct(it)) => {
                let shape = self.shape(it)?;
                self.fields((def, theirs), shape, shape.fields(), it, out)
            }
            (BodyDef::Enum(theirs), Value::Variant(it)) => {
                let shape = self.shape(it)?;
                if let Some(kept) = self.held.get(&address(it)).and_then(Unknown::variant) {
                    self.check_shape(place, kept, def.version)?;
                    let found = self.variants.find(place, kept);
                    let (_, found) = found.ok_or_else(|| no_variant(def, kept, self.drop))?;
                    let fields = begin(found, out);
                    return self.fields((def, fields), shape, &[], it, out);
                }
                let name = it.variant().unwrap_or_default();
                let mut variants = shape.variants().iter();
                let ours = variants.find(|ours| ours.name == name).ok_or_else(|| strange(value))?;
                let their = self.stored((place, def), theirs, shape, ours.tag);
                let their = their.ok_or_else(|| no_variant(def, name, self.drop))?;
                let fields = begin(their, out);
                self.fields((def, fields), shape, ours.fields.list, it, out)
            }
            _ => Err(strange(value)),
        }
    }

    /// Fails if what was retained has another shape in the schema.
    fn check_shape(&self, def: usize, variant: &str, version: u32) -> Result<(), Error> {
        match self.schema.types.get(def) {
            Some(ty) if self.differing.contains(def, variant) => Err(other_shape(ty, version)),
            _ => Ok(()),
        }
    }

    fn shape(&self, it: &Compound<'_>) -> Result<&'static Shape, Error> {
        let shape = self.shapes.get(it.type_name()).copied();
        shape.ok_or_else(|| departed(it.type_name()))
    }

    /// Writes the fields of a struct or variant: today's, and those that it holds.
    fn fields(
        &mut self,
        (def, theirs): (&TypeDef, &FieldsDef),
        shape: &'static Shape,
        ours: &'static [Field],
        it: &Compound<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let held = self.held.get(&address(it)).cloned();
        let held = held.as_ref();
        let kept = by_name(held.into_iter().flat_map(Unknown::fields));
        let names = self.names(theirs, (shape, ours), naming(shape, def));
        for (their, name) in theirs.list.iter().zip(names.iter()) {
            let value = name.map(|name| it.get(name));
            let put = match (value, kept.get(&*their.name).copied()) {
                (Some(Some(value)), _) if is_unordered(ours, *name) => {
                    self.put_in_order(&their.ty, value, out)
                }
                (Some(Some(value)), _) => self.put(Side::Today, &their.ty, value, out),
                (None, Some(value)) => self.put(self.links.side(held), &their.ty, value, out),
                // The field no longer exists, or nothing was retained for it.
                (Some(None), _) | (None, None) => self.absent(&their.ty, out),
            };
            put.map_err(|error| error.in_field(&their.name, &def.name, def.version))?;
        }
        let is_said = |name: &str| names.iter().flatten().any(|said| *said == name);
        for (name, _) in it.fields().filter(|(name, _)| !is_said(name)) {
            let place =
                ours.iter().position(|it| it.name == name && it.lifespan.contains(shape.version));
            // A field that the archive lacked was checked to have its default when the value was written.
            if !place.zip(held).is_some_and(|(place, held)| held.lacks(place)) {
                return Err(gone(self.drop).in_field(name, &def.name, def.version));
            }
        }
        Ok(())
    }

    /// Matches stored fields with today's fields, as named at a version.
    fn names(
        &mut self,
        theirs: &FieldsDef,
        (shape, ours): (&'static Shape, &'static [Field]),
        (version, naming): (u32, Naming),
    ) -> Names {
        let own = (core::ptr::from_ref(shape.id).addr(), ours.as_ptr().addr());
        let key = (core::ptr::from_ref(theirs).addr(), own);
        let names = self.known.entry(key).or_insert_with(|| {
            let stored = theirs.list.iter().map(FieldDef::named);
            let plan = Matched::new(ours, version, stored, naming);
            let mut names = alloc::vec![None; theirs.list.len()];
            for (index, field) in ours.iter().enumerate() {
                if let Some(name) = plan.place(index).and_then(|place| names.get_mut(place)) {
                    *name = Some(field.name);
                }
            }
            names.into()
        });
        Rc::clone(names)
    }

    /// The stored variant that is read as today's variant of this tag.
    fn stored(
        &mut self,
        (place, def): (usize, &TypeDef),
        theirs: &'s [VariantDef],
        shape: &'static Shape,
        tag: u32,
    ) -> Option<&'s VariantDef> {
        let key = (place, core::ptr::from_ref(shape.id).addr(), tag);
        if let Some(known) = self.stored.get(&key) {
            return Some(known);
        }
        let (version, naming) = naming(shape, def);
        let is_ours = |their: &&VariantDef| {
            let their = (&*their.name, Some(their.tag), def.version);
            variant_of(shape, their, version, naming).is_some_and(|it| it.tag == tag)
        };
        let found = theirs.iter().find(is_ours)?;
        self.stored.insert(key, found);
        Some(found)
    }

    /// Writes an empty value for a field of which nothing was retained, if its type has one.
    fn absent(&self, ty: &TypeRef, out: &mut Vec<u8>) -> Result<(), Error> {
        match ty {
            TypeRef::Primitive(PrimitiveKind::Unit) => {}
            TypeRef::Option(_)
            | TypeRef::List(_)
            | TypeRef::Heap(_)
            | TypeRef::Set(_)
            | TypeRef::HashSet(_)
            | TypeRef::Map(..)
            | TypeRef::HashMap(..)
            | TypeRef::Primitive(PrimitiveKind::Bytes) => out.push(0),
            TypeRef::Shared(inner) => return self.absent(inner, out),
            _ => return Err(not_retained(self.drop)),
        }
        Ok(())
    }
}

/// Whether a field of today is a collection without an order, or with an order of its own. A sorted
/// collection is sorted by its keys' own `Ord`, which only the program that wrote it knows.
fn is_unordered(ours: &'static [Field], name: Option<&str>) -> bool {
    let mut fields = ours.iter().filter(|field| Some(field.name) == name);
    let is_unordered = |mut ty: &'static Type| {
        while let Kind::Option(inner) | Kind::Boxed(inner) = ty.kind {
            ty = inner;
        }
        matches!(ty.kind, Kind::List(_) | Kind::Array(..) | Kind::HashSet(_) | Kind::HashMap(..))
    };
    fields.any(|field| is_unordered(field.ty))
}

/// The version at which a definition was read as this shape, and how its names were matched.
fn naming(shape: &'static Shape, def: &TypeDef) -> (u32, Naming) {
    let naming = Naming::of(shape, &def.name, LoadAs::Version);
    let known = shape.oldest..=shape.version;
    let is_known = naming == Naming::Stated && known.contains(&def.version);
    (if is_known { def.version } else { shape.version }, naming)
}

#[cold]
fn not_retained(drop: &str) -> Error {
    let detail = "the program that wrote the loaded archive has this field, but nothing was retained for it here";
    Error::new(ErrorKind::CannotWrite, detail).with_help(format!(
        "give this value a clone of the `Unknown` of a loaded one, in a field `#[archive(unknown)]` of its type; or \
         {drop}"
    ))
}

#[cold]
fn gone(drop: &str) -> Error {
    let detail = "the program that wrote the loaded archive has no such field";
    Error::new(ErrorKind::CannotWrite, detail).with_help(format!(
        "leave the field at its default, in a type with an `#[archive(unknown)]` field; or {drop}"
    ))
}

#[cold]
fn no_variant(def: &TypeDef, name: &str, drop: &str) -> Error {
    let (ty, name) = (shown(&def.name), shown(name));
    let detail = format!("the program that wrote the loaded archive has no variant `{ty}::{name}`");
    Error::new(ErrorKind::CannotWrite, detail)
        .in_type(String::from(&*ty))
        .with_help(format!("choose another variant, or {drop}"))
}

/// A retained part that has another shape in the schema cannot be converted, as only a program that knows what contains
/// it can.
#[cold]
fn other_shape(def: &TypeDef, version: u32) -> Error {
    let (name, today) = (shown(&def.name), def.version);
    let detail = if version == today {
        format!(
            "a retained object of an unknown class contains this `{name}`, whose shape is another here"
        )
    } else {
        format!(
            "a retained object of an unknown class contains this `{name}` at version {version}, while it has version \
             {today} here, and one archive cannot hold both"
        )
    };
    Error::new(ErrorKind::CannotWrite, detail).with_help(
        "open the archive with a program that knows the class, and save it there; or take the object out of \
         the value",
    )
}

#[cold]
fn departed(name: &str) -> Error {
    let detail = format!("a value of `{}` is not visited as its type declares", shown(name));
    Error::new(ErrorKind::Shape, detail)
}
