//! Finds the types in a skeleton that need comparisons, as keys and elements of sets or heaps do.

use alloc::vec::Vec;

use crate::schema::{ArgDef, Schema, TypeDef, TypeRef};

/// For each struct and enum, whether its values are compared.
pub(super) fn keys(schema: &Schema) -> Vec<bool> {
    let mut keys = Keys { found: schema.types.iter().map(|_| false).collect(), open: Vec::new() };
    keys.visit(&schema.root, false);
    for def in &schema.types {
        parts(def, &mut |ty| keys.visit(ty, false));
    }
    // The parts of a compared value are compared, too.
    while let Some(index) = keys.open.pop() {
        if let Some(def) = schema.types.get(index) {
            parts(def, &mut |ty| keys.visit(ty, true));
        }
    }
    keys.found
}

struct Keys {
    found: Vec<bool>,
    /// Types whose parts were not examined yet.
    open: Vec<usize>,
}

impl Keys {
    fn visit(&mut self, ty: &TypeRef, is_key: bool) {
        match ty {
            TypeRef::Heap(inner) | TypeRef::Set(inner) | TypeRef::HashSet(inner) => {
                self.visit(inner, true);
            }
            TypeRef::Map(key, value) | TypeRef::HashMap(key, value) => {
                self.visit(key, true);
                self.visit(value, is_key);
            }
            TypeRef::Named(index) => {
                if let Some(found) = self.found.get_mut(*index).filter(|found| is_key && !**found) {
                    *found = true;
                    self.open.push(*index);
                }
            }
            _ => ty.parts().for_each(|part| self.visit(part, is_key)),
        }
    }
}

fn parts(def: &TypeDef, visit: &mut dyn FnMut(&TypeRef)) {
    for arg in &def.args {
        if let ArgDef::Type(ty) = arg {
            visit(ty);
        }
    }
    def.body.fields().for_each(|field| visit(&field.ty));
}
