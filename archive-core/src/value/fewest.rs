//! The fewest bytes that values of a schema's types take in rows, to limit the lengths that an archive can
//! claim.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::PrimitiveKind;
use crate::schema::{BodyDef, Schema, TypeRef};

/// The nested levels of types that are searched. Deeper types count as 0 bytes, which is always a lower
/// bound.
const LEVELS: u32 = 64;

/// The fewest bytes of the types of a schema.
pub(super) struct Fewest<'s> {
    schema: &'s Schema,
    /// The results for structs and enums; 0 while one is being computed, as a type contains itself in at
    /// least 0 bytes.
    known: Vec<Option<usize>>,
    /// The results for tuples and arrays, by address in the schema.
    compound: BTreeMap<usize, usize>,
    /// Whether shared objects are in tables, with links in their places.
    is_linked: bool,
}

impl<'s> Fewest<'s> {
    pub(super) fn new(schema: &'s Schema, is_linked: bool) -> Self {
        let known = alloc::vec![None; schema.types.len()];
        Self { schema, known, compound: BTreeMap::new(), is_linked }
    }

    /// The fewest bytes of a value of a type. Called for each list, so the results are cached: the time must
    /// not grow with the number of parts of the type.
    pub(super) fn of(&mut self, ty: &'s TypeRef) -> usize {
        if !matches!(ty, TypeRef::Tuple(_) | TypeRef::Array(..) | TypeRef::Shared(_)) {
            return self.at(ty, LEVELS);
        }
        let address = core::ptr::from_ref(ty).addr();
        if let Some(fewest) = self.compound.get(&address) {
            return *fewest;
        }
        let fewest = self.at(ty, LEVELS);
        self.compound.insert(address, fewest);
        fewest
    }

    fn at(&mut self, ty: &TypeRef, levels: u32) -> usize {
        let Some(levels) = levels.checked_sub(1) else { return 0 };
        match ty {
            TypeRef::Primitive(kind) => kind.min_size(),
            TypeRef::Option(_)
            | TypeRef::List(_)
            | TypeRef::Heap(_)
            | TypeRef::Set(_)
            | TypeRef::HashSet(_)
            | TypeRef::Map(..)
            | TypeRef::HashMap(..) => PrimitiveKind::Bytes.min_size(),
            TypeRef::Shared(_) if self.is_linked => size_of::<u32>(),
            TypeRef::Shared(inner) => self.at(inner, levels),
            TypeRef::Array(inner, len) => {
                let len = usize::try_from(*len).unwrap_or(usize::MAX);
                self.at(inner, levels).saturating_mul(len)
            }
            TypeRef::Tuple(parts) => self.sum(parts.iter(), levels),
            TypeRef::Named(index) => self.named(*index, levels),
        }
    }

    fn sum<'t>(&mut self, types: impl Iterator<Item = &'t TypeRef>, levels: u32) -> usize {
        types.fold(0, |sum: usize, ty| sum.saturating_add(self.at(ty, levels)))
    }

    fn named(&mut self, index: usize, levels: u32) -> usize {
        let schema = self.schema;
        let (Some(known), Some(def)) = (self.known.get_mut(index), schema.types.get(index)) else {
            return 0;
        };
        if let Some(known) = known {
            return *known;
        }
        *known = Some(0);
        let fewest = match &def.body {
            BodyDef::Struct(fields) => self.sum(fields.list.iter().map(|field| &field.ty), levels),
            // A tag.
            BodyDef::Enum(_) => 1,
        };
        if let Some(known) = self.known.get_mut(index) {
            *known = Some(fewest);
        }
        fewest
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::Fewest;
    use crate::{Describe, VersionTable};

    #[test]
    fn parts_add_up() {
        type Parts =
            ((u8, [u16; 3]), Vec<u64>, Option<u64>, BTreeMap<u8, u8>, char, Result<u8, u8>);
        let schema = Parts::schema();
        assert_eq!(Fewest::new(&schema, false).of(&schema.root), 1 + 6 + 1 + 1 + 1 + 4 + 1);
        let schema = VersionTable::schema();
        assert_eq!(Fewest::new(&schema, false).of(&schema.root), 3);
        let schema = String::schema();
        assert_eq!(Fewest::new(&schema, false).of(&schema.root), 1);
    }
}
