//! Every attribute word, with the places where it is allowed.

use super::nearest::nearest;
use super::serde;
use syn::Ident;

/// What an attribute is written on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Type,
    Field,
    Variant,
}

use Place::{Field, Type, Variant};

impl Place {
    fn with_article(self) -> &'static str {
        match self {
            Type => "the type",
            Field => "a field",
            Variant => "a variant",
        }
    }
}

const WORDS: [(&str, &[Place]); 25] = [
    ("version", &[Type]),
    ("oldest", &[Type]),
    ("name", &[Type]),
    ("upgrade", &[Type]),
    ("after_load", &[Type]),
    ("validate", &[Type]),
    ("transparent", &[Type]),
    ("pod", &[Type]),
    ("save_as", &[Type]),
    ("crate", &[Type]),
    ("bound", &[Type]),
    ("was", &[Field]),
    ("skip", &[Field]),
    ("with", &[Type, Field]),
    ("by_value", &[Field]),
    ("flatten", &[Field]),
    ("max_len", &[Field]),
    ("default", &[Type, Field]),
    ("tag", &[Variant]),
    ("since", &[Field, Variant]),
    ("alias", &[Field, Variant]),
    ("renamed", &[Type, Field, Variant]),
    ("removed", &[Type, Field, Variant]),
    ("meta", &[Type, Field, Variant]),
    ("unknown", &[Field, Variant]),
];

/// Words that are only options, with the attribute that takes them.
const OPTIONS: [(&str, &str); 5] = [
    ("until", "`removed(..)` or `was(..)`"),
    ("into", "`removed(..)`"),
    ("back", "`was(..)` or `removed(..)`"),
    ("replaces", "`since(..)`"),
    ("from", "`renamed(..)` or `upgrade(..)`"),
];

/// The error for a word that `place` does not take: says where it belongs or which word was meant.
pub(crate) fn refuse(word: &Ident, place: Place) -> syn::Error {
    let text = word.to_string();
    let message = if let Some(instead) = serde::instead(&text, place) {
        format!("`{word}` is an attribute of serde; here, {instead}")
    } else if let Some((_, places)) = WORDS.iter().find(|(name, _)| *name == text) {
        misplaced(&text, places, place)
    } else if let Some((_, owner)) = OPTIONS.iter().find(|(name, _)| *name == text) {
        format!("`{word}` belongs inside {owner}")
    } else {
        unknown(&text, place)
    };
    syn::Error::new(word.span(), message)
}

fn misplaced(word: &str, belongs: &[Place], found: Place) -> String {
    let belongs: Vec<_> = belongs.iter().map(|place| place.with_article()).collect();
    let found = found.with_article();
    let hint = match word {
        "name" => {
            "; its identifier is its name, and `renamed(n, from = \"..\")` gives its name before version n"
        }
        _ => "",
    };
    format!("`{word}` belongs on {}, not on {found}{hint}", belongs.join(" or "))
}

fn unknown(word: &str, place: Place) -> String {
    let here = || WORDS.iter().filter(|(_, places)| places.contains(&place)).map(|(name, _)| *name);
    let anywhere = WORDS.iter().map(|(name, _)| *name);
    if let Some(near) = nearest(word, here()).or_else(|| nearest(word, anywhere)) {
        return format!("unknown attribute `{word}`, did you mean `{near}`?");
    }
    let words: Vec<_> = here().collect();
    format!("unknown attribute `{word}`, {} takes `{}`", place.with_article(), words.join("`, `"))
}
