//! Structs and variants of enums, as values.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::Value;
use crate::Style;
use crate::matching::Since;

/// A struct, or a variant of an enum, at its stored version.
///
/// All values of one type share their names, so a value only stores its fields.
#[derive(Clone, Debug)]
pub struct Compound<'a> {
    pub(crate) head: Arc<Head>,
    pub(crate) fields: Box<[Value<'a>]>,
}

/// The parts that all values of a struct or variant have in common.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    /// The stable name of the type, without arguments.
    pub(crate) ty: String,
    pub(crate) version: u32,
    /// The name of the variant, or `None` for a struct.
    pub(crate) variant: Option<String>,
    pub(crate) style: Style,
    /// The names of the fields.
    pub(crate) names: Vec<String>,
    pub(crate) history: History,
}

/// What a schema says about the history of a struct or variant; nothing if a value was made without one.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// The tag of the variant, the same in every version.
    pub(crate) tag: Option<u32>,
    /// The names of fields that mean what they do only since a later version than the first.
    pub(crate) since: BTreeMap<String, Since>,
}

impl Head {
    /// Orders heads, ignoring the style, which only affects how a value is printed, and the history of names.
    pub(super) fn cmp(&self, other: &Self) -> Ordering {
        if core::ptr::eq(self, other) {
            return Ordering::Equal;
        }
        let Self { ty, version, variant, names, style: _, history: _ } = self;
        let by_type = (ty, version, variant).cmp(&(&other.ty, &other.version, &other.variant));
        by_type.then_with(|| names.cmp(&other.names))
    }

    /// Inserts the name of a field at a place that is not past the end.
    pub(super) fn insert(&mut self, place: usize, name: &str) {
        if self.style != Style::Tuple || *name != *self.names.len().to_string() {
            self.style = Style::Named;
        }
        self.names.insert(place, name.to_owned());
    }

    /// The names of the fields, each with the versions since which it means what it does.
    pub(crate) fn names_since(&self) -> impl Iterator<Item = (&str, Since)> {
        let since = |name: &str| self.history.since.get(name).copied().unwrap_or_default();
        self.names.iter().map(move |name| (name.as_str(), since(name)))
    }

    /// Whether both are of the same struct or variant, at the same version.
    pub(crate) fn is_of_type(&self, other: &Self) -> bool {
        self.ty == other.ty && self.version == other.version && self.variant == other.variant
    }
}

impl<'a> Compound<'a> {
    /// Creates a struct of this type, at version 1. Fields without names in Rust are numbered (`"0"`, `"1"`).
    ///
    /// ```
    /// use archive::{Archive, Compound, Value, edit_archive};
    ///
    /// #[derive(Archive, Debug, PartialEq)]
    /// struct Hero { bag: Vec<Item>, mode: Mode }
    ///
    /// #[derive(Archive, Debug, PartialEq)]
    /// struct Item { id: String, count: u32 }
    ///
    /// #[derive(Archive, Debug, PartialEq)]
    /// enum Mode { Easy, Hard { lives: u8 } }
    ///
    /// let file = archive::to_vec(&Hero { bag: vec![], mode: Mode::Easy })?;
    ///
    /// // In a tool that does not have these types:
    /// let edited = edit_archive(&file, |tree| {
    ///     let torch = [("id", Value::from("torch")), ("count", Value::from(3))];
    ///     tree.insert("bag[0]", Compound::of_struct("Item", torch))?;
    ///     tree.set("mode", Compound::of_variant("Mode", "Hard", [("lives", Value::from(2))])).map(drop)
    /// })?;
    /// let hero: Hero = archive::from_slice(&edited)?;
    /// assert_eq!(hero.mode, Mode::Hard { lives: 2 });
    /// assert_eq!(hero.bag, [Item { id: "torch".into(), count: 3 }]);
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn of_struct<'n>(
        type_name: &str,
        fields: impl IntoIterator<Item = (&'n str, Value<'a>)>,
    ) -> Self {
        Self::of(type_name, None, fields)
    }

    /// Creates a variant of an enum, at version 1, with its fields given as for [`of_struct`](Self::of_struct).
    #[must_use]
    pub fn of_variant<'n>(
        type_name: &str,
        variant: &str,
        fields: impl IntoIterator<Item = (&'n str, Value<'a>)>,
    ) -> Self {
        Self::of(type_name, Some(variant.to_owned()), fields)
    }

    fn of<'n>(
        type_name: &str,
        variant: Option<String>,
        fields: impl IntoIterator<Item = (&'n str, Value<'a>)>,
    ) -> Self {
        let (names, fields): (Vec<String>, Vec<Value<'a>>) =
            fields.into_iter().map(|(name, value)| (name.to_owned(), value)).unzip();
        let is_numbered = (0_usize..).zip(&names).all(|(at, name)| name.parse() == Ok(at));
        let style = match names.is_empty() {
            true => Style::Unit,
            false if is_numbered => Style::Tuple,
            false => Style::Named,
        };
        let head = Head {
            ty: type_name.to_owned(),
            version: 1,
            variant,
            style,
            names,
            history: History::default(),
        };
        Self { head: Arc::new(head), fields: fields.into_boxed_slice() }
    }

    /// Sets the version of its type, which must be the one that its fields belong to.
    #[must_use]
    pub fn at_version(mut self, version: u32) -> Self {
        Arc::make_mut(&mut self.head).version = version;
        self
    }

    /// Returns the stable name of its type, without generic arguments.
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.head.ty
    }

    /// Returns the version of its type.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.head.version
    }

    /// Returns the name of the variant, or `None` for a struct.
    #[must_use]
    pub fn variant(&self) -> Option<&str> {
        self.head.variant.as_deref()
    }

    /// Returns how its fields are written in Rust.
    #[must_use]
    pub fn style(&self) -> Style {
        self.head.style
    }

    /// How its fields are written in texts and JSON.
    pub(crate) fn written(&self) -> Style {
        self.head.style.written(self.head.names.iter().map(String::as_str))
    }

    /// Iterates over its fields and their names, in the order of the schema. The names of tuple fields are numbers.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = (&str, &Value<'a>)> {
        self.head.names.iter().map(String::as_str).zip(&self.fields)
    }

    /// Sets a field, adding it if necessary.
    pub(crate) fn put(&mut self, name: &str, value: Value<'a>) {
        match self.place_of(name).and_then(|place| self.fields.get_mut(place)) {
            Some(field) => *field = value,
            None => drop(self.insert(self.fields.len(), name, value)),
        }
    }

    /// Removes a field and returns its value.
    pub(crate) fn take(&mut self, name: &str) -> Option<Value<'a>> {
        self.remove(self.place_of(name)?)
    }

    fn place_of(&self, name: &str) -> Option<usize> {
        self.head.names.iter().position(|field| field == name)
    }

    /// The field of this name, which is most likely at this place.
    pub(crate) fn get_near(&self, place: usize, name: &str) -> Option<&Value<'a>> {
        match self.head.names.get(place) {
            Some(found) if found == name => self.fields.get(place),
            _ => self.get(name),
        }
    }

    /// Returns the field of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.fields.get(self.place_of(name)?)
    }
}
