//! The changes of a record, as sent to its peers.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use archive_derive::Archive;

use super::Record;
use crate::value::lookups::by_name;
use crate::value::{Compound, Value, named};
use crate::{Error, ErrorKind};

/// The changes to a [`Record`]: only its dirty fields.
///
/// An update is saved and sent like any other value. It carries the sender's field names and types, but no version:
/// send whole records to peers of other versions, which convert them by
/// [`Options::from_record`](crate::Options::from_record).
#[derive(Archive, Clone, Debug, PartialEq, Eq)]
#[archive(crate = crate, name = "std.RecordUpdate")]
pub struct RecordUpdate {
    id: Value<'static>,
    set: BTreeMap<String, Value<'static>>,
    removed: Vec<String>,
    deleted: Option<bool>,
}

impl RecordUpdate {
    /// Returns the id of the record to update.
    #[must_use]
    pub fn id(&self) -> &Value<'static> {
        &self.id
    }

    /// Iterates over the fields that it sets, with their values.
    pub fn set(&self) -> impl Iterator<Item = (&str, &Value<'static>)> {
        self.set.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Iterates over the names of the fields that it removes.
    pub fn removed(&self) -> impl Iterator<Item = &str> {
        self.removed.iter().map(String::as_str)
    }

    /// Returns the new deleted mark, if it changes.
    #[must_use]
    pub fn deleted(&self) -> Option<bool> {
        self.deleted
    }

    /// Returns `true` if it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.set.is_empty() && self.removed.is_empty() && self.deleted.is_none()
    }
}

impl Record {
    /// Returns the changes since the record was created or [cleaned](Self::clean).
    #[must_use]
    pub fn update(&self) -> RecordUpdate {
        // One pass, since any number may be dirty.
        let fields = self.compound().into_iter().flat_map(Compound::fields);
        let dirty = by_name(fields.filter(|(name, _)| self.dirty.contains(*name)));
        RecordUpdate {
            id: self.id.clone(),
            set: dirty.into_iter().map(|(name, value)| (name.into(), value.clone())).collect(),
            removed: self.removed.iter().cloned().collect(),
            deleted: self.marked.then_some(self.deleted),
        }
    }

    /// Returns the changes that make this record equal to another record with the same id.
    ///
    /// # Errors
    ///
    /// Fails if the records differ in their ids or in the types they were created from.
    pub fn update_to(&self, other: &Self) -> Result<RecordUpdate, Error> {
        self.check_id(&other.id)?;
        self.check_type(other)?;
        let (own, others) = (self.by_name(), other.by_name());
        let differing = others.iter().filter(|(name, value)| own.get(*name) != Some(*value));
        let values = differing.map(|(name, value)| ((*name).into(), (*value).clone()));
        let removed = self.keys().filter(|name| !others.contains_key(name));
        Ok(RecordUpdate {
            id: self.id.clone(),
            set: values.collect(),
            removed: removed.map(String::from).collect(),
            deleted: (self.deleted != other.deleted).then_some(other.deleted),
        })
    }

    /// Its fields, to look up many of them, since a peer may send any number.
    pub(super) fn by_name(&self) -> BTreeMap<&str, &Value<'static>> {
        by_name(self.compound().into_iter().flat_map(Compound::fields))
    }

    /// Applies changes made to the same record elsewhere. The updated fields are not dirty here.
    ///
    /// An update names fields and states no version: the other program must have the type at the version of this record. One
    /// that has another sends the whole record, which [`Options::from_record`](crate::Options::from_record) converts.
    ///
    /// # Errors
    ///
    /// Fails if the update is for another record.
    pub fn apply(&mut self, update: &RecordUpdate) -> Result<(), Error> {
        self.check_id(&update.id)?;
        let removed = update.removed.iter().map(String::as_str).collect();
        if let Some(fields) = self.compound_mut() {
            let set = update.set.iter().map(|(name, value)| (name.as_str(), value.clone()));
            fields.update(set, |field, value| *field = value);
            fields.remove_all(&removed);
        }
        for name in update.set.keys().chain(&update.removed) {
            self.dirty.remove(name);
            self.removed.remove(name);
        }
        if let Some(deleted) = update.deleted {
            self.deleted = deleted;
            self.marked = false;
        }
        Ok(())
    }

    /// Fails if the records have different types, since an update sets only fields.
    fn check_type(&self, other: &Self) -> Result<(), Error> {
        if self.is_of_type_of(other) {
            return Ok(());
        }
        let (own, others) = (self.made_of(), other.made_of());
        let detail = format!("the record was made from {own}, but the other from {others}");
        Err(Error::new(ErrorKind::Mismatch, detail).with_help("send the whole other record"))
    }

    #[cold]
    fn made_of(&self) -> String {
        let typed = self.compound().filter(|it| !it.type_name().is_empty());
        typed.map_or_else(|| "no type".into(), named)
    }

    fn check_id(&self, id: &Value<'static>) -> Result<(), Error> {
        if self.id == *id {
            return Ok(());
        }
        let (theirs, ours) = (id.kind(), self.id.kind());
        let kinds =
            if theirs == ours { String::new() } else { format!(" (a {ours}, not a {theirs})") };
        let detail =
            format!("the update is for record {id}, but this is record {}{kinds}", self.id);
        Err(Error::new(ErrorKind::Mismatch, detail)
            .with_help("apply it to the record that has its id"))
    }
}
