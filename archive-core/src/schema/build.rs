//! Builds a schema from the static descriptions of a program's types.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::canonical::static_name;
use super::since;
use super::walk::{Instances, is_library};
use super::{
    ArgDef, BodyDef, FieldDef, FieldsDef, MetaDef, MetaValueDef, Schema, Style, TypeDef, TypeRef,
    VariantDef,
};
use crate::shape::{Body, Fields};
use crate::{Arg, Meta, MetaValue, Shape, Type};

impl Schema {
    /// The schema of `root`, which reaches `instances`.
    pub(crate) fn build(root: &'static Type, instances: &Instances) -> Self {
        let build = Build { instances };
        let types = instances.values().map(|instance| build.def(instance.shape, instance.version));
        Self { root: build.ty(root), types: types.collect() }
    }
}

struct Build<'i> {
    instances: &'i Instances,
}

impl Build<'_> {
    fn def(&self, shape: &'static Shape, version: u32) -> TypeDef {
        let args = shape.args.iter().map(|arg| match arg {
            Arg::Type(ty) => ArgDef::Type(self.ty(ty)),
            Arg::Const(value) => ArgDef::Const(*value),
        });
        // Docs of the library's own types are left out, since every file would carry them.
        let doc: fn(&str) -> String = match is_library(shape) {
            true => |_| String::new(),
            false => |doc| doc.to_owned(),
        };
        let body = match &shape.body {
            Body::Struct(fields) => BodyDef::Struct(self.fields((shape, ""), fields, version, doc)),
            Body::Enum(variants) => {
                let alive = variants.iter().filter(|v| v.lifespan.contains(version));
                let defs = alive.map(|variant| VariantDef {
                    name: variant.name_at(version).to_owned(),
                    tag: variant.tag,
                    fields: self.fields((shape, variant.name), &variant.fields, version, doc),
                    doc: doc(variant.doc),
                    meta: notes(variant.meta),
                });
                BodyDef::Enum(defs.collect())
            }
        };
        TypeDef {
            name: shape.name_at(version).to_owned(),
            args: args.collect(),
            version,
            body,
            doc: doc(shape.doc),
            meta: notes(shape.meta),
        }
    }

    fn fields(
        &self,
        (shape, variant): (&Shape, &str),
        fields: &Fields,
        version: u32,
        doc: fn(&str) -> String,
    ) -> FieldsDef {
        let alive = fields.list.iter().filter(|field| field.lifespan.contains(version));
        let list = alive.map(|field| FieldDef {
            name: field.name_at(version).to_owned(),
            ty: self.ty(field.ty),
            flatten: field.flatten,
            doc: doc(field.doc),
            meta: notes(field.meta)
                .into_iter()
                .chain(since::notes(shape, variant, fields.list, (field, version)))
                .collect(),
        });
        let list: Vec<FieldDef> = list.collect();
        // A unit variant may get its first field later; before that it keeps the unit style.
        let style = if list.is_empty() { Style::Unit } else { fields.style };
        FieldsDef { style, list }
    }

    fn ty(&self, ty: &'static Type) -> TypeRef {
        TypeRef::of(ty, &mut |ty, _| self.index(ty))
    }

    /// The index of a struct or enum among those reached, sorted by name.
    fn index(&self, ty: &'static Type) -> usize {
        let name = static_name(ty, &mut |shape| self.version(shape));
        self.instances.keys().position(|key| *key == name).unwrap_or(usize::MAX)
    }

    fn version(&self, shape: &'static Shape) -> u32 {
        let known = self.instances.values().find(|known| known.shape.id.is(shape.id));
        known.map_or(shape.version, |known| known.version)
    }
}

fn notes(meta: &[Meta]) -> Vec<MetaDef> {
    let note = |meta: &Meta| MetaDef {
        key: meta.key.to_owned(),
        value: match meta.value {
            MetaValue::Bool(value) => MetaValueDef::Bool(value),
            MetaValue::Int(value) => MetaValueDef::Int(value),
            MetaValue::Float(value) => MetaValueDef::Float(value),
            MetaValue::Str(value) => MetaValueDef::Str(value.to_owned()),
        },
    };
    meta.iter().map(note).collect()
}
