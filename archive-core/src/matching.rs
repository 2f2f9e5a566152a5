//! Matches the fields and variants in an archive with those of the program by name.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::shape::{Field, Shape, Variant};
use crate::{PrimitiveKind, Scope};

/// What a type is to the stored one that is loaded as it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoadAs {
    /// The same type in another version, so that the notes on its history count.
    Version,
    /// Maybe only some of its fields, whatever they were in other versions.
    Part,
}

/// Which names of a field or variant count besides the one of its version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Naming {
    /// None: the program's own schema describes the stored value, so everything has its exact name.
    Declared,
    /// The current name, aliases and older names; except names given up by the stated version, since another
    /// field may have them now.
    Stated,
    /// All: the stored type has another name, which another version may have given to this type.
    Renamed,
    /// All: this type is a part of the stored one, whose versions it need not know.
    Any,
}

impl Naming {
    /// The tag that a variant must have here, if its type is newer in the archive.
    fn tag(self, shape: &Shape, stored: u32, tag: Option<u32>) -> Option<u32> {
        tag.filter(|_| self.is_of_type() && stored > shape.version)
    }

    /// The rule for a value that another program stored under a name, which may be one of this type's.
    pub(crate) fn of(shape: &Shape, stored: &str, load_as: LoadAs) -> Self {
        match (shape.names().any(|name| name == stored), load_as) {
            (true, _) => Self::Stated,
            (false, LoadAs::Version) => Self::Renamed,
            (false, LoadAs::Part) => Self::Any,
        }
    }

    /// Whether notes about newer versions count.
    fn is_of_type(self) -> bool {
        matches!(self, Self::Stated | Self::Renamed)
    }

    /// The version for [`Field::names_from`], which excludes names given up by then; `None` if no other
    /// names count.
    const fn lost(self, version: u32) -> Option<u32> {
        match self {
            Self::Declared => None,
            Self::Stated => Some(version),
            Self::Renamed | Self::Any => Some(0),
        }
    }
}

/// The versions since which a stored field's name means this field, and since which a function converts what it contained
/// before; 0 if that was always so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Since {
    pub(crate) field: u32,
    pub(crate) converted: u32,
}

/// Which stored field each field of a record reads.
#[derive(Debug)]
pub(crate) struct Matched {
    /// For each field of the record, the index of its stored field, if it exists.
    places: Vec<Option<usize>>,
    /// The indices of stored fields that no field reads, in order.
    unknown: Vec<usize>,
    /// The stored fields that mean something that this program's version does not know, each with the version since which
    /// a function converts it.
    converted: BTreeMap<usize, u32>,
}

impl Matched {
    /// The memory needed for this many fields, in bytes.
    pub(crate) const fn memory(fields: usize, stored: usize) -> usize {
        let places = fields.saturating_mul(size_of::<Option<usize>>());
        let unknown = stored.saturating_mul(size_of::<usize>());
        places.saturating_add(unknown).saturating_add(size_of::<Self>())
    }

    /// Finds the fields that exist at `version` among those stored under `names`.
    ///
    /// A field takes the stored one with its name at that version. Fields left over then try their other
    /// names, among the stored fields still free. What had a stored name before a later version is another field.
    pub(crate) fn new<'n>(
        fields: &[Field],
        version: u32,
        names: impl Iterator<Item = (&'n str, Since)>,
        naming: Naming,
    ) -> Self {
        let is_newer = |since: u32| naming.is_of_type() && version < since;
        let (mut unknown, mut converted) = (Vec::new(), BTreeMap::new());
        let mut stored = BTreeMap::new();
        for (place, (name, since)) in names.enumerate() {
            if is_newer(since.field) {
                unknown.push(place);
                continue;
            }
            stored.insert(name, place);
            if is_newer(since.converted) {
                converted.insert(place, since.converted);
            }
        }
        let alive = |field: &Field| field.lifespan.contains(version);
        let then = |field: &Field| {
            if alive(field) { stored.remove(field.name_at(version)) } else { None }
        };
        let mut places: Vec<Option<usize>> = fields.iter().map(then).collect();
        if let Some(lost) = naming.lost(version) {
            for (field, place) in fields.iter().zip(&mut places) {
                if place.is_none() && alive(field) {
                    *place = field.names_from(lost).find_map(|name| stored.remove(name));
                }
            }
        }
        unknown.extend(stored.into_values());
        unknown.sort_unstable();
        Self { places, unknown, converted }
    }

    /// The index of the stored field for the field at `index`.
    pub(crate) fn place(&self, index: usize) -> Option<usize> {
        self.places.get(index).copied().flatten()
    }

    /// The indices of current fields for which nothing is stored, in any of their types.
    pub(crate) fn lacking(&self, record: &Scope) -> Vec<usize> {
        let taken = |name: &str| {
            let mut places = self.places.iter().zip(record.fields());
            places.any(|(place, field)| place.is_some() && field.name == name)
        };
        let today = |field: &Field| field.lifespan.contains(record.shape.version);
        let lacking = |(_, field): &(usize, &Field)| today(field) && !taken(field.name);
        record.fields().iter().enumerate().filter(lacking).map(|(place, _)| place).collect()
    }

    /// If the field at `index` means something else here than what is stored, the version since which a function converts
    /// it.
    pub(crate) fn converted(&self, index: usize) -> Option<u32> {
        self.converted.get(&self.place(index)?).copied()
    }

    /// The first field for which [`converted`](Self::converted) is a version, with that version.
    pub(crate) fn first_converted(&self) -> Option<(usize, u32)> {
        let fields = if self.converted.is_empty() { 0 } else { self.places.len() };
        (0..fields).find_map(|index| Some((index, self.converted(index)?)))
    }

    /// The stored fields that no field reads, in order.
    pub(crate) fn unknown(&self) -> &[usize] {
        &self.unknown
    }
}

/// The variant of the program for a variant of this name, and of this tag if it is known, in an archive in which the type has the
/// version `stored`. In a newer archive, a name may mean another variant than here, whose tag differs.
pub(crate) fn variant_of(
    shape: &'static Shape,
    (name, tag, stored): (&str, Option<u32>, u32),
    version: u32,
    naming: Naming,
) -> Option<&'static Variant> {
    let variants = shape.variants();
    // Among hundreds of variants, it is most likely the one of that tag.
    let likely = tag.and_then(|tag| {
        let at = variants.binary_search_by_key(&tag, |it| it.tag).ok()?;
        variants.get(at)
    });
    let tag = naming.tag(shape, stored, tag);
    let is_it =
        |ours: &&Variant| tag.is_none_or(|tag| ours.tag == tag) && ours.lifespan.contains(version);
    let is_named = |ours: &&Variant| ours.name_at(version) == name;
    let alive = || variants.iter().filter(is_it);
    let then = likely.filter(|it| is_it(it) && is_named(it)).or_else(|| alive().find(is_named));
    then.or_else(|| {
        let lost = naming.lost(version)?;
        alive().find(|ours| ours.names_from(lost).any(|it| it == name))
    })
}

/// Whether numbers of one kind may be read as the other; each value is then range-checked.
pub(crate) fn is_related(theirs: PrimitiveKind, ours: PrimitiveKind) -> bool {
    theirs == ours || (theirs.is_number() && ours.is_number())
}

/// Whether each number of one kind is one of the other, by the names of the kinds; `None` if one is no kind of number.
pub(crate) fn number_widens(from: &str, to: &str) -> Option<bool> {
    let number = |kind: &str| {
        let (letter, bits) = kind.split_at_checked(1)?;
        let letter = letter.chars().next().filter(|it| ['u', 'i', 'f'].contains(it))?;
        Some((letter, bits.parse::<u32>().ok()?))
    };
    let ((from, low), (to, high)) = (number(from)?, number(to)?);
    // A float represents all integers of half its bits exactly.
    let holds = from == to || (from == 'u' && to == 'i') || (from != 'f' && to == 'f');
    Some(low < high && holds)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Matched, Naming, Since};
    use crate::derived::FIELD;
    use crate::{Field, Lifespan, Rename};

    fn places(
        fields: &[Field],
        version: u32,
        names: &[&str],
    ) -> (Vec<Option<usize>>, Option<usize>) {
        let found = Matched::new(
            fields,
            version,
            names.iter().map(|name| (*name, Since::default())),
            Naming::Any,
        );
        (found.places, found.unknown.first().copied())
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
        let declared =
            Matched::new(&fields[..1], 2, [("b", Since::default())].into_iter(), Naming::Declared);
        assert_eq!((declared.place(0), declared.unknown()), (None, &[0][..]));
        let lost = |version| {
            Matched::new(
                &fields[..1],
                version,
                [("b", Since::default())].into_iter(),
                Naming::Stated,
            )
            .place(0)
        };
        assert_eq!((lost(1), lost(2)), (Some(0), None));
    }

    #[test]
    fn an_alias_is_taken_if_the_name_is_not_there() {
        let fields = [Field { name: "health", aliases: &["hp", "HP"], ..FIELD }];
        assert_eq!(places(&fields, 1, &["HP"]), ([Some(0)].to_vec(), None));
        assert_eq!(places(&fields, 1, &["HP", "health"]), ([Some(1)].to_vec(), Some(0)));
    }

    #[test]
    fn a_name_that_means_another_field_since_a_newer_version_is_unknown() {
        let fields = [Field { name: "a", ..FIELD }, Field { name: "b", ..FIELD }];
        let a = Since { field: 3, converted: 0 };
        let b = Since { field: 2, converted: 4 };
        let found = |version, naming| {
            let found = Matched::new(&fields, version, [("a", a), ("b", b)].into_iter(), naming);
            (found.first_converted(), found.places, found.unknown)
        };
        let both = || [Some(0), Some(1)].to_vec();
        assert_eq!(found(1, Naming::Stated), (None, [None, None].to_vec(), [0, 1].to_vec()));
        assert_eq!(
            found(2, Naming::Stated),
            (Some((1, 4)), [None, Some(1)].to_vec(), [0].to_vec())
        );
        assert_eq!(found(3, Naming::Stated), (Some((1, 4)), both(), [].to_vec()));
        assert_eq!(found(4, Naming::Stated), (None, both(), [].to_vec()));
        assert_eq!(found(1, Naming::Any), (None, both(), [].to_vec()));
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
