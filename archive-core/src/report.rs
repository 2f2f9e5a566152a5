//! What a load made of an archive that is not of today.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::facts;
use crate::matching::{Matched, Naming, variant_of};
use crate::open;
use crate::schema::{BodyDef, FieldDef, FieldsDef, Schema, TypeDef, TypeRef};
use crate::unknown::holds;
use crate::{Deserialize, Error, Field, Kind, Options, Shape, Type, UnknownPolicy};

/// What became of a field when an archive was loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// It is not in the archive, and has its default.
    Defaulted,
    /// It has another type in the archive.
    Converted,
    /// It has another name in the archive.
    Renamed,
    /// The program's types remember it, but have it no more; an `into` or an `upgrade` may have taken it.
    Removed,
    /// The program does not know it, and it was left out.
    Dropped,
    /// The program does not know it, and it is kept to be saved again.
    Retained,
}

/// A field of which a load made something else than what is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// What became of it.
    pub outcome: Outcome,
    /// Where it is: `player.bag[].name`, with empty brackets for all elements of a list or entries of a
    /// map, and variants by their names.
    pub path: String,
    /// The type that has it.
    pub type_name: String,
    /// The version of that type in the archive, and in the program.
    pub versions: (u32, u32),
    /// What is stored, in words; empty if nothing is.
    pub stored: String,
}

/// What a load made of an archive; see [`Options::report`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    notes: Vec<Note>,
}

impl Report {
    /// The fields that are not as they are stored.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Whether everything that is stored has a place in the program's types.
    #[must_use]
    pub fn is_lossless(&self) -> bool {
        !self.notes.iter().any(|it| matches!(it.outcome, Outcome::Removed | Outcome::Dropped))
    }
}

/// One line for each field.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for note in &self.notes {
            let what = match note.outcome {
                Outcome::Defaulted => "has its default",
                Outcome::Converted => "was converted",
                Outcome::Renamed => "has another name",
                Outcome::Removed => "is gone",
                Outcome::Dropped => "is unknown here, and was left out",
                Outcome::Retained => "is unknown here, and was retained",
            };
            let (stored, today) = note.versions;
            write!(f, "{} {what}", note.path)?;
            if !note.stored.is_empty() {
                write!(f, "; stored is {}", note.stored)?;
            }
            writeln!(f, " ({} @{stored}, here @{today})", note.type_name)?;
        }
        Ok(())
    }
}

impl Options {
    /// What a load by these options makes of an archive: which fields get their default, and which
    /// are converted, renamed or left out.
    ///
    /// ```
    /// use archive_core::{Deserialize, Describe, Options, Outcome, Serialize};
    /// # use archive_derive::Archive;
    ///
    /// mod shipped {
    /// #   use archive_core::{Describe, Serialize};
    ///     #[derive(archive_derive::Archive)]
    /// #   #[archive(crate = archive_core)]
    ///     pub struct Hero { pub hp: u8, pub mana: u16 }
    /// }
    ///
    /// #[derive(Archive)]
    /// # #[archive(crate = archive_core)]
    /// struct Hero {
    ///     #[archive(renamed(2, from = "hp"))]
    ///     health: u8,
    ///     #[archive(removed(mana: u16, until = 2))]
    ///     #[since(2, default = 1)]
    ///     level: u32,
    /// }
    ///
    /// let old = archive_core::to_vec(&shipped::Hero { hp: 7, mana: 9 })?;
    /// let report = Options::file().report::<Hero>(&old)?;
    /// let found: Vec<_> = report.notes().iter().map(|note| (&*note.path, note.outcome)).collect();
    /// assert_eq!(found, [
    ///     ("health", Outcome::Renamed),
    ///     ("level", Outcome::Defaulted),
    ///     ("mana", Outcome::Removed),
    /// ]);
    /// assert!(!report.is_lossless());
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice), as far as the header goes.
    pub fn report<'a, T: Deserialize<'a>>(&self, bytes: &'a [u8]) -> Result<Report, Error> {
        let facts = facts::of::<T>()?;
        let retains = self.get_unknown() == UnknownPolicy::Retain;
        open::with_schema(bytes, facts, self, |stored| {
            let (open, met) = (Vec::new(), BTreeMap::new());
            let mut walk = Walk { stored, retains, open, met, circles: 0, notes: Vec::new() };
            walk.ty(facts.root, &stored.root, "");
            Report { notes: walk.notes }
        })
    }
}

/// Loads a file, and says what was made of it.
///
/// A game that resaves what it loaded can tell its player first that something would be lost:
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// # let slot = directory.path().join("slot1.sav");
/// archive_core::save(&slot, &7_u32)?;
/// let (level, report) = archive_core::load_report::<u32>(&slot)?;
/// assert_eq!((level, report.is_lossless()), (7, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`load`](crate::load).
#[cfg(feature = "std")]
pub fn load_report<T: crate::Archive>(
    path: impl AsRef<std::path::Path>,
) -> Result<(T, Report), Error> {
    Options::file().load_report(path)
}

#[cfg(feature = "std")]
impl Options {
    /// Loads a file, and says what was made of it; see [`report`](Self::report).
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn load_report<T: crate::Archive>(
        &self,
        path: impl AsRef<std::path::Path>,
    ) -> Result<(T, Report), Error> {
        self.reported(path.as_ref(), |bytes| self.from_slice(bytes))
    }

    /// Loads a file, lends `context` to its hooks and converters, and says what was made of it.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn load_report_with<T: crate::Archive>(
        &self,
        path: impl AsRef<std::path::Path>,
        context: &mut dyn core::any::Any,
    ) -> Result<(T, Report), Error> {
        self.reported(path.as_ref(), |bytes| self.from_slice_with(bytes, context))
    }

    fn reported<T: crate::Archive>(
        &self,
        path: &std::path::Path,
        load: impl FnOnce(&[u8]) -> Result<T, Error>,
    ) -> Result<(T, Report), Error> {
        let bytes = crate::file::read(path)?;
        let both = || Ok((load(&bytes)?, self.report::<T>(&bytes)?));
        both().map_err(|error: Error| error.in_file(path))
    }
}

/// Compares what a program has with what is stored.
struct Walk<'s> {
    stored: &'s Schema,
    /// Whether holders keep what is unknown.
    retains: bool,
    /// The types that are being compared, by their addresses and places in the schema.
    open: Vec<(usize, usize)>,
    /// Those that were compared, and whether there is nothing to note of them wherever they are met.
    met: BTreeMap<(usize, usize), bool>,
    /// How often a type was met within itself.
    circles: usize,
    notes: Vec<Note>,
}

/// Once there are so many notes, no type is compared again where it is met again: types within types may
/// have more paths than there is memory.
const MOST: usize = 1 << 12;

/// Fields of one struct or variant, here and as they are stored.
struct Pair<'p, 'n> {
    ours: &'static [Field],
    theirs: &'p FieldsDef,
    shape: &'static Shape,
    version: u32,
    naming: Naming,
    stored: u32,
    path: &'n str,
}

impl<'s> Walk<'s> {
    fn ty(&mut self, ours: &'static Type, theirs: &'s TypeRef, path: &str) {
        let parts = |path: &str| format!("{path}[]");
        match (ours.kind, theirs) {
            (Kind::Boxed(ours) | Kind::Shared(ours), TypeRef::Shared(theirs)) => {
                self.ty(ours, theirs, path);
            }
            (Kind::Boxed(ours) | Kind::Shared(ours), theirs) => self.ty(ours, theirs, path),
            (Kind::Option(ours), TypeRef::Option(theirs)) => self.ty(ours, theirs, path),
            (
                Kind::List(ours)
                | Kind::Heap(ours)
                | Kind::Set(ours)
                | Kind::HashSet(ours)
                | Kind::Array(ours, _),
                TypeRef::List(theirs)
                | TypeRef::Heap(theirs)
                | TypeRef::Set(theirs)
                | TypeRef::HashSet(theirs)
                | TypeRef::Array(theirs, _),
            ) => self.ty(ours, theirs, &parts(path)),
            (
                Kind::Map(our_key, ours) | Kind::HashMap(our_key, ours),
                TypeRef::Map(key, theirs) | TypeRef::HashMap(key, theirs),
            ) => {
                self.ty(our_key, key, &parts(path));
                self.ty(ours, theirs, &parts(path));
            }
            (Kind::Tuple(ours), TypeRef::Tuple(theirs)) => {
                for (place, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                    self.ty(ours, theirs, &join(path, &format!("{place}")));
                }
            }
            (Kind::Named(shape), TypeRef::Named(index)) => self.named(shape(), *index, path),
            _ => {}
        }
    }

    fn named(&mut self, shape: &'static Shape, index: usize, path: &str) {
        let key = (core::ptr::from_ref(shape.id).addr(), index);
        let Some(def) = self.stored.types.get(index) else { return };
        if self.open.contains(&key) {
            self.circles = self.circles.saturating_add(1);
            return;
        }
        let is_done = |is_same: &bool| *is_same || self.notes.len() >= MOST;
        if self.met.get(&key).is_some_and(is_done) {
            return;
        }
        let before = (self.notes.len(), self.circles);
        self.open.push(key);
        self.compare(shape, def, path);
        self.open.pop();
        self.met.insert(key, before == (self.notes.len(), self.circles));
    }

    fn compare(&mut self, shape: &'static Shape, def: &'s TypeDef, path: &str) {
        let (naming, stored) = (Naming::of(shape, &def.name), def.version);
        let known = if naming == Naming::Stated { stored } else { shape.version };
        let version = known.min(shape.version);
        match &def.body {
            BodyDef::Struct(theirs) => {
                let ours = shape.fields();
                self.fields(&Pair { ours, theirs, shape, version, naming, stored, path });
            }
            BodyDef::Enum(variants) => {
                for their in variants {
                    let known =
                        variant_of(shape, &their.name, version, naming).filter(|it| !it.is_catch());
                    let theirs = &their.fields;
                    let mut pair = Pair { ours: &[], theirs, shape, version, naming, stored, path };
                    let Some(our) = known else {
                        if shape.catches() {
                            self.note(Outcome::Retained, join(path, &their.name), &pair, "");
                        }
                        continue;
                    };
                    if !our.lifespan.contains(shape.version) {
                        self.note(Outcome::Removed, join(path, &their.name), &pair, "");
                        continue;
                    }
                    let path = &join(path, our.name);
                    if their.name != our.name {
                        self.note(Outcome::Renamed, path.clone(), &pair, &their.name);
                    }
                    (pair.ours, pair.path) = (our.fields.list, path);
                    self.fields(&pair);
                }
            }
        }
    }

    fn fields(&mut self, pair: &Pair<'s, '_>) {
        let mut taken = Vec::new();
        let stored = pair.theirs.list.iter().map(|it| it.name.as_str());
        let matched = Matched::new(pair.ours, pair.version, stored, pair.naming);
        for ours in pair.ours.iter().filter(|it| it.lifespan.contains(pair.shape.version)) {
            let path = join(pair.path, ours.name);
            let Some((then, their)) = pair.find(ours, &matched) else {
                self.note(Outcome::Defaulted, path, pair, "");
                continue;
            };
            taken.push(their.name.as_str());
            if their.name != ours.name {
                self.note(Outcome::Renamed, path.clone(), pair, &their.name);
            }
            if !core::ptr::eq(then, ours) || differs(ours.ty, &their.ty) {
                let stored = self.stored.type_name(&their.ty);
                self.note(Outcome::Converted, path.clone(), pair, &stored);
            }
            self.ty(then.ty, &their.ty, &path);
        }
        for their in pair.theirs.list.iter().filter(|it| !taken.contains(&it.name.as_str())) {
            let then = pair.ours.iter().filter(|it| it.lifespan.contains(pair.version));
            let is_known = then.map(|it| it.name_at(pair.version)).any(|name| name == their.name);
            let outcome = match (is_known, self.retains && holds(pair.ours)) {
                (true, _) => Outcome::Removed,
                (false, true) => Outcome::Retained,
                (false, false) => Outcome::Dropped,
            };
            self.note(outcome, join(pair.path, &their.name), pair, "");
        }
    }

    fn note(&mut self, outcome: Outcome, path: String, pair: &Pair<'_, '_>, stored: &str) {
        self.notes.push(Note {
            outcome,
            path,
            type_name: pair.shape.name.to_owned(),
            versions: (pair.stored, pair.shape.version),
            stored: stored.to_owned(),
        });
    }
}

impl<'p> Pair<'p, '_> {
    /// The stored field that is one of today's, and what that was then. A tombstone with its name was another one.
    fn find(
        &self,
        ours: &'static Field,
        matched: &Matched,
    ) -> Option<(&'static Field, &'p FieldDef)> {
        let is_it =
            |it: &&Field| it.name == ours.name && !it.removed && it.lifespan.contains(self.version);
        let index = self.ours.iter().position(|it| is_it(&it))?;
        let their = self.theirs.list.get(matched.place(index)?)?;
        Some((self.ours.get(index)?, their))
    }
}

/// Whether two types are of other kinds.
fn differs(ours: &'static Type, theirs: &TypeRef) -> bool {
    match (ours.kind, theirs) {
        (Kind::Primitive(ours), TypeRef::Primitive(theirs)) => ours != *theirs,
        (Kind::Boxed(ours) | Kind::Shared(ours), TypeRef::Shared(theirs)) => differs(ours, theirs),
        (Kind::Boxed(ours) | Kind::Shared(ours), theirs) => differs(ours, theirs),
        (Kind::Option(ours), TypeRef::Option(theirs)) => differs(ours, theirs),
        (Kind::Option(_), _) | (_, TypeRef::Option(_)) => true,
        _ => false,
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}
