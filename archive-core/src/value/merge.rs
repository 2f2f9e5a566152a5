//! Merges trees, and computes the fields in which two trees differ.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::graph::{Graph, Target, Targets, edit_root, link_of};
use super::lookups::Places;
use super::{Compound, Head, Value};
use crate::error::shown;
use crate::matching::Since;
use crate::{Error, ErrorKind};

impl<'a> Value<'a> {
    /// Merges another tree into this one: its fields replace the fields here, and all others stay.
    ///
    /// Structs, and values of the same variant, are merged field by field. Everything else is replaced as a whole, maps
    /// included, so that entries can be removed. Where this tree has a link to a shared object, a struct or a value of
    /// the same variant is merged into the object, for all its owners; any other value replaces the link.
    ///
    /// The versions of the trees do not matter. If a field's meaning has changed since the version of `over`, such as its unit,
    /// convert `over` first; [`update`](crate::update()) refuses such a tree.
    ///
    /// A link in `over` refers to the object with that number in this tree, so `over` must come from a copy of it. Make
    /// the tree of any other value [by value](crate::Options::by_value), so that it has no links.
    ///
    /// ```
    /// use archive::Value;
    ///
    /// let mut tree = Value::of(&("torch", 3_u32))?;
    /// tree.merge(Value::of(&("lamp", 4_u32))?);
    /// assert_eq!(tree.to::<(String, u32)>()?, ("lamp".into(), 4));
    /// # Ok::<(), archive::Error>(())
    /// ```
    pub fn merge(&mut self, over: Value<'a>) {
        self.lay(over);
    }

    /// Merges another tree into this one. Returns an error if a field means something else in the version of one of them.
    pub(crate) fn lay(&mut self, over: Value<'a>) -> Option<Error> {
        let targets = Graph::of(self).targets();
        let has_tables = Graph::of(self).has_tables();
        let mut laying = Laying { targets, waiting: Vec::new(), mistaken: None };
        match (has_tables, Graph::of(&over).has_tables()) {
            (_, false) => edit_root(self, |root| laying.lay(root, over)),
            (true, true) => laying.lay(self, over),
            (false, true) => {
                // Take over the other tree's objects; nothing in this tree links to objects.
                let mut all = over;
                edit_root(&mut all, |root| {
                    laying.lay(self, core::mem::replace(root, Value::Unit));
                    core::mem::swap(self, root);
                });
                *self = all;
            }
        }
        while !laying.waiting.is_empty() {
            for ((table, row), over) in core::mem::take(&mut laying.waiting) {
                let object = self.part_mut(table).and_then(|objects| objects.part_mut(row));
                if let Some(object) = object {
                    laying.lay(object, over);
                }
            }
        }
        laying.mistaken
    }

    /// Returns the fields in which this tree differs from another of the same type, or `None` if they are equal.
    /// [Merging](Self::merge) the result into `base` gives this tree, unless `base` has a field that this tree lacks, or a struct of
    /// another type or version: merging changes its fields, but not of what type and version they are.
    /// If values share objects, make both trees [by value](crate::Options::by_value), as links have no meaning in
    /// another tree.
    #[must_use]
    pub fn beyond(&self, base: &Value<'_>) -> Option<Value<'a>> {
        if self == base {
            return None;
        }
        match (self, base) {
            (Self::Struct(here), Value::Struct(base)) => {
                Some(here.beyond(base).map_or_else(|| self.clone(), Self::Struct))
            }
            _ => Some(self.clone()),
        }
    }
}

/// The state of a merge.
struct Laying<'a> {
    /// The objects that links in the tree lead to.
    targets: Targets,
    /// Values still to be merged into shared objects.
    waiting: Vec<(Target, Value<'a>)>,
    mistaken: Option<Error>,
}

impl<'a> Laying<'a> {
    fn lay(&mut self, here: &mut Value<'a>, over: Value<'a>) {
        // A link is a variant with the name of a table, which an enum's variant may have, too.
        if link_of(over.in_options()).is_some() {
            *here = over;
            return;
        }
        if let Some((target, head)) = self.targets.of(here) {
            let is_laid = match over.in_options() {
                Value::Struct(_) => head.variant.is_none(),
                Value::Variant(over) => is_same_variant(&head, &over.head),
                _ => false,
            };
            if is_laid {
                return self.waiting.push((target, over));
            }
        }
        match (here, over) {
            (Value::Struct(here), Value::Struct(over)) => self.lay_fields(here, over),
            (Value::Variant(here), Value::Variant(over))
                if is_same_variant(&here.head, &over.head) =>
            {
                self.lay_fields(here, over);
            }
            (Value::Option(Some(here)), Value::Option(Some(over))) => self.lay(here, *over),
            (here, over) => *here = over,
        }
    }

    fn lay_fields(&mut self, here: &mut Compound<'a>, over: Compound<'a>) {
        if self.mistaken.is_none() {
            let (ty, version) = (here.type_name(), here.version());
            self.mistaken = mistaken((ty, version), here.head.names_since(), &over.head);
        }
        let names = over.head.names.iter().map(String::as_str);
        here.update(names.zip(over.fields), |field, value| self.lay(field, value));
    }
}

/// The error for a field of `over` that means something else in the version that it is put in, of a type with these fields. The
/// type may have another name there.
pub(super) fn mistaken<'n>(
    (ty, version): (&str, u32),
    mut here: impl Iterator<Item = (&'n str, Since)>,
    over: &'n Head,
) -> Option<Error> {
    let old = version.min(over.version);
    let is_other = |since: Since| since.field.max(since.converted) > old;
    let (name, _) = match version.cmp(&over.version) {
        Ordering::Equal => return None,
        Ordering::Less => over.names_since().find(|(_, since)| is_other(*since))?,
        Ordering::Greater => {
            here.find(|(name, since)| is_other(*since) && over.names.iter().any(|it| it == name))?
        }
    };
    Some(means_another((name, ty), (old, version.max(over.version))))
}

#[cold]
fn means_another((name, ty): (&str, &str), (old, new): (u32, u32)) -> Error {
    let (name, ty) = (shown(name), shown(ty));
    let detail = format!("`{name}` of `{ty}` version {old} means something else in version {new}");
    Error::new(ErrorKind::Mismatch, detail).with_help(
        "convert the older value with `Value::to` before its fields are taken; the version of a tree that a program makes is \
         that of `Compound::at_version`",
    )
}

/// Whether both are the same variant of an enum, at any version: its tag does not change, but its name may.
fn is_same_variant(here: &Head, over: &Head) -> bool {
    let is_it = match (here.history.tag, over.history.tag) {
        (Some(here), Some(over)) => here == over,
        _ => here.variant == over.variant,
    };
    is_it && here.ty == over.ty
}

impl<'a> Compound<'a> {
    /// The fields that differ, or `None` if the result could not be merged into `base`: the types differ, or
    /// `base` has more fields.
    fn beyond(&self, base: &Compound<'_>) -> Option<Self> {
        if !self.head.is_of_type(&base.head) {
            return None;
        }
        let here = Places::of(&self.head.names, base.fields.len());
        if !base.head.names.iter().all(|name| here.get(name).is_some()) {
            return None;
        }
        let places = Places::of(&base.head.names, self.fields.len());
        let field = |name| places.get(name).and_then(|place| base.fields.get(place));
        let differing = self.fields().filter_map(|(name, value)| match field(name) {
            Some(base) => value.beyond(base).map(|value| (name, value)),
            None => Some((name, value.clone())),
        });
        let (names, fields) = differing.map(|(name, value)| (String::from(name), value)).unzip();
        let head = Head { names, ..Head::clone(&self.head) };
        let fields: Vec<_> = fields;
        Some(Self { head: Arc::new(head), fields: fields.into_boxed_slice() })
    }
}
