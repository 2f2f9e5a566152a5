//! Shipped types that the program no longer has.
//!
//! A type may be removed once no loadable version holds it. If one still does, the change is reported for
//! the type that holds it; here it remains to find out whether the type was only renamed. A type that no
//! other type holds was passed to `check` directly, and still should be.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::advice::is_registry;
use super::program::{Entry, Program, retype};
use super::type_text;
use super::verdict::{History, Verdict};
use crate::schema::Outline;
use crate::schema::outline::OutlineBody;

/// Adds what to say about the removed types to the verdict.
pub(super) fn judge(
    verdict: &mut Verdict,
    program: &mut Program,
    known: &BTreeMap<usize, History>,
    gone: &BTreeMap<String, History>,
) {
    let (held, formerly) = holders(program, known, gone);
    let mut explained: BTreeSet<String> = held.union(&formerly).cloned().collect();
    // Types that no other held come first, since they explain why the others are gone.
    let inner = within(gone.values());
    let (nested, roots): (Vec<_>, Vec<_>) =
        gone.iter().partition(|(name, _)| inner.contains(*name));
    for (name, history) in roots.into_iter().chain(nested) {
        if formerly.contains(name) && !held.contains(name) {
            continue;
        }
        // Of several types that the new one may be, none is known to be it.
        let is_of_one = |found: &String| {
            let all = gone.iter().filter_map(|(name, history)| heir(program, known, name, history));
            all.filter(|heir| heir == found).count() == 1
        };
        let text = if let Some(heir) = heir(program, known, name, history).filter(is_of_one) {
            program.rename(name, &heir);
            let is_trait =
                program.entries.iter().any(|it| it.name == heir && is_registry(it.shape));
            match is_trait {
                true => format!(
                    "`{name}` has shipped, and its `registry!` now calls the trait `{heir}`: write `as \"{name}\"` there \
                     again, whatever the trait is called in Rust"
                ),
                false => format!(
                    "`{name}` has shipped and is now called `{heir}`: write `{}` on it",
                    renamed(name, history)
                ),
            }
        } else if explained.contains(name) {
            continue;
        } else {
            format!(
                "`{name}` has shipped, but is no longer among the locked types: pass its `lock()` to `check` \
                 too; if it has another name now, write `{}` on it; if nobody loads it any more, delete its \
                 lines",
                renamed(name, history)
            )
        };
        verdict.lines.extend(history.values().map(|line| line.number));
        verdict.problems.push(text);
        explained.extend(closure(within([history]), gone));
    }
}

/// What each removed struct of one field last held, in the types of today: it may be `transparent` now.
pub(super) fn wrapped(
    program: &Program,
    gone: &BTreeMap<String, History>,
) -> BTreeMap<String, String> {
    let held = gone.iter().filter_map(|(name, history)| {
        let line = history.values().next_back()?;
        match program.with_names_of_today(&line.outline).body {
            OutlineBody::Struct(fields) => match fields.list.as_slice() {
                [field] => Some((name.clone(), field.ty.clone())),
                _ => None,
            },
            OutlineBody::Enum(_) => None,
        }
    });
    held.collect()
}

/// The attribute that records a former name.
fn renamed(name: &str, history: &History) -> String {
    let next = history.keys().next_back().map_or(1, |version| version.saturating_add(1));
    let ident = type_text::rust(type_text::split(name).0);
    format!("#[archive(renamed({next}, from = \"{ident}\"))]")
}

/// The types held by versions that can still be loaded, and those held by older versions.
fn holders(
    program: &Program,
    known: &BTreeMap<usize, History>,
    gone: &BTreeMap<String, History>,
) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut held, mut formerly) = (BTreeSet::new(), BTreeSet::new());
    for (index, history) in known {
        let oldest = program.entries.get(*index).map_or(1, |entry| entry.shape.oldest);
        for (version, line) in history {
            collect(&line.outline, if *version < oldest { &mut formerly } else { &mut held });
        }
    }
    (closure(held, gone), closure(formerly, gone))
}

/// These types, plus all that the removed ones among them held.
fn closure(mut types: BTreeSet<String>, gone: &BTreeMap<String, History>) -> BTreeSet<String> {
    loop {
        let before = types.len();
        let entered =
            gone.iter().filter(|(name, _)| types.contains(*name)).map(|(_, history)| history);
        let inner = within(entered);
        types.extend(inner);
        if types.len() == before {
            return types;
        }
    }
}

/// The types that other types hold in these histories.
fn within<'h>(histories: impl IntoIterator<Item = &'h History>) -> BTreeSet<String> {
    let mut types = BTreeSet::new();
    for line in histories.into_iter().flat_map(BTreeMap::values) {
        let mut inner = BTreeSet::new();
        collect(&line.outline, &mut inner);
        inner.remove(&line.outline.name);
        types.extend(inner);
    }
    types
}

/// Collects the types that an outline names.
fn collect(outline: &Outline, into: &mut BTreeSet<String>) {
    let lists = match &outline.body {
        OutlineBody::Struct(fields) => vec![fields],
        OutlineBody::Enum(variants) => variants.iter().map(|variant| &variant.fields).collect(),
    };
    for field in lists.into_iter().flat_map(|fields| &fields.list) {
        type_text::collect(&field.ty, into);
    }
    for arg in type_text::split(&outline.name).1.into_iter().flat_map(type_text::parts) {
        type_text::collect(arg, into);
    }
}

/// The only type without lines of its own whose shapes are those shipped as `name`: its new name.
fn heir(
    program: &Program,
    known: &BTreeMap<usize, History>,
    name: &str,
    history: &History,
) -> Option<String> {
    let (former, args) = type_text::split(name);
    let same_args = |entry: &Entry| {
        let now = type_text::split(&entry.name).1.into_iter().flat_map(type_text::parts);
        let then = args.into_iter().flat_map(type_text::parts).map(|arg| program.type_today(arg));
        now.eq(then)
    };
    let same_shapes = |entry: &Entry| {
        let today = type_text::split(&entry.name).0;
        history.iter().all(|(version, line)| {
            let Some(now) = entry.outlines.get(version) else {
                return *version < entry.shape.oldest;
            };
            let mut then = program.with_names_of_today(&line.outline);
            let rename = |ty: &str| {
                type_text::renamed(ty, &|word| if word == former { today } else { word })
            };
            retype(&mut then, &rename);
            then.body == now.body
        })
    };
    let new = program.entries.iter().enumerate().filter(|(index, _)| !known.contains_key(index));
    let mut heirs =
        new.map(|(_, entry)| entry).filter(|entry| same_args(entry) && same_shapes(entry));
    let heir = heirs.next()?;
    heirs.next().is_none().then(|| heir.name.clone())
}
