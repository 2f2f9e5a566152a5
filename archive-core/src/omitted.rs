//! The fields that texts and JSON leave out, as they hold their defaults.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use crate::defaults::{Defaults, FoundDefault};
use crate::schema::{BodyDef, FieldsDef, Schema, TypeRef, todays_name};
use crate::shape::Style;
use crate::traits::SaveRows;
use crate::value::by_schema::{Own, Parts, own, put};
use crate::{Error, Held, Kind, OutputArchive, Primitive, Shared, Type, Value};

/// The rows of the defaults of fields that may be left out, by the index of their type in the schema, that of their variant (0
/// in a struct) and their own.
pub(crate) struct Omitted(Vec<Vec<Rows>>);

/// For each field of a struct or variant, the rows of its default, if it may be left out.
type Rows = Vec<Option<Vec<u8>>>;

impl Omitted {
    /// The defaults of all types in a value that was saved with this schema.
    ///
    /// # Errors
    ///
    /// Fails if a default cannot be saved.
    pub(crate) fn of(value: &dyn SaveRows, schema: &Schema) -> Result<Self, Error> {
        let mut found = Collector::default();
        value.save(&mut found)?;
        let mut next = 0;
        // Objects are visited from a list, as their chains may be long.
        while let Some(object) = found.objects.get(next).map(Rc::clone) {
            object.visit(&mut found)?;
            next = next.saturating_add(1);
        }
        let named = schema.types.iter().enumerate();
        let places: BTreeMap<String, usize> =
            named.map(|(index, def)| (schema.name_of(def), index)).collect();
        let mut all = Vec::new();
        all.resize_with(schema.types.len(), Vec::new);
        for (ty, defaults) in found.types.values() {
            let index = places.get(&todays_name(ty)).copied();
            if let Some((index, rows)) = index.and_then(|index| Some((index, all.get_mut(index)?)))
            {
                *rows = rows_of(schema, index, ty, *defaults)?;
            }
        }
        Ok(Self(all))
    }

    /// The rows of the default of a field, if it may be left out.
    pub(crate) fn get(&self, (ty, variant): (usize, usize), field: usize) -> Option<&[u8]> {
        self.0.get(ty)?.get(variant)?.get(field)?.as_deref()
    }
}

/// The rows of the defaults of a type's fields.
fn rows_of(
    schema: &Schema,
    index: usize,
    ty: &'static Type,
    defaults: FindDefaults,
) -> Result<Vec<Rows>, Error> {
    let (Kind::Named(shape), Some(def)) = (ty.kind, schema.types.get(index)) else {
        return Ok(Vec::new());
    };
    let found = Defaults::of(shape(), defaults, true)?;
    let rows = |fields, tag| rows_of_fields(schema, fields, &found, tag);
    match &def.body {
        BodyDef::Struct(fields) => Ok(alloc::vec![rows(fields, 0)?]),
        BodyDef::Enum(variants) => variants.iter().map(|it| rows(&it.fields, it.tag)).collect(),
    }
}

/// The rows of the defaults of the fields of a struct, or of the variant with this tag.
fn rows_of_fields(
    schema: &Schema,
    fields: &FieldsDef,
    found: &[FoundDefault],
    tag: u32,
) -> Result<Rows, Error> {
    // A field without a name is found by its place.
    if fields.style != Style::Named {
        return Ok(Vec::new());
    }
    let rows = fields.list.iter().map(|field| {
        let default = found.iter().find(|it| it.tag == tag && *it.name == *field.name);
        default.filter(|_| !field.flatten).map_or(Ok(None), |default| {
            let (mut own, mut rows) =
                (Unlinked { own: Own::new(schema), links: false }, Vec::new());
            put(&mut own, &field.ty, &default.value, &mut rows)?;
            Ok((!own.links).then_some(rows))
        })
    });
    rows.collect()
}

/// Writes values without shared objects: the rows of a link say where an object is, not what it is.
struct Unlinked<'s> {
    own: Own<'s>,
    links: bool,
}

impl Parts for Unlinked<'_> {
    fn named(&mut self, def: usize, value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        let (schema, variant) = (self.own.schema, self.own.variants.of(def, value));
        own(self, (schema, def), variant, value, out)
    }

    fn shared(&mut self, _: &TypeRef, _: &Value<'_>, _: &mut Vec<u8>) -> Result<(), Error> {
        self.links = true;
        Ok(())
    }

    fn is_in_order(&self, _key: &TypeRef) -> bool {
        true
    }
}

/// Finds the defaults of a type's fields.
type FindDefaults = fn(&mut Defaults);

/// Finds the types in a value whose fields have defaults.
#[derive(Default)]
struct Collector {
    /// Them and their defaults, by the address of the type.
    types: BTreeMap<usize, (&'static Type, FindDefaults)>,
    met: BTreeSet<usize>,
    /// The objects met so far. They are held, so that no other gets the address of one.
    objects: Vec<Rc<Held>>,
}

impl OutputArchive for Collector {
    type Error = Error;

    fn primitive(&mut self, _value: Primitive<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn has_defaults(&mut self, ty: &'static Type, defaults: FindDefaults) {
        self.types.entry(core::ptr::from_ref(ty).addr()).or_insert((ty, defaults));
    }

    fn number_bytes(&mut self, _bytes: &[u8], _list_of: Option<usize>) -> Result<bool, Error> {
        Ok(true)
    }

    fn meet_shared(&mut self, object: Shared<'_>) -> Result<bool, Error> {
        if self.met.insert(object.address()) {
            self.objects.push(Rc::new(object.hold()));
        }
        Ok(true)
    }

    fn meet_weak(&mut self, _object: Shared<'_>) -> Result<bool, Error> {
        Ok(true)
    }

    fn erased(&mut self) -> Option<&mut dyn OutputArchive<Error = Error>> {
        Some(self)
    }
}
