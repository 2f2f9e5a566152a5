//! The shared types of a schema: an archive has a table for each (FORMAT.md §13).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{Schema, TypeRef};

/// The shared types: those of an archive's tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared<'s> {
    list: Vec<&'s TypeRef>,
    /// The table of each type; a map, since a schema may have any number of them.
    tables: BTreeMap<&'s TypeRef, usize>,
}

impl<'s> Shared<'s> {
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The types in table order.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &'s TypeRef> {
        self.list.iter().copied()
    }

    pub(crate) fn get(&self, table: usize) -> Option<&'s TypeRef> {
        self.list.get(table).copied()
    }

    /// The table of a type.
    pub(crate) fn table_of(&self, ty: &TypeRef) -> Option<usize> {
        self.tables.get(ty).copied()
    }

    fn visit(&mut self, ty: &'s TypeRef) {
        if let TypeRef::Shared(inner) = ty {
            let next = self.list.len();
            if *self.tables.entry(inner).or_insert(next) == next {
                self.list.push(inner);
            }
        }
        ty.parts().for_each(|part| self.visit(part));
    }
}

impl Schema {
    /// The shared types in the order they are met: in the root type, then in the structs and enums.
    pub(crate) fn shared(&self) -> Shared<'_> {
        let mut shared = Shared::default();
        shared.visit(&self.root);
        for field in self.types.iter().flat_map(|def| def.body.fields()) {
            shared.visit(&field.ty);
        }
        shared
    }

    /// Whether the values of a type may hold pointers to shared objects.
    pub(crate) fn holds_shared(&self, ty: &TypeRef) -> bool {
        let (mut met, mut open) = (alloc::vec![false; self.types.len()], Vec::new());
        let mut is_found = is_shared(ty, &mut open);
        while let (false, Some(def)) = (is_found, open.pop()) {
            if let Some(false) = met.get_mut(def).map(|met| core::mem::replace(met, true)) {
                let mut fields = self.types.get(def).into_iter().flat_map(|def| def.body.fields());
                is_found = fields.any(|field| is_shared(&field.ty, &mut open));
            }
        }
        is_found
    }
}

/// Whether a type is a shared pointer or has one as a part. Adds the structs and enums in it to `open`.
fn is_shared(ty: &TypeRef, open: &mut Vec<usize>) -> bool {
    match ty {
        TypeRef::Shared(_) => true,
        TypeRef::Named(def) => {
            open.push(*def);
            false
        }
        other => other.parts().any(|part| is_shared(part, open)),
    }
}
