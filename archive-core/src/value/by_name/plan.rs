//! Which stored field each field of a record takes, found by their names.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{Field, Scope};

/// Which stored field each field of a record takes.
#[derive(Debug)]
pub(in crate::value) struct Plan {
    /// For each field of the record the place of the stored one, if it lives and is there.
    places: Vec<Option<usize>>,
    /// The stored fields that no field of the record takes, in their order.
    unknown: Vec<usize>,
}

impl Plan {
    /// The memory that the plan of so many fields takes, in bytes.
    pub(super) const fn memory(fields: usize, stored: usize) -> usize {
        let places = fields.saturating_mul(size_of::<Option<usize>>());
        let unknown = stored.saturating_mul(size_of::<usize>());
        places.saturating_add(unknown).saturating_add(size_of::<Self>())
    }

    /// Finds the fields that live at `version` among those stored under `names`.
    ///
    /// A field has the stored one of its name at that version; else, if no other field has that, the
    /// one of today's name, of an alias or of an older name.
    pub(in crate::value) fn new(fields: &[Field], version: u32, names: &[String]) -> Self {
        let mut stored: BTreeMap<&str, usize> = BTreeMap::new();
        for (place, name) in names.iter().enumerate() {
            stored.insert(name, place);
        }
        let alive = |field: &Field| field.lifespan.contains(version);
        let then = |field: &Field| {
            if alive(field) { stored.remove(field.name_at(version)) } else { None }
        };
        let mut places: Vec<Option<usize>> = fields.iter().map(then).collect();
        for (field, place) in fields.iter().zip(&mut places) {
            if place.is_none() && alive(field) {
                let older = field.renamed.iter().map(|renamed| &renamed.from);
                let mut others = core::iter::once(&field.name).chain(field.aliases).chain(older);
                *place = others.find_map(|name| stored.remove(name));
            }
        }
        let mut unknown: Vec<usize> = stored.into_values().collect();
        unknown.sort_unstable();
        Self { places, unknown }
    }

    /// The place of the stored field that the field at an index takes.
    pub(in crate::value) fn place(&self, index: usize) -> Option<usize> {
        self.places.get(index).copied().flatten()
    }

    /// The places of the record's fields of today that take no stored one in any of their forms.
    pub(super) fn lacking(&self, record: &Scope) -> Vec<usize> {
        let taken = |name: &str| {
            let places = self.places.iter().zip(record.fields);
            places.into_iter().any(|(place, field)| place.is_some() && field.name == name)
        };
        let today = |field: &Field| field.lifespan.contains(record.shape.version);
        let lacking = |(_, field): &(usize, &Field)| today(field) && !taken(field.name);
        record.fields.iter().enumerate().filter(lacking).map(|(place, _)| place).collect()
    }

    /// The stored fields that no field takes, in their order.
    pub(super) fn unknown(&self) -> &[usize] {
        &self.unknown
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use super::Plan;
    use crate::derived::FIELD;
    use crate::{Field, Lifespan, Rename};

    fn places(
        fields: &[Field],
        version: u32,
        names: &[&str],
    ) -> (Vec<Option<usize>>, Option<usize>) {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let plan = Plan::new(fields, version, &names);
        (plan.places, plan.unknown.first().copied())
    }

    #[test]
    fn the_name_of_the_version_goes_before_others() {
        let fields = [
            Field { name: "a", renamed: &[Rename { until: 2, from: "b" }], ..FIELD },
            Field { name: "b", renamed: &[Rename { until: 2, from: "a" }], ..FIELD },
        ];
        assert_eq!(places(&fields, 1, &["a", "b"]), ([Some(1), Some(0)].to_vec(), None));
        assert_eq!(places(&fields, 2, &["a", "b"]), ([Some(0), Some(1)].to_vec(), None));
        assert_eq!(places(&fields, 1, &["b"]), ([Some(0), None].to_vec(), None));
        assert_eq!(places(&fields[..1], 2, &["b"]), ([Some(0)].to_vec(), None));
    }

    #[test]
    fn an_alias_is_taken_if_the_name_is_not_there() {
        let fields = [Field { name: "health", aliases: &["hp", "HP"], ..FIELD }];
        assert_eq!(places(&fields, 1, &["HP"]), ([Some(0)].to_vec(), None));
        assert_eq!(places(&fields, 1, &["HP", "health"]), ([Some(1)].to_vec(), Some(0)));
    }

    #[test]
    fn a_field_of_another_version_takes_nothing() {
        let fields = [
            Field { name: "mode", lifespan: Lifespan::between(1, 2), ..FIELD },
            Field { name: "mode", lifespan: Lifespan::since(3), ..FIELD },
        ];
        assert_eq!(places(&fields, 1, &["mode"]), ([Some(0), None].to_vec(), None));
        assert_eq!(places(&fields, 2, &["mode"]), ([None, None].to_vec(), Some(0)));
        assert_eq!(places(&fields, 3, &["mode"]), ([None, Some(0)].to_vec(), None));
    }
}
