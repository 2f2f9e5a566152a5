//! What several owners share, by a schema: one table each in an archive of objects (FORMAT.md §13).

use alloc::vec::Vec;

use super::{BodyDef, FieldsDef, Schema, TypeRef};

impl Schema {
    /// The types behind pointers that share, in the order in which they are met: first in the root's
    /// type, then in the structs and enums.
    pub(crate) fn shared(&self) -> Vec<&TypeRef> {
        let mut found = Vec::new();
        visit(&self.root, &mut found);
        for def in &self.types {
            match &def.body {
                BodyDef::Struct(fields) => visit_fields(fields, &mut found),
                BodyDef::Enum(variants) => {
                    variants.iter().for_each(|variant| visit_fields(&variant.fields, &mut found));
                }
            }
        }
        found
    }
}

fn visit_fields<'s>(fields: &'s FieldsDef, found: &mut Vec<&'s TypeRef>) {
    fields.list.iter().for_each(|field| visit(&field.ty, found));
}

fn visit<'s>(ty: &'s TypeRef, found: &mut Vec<&'s TypeRef>) {
    if let TypeRef::Shared(inner) = ty {
        if !found.contains(&&**inner) {
            found.push(inner);
        }
    }
    ty.parts().for_each(|part| visit(part, found));
}
