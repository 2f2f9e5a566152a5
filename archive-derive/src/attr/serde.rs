//! Words of serde's attributes, which people try first, with what stands for them here.

use super::word::Place::{self, Field, Type, Variant};

const NAMES: &str = "identifiers are the names, also in texts and JSON; `alias = \"..\"` reads another name, and \
     `renamed(n, from = \"..\")` is what it was called before version n";
const MODULE: &str =
    "`with = module` names a module that has `Stored`, `to_stored` and `from_stored`";
const ENUMS: &str = "each archive has one form for all enums: leave it out";
const TAG: &str =
    "`tag` is the stored number of a variant, and each archive has one form for all enums";
const SKIPPED: &str = "a field is both saved and loaded, or neither: `skip`, or `removed(..)` for what is only loaded";
const ALWAYS: &str =
    "a field is always saved, and takes little space if it holds nothing: leave it out";
const STRICT: &str = "fields that the type does not have are refused anyway: leave it out";
const BORROWS: &str = "a `&'a str` and a `Cow<'a, str>` borrow anyway: leave it out";
const REST: &str = "`#[archive(unknown)] Other(Unknown)` keeps the variants of a newer program";
const VARIANT: &str = "a variant cannot be left out; its fields can, by `skip` on each";

const WORDS: [(&str, &[Place], &str); 21] = [
    ("rename", &[Type, Field, Variant], NAMES),
    ("rename_all", &[Type, Variant], NAMES),
    ("rename_all_fields", &[Type], NAMES),
    ("serialize_with", &[Field, Variant], MODULE),
    ("deserialize_with", &[Field, Variant], MODULE),
    ("from", &[Type], MODULE),
    ("into", &[Type], MODULE),
    ("try_from", &[Type], MODULE),
    ("remote", &[Type], MODULE),
    ("getter", &[Field], MODULE),
    ("tag", &[Type], TAG),
    ("content", &[Type], ENUMS),
    ("untagged", &[Type, Variant], ENUMS),
    ("skip_serializing", &[Field], SKIPPED),
    ("skip_deserializing", &[Field], SKIPPED),
    ("skip_serializing_if", &[Field], ALWAYS),
    ("deny_unknown_fields", &[Type], STRICT),
    ("borrow", &[Field, Variant], BORROWS),
    ("other", &[Variant], REST),
    ("skip", &[Variant], VARIANT),
    ("skip_serializing", &[Variant], VARIANT),
];

/// What stands here for a word of serde's.
pub(super) fn instead(word: &str, place: Place) -> Option<&'static str> {
    let mut words = WORDS.iter();
    words.find(|(name, places, _)| *name == word && places.contains(&place)).map(|it| it.2)
}
