//! Schemas: descriptions of what archives hold, at the versions they were written with.

mod build;
mod bytes;
mod canonical;
mod compare;
mod cycle;
mod diff;
mod differing;
pub(crate) mod outline;
mod render;
mod rooted;
mod shared;
mod since;
mod walk;
mod with_classes;

pub(crate) use canonical::{static_name, todays_name};
#[cfg(feature = "std")]
pub(crate) use compare::compare;
pub(crate) use cycle::on_cycles;
pub use diff::{Change, SchemaDiff, What};
pub(crate) use differing::Differing;
pub(crate) use outline::Outline;
pub use render::{c_header, json_schema, markdown, rust};
pub(crate) use shared::Shared;
pub(crate) use walk::{Instances, check_names, in_history, is_library, today, version_in, walk};
pub(crate) use with_classes::{WithClasses, is_class};

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

pub use crate::shape::Style;
use crate::{Describe, Error, ErrorKind, Kind, PrimitiveKind, Shape, Type, VersionTable};

/// Returns the schema of the current version of `T`.
///
/// ```
/// assert_eq!(archive::schema::<Vec<u32>>().to_string(), "list<u32>");
/// ```
#[must_use]
pub fn schema<T: Describe + ?Sized>() -> Schema {
    Schema::current(T::TYPE)
}

/// A description of what an archive holds: a type and every struct and enum within it, each at one version.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    /// The type of the archive's value.
    pub root: TypeRef,
    /// The structs and enums, in the order of their names.
    pub types: Vec<TypeDef>,
}

/// A type as a field refers to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TypeRef {
    /// A value without parts.
    Primitive(PrimitiveKind),
    /// An optional value.
    Option(Box<TypeRef>),
    /// Any number of values in order.
    List(Box<TypeRef>),
    /// Any number of values in ascending order.
    Heap(Box<TypeRef>),
    /// Distinct values in ascending order.
    Set(Box<TypeRef>),
    /// Distinct values in the order of their encoded bytes.
    HashSet(Box<TypeRef>),
    /// Distinct keys in ascending order, each with a value.
    Map(Box<TypeRef>, Box<TypeRef>),
    /// Distinct keys in the order of their encoded bytes, each with a value.
    HashMap(Box<TypeRef>, Box<TypeRef>),
    /// A fixed number of values of one type.
    Array(Box<TypeRef>, u64),
    /// A fixed number of values of several types.
    Tuple(Vec<TypeRef>),
    /// A shared value, which several pointers may own.
    Shared(Box<TypeRef>),
    /// The struct or enum at an index of [`Schema::types`].
    Named(usize),
}

/// An array of this many `u8` is shown as bytes, like an id, instead of as a list of numbers.
const BLOB: u64 = 16;

impl TypeRef {
    /// A type of the program. `index` numbers the structs and enums.
    pub(crate) fn of(
        ty: &'static Type,
        index: &mut dyn FnMut(&'static Type, &'static Shape) -> usize,
    ) -> Self {
        let mut boxed = |ty| Box::new(Self::of(ty, index));
        match ty.kind {
            Kind::Primitive(kind) => Self::Primitive(kind),
            Kind::Option(inner) => Self::Option(boxed(inner)),
            Kind::List(inner) => Self::List(boxed(inner)),
            Kind::Heap(inner) => Self::Heap(boxed(inner)),
            Kind::Set(inner) => Self::Set(boxed(inner)),
            Kind::HashSet(inner) => Self::HashSet(boxed(inner)),
            Kind::Map(key, value) => Self::Map(boxed(key), boxed(value)),
            Kind::HashMap(key, value) => Self::HashMap(boxed(key), boxed(value)),
            Kind::Array(inner, len) => {
                Self::Array(boxed(inner), u64::try_from(len).unwrap_or(u64::MAX))
            }
            Kind::Tuple(parts) => {
                Self::Tuple(parts.iter().map(|part| Self::of(part, index)).collect())
            }
            Kind::Boxed(inner) => Self::of(inner, index),
            Kind::Shared(inner) => Self::Shared(boxed(inner)),
            Kind::Named(shape) => Self::Named(index(ty, shape())),
        }
    }

    /// Its length, if it is an array of `u8` that text and JSON show as bytes.
    pub(crate) fn blob(&self) -> Option<usize> {
        match self {
            Self::Array(inner, len @ BLOB..)
                if matches!(**inner, Self::Primitive(PrimitiveKind::U8)) =>
            {
                usize::try_from(*len).ok()
            }
            _ => None,
        }
    }

    /// Whether JSON may show one of its values as `null`, so that an option of it needs another notation.
    pub(crate) fn may_be_null(&self) -> bool {
        match self {
            Self::Shared(inner) => inner.may_be_null(),
            Self::Option(_) | Self::Primitive(PrimitiveKind::Unit) => true,
            _ => false,
        }
    }

    /// The types that it consists of; none for the name of a struct or enum.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &TypeRef> {
        let none: &[Self] = &[];
        let (first, second, others) = match self {
            Self::Primitive(_) | Self::Named(_) => (None, None, none),
            Self::Option(inner)
            | Self::List(inner)
            | Self::Heap(inner)
            | Self::Set(inner)
            | Self::HashSet(inner)
            | Self::Array(inner, _)
            | Self::Shared(inner) => (Some(&**inner), None, none),
            Self::Map(key, value) | Self::HashMap(key, value) => {
                (Some(&**key), Some(&**value), none)
            }
            Self::Tuple(parts) => (None, None, parts.as_slice()),
        };
        first.into_iter().chain(second).chain(others)
    }

    /// Adds the structs and enums that it names.
    pub(crate) fn names(&self, to: &mut Vec<usize>) {
        match self {
            Self::Named(index) => to.push(*index),
            _ => self.parts().for_each(|part| part.names(to)),
        }
    }
}

/// An argument of a generic type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArgDef {
    /// A type.
    Type(TypeRef),
    /// The value of a constant.
    Const(i128),
}

/// A struct or an enum at one version.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDef {
    /// Its stable name.
    pub name: String,
    /// The arguments of a generic type.
    pub args: Vec<ArgDef>,
    /// Its version.
    pub version: u32,
    /// Its fields or variants.
    pub body: BodyDef,
    /// Its doc comment.
    pub doc: String,
    /// Notes for tools.
    pub meta: Vec<MetaDef>,
}

/// The parts of a struct or an enum.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyDef {
    /// A struct.
    Struct(FieldsDef),
    /// An enum; its variants in ascending order of their tags.
    Enum(Vec<VariantDef>),
}

impl BodyDef {
    /// The fields of the struct, or of all variants of the enum.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &FieldDef> {
        let (own, variants) = match self {
            Self::Struct(fields) => (Some(fields), &[][..]),
            Self::Enum(variants) => (None, variants.as_slice()),
        };
        let all = own.into_iter().chain(variants.iter().map(|variant| &variant.fields));
        all.flat_map(|fields| &fields.list)
    }
}

/// The fields of a struct or a variant, in the order in which they are written.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldsDef {
    /// How they are written in Rust.
    pub style: Style,
    /// The fields.
    pub list: Vec<FieldDef>,
}

impl FieldsDef {
    /// The type of the only one, if it has no name.
    pub(crate) fn only_unnamed(&self) -> Option<&TypeRef> {
        match &*self.list {
            [field] if self.style == Style::Tuple && field.name == "0" => Some(&field.ty),
            _ => None,
        }
    }

    /// The style in which archives by name write them.
    pub(crate) fn written(&self) -> Style {
        self.style.written(self.list.iter().map(|field| field.name.as_str()))
    }
}

/// A field.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDef {
    /// Its name, which is a number in tuples.
    pub name: String,
    /// Its type.
    pub ty: TypeRef,
    /// Whether texts and JSON list its fields among those of the containing struct. Only schemas of a program's own
    /// types record this: the schema in an archive does not, as the bytes of its values do not depend on it.
    pub flatten: bool,
    /// Its doc comment.
    pub doc: String,
    /// Notes for tools.
    pub meta: Vec<MetaDef>,
}

/// A variant of an enum.
#[derive(Clone, Debug, PartialEq)]
pub struct VariantDef {
    /// Its name.
    pub name: String,
    /// Its number in archives.
    pub tag: u32,
    /// Its fields.
    pub fields: FieldsDef,
    /// Its doc comment.
    pub doc: String,
    /// Notes for tools.
    pub meta: Vec<MetaDef>,
}

/// The variant with a tag and its index; `variants` are sorted by tag.
pub(crate) fn of_tag(variants: &[VariantDef], tag: u64) -> Option<(usize, &VariantDef)> {
    let tag = u32::try_from(tag).ok()?;
    let place = variants.binary_search_by_key(&tag, |variant| variant.tag).ok()?;
    Some((place, variants.get(place)?))
}

/// The error for rows of a type or variant that the schema does not have.
#[cold]
pub(crate) fn no_such_type() -> Error {
    Error::new(ErrorKind::InvalidValue, "the schema does not have this type or variant")
}

/// A note for tools.
#[derive(Clone, Debug, PartialEq)]
pub struct MetaDef {
    /// Its key.
    pub key: String,
    /// Its value.
    pub value: MetaValueDef,
}

/// The value of a note for tools.
#[derive(Clone, Debug, PartialEq)]
pub enum MetaValueDef {
    /// A flag.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A float.
    Float(f64),
    /// Text.
    Str(String),
}

impl Schema {
    /// The schema of a type at its current version.
    pub(crate) fn current(root: &'static Type) -> Self {
        Self::build(root, &today(root))
    }

    /// The schema of a program whose types had the versions in the table.
    pub(crate) fn at(root: &'static Type, versions: &VersionTable) -> Result<Self, Error> {
        let instances = walk(root, &mut |shape, is_root| version_in(versions, shape, is_root))?;
        Ok(Self::build(root, &instances))
    }

    /// The root type's definition, if it is a struct or enum.
    pub(crate) fn root_def(&self) -> Option<&TypeDef> {
        let TypeRef::Named(index) = self.root else { return None };
        self.types.get(index)
    }

    /// Returns the struct or enum with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&TypeDef> {
        self.types.iter().find(|def| def.name == name)
    }

    /// If a field is flattened, the struct whose fields replace it, with its index.
    pub(crate) fn flattened(&self, field: &FieldDef) -> Option<(usize, &FieldsDef)> {
        let index = match field.ty {
            TypeRef::Named(index) if field.flatten => index,
            _ => return None,
        };
        match &self.types.get(index)?.body {
            BodyDef::Struct(fields) => Some((index, fields)),
            BodyDef::Enum(_) => None,
        }
    }

    /// The fields as they appear when read by name, with flattened ones expanded.
    pub(crate) fn flat<'s>(&'s self, fields: &'s FieldsDef) -> Vec<&'s FieldDef> {
        let mut flat = Vec::new();
        // A hand-made schema may flatten a struct into itself.
        self.add_flat(fields, self.types.len(), &mut flat);
        flat
    }

    fn add_flat<'s>(&'s self, fields: &'s FieldsDef, levels: usize, flat: &mut Vec<&'s FieldDef>) {
        for field in &fields.list {
            match (self.flattened(field), levels.checked_sub(1)) {
                (Some((_, inner)), Some(levels)) => self.add_flat(inner, levels, flat),
                _ => flat.push(field),
            }
        }
    }

    /// The versions of the structs and enums that a header lists.
    pub(crate) fn versions(&self) -> BTreeMap<String, u32> {
        let listed = self.types.iter().filter(|def| !walk::is_library_name(&def.name));
        listed.map(|def| (def.name.clone(), def.version)).collect()
    }

    /// Returns the 64-bit hash of the canonical form. It is the same for two schemas exactly if archives of one are
    /// archives of the other (FORMAT.md §4).
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        crate::fingerprint::fingerprint(self.canonical().as_bytes())
    }
}

#[cfg(test)]
mod tests;
