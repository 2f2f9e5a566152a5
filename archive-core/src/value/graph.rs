//! Shared objects in trees: a struct `std.Graph` of the root value and one list per table of objects. A link
//! is a variant with the name of the table and the row.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::elements::Elements;
use super::{Compound, Head, History, Value};
use crate::Style;

/// The name of the struct that contains a value and the objects it links to.
pub(crate) const GRAPH: &str = "std.Graph";

/// The type name of links.
const LINK: &str = "std.Link";

/// The name of the field with the root value.
const ROOT: &str = "root";

/// The most links that are followed in a row. No type nests shared pointers this deeply, but an edited tree
/// may have a cycle of links.
const MOST: u8 = 16;

/// Help for a tree that cannot become part of another, because it has its own tables.
pub(crate) const BY_VALUE: &str = "to put a value that shares objects into another tree, make it with \
    `Options::file().by_value(true).to_value(..)`";

/// The head of all links to a table.
pub(crate) fn link_head(table: String) -> Arc<Head> {
    let names = alloc::vec!["0".to_owned()];
    let (ty, style) = (LINK.to_owned(), Style::Tuple);
    let variant = Some(table);
    Arc::new(Head { ty, version: 1, variant, style, names, history: History::default() })
}

/// Makes a link to a row of a table.
pub(crate) fn link(head: &Arc<Head>, row: u32) -> Value<'static> {
    let fields = Box::new([Value::U32(row)]);
    Value::Variant(Compound { head: Arc::clone(head), fields })
}

/// Combines a value with the tables of objects it links to, or returns the value alone if there are no
/// objects.
pub(crate) fn graph<'a>(root: Value<'a>, links: &[Arc<Head>], tables: Vec<Value<'a>>) -> Value<'a> {
    if tables.iter().all(|objects| objects.len() == 0) {
        return root;
    }
    let names = links.iter().map(|link| link.variant.as_deref().unwrap_or_default());
    let tables = names.zip(tables);
    Value::Struct(Compound::of_struct(GRAPH, [(ROOT, root)].into_iter().chain(tables)))
}

/// The table and row of an object.
pub(super) type Target = (usize, usize);

/// The objects that links lead to, per table and row.
#[derive(Default)]
pub(super) struct Targets {
    tables: Vec<(String, Vec<Row>)>,
}

/// The struct or variant at the end of a chain of links, if it is one.
type Row = Option<(Target, Arc<Head>)>;

impl Targets {
    /// The object that a value leads to, if it is a link.
    pub(super) fn of(&self, value: &Value<'_>) -> Option<(Target, Arc<Head>)> {
        let (table, row) = link_of(value)?;
        let (_, objects) = self.tables.iter().find(|(name, _)| name == table)?;
        objects.get(row)?.clone()
    }
}

/// A value that may have tables of objects.
#[derive(Clone, Copy)]
pub(crate) struct Graph<'v, 'a> {
    pub(crate) root: &'v Value<'a>,
    tables: Option<&'v Compound<'a>>,
    /// Whether the first step of a path is a step in the root value, even if a table has that name.
    pub(super) is_inside: bool,
}

impl<'v, 'a> Graph<'v, 'a> {
    pub(crate) fn of(value: &'v Value<'a>) -> Self {
        if let Value::Struct(graph) = value {
            if graph.type_name() == GRAPH {
                if let Some(root) = graph.get(ROOT) {
                    return Self { root, tables: Some(graph), is_inside: false };
                }
            }
        }
        Self { root: value, tables: None, is_inside: false }
    }

    /// The number of objects in each table, or `None` without tables. They are counted from 1, as the root value is
    /// before them.
    pub(super) fn lens(&self) -> Option<Vec<usize>> {
        let objects = self.tables?.fields.iter().map(Elements::of);
        Some(objects.map(|objects| objects.map_or(0, Elements::len)).collect())
    }

    /// Whether `value` is the `std.Graph` itself.
    pub(super) fn is_whole(&self, value: &Value<'a>) -> bool {
        matches!((value, self.tables), (Value::Struct(it), Some(tables)) if core::ptr::eq(it, tables))
    }

    /// The objects of a table.
    pub(super) fn objects(&self, table: usize) -> Option<&'v Value<'a>> {
        self.tables?.fields.get(table)
    }

    /// The elements of a table.
    pub(super) fn table(&self, table: usize) -> Option<Elements<'v, 'a>> {
        self.objects(table).and_then(Elements::of)
    }

    /// The table and row of a link.
    pub(super) fn link(&self, value: &Value<'a>) -> Option<(usize, usize)> {
        let (table, row) = link_of(value)?;
        let names = &self.tables?.head.names;
        // The first field is the root value.
        let table = names.iter().skip(1).position(|name| name == table)?.checked_add(1)?;
        Some((table, row))
    }

    /// The value behind options and links, with the table and row of the last link.
    pub(super) fn follow(&self, value: &'v Value<'a>) -> (&'v Value<'a>, Option<(usize, usize)>) {
        let (mut value, mut last) = (value.in_options(), None);
        for _ in 0..MOST {
            let Some((table, row)) = self.link(value) else { break };
            let Some(object) = self.objects(table).and_then(|objects| objects.part(row)) else {
                break;
            };
            (value, last) = (object.in_options(), Some((table, row)));
        }
        (value, last)
    }

    /// The objects that links lead to.
    pub(super) fn targets(&self) -> Targets {
        let Some(tables) = self.tables else { return Targets::default() };
        let mut all = Targets::default();
        for (table, (name, _)) in tables.fields().enumerate().skip(1) {
            let objects = self.objects(table);
            let targets = (0..objects.map_or(0, Value::len)).map(|row| {
                let (object, last) = self.follow(objects?.part(row)?);
                match object {
                    // Links in a circle lead to no object.
                    link if link_of(link).is_some() => None,
                    Value::Struct(it) | Value::Variant(it) => {
                        Some((last.unwrap_or((table, row)), Arc::clone(&it.head)))
                    }
                    _ => None,
                }
            });
            all.tables.push((name.to_owned(), targets.collect()));
        }
        all
    }

    pub(super) fn has_tables(&self) -> bool {
        self.tables.is_some()
    }

    /// The tables with their names.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&'v str, &'v Value<'a>)> + use<'v, 'a> {
        let tables = self.tables.map(Compound::fields);
        tables.into_iter().flatten().skip(1)
    }
}

/// The root value, behind any options and links.
#[cfg(feature = "serde")]
pub(crate) fn behind_links<'v, 'a>(value: &'v Value<'a>) -> &'v Value<'a> {
    let graph = Graph::of(value);
    graph.follow(graph.root).0
}

/// The table name and row of a link.
pub(crate) fn link_of<'v>(value: &'v Value<'_>) -> Option<(&'v str, usize)> {
    let Value::Variant(link) = value else { return None };
    if link.type_name() != LINK {
        return None;
    }
    match link.fields.first() {
        Some(Value::U32(row)) => Some((link.variant()?, usize::try_from(*row).ok()?)),
        _ => None,
    }
}

/// Replaces the row in each link, which is an index into `rows`, by the row there.
pub(crate) fn relink(value: &mut Value<'_>, rows: &[u32]) {
    if let Some((_, place)) = link_of(value) {
        if let (Value::Variant(link), Some(row)) = (value, rows.get(place)) {
            link.fields.iter_mut().for_each(|field| *field = Value::U32(*row));
        }
        return;
    }
    match value {
        Value::Option(Some(value)) => relink(value, rows),
        Value::List(values) | Value::Tuple(values) => {
            values.iter_mut().for_each(|value| relink(value, rows));
        }
        Value::Map(entries) => entries.iter_mut().for_each(|(key, value)| {
            relink(key, rows);
            relink(value, rows);
        }),
        Value::Struct(it) | Value::Variant(it) => {
            it.fields.iter_mut().for_each(|value| relink(value, rows));
        }
        _ => {}
    }
}

/// Whether a value is a link or contains one.
pub(super) fn has_links(value: &Value<'_>) -> bool {
    link_of(value).is_some() || value.held().any(has_links)
}

/// Edits the root value, without its tables.
pub(super) fn edit_root<'a, R>(value: &mut Value<'a>, edit: impl FnOnce(&mut Value<'a>) -> R) -> R {
    if let Value::Struct(graph) = value {
        if graph.type_name() == GRAPH {
            if let Some(root) = graph.fields.first_mut() {
                return edit(root);
            }
        }
    }
    edit(value)
}
