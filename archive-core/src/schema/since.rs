//! Since which version a field's name means this field, with what it contains today: an older program must not take it for
//! the field that it knows.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use core::mem::discriminant;

use super::canonical::todays_name;
use super::{FieldDef, MetaDef, MetaValueDef};
use crate::matching::{Since, is_related, number_widens};
use crate::{Arg, Field, Kind, Lifespan, PrimitiveKind, Rename, Shape, Type};

/// The keys of the notes with these versions. No note that a program declares has such a key, as it is no identifier.
const FIELD: &str = "archive.since";
const CONVERTED: &str = "archive.converted";

impl FieldDef {
    /// Its name, with the versions of its type since which it means what it does.
    pub(crate) fn named(&self) -> (&str, Since) {
        let version = |key| match self.meta.iter().find(|note| note.key == key)?.value {
            MetaValueDef::Int(version) => u32::try_from(version).ok(),
            _ => None,
        };
        let since = Since {
            field: version(FIELD).unwrap_or_default(),
            converted: version(CONVERTED).unwrap_or_default(),
        };
        (&self.name, since)
    }
}

/// The notes for a field as of a version.
pub(super) fn notes(
    shape: &Shape,
    variant: &str,
    fields: &[Field],
    (field, version): (&Field, u32),
) -> impl Iterator<Item = MetaDef> {
    let has_history = |it: &Field| it.lifespan != Lifespan::ALWAYS || !it.renamed.is_empty();
    let since = match version > 1 && fields.iter().any(has_history) {
        true => since(shape, variant, fields, (field, version)),
        false => Since::default(),
    };
    let both = [(FIELD, since.field), (CONVERTED, since.converted)];
    let known = both.into_iter().filter(|(_, version)| *version > 0);
    known.map(|(key, version)| MetaDef {
        key: key.to_owned(),
        value: MetaValueDef::Int(version.into()),
    })
}

/// Goes back from a version through the fields that had this name.
fn since(shape: &Shape, variant: &str, fields: &[Field], (field, version): (&Field, u32)) -> Since {
    let mut times: Vec<Time<'_>> =
        fields.iter().flat_map(|it| times(it, field.name_at(version))).collect();
    times.retain(|time| time.since <= version);
    times.sort_by_key(|time| time.since);
    let mut since = Since::default();
    for pair in times.windows(2).rev() {
        let [before, now] = pair else { break };
        let (was, is) = (before.field, now.field);
        let is_next = before.until == Some(now.since) && was.removed == is.removed;
        let is_same = core::ptr::eq(was, is) || (was.name == is.name && is_next);
        if !is_same {
            since.field = now.since;
            break;
        }
        let by_function =
            shape.id.converts_field(variant, is) || (is.removed && is_by_function(was.ty, is.ty));
        let is_converted = by_function && may_be_mistaken(was.ty, is.ty);
        if is_converted && now.since == is.lifespan.since {
            since.converted = since.converted.max(now.since);
        }
    }
    since
}

/// Whether only a function can have converted the numbers of a removed field. Its declarations state its types, not the function.
fn is_by_function(was: &Type, is: &Type) -> bool {
    match (was.kind, is.kind) {
        (Kind::Boxed(was), _) => is_by_function(was, is),
        (_, Kind::Boxed(is)) => is_by_function(was, is),
        (Kind::Primitive(was), Kind::Primitive(is)) => {
            was != is && number_widens(was.name(), is.name()) == Some(false)
        }
        (a, b) => {
            let mut parts = a.parts().zip(b.parts());
            discriminant(&a) == discriminant(&b) && parts.any(|(a, b)| is_by_function(a, b))
        }
    }
}

/// Whether a program that knows one of two types may take a stored value of the other for it, with another meaning. If a
/// function converts what is stored alike, or numbers, their meaning may have changed; if only pointers differ, it has not.
fn may_be_mistaken(a: &'static Type, b: &'static Type) -> bool {
    todays_name(a) == todays_name(b) || are_mistaken(a, b)
}

/// The same for types that are not stored alike.
fn are_mistaken(a: &Type, b: &Type) -> bool {
    match (a.kind, b.kind) {
        (Kind::Boxed(a) | Kind::Shared(a) | Kind::Option(a), _) => are_mistaken(a, b),
        (_, Kind::Boxed(b) | Kind::Shared(b) | Kind::Option(b)) => are_mistaken(a, b),
        (Kind::Primitive(a), Kind::Primitive(b)) => is_related(a, b),
        (Kind::Primitive(PrimitiveKind::Bytes), b) => is_sequence(b),
        (a, Kind::Primitive(PrimitiveKind::Bytes)) => is_sequence(a),
        (Kind::Named(a), Kind::Named(b)) => !a().id.is(b().id) || are_args_mistaken(a(), b()),
        (Kind::Map(..) | Kind::HashMap(..), Kind::Map(..) | Kind::HashMap(..))
        | (Kind::Tuple(_), Kind::Tuple(_)) => {
            a.kind.parts().zip(b.kind.parts()).any(|(a, b)| may_be_mistaken(a, b))
        }
        (one, other) => {
            let any = |a| other.parts().any(|b| may_be_mistaken(a, b));
            is_sequence(one) && is_sequence(other) && one.parts().any(any)
        }
    }
}

/// The same for two types that differ at most in their arguments.
fn are_args_mistaken(a: &Shape, b: &Shape) -> bool {
    a.args.iter().zip(b.args).any(|args| match args {
        (Arg::Type(a), Arg::Type(b)) => todays_name(a) != todays_name(b) && are_mistaken(a, b),
        _ => false,
    })
}

fn is_sequence(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::List(_)
            | Kind::Heap(_)
            | Kind::Set(_)
            | Kind::HashSet(_)
            | Kind::Array(..)
            | Kind::Tuple(_)
    )
}

/// When a field has a name.
struct Time<'f> {
    since: u32,
    until: Option<u32>,
    field: &'f Field,
}

/// The times at which a field has this name.
fn times<'f>(field: &'f Field, name: &str) -> impl Iterator<Item = Time<'f>> {
    let life = field.lifespan;
    let ends = field.renamed.iter().map(|Rename { until, from }| (Some(*until), *from));
    let names = ends.chain([(None, field.name)]);
    let all = names.scan(1, move |begin, (until, name)| {
        let since = core::mem::replace(begin, until.unwrap_or(u32::MAX)).max(life.since);
        let until = match (until, life.until) {
            (Some(renamed), Some(removed)) => Some(renamed.min(removed)),
            (until, None) | (None, until) => until,
        };
        Some((Time { since, until, field }, name))
    });
    let own = all.filter(move |(_, its)| *its == name).map(|(time, _)| time);
    own.filter(|time| time.until.is_none_or(|until| time.since < until))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec;

    use super::{CONVERTED, FIELD};
    use crate::PrimitiveKind;
    use crate::matching::Since;
    use crate::schema::tests::{field, number};
    use crate::schema::{MetaDef, MetaValueDef};

    #[test]
    fn what_is_no_version_has_no_meaning() {
        let since = |value: &MetaValueDef| {
            let notes = [FIELD, CONVERTED];
            let note = |key: &str| MetaDef { key: key.to_string(), value: value.clone() };
            let mut health = field("health", number(PrimitiveKind::U8));
            health.meta = notes.map(note).to_vec();
            health.named().1
        };
        assert_eq!(since(&MetaValueDef::Int(3)), Since { field: 3, converted: 3 });
        let others = vec![
            MetaValueDef::Int(-1),
            MetaValueDef::Int(1 << 32),
            MetaValueDef::Float(3.0),
            MetaValueDef::Str("3".to_string()),
            MetaValueDef::Bool(true),
        ];
        for other in others {
            assert_eq!(since(&other), Since::default());
        }
    }
}
