//! Finds the types in a skeleton that need comparisons, as keys and elements of sets or heaps do.

use alloc::vec::Vec;

use crate::schema::{ArgDef, Schema, TypeDef, TypeRef};

/// How the values of a type are compared. What has an order can be hashed, too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Compared {
    Not,
    /// By hash tables. Ranges, for example, have no order.
    ByHash,
    InOrder,
}

impl Compared {
    pub(super) fn derives(self) -> &'static str {
        match self {
            Self::Not => "",
            Self::ByHash => ", PartialEq, Eq, Hash",
            Self::InOrder => ", PartialEq, Eq, PartialOrd, Ord, Hash",
        }
    }
}

/// How the values of each struct and enum are compared.
pub(super) fn keys(schema: &Schema) -> Vec<Compared> {
    let found = schema.types.iter().map(|_| Compared::Not).collect();
    let mut keys = Keys { found, open: Vec::new() };
    keys.visit(&schema.root, Compared::Not);
    for def in &schema.types {
        parts(def, &mut |ty| keys.visit(ty, Compared::Not));
    }
    // The parts of a compared value are compared, too.
    while let Some((index, how)) = keys.open.pop() {
        if let Some(def) = schema.types.get(index) {
            parts(def, &mut |ty| keys.visit(ty, how));
        }
    }
    keys.found
}

struct Keys {
    found: Vec<Compared>,
    /// Types whose parts were not examined yet.
    open: Vec<(usize, Compared)>,
}

impl Keys {
    fn visit(&mut self, ty: &TypeRef, how: Compared) {
        match ty {
            TypeRef::Heap(inner) | TypeRef::Set(inner) => self.visit(inner, Compared::InOrder),
            TypeRef::HashSet(inner) => self.visit(inner, how.max(Compared::ByHash)),
            TypeRef::Map(key, value) => {
                self.visit(key, Compared::InOrder);
                self.visit(value, how);
            }
            TypeRef::HashMap(key, value) => {
                self.visit(key, how.max(Compared::ByHash));
                self.visit(value, how);
            }
            TypeRef::Named(index) => {
                if let Some(found) = self.found.get_mut(*index).filter(|found| **found < how) {
                    *found = how;
                    self.open.push((*index, how));
                }
            }
            _ => ty.parts().for_each(|part| self.visit(part, how)),
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
