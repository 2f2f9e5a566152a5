//! The data record of a game engine: an id and named fields of any type, with change tracking.

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
use crate::nearest::meant;
use crate::value::{Compound, Head, History, Value, to_lent};
use crate::{Archive, Context, Error, ErrorKind, Kind, Lend, Options, Serialize, Style};

pub use update::RecordUpdate;

/// The field that holds a value without fields of its own.
const LONE: &str = "value";

/// When a field of a [`Record`] counts as changed.
#[derive(Archive, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[archive(crate = crate, name = "std.Tracking")]
pub enum Tracking {
    /// When it is set to a different value.
    #[default]
    OnChange,
    /// Whenever it is set, even to the same value.
    OnSet,
}

/// An id with named fields of any type, which tracks its changes: for editors, and for peers that keep each other's
/// records up to date.
///
/// ```
/// use archive::{Options, Record, RecordUpdate};
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
/// # Ok::<(), archive::Error>(())
/// ```
///
/// A record is of the version of the value that it was created from, and its fields mean what they did in that version. Before
/// today's program reads or sets fields of a record that an older one made, it converts the record:
/// `Record::of(record.id().clone(), &record.to::<Torch>()?)`.
///
/// A record is saved like any other value, dirty marks included. Two records are equal if their ids, types, fields and
/// deleted marks are, regardless of the order of the fields.
#[derive(Archive, Clone, Debug)]
#[archive(crate = crate, name = "std.Record", validate = Self::check)]
pub struct Record {
    id: Value<'static>,
    /// A struct or a variant with the fields of the record.
    fields: Value<'static>,
    dirty: BTreeSet<String>,
    removed: BTreeSet<String>,
    tracking: Tracking,
    deleted: bool,
    /// Whether the deleted mark was changed since the record was cleaned.
    marked: bool,
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let has_same_fields = || {
            let others = other.by_name();
            self.by_name().iter().all(|(name, value)| others.get(name) == Some(value))
        };
        (&self.id, self.deleted) == (&other.id, other.deleted)
            && self.is_of_type_of(other)
            && self.len() == other.len()
            && has_same_fields()
    }
}

impl Eq for Record {}

impl Record {
    /// Creates a record without fields.
    #[must_use]
    pub fn new(id: impl Into<Value<'static>>) -> Self {
        let head = Head {
            ty: String::new(),
            version: 1,
            variant: None,
            style: Style::Named,
            names: Vec::new(),
            history: History::default(),
        };
        let fields = Compound { head: Arc::new(head), fields: Box::default() };
        Self::made(id.into(), Value::Struct(fields))
    }

    /// Creates a record with the fields of a struct or a variant, none of them dirty; [`to`](Self::to) converts it
    /// back. A value without fields becomes a single field `value`. Shared objects are copied to each owner, since
    /// fields change independently.
    ///
    /// ```
    /// use archive::{Archive, Record};
    ///
    /// #[derive(Archive, Debug, PartialEq)]
    /// struct Torch { position: [f32; 3], lit: bool }
    ///
    /// let mut record = Record::of("torch#1", &Torch { position: [0.0; 3], lit: false })?;
    /// record.set("lit", &true)?;
    /// assert_eq!(record.to::<Torch>()?, Torch { position: [0.0; 3], lit: true });
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value has cycles, is nested too deeply once shared objects are copied, or cannot be represented in
    /// an archive.
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

    /// Sets when a field counts as changed.
    #[must_use]
    pub fn tracking(self, tracking: Tracking) -> Self {
        Self { tracking, ..self }
    }

    /// Converts the record to a value, matching fields by name; this is the inverse of [`of`](Self::of). For a record from
    /// a newer program, see [`Options::from_record`].
    ///
    /// # Errors
    ///
    /// Fails like [`Value::to`].
    pub fn to<T: Archive>(&self) -> Result<T, Error> {
        self.to_lent(&Options::file(), Context::empty())
    }

    /// Converts the record to a value as [`to`](Self::to) does, lending `context` to its hooks, converters and handles.
    ///
    /// # Errors
    ///
    /// Fails like [`Value::to`].
    pub fn to_with<T: Archive>(&self, mut context: impl Lend) -> Result<T, Error> {
        self.to_lent(&Options::file(), Context::of(&mut context))
    }

    fn to_lent<T: Archive>(&self, options: &Options, mut context: Context<'_>) -> Result<T, Error> {
        // A value without fields is in the field, even if a struct within it has a field of that name.
        let may_be_struct =
            matches!(T::TYPE.kind, Kind::Named(_) | Kind::Boxed(_) | Kind::Shared(_));
        if let Some(lone) = self.lone().filter(|_| !may_be_struct) {
            if let Ok(value) = to_lent(lone, options, context.reborrow()) {
                return Ok(value);
            }
        }
        to_lent(&self.fields, options, context.reborrow()).or_else(|error| match self.lone() {
            // The target type has no such field, so convert the value in the field instead.
            Some(lone) if error.path().is_empty() || error.kind() == ErrorKind::UnknownField => {
                to_lent(lone, options, context)
            }
            _ => Err(error),
        })
    }

    /// The value of a record that was created from a value without fields.
    fn lone(&self) -> Option<&Value<'static>> {
        let is_lone = self.type_name().is_empty() && self.len() == 1;
        self.value(LONE).filter(|_| is_lone)
    }

    /// Returns the id.
    #[must_use]
    pub fn id(&self) -> &Value<'static> {
        &self.id
    }

    /// Returns the name of the type that it was created from, or an empty string if there is none.
    #[must_use]
    pub fn type_name(&self) -> &str {
        self.compound().map_or("", Compound::type_name)
    }

    /// Returns the name of the variant that it was created from, if any.
    #[must_use]
    pub fn variant(&self) -> Option<&str> {
        self.compound()?.variant()
    }

    /// Returns the value of a field.
    ///
    /// # Errors
    ///
    /// Fails if there is no such field, or it cannot be converted to a `T`.
    pub fn get<T: Archive>(&self, name: &str) -> Result<T, Error> {
        let value = self.value(name).ok_or_else(|| self.no_field(name))?;
        let version = self.compound().map_or(1, Compound::version);
        value.to_nested().map_err(|error| error.in_field(name, self.type_name(), version))
    }

    /// Returns the value of a field as a tree.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Value<'static>> {
        self.compound()?.get(name)
    }

    /// Sets a field, adding it if necessary, and returns whether it counts as changed. A number takes the kind of the one
    /// that it replaces if that [fits](Value::set) it. As in [`of`](Self::of), shared objects are copied to each owner.
    ///
    /// # Errors
    ///
    /// Fails if the value has cycles, is nested too deeply once shared objects are copied, or cannot be represented in
    /// an archive.
    pub fn set<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<bool, Error> {
        let tree = Options::file().by_value(true).to_value(value)?;
        Ok(self.set_value(name, tree.in_place_of(self.value(name))))
    }

    /// Sets a field to a tree, adding it if necessary, and returns whether it counts as changed. If the value shares
    /// objects, make its tree with `Options::file().by_value(true).to_value(..)`, as a record has no objects to link
    /// to.
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

    /// Removes a field and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<Value<'static>> {
        let removed = self.compound_mut()?.take(name)?;
        self.dirty.remove(name);
        self.removed.insert(name.to_owned());
        Some(removed)
    }

    /// Iterates over the names of its fields, in the order in which they were added.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.compound().into_iter().flat_map(Compound::fields).map(|(name, _)| name)
    }

    /// Returns the number of fields.
    #[must_use]
    pub fn len(&self) -> usize {
        self.compound().map_or(0, |fields| fields.fields().len())
    }

    /// Returns `true` if it has no fields.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the names of the fields that changed since it was created or [cleaned](Self::clean).
    pub fn dirty(&self) -> impl Iterator<Item = &str> {
        self.dirty.iter().map(String::as_str)
    }

    /// Returns `true` if anything changed since it was created or [cleaned](Self::clean).
    #[must_use]
    pub fn is_dirty(&self) -> bool {
        self.marked || !self.dirty.is_empty() || !self.removed.is_empty()
    }

    /// Clears all dirty marks, as after sending or saving the record.
    pub fn clean(&mut self) {
        self.dirty.clear();
        self.removed.clear();
        self.marked = false;
    }

    /// Sets or clears the deleted mark.
    pub fn set_deleted(&mut self, deleted: bool) {
        if self.deleted != deleted || self.tracking == Tracking::OnSet {
            self.marked = true;
        }
        self.deleted = deleted;
    }

    /// Returns `true` if it is marked as deleted.
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

    /// Whether both were created from the same struct or variant, at the same version.
    fn is_of_type_of(&self, other: &Self) -> bool {
        match (self.compound(), other.compound()) {
            (Some(own), Some(others)) => own.head.is_of_type(&others.head),
            _ => false,
        }
    }

    /// Sets a field, adding it if necessary.
    fn put(&mut self, name: &str, value: Value<'static>) {
        if let Some(fields) = self.compound_mut() {
            fields.put(name, value);
        }
    }

    fn check(&self) -> Result<(), &'static str> {
        let is_either = self.compound().is_some();
        is_either.then_some(()).ok_or("the fields of a record must be a struct or a variant")
    }

    #[cold]
    fn no_field(&self, name: &str) -> Error {
        let meant = meant(name, self.keys());
        let detail = format!("the record has no field `{}`{meant}", shown(name));
        Error::new(ErrorKind::WrongPath, detail).with_help("use one of `Record::keys`")
    }
}

impl Options {
    /// Converts a record to a value as [`Record::to`] does, but with these limits, and this policy on unknown fields.
    ///
    /// ```
    /// use archive::{Archive, Options, Record, Unknown};
    ///
    /// #[derive(Archive)]
    /// struct Torch { power: u8 }
    ///
    /// let mut sent = Record::of(7_u32, &Torch { power: 40 })?;
    /// sent.set("flickers", &true)?; // what only a newer program knows
    /// assert!(sent.to::<Torch>().is_err());
    /// let torch: Torch = Options::message().unknown(Unknown::Skip).from_record(&sent)?;
    /// assert_eq!(torch.power, 40);
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails like [`Record::to`].
    pub fn from_record<T: Archive>(&self, record: &Record) -> Result<T, Error> {
        record.to_lent(self, Context::empty())
    }

    /// Converts a record to a value, lending `context` to its hooks, converters and handles.
    ///
    /// # Errors
    ///
    /// Fails like [`Record::to`].
    pub fn from_record_with<T: Archive>(
        &self,
        record: &Record,
        mut context: impl Lend,
    ) -> Result<T, Error> {
        record.to_lent(self, Context::of(&mut context))
    }
}
