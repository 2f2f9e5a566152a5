//! Renders a schema as a JSON Schema.

mod value;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::ptr;

use value::{Json, Object};

use super::root_first;
use crate::PrimitiveKind;
use crate::plain;
use crate::schema::{
    BodyDef, FieldsDef, MetaDef, MetaValueDef, Schema, Style, TypeDef, TypeRef, VariantDef,
};
use crate::text::tape::{LINK, SOME};

/// Renders a schema as a JSON Schema (draft 2020-12), for completion and validation in editors where people edit values
/// as JSON.
///
/// | type | in JSON |
/// |---|---|
/// | struct | an object, or an array if its fields have no names |
/// | variant | its name as a string or, if it has fields, an object with its name as the only key |
/// | option | the value, or `null`; for an option of an option or of `()`, an object with the key `some` |
/// | list, heap, set, array, tuple | an array |
/// | map | an object if its keys are text, otherwise an array of `[key, value]` pairs |
/// | integers of up to 32 bits | a number |
/// | integers of 64 and 128 bits | a string of digits, as many JSON readers cannot represent such numbers |
/// | float | a number, or `"inf"`, `"-inf"`, `"nan"`, `"nan(0x7fc00001)"` |
/// | `char` | a string of one character |
/// | bytes | a string of hex digits, two for each byte |
/// | `()` | `null` |
/// | field through serde | anything |
/// | shared object | as if it were owned, or `{"@link": 1}` |
/// | root | with `@versions`, and with `@objects` if objects may be shared; a value that is not a struct may be in `@value` |
///
/// Flattened fields appear among those of the containing struct. Every field is required, since a schema does not
/// record which have defaults. Docs become descriptions. Among the notes for tools, `min` and `max` bound numbers, and
/// any other `key` becomes `x-key`; the version of a type is `x-version`.
///
/// ```
/// use archive::{Archive, Describe, schema};
///
/// #[derive(Archive)]
/// struct Hero {
///     /// In hearts.
///     #[archive(meta(min = 0))]
///     health: f32,
/// }
///
/// let json = schema::json_schema(&Hero::schema());
/// assert!(json.contains(r#""description": "In hearts.""#));
/// assert!(json.contains(r#""minimum": 0"#));
/// ```
#[must_use]
pub fn json_schema(schema: &Schema) -> String {
    let plain = plain::index_in(schema).and_then(|index| schema.types.get(index));
    let writer = Writer { schema, plain };
    let mut defs = Object::default();
    for (_, def) in root_first(schema) {
        defs.add(schema.name_of(def), writer.def(def).into());
    }
    let mut top = Object::default();
    top.text("$schema", "https://json-schema.org/draft/2020-12/schema");
    top.text("title", &schema.type_name(&schema.root));
    top.extend(writer.root());
    if !schema.types.is_empty() {
        top.add("$defs", defs.into());
    }
    let mut text = String::new();
    Json::from(top).write(&mut text, 0);
    text.push('\n');
    text
}

struct Writer<'s> {
    schema: &'s Schema,
    /// The type of values that only implement serde's traits.
    plain: Option<&'s TypeDef>,
}

impl Writer<'_> {
    /// The root. A value that is not a struct may be in `@value`.
    fn root(&self) -> Object {
        let root = self.ty(&self.schema.root);
        let states_none = self.schema.types.is_empty() && !may_be_map(&self.schema.root);
        if self.named_root().is_some() || states_none {
            return root;
        }
        let value = record([("@value", self.ty(&self.schema.root))], self.beside());
        any_of(vec![root, value])
    }

    /// The root, if it is a struct whose JSON object also has the archive's keys.
    fn named_root(&self) -> Option<&TypeDef> {
        let root = self.schema.root_def()?;
        matches!(&root.body, BodyDef::Struct(fields) if fields.style != Style::Tuple)
            .then_some(root)
    }

    /// The archive's keys: its versions, and its shared objects.
    fn beside(&self) -> Vec<(&'static str, Object)> {
        let mut versions = of_type("object");
        versions.add("additionalProperties", integer("1", "4294967295").into());
        let mut beside = vec![("@versions", versions)];
        if !self.schema.shared().is_empty() {
            beside.push(("@objects", of_type("object")));
        }
        beside
    }

    fn def(&self, def: &TypeDef) -> Object {
        let mut object = match &def.body {
            BodyDef::Struct(fields) if self.named_root().is_some_and(|it| ptr::eq(it, def)) => {
                record(self.named(fields), self.beside())
            }
            BodyDef::Struct(fields) => self.fields(fields),
            // Whatever the type's `Serialize` impl gives.
            BodyDef::Enum(_) if self.plain.is_some_and(|it| ptr::eq(it, def)) => Object::default(),
            BodyDef::Enum(variants) => self.variants(variants),
        };
        object.add("x-version", Json::Number(def.version.to_string()));
        notes(&mut object, &def.doc, &def.meta, false);
        object
    }

    fn variants(&self, variants: &[VariantDef]) -> Object {
        let mut object = Object::default();
        if variants.is_empty() {
            object.add("not", Object::default().into());
            return object;
        }
        let each = variants.iter().map(|variant| {
            let mut choice = if variant.fields.list.is_empty() {
                let mut name = Object::default();
                name.text("const", &variant.name);
                name
            } else {
                let fields = self.fields(&variant.fields);
                record([(variant.name.as_str(), fields)], Vec::new())
            };
            notes(&mut choice, &variant.doc, &variant.meta, false);
            choice.into()
        });
        object.add("oneOf", Json::List(each.collect()));
        object
    }

    fn fields(&self, fields: &FieldsDef) -> Object {
        let each = self.named(fields);
        match fields.written() {
            Style::Named | Style::Unit => record(each, Vec::new()),
            Style::Tuple => places(each.into_iter().map(|(_, object)| object).collect()),
        }
    }

    fn named<'f>(&'f self, fields: &'f FieldsDef) -> Vec<(&'f str, Object)> {
        let each = self.schema.flat(fields).into_iter().map(|field| {
            let mut object = self.ty(&field.ty);
            notes(&mut object, &field.doc, &field.meta, is_number(&field.ty));
            (field.name.as_str(), object)
        });
        each.collect()
    }

    fn ty(&self, ty: &TypeRef) -> Object {
        match ty {
            TypeRef::Primitive(kind) => primitive(*kind),
            TypeRef::Option(inner) if inner.may_be_null() => {
                let some = record([(SOME, self.ty(inner))], Vec::new());
                any_of(vec![some, of_type("null")])
            }
            TypeRef::Option(inner) => any_of(vec![self.ty(inner), of_type("null")]),
            TypeRef::List(inner) | TypeRef::Heap(inner) => self.items(inner),
            TypeRef::Set(inner) | TypeRef::HashSet(inner) => {
                let mut object = self.items(inner);
                object.add("uniqueItems", Json::Bool(true));
                object
            }
            TypeRef::Map(key, value) | TypeRef::HashMap(key, value) => self.map(key, value),
            TypeRef::Array(_, len) if ty.blob().is_some() => {
                string_of(&format!("^([0-9a-f]{{2}}){{{len}}}$"))
            }
            TypeRef::Array(inner, len) => {
                let mut object = self.items(inner);
                exactly(&mut object, &len.to_string());
                object
            }
            TypeRef::Tuple(parts) => places(parts.iter().map(|part| self.ty(part)).collect()),
            TypeRef::Shared(inner) => {
                let link = record([(LINK, integer("1", "4294967295"))], Vec::new());
                any_of(vec![self.ty(inner), link])
            }
            TypeRef::Named(index) => {
                let mut object = Object::default();
                if let Some(def) = self.schema.types.get(*index) {
                    let name = pointer(&self.schema.name_of(def));
                    object.text("$ref", &format!("#/$defs/{name}"));
                }
                object
            }
        }
    }

    fn items(&self, inner: &TypeRef) -> Object {
        let mut object = of_type("array");
        object.add("items", self.ty(inner).into());
        object
    }

    fn map(&self, key: &TypeRef, value: &TypeRef) -> Object {
        if *key == TypeRef::Primitive(PrimitiveKind::Str) {
            let mut object = of_type("object");
            object.add("additionalProperties", self.ty(value).into());
            return object;
        }
        let mut object = of_type("array");
        object.add("items", places(vec![self.ty(key), self.ty(value)]).into());
        object
    }
}

fn of_type(name: &str) -> Object {
    let mut object = Object::default();
    object.text("type", name);
    object
}

fn any_of(choices: Vec<Object>) -> Object {
    let mut object = Object::default();
    object.add("anyOf", Json::List(choices.into_iter().map(Json::from).collect()));
    object
}

/// Whether a value may be an object with arbitrary keys.
fn may_be_map(ty: &TypeRef) -> bool {
    match ty {
        TypeRef::Map(..) | TypeRef::HashMap(..) => true,
        TypeRef::Option(inner) | TypeRef::Shared(inner) => may_be_map(inner),
        _ => false,
    }
}

/// An object with exactly these keys, plus the optional ones in `beside`.
fn record<'n>(
    fields: impl IntoIterator<Item = (&'n str, Object)>,
    beside: Vec<(&'n str, Object)>,
) -> Object {
    let (mut properties, mut required) = (Object::default(), Vec::new());
    for (name, object) in fields {
        required.push(Json::Text(name.into()));
        properties.add(name, object.into());
    }
    for (name, object) in beside {
        properties.add(name, object.into());
    }
    let mut object = of_type("object");
    object.add("properties", properties.into());
    object.add("required", Json::List(required));
    object.add("additionalProperties", Json::Bool(false));
    object
}

/// An array of exactly these values.
fn places(parts: Vec<Object>) -> Object {
    let mut object = of_type("array");
    let len = parts.len().to_string();
    if !parts.is_empty() {
        object.add("prefixItems", Json::List(parts.into_iter().map(Json::from).collect()));
        object.add("items", Json::Bool(false));
    }
    exactly(&mut object, &len);
    object
}

fn exactly(object: &mut Object, len: &str) {
    object.add("minItems", Json::Number(len.into()));
    object.add("maxItems", Json::Number(len.into()));
}

fn primitive(kind: PrimitiveKind) -> Object {
    match kind {
        PrimitiveKind::Unit => of_type("null"),
        PrimitiveKind::Bool => of_type("boolean"),
        PrimitiveKind::U8 => integer("0", "255"),
        PrimitiveKind::U16 => integer("0", "65535"),
        PrimitiveKind::U32 => integer("0", "4294967295"),
        PrimitiveKind::I8 => integer("-128", "127"),
        PrimitiveKind::I16 => integer("-32768", "32767"),
        PrimitiveKind::I32 => integer("-2147483648", "2147483647"),
        PrimitiveKind::U64 | PrimitiveKind::U128 => string_of("^(0|[1-9][0-9]*)$"),
        PrimitiveKind::I64 | PrimitiveKind::I128 => string_of("^(0|-?[1-9][0-9]*)$"),
        PrimitiveKind::F32 | PrimitiveKind::F64 => {
            let digits = if kind == PrimitiveKind::F32 { 8 } else { 16 };
            let bits = string_of(&format!("^nan\\(0x[0-9a-f]{{{digits}}}\\)$"));
            let words = ["inf", "-inf", "nan"].map(|word| Json::Text(word.into()));
            let mut named = Object::default();
            named.add("enum", Json::List(words.into()));
            any_of(vec![of_type("number"), named, bits])
        }
        PrimitiveKind::Char => {
            let mut object = of_type("string");
            object.add("minLength", Json::Number("1".into()));
            object.add("maxLength", Json::Number("1".into()));
            object
        }
        PrimitiveKind::Str => of_type("string"),
        PrimitiveKind::Bytes => string_of("^([0-9a-f]{2})*$"),
    }
}

fn integer(min: &str, max: &str) -> Object {
    let mut object = of_type("integer");
    object.add("minimum", Json::Number(min.into()));
    object.add("maximum", Json::Number(max.into()));
    object
}

fn string_of(pattern: &str) -> Object {
    let mut object = of_type("string");
    object.text("pattern", pattern);
    object
}

/// Whether values are numbers in JSON, so that `minimum` and `maximum` apply.
fn is_number(ty: &TypeRef) -> bool {
    match ty {
        TypeRef::Primitive(kind) => {
            let is_wide = matches!(
                kind,
                PrimitiveKind::U64 | PrimitiveKind::U128 | PrimitiveKind::I64 | PrimitiveKind::I128
            );
            kind.is_number() && !is_wide
        }
        TypeRef::Option(inner) | TypeRef::Shared(inner) => is_number(inner),
        _ => false,
    }
}

/// Adds the docs and the notes for tools.
fn notes(object: &mut Object, doc: &str, meta: &[MetaDef], is_number: bool) {
    if !doc.is_empty() {
        object.text("description", doc);
    }
    for note in meta {
        let value = match &note.value {
            MetaValueDef::Bool(value) => Json::Bool(*value),
            MetaValueDef::Int(value) => Json::Number(value.to_string()),
            MetaValueDef::Float(value) if value.is_finite() => Json::Number(format!("{value:?}")),
            MetaValueDef::Float(value) => Json::Text(value.to_string()),
            MetaValueDef::Str(value) => Json::Text(value.clone()),
        };
        match (note.key.as_str(), &value) {
            ("min", Json::Number(_)) if is_number => object.set("minimum", value),
            ("max", Json::Number(_)) if is_number => object.set("maximum", value),
            (key, _) => object.add(format!("x-{key}"), value),
        }
    }
}

/// Escapes a key for a JSON pointer in a URI.
fn pointer(key: &str) -> String {
    let mut text = String::new();
    for byte in key.bytes() {
        match byte {
            b'~' => text.push_str("~0"),
            b'/' => text.push_str("~1"),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
                text.push(char::from(byte));
            }
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

impl From<Object> for Json {
    fn from(object: Object) -> Self {
        Self::Object(Box::new(object))
    }
}
