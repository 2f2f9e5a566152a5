//! The data record of a game engine: an id, and named fields of any type that know what changed.

mod update;

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use archive_derive::Archive;

use crate::error::shown;
use crate::nearest::nearest;
use crate::value::{Compound, Head, Value, to_lent};
use crate::{Archive, Context, Error, ErrorKind, Lend, Options, Serialize, Style};

pub use update::RecordUpdate;

/// The field of a record that was made of a value without fields.
const LONE: &str = "value";

/// When a field of a [`Record`] counts as changed.
#[derive(Archive, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[archive(crate = crate, name = "std.Tracking")]
pub enum Tracking {
    /// When it is set to another value than it has.
    #[default]
    OnChange,
    /// Whenever it is set.
    OnSet,
}

/// An id with named fields of any type, which knows what of it changed: for editors, and for peers
/// that keep each other's records up to date.
///
/// ```
/// use archive_core::{Options, Record, RecordUpdate};
///
/// let mut here = Record::new(7_u32);
/// here.set("name", "torch")?;
/// here.set("position", &[1.0_f32, 0.0, 2.5])?;
/// let mut there = here.clone();
/// here.clean();
///
/// // Only what changed is sent, and the other side applies it.
/// here.set("position", &[1.5_f32, 0.0, 2.5])?;
/// assert_eq!(here.dirty().collect::<Vec<_>>(), ["position"]);
/// let sent = Options::message().to_vec(&here.update())?;
/// there.apply(&Options::message().from_slice::<RecordUpdate>(&sent)?)?;
/// assert_eq!(there.get::<[f32; 3]>("position")?, [1.5, 0.0, 2.5]);
/// assert_eq!(there, here);
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// It is saved like any other value, or written into a buffer by [`Options::write_into`](crate::Options::write_into); the
/// dirty marks are saved with it. Two are equal if their ids, types, fields and deleted marks are, in whatever order the
/// fields came.
#[derive(Archive, Clone, Debug)]
#[archive(crate = crate, name = "std.Record", validate = Self::check)]
pub struct Record {
    id: Value<'static>,
    /// A struct or a variant, whose fields are those of the record.
    fields: Value<'static>,
    dirty: BTreeSet<String>,
    removed: BTreeSet<String>,
    tracking: Tracking,
    deleted: bool,
    /// Whether the deleted mark changed.
    marked: bool,
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |name| self.value(name) == other.value(name);
        (&self.id, self.deleted) == (&other.id, other.deleted)
            && self.is_of_type_of(other)
            && self.len() == other.len()
            && self.keys().all(is_same)
    }
}

impl Eq for Record {}

impl Record {
    /// A record without fields.
    #[must_use]
    pub fn new(id: impl Into<Value<'static>>) -> Self {
        let head = Head {
            ty: String::new(),
            version: 1,
            variant: None,
            style: Style::Named,
            names: Vec::new(),
        };
        let fields = Compound { head: Arc::new(head), fields: Box::default() };
        Self::made(id.into(), Value::Struct(fields))
    }

    /// A record with the fields of a struct or of a variant, none of which is dirty; [`to`](Self::to) makes the value of it
    /// again. A value that has no fields becomes the one field `value`. Shared objects are copied to each owner, since
    /// fields change independently.
    ///
    /// ```
    /// use archive_core::{Describe, Deserialize, Record, Serialize};
    /// # use archive_derive::Archive;
    ///
    /// #[derive(Archive, Debug, PartialEq)]
    /// # #[archive(crate = archive_core)]
    /// struct Torch { position: [f32; 3], lit: bool }
    ///
    /// let mut record = Record::of("torch#1", &Torch { position: [0.0; 3], lit: false })?;
    /// record.set("lit", &true)?;
    /// assert_eq!(record.to::<Torch>()?, Torch { position: [0.0; 3], lit: true });
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The value goes round in circles or is nested too deep, as a record has what is shared with each owner; or it has no form
    /// in an archive.
    pub fn of<T: Serialize + ?Sized>(
        id: impl Into<Value<'static>>,
        value: &T,
    ) -> Result<Self, Error> {
        Ok(match Options::file().by_value(true).to_value(value)? {
            fields @ (Value::Struct(_) | Value::Variant(_)) => Self::made(id.into(), fields),
            lone => {
                let mut record = Self::new(id);
                record.put(LONE, lone);
                record
            }
        })
    }

    fn made(id: Value<'static>, fields: Value<'static>) -> Self {
        let (dirty, removed) = (BTreeSet::new(), BTreeSet::new());
        let tracking = Tracking::default();
        Self { id, fields, dirty, removed, tracking, deleted: false, marked: false }
    }

    /// This record with another rule for what counts as changed.
    #[must_use]
    pub fn tracking(self, tracking: Tracking) -> Self {
        Self { tracking, ..self }
    }

    /// The value that its fields make, found by their names: what a record [of](Self::of) it was made of.
    ///
    /// # Errors
    ///
    /// As [`Value::to`].
    pub fn to<T: Archive>(&self) -> Result<T, Error> {
        self.to_lent(Context::empty())
    }

    /// The value that its fields make, and lends `context` to its hooks and converters.
    ///
    /// # Errors
    ///
    /// As [`Value::to`].
    pub fn to_with<T: Archive>(&self, mut context: impl Lend) -> Result<T, Error> {
        self.to_lent(Context::of(&mut context))
    }

    fn to_lent<T: Archive>(&self, mut context: Context<'_>) -> Result<T, Error> {
        to_lent(&self.fields, context.reborrow()).or_else(|error| match self.lone() {
            // No struct has this field, so the value is that of the field.
            Some(lone) if error.path().is_empty() || error.kind() == ErrorKind::UnknownField => {
                to_lent(lone, context)
            }
            _ => Err(error),
        })
    }

    /// The value of a record that was made of one without fields.
    fn lone(&self) -> Option<&Value<'static>> {
        let is_lone = self.type_name().is_empty() && self.len() == 1;
        self.value(LONE).filter(|_| is_lone)
    }

    /// The id.
    #[must_use]
    pub fn id(&self) -> &Value<'static> {
        &self.id
    }

    /// The name of the type that it was made of; empty if it was made of none.
    #[must_use]
    pub fn type_name(&self) -> &str {
        self.compound().map_or("", Compound::type_name)
    }

    /// The name of the variant that it was made of.
    #[must_use]
    pub fn variant(&self) -> Option<&str> {
        self.compound()?.variant()
    }

    /// The value of a field.
    ///
    /// # Errors
    ///
    /// There is no such field, or it is no `T`.
    pub fn get<T: Archive>(&self, name: &str) -> Result<T, Error> {
        let value = self.value(name).ok_or_else(|| self.no_field(name))?;
        value.to_nested().map_err(|error| error.in_field(name, self.type_name(), 1))
    }

    /// The value of a field as a tree.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Value<'static>> {
        self.compound()?.get(name)
    }

    /// Sets a field, which need not be there, and gives whether it counts as changed. As in [`of`](Self::of), shared
    /// objects are copied to each owner.
    ///
    /// # Errors
    ///
    /// The value goes round in circles or is nested too deep, as a record has what is shared with each owner; or it has no form
    /// in an archive.
    pub fn set<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<bool, Error> {
        let tree = Options::file().by_value(true).to_value(value)?;
        Ok(self.set_value(name, tree.in_place_of(self.value(name))))
    }

    /// Sets a field to a tree, and gives whether it counts as changed. A tree of what is shared is made by
    /// `Options::file().by_value(true).to_value(..)`: a record has no objects that something could link to.
    pub fn set_value(&mut self, name: &str, value: Value<'static>) -> bool {
        let same = self.value(name) == Some(&value);
        if same && self.tracking == Tracking::OnChange {
            return false;
        }
        if !same {
            self.put(name, value);
        }
        self.removed.remove(name);
        self.dirty.insert(name.to_owned());
        true
    }

    /// Removes a field, and gives what it was.
    pub fn remove(&mut self, name: &str) -> Option<Value<'static>> {
        let removed = self.take(name)?;
        self.dirty.remove(name);
        self.removed.insert(name.to_owned());
        Some(removed)
    }

    /// The names of its fields, in the order in which they came.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.compound().into_iter().flat_map(Compound::fields).map(|(name, _)| name)
    }

    /// How many fields it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.compound().map_or(0, |fields| fields.fields().len())
    }

    /// Whether it has no field.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The names of the fields that changed since it was made or [cleaned](Self::clean).
    pub fn dirty(&self) -> impl Iterator<Item = &str> {
        self.dirty.iter().map(String::as_str)
    }

    /// Whether anything changed since it was made or [cleaned](Self::clean).
    #[must_use]
    pub fn is_dirty(&self) -> bool {
        self.marked || !self.dirty.is_empty() || !self.removed.is_empty()
    }

    /// Forgets what changed: it was sent, or saved.
    pub fn clean(&mut self) {
        self.dirty.clear();
        self.removed.clear();
        self.marked = false;
    }

    /// Marks it as deleted, or takes the mark away.
    pub fn set_deleted(&mut self, deleted: bool) {
        if self.deleted != deleted || self.tracking == Tracking::OnSet {
            self.marked = true;
        }
        self.deleted = deleted;
    }

    /// Whether it is marked as deleted.
    #[must_use]
    pub fn is_deleted(&self) -> bool {
        self.deleted
    }

    fn compound(&self) -> Option<&Compound<'static>> {
        match &self.fields {
            Value::Struct(fields) | Value::Variant(fields) => Some(fields),
            _ => None,
        }
    }

    fn compound_mut(&mut self) -> Option<&mut Compound<'static>> {
        match &mut self.fields {
            Value::Struct(fields) | Value::Variant(fields) => Some(fields),
            _ => None,
        }
    }

    /// Whether both were made of the same struct or variant at the same version.
    fn is_of_type_of(&self, other: &Self) -> bool {
        match (self.compound(), other.compound()) {
            (Some(own), Some(others)) => own.head.is_of_type(&others.head),
            _ => false,
        }
    }

    /// Puts a value into a field, which need not be there.
    fn put(&mut self, name: &str, value: Value<'static>) {
        if let Some(fields) = self.compound_mut() {
            fields.put(name, value);
        }
    }

    fn take(&mut self, name: &str) -> Option<Value<'static>> {
        self.compound_mut()?.take(name)
    }

    fn check(&self) -> Result<(), &'static str> {
        let is_either = self.compound().is_some();
        is_either.then_some(()).ok_or("the fields of a record are a struct or a variant")
    }

    #[cold]
    fn no_field(&self, name: &str) -> Error {
        let meant = nearest(name, self.keys());
        let meant = meant.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let detail = format!("the record has no field `{}`{meant}", shown(name));
        Error::new(ErrorKind::WrongPath, detail).with_help("ask for one of `Record::keys`")
    }
}
