//! Facts about a type, computed once per process: its editions, i.e. its schemas and fingerprints at certain
//! versions.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::TypeId;
use core::sync::atomic::{AtomicUsize, Ordering};

use once_cell::race::{OnceBox, OnceRef};

use crate::columns::{Matching, Most, Plan, Tree};
use crate::list::List;
use crate::matching::LoadAs;
use crate::schema::{
    Instances, Schema, TypeDef, is_library, static_name, todays_name, version_in, walk,
};
use crate::versions::Versions;
use crate::{
    Describe, Error, ErrorKind, Shape, Type, UnknownPolicy, VersionTable, flatten, header, weight,
};

/// A type with everything that it reaches, each at one version.
pub(crate) struct Edition {
    pub(crate) schema: Schema,
    pub(crate) fingerprint: u64,
    /// The canonical name of the root's type.
    pub(crate) root: String,
    /// The version of the root; 1 unless it is a struct or an enum.
    pub(crate) root_version: u32,
    pub(crate) table: VersionTable,
    /// The names in the header of a file: the root's and the version table (FORMAT.md §2).
    pub(crate) file_names: Vec<u8>,
    /// The version table in the header of a message (FORMAT.md §3).
    pub(crate) message_table: Vec<u8>,
    /// The complete header of a message without a length.
    pub(crate) message_header: Vec<u8>,
    /// The schema in the header of a file (FORMAT.md §6).
    pub(crate) schema_bytes: Vec<u8>,
    /// The types that are not at their current version.
    pub(crate) versions: Versions,
    /// The same, for saving without the fields that they lack.
    lossy: Versions,
    /// The maximum memory per byte of input, in bytes.
    pub(crate) weight: usize,
    /// The same for an archive with tables of shared objects.
    pub(crate) linked_weight: usize,
    /// The names of the shared types; each has a table of objects.
    pub(crate) tables: Vec<String>,
    pub(crate) root_type: &'static Type,
    columns: OnceBox<Plan>,
    linked_columns: OnceBox<Plan>,
}

impl Edition {
    fn new(root: &'static Type, instances: &Instances) -> Result<Self, Error> {
        flatten::check(instances)?;
        let schema = Schema::build(root, instances);
        let mut versions = Versions::default();
        let mut table = VersionTable::new();
        for instance in instances.values() {
            let (shape, version) = (instance.shape, instance.version);
            if version != shape.version {
                versions.add(shape.id, version);
            }
            if !is_library(shape) {
                table = table.with(shape.name_at(version), version);
            }
        }
        let root_name = schema.root_def().map_or("", |def| &*def.name);
        let mut edition = Self {
            message_table: header::message_table(&table, root_name)?,
            weight: weight::weight(root, instances),
            linked_weight: weight::linked_weight(root, instances),
            tables: schema.shared().iter().map(|ty| schema.type_name(ty)).collect(),
            lossy: versions.lossy(),
            versions,
            ..Self::of(schema, root, table)
        };
        let mut header = Vec::new();
        header::write_message(&mut header, &edition, None, !edition.tables.is_empty());
        edition.message_header = header;
        Ok(edition)
    }

    /// The edition of another program's schema, as far as its file describes it.
    pub(crate) fn foreign(schema: &Schema, root_type: &'static Type) -> Self {
        let table = VersionTable { named: schema.versions(), ..VersionTable::new() };
        Self::of(schema.clone(), root_type, table)
    }

    /// What a schema and a version table tell of an edition. It is enough for writing files, which is all that a foreign
    /// edition is for.
    fn of(schema: Schema, root_type: &'static Type, table: VersionTable) -> Self {
        let root = schema.type_name(&schema.root);
        Self {
            fingerprint: schema.fingerprint(),
            file_names: header::file_names(&root, &table),
            root,
            root_version: schema.root_def().map_or(1, |def| def.version),
            message_table: Vec::new(),
            message_header: Vec::new(),
            schema_bytes: schema.to_bytes(),
            weight: 1,
            linked_weight: 1,
            tables: Vec::new(),
            root_type,
            columns: OnceBox::new(),
            linked_columns: OnceBox::new(),
            table,
            versions: Versions::default(),
            lossy: Versions::default(),
            schema,
        }
    }

    /// The column layout of the type, computed on first use.
    ///
    /// # Errors
    ///
    /// Fails if the type has too many parts for columns.
    pub(crate) fn columns(&self, is_linked: bool) -> Result<&Plan, Error> {
        let columns = if is_linked { &self.linked_columns } else { &self.columns };
        if let Some(plan) = columns.get() {
            return Ok(plan);
        }
        let version = |shape: &'static Shape, _: Option<&TypeDef>| self.versions.of(shape);
        let (load_as, unknown) = (LoadAs::Version, UnknownPolicy::Error);
        let matching = Matching { declared: true, load_as, unknown, version: &version };
        let tree = Tree::new(&self.schema, Most::OWN, is_linked)?;
        let plan = Plan::new(self.root_type, &self.schema, tree, matching)?.ok_or_else(|| {
            Error::new(ErrorKind::Shape, "the type's columns do not match its own schema")
        })?;
        Ok(columns.get_or_init(|| Box::new(plan)))
    }

    /// The table with the objects of a type.
    pub(crate) fn table_of(&self, ty: &'static Type) -> Option<usize> {
        let name = static_name(ty, &mut |shape| self.versions.of(shape));
        self.tables.iter().position(|known| *known == name)
    }

    /// The versions, unless all are current.
    pub(crate) fn past(&self) -> Option<&Versions> {
        if self.versions.is_today() { None } else { Some(&self.versions) }
    }

    /// The versions for saving without the fields that they lack, unless all are current.
    pub(crate) fn past_lossy(&self) -> Option<&Versions> {
        self.past().map(|_| &self.lossy)
    }
}

/// The facts about a type.
pub(crate) struct Facts {
    pub(crate) root: &'static Type,
    /// The root's shape, if it is a struct or an enum; it has all names of the root.
    pub(crate) root_shape: Option<&'static Shape>,
    pub(crate) today: Edition,
    /// Whether a type in it was renamed.
    pub(crate) has_renamed: bool,
    /// How many saves could have been checked (`declared::checked`).
    saves: AtomicUsize,
    past: List<Vec<Found>, Edition>,
}

/// A struct or enum that a type reaches, whether it is the root, and its version.
type Found = (&'static Shape, bool, u32);

/// The maximum number of cached editions per type, so that hostile headers cannot fill the memory. Further
/// ones are resolved anew each time.
const MOST_EDITIONS: usize = 64;

/// An edition, cached or not.
pub(crate) enum EditionRef {
    Kept(&'static Edition),
    /// One that the program negotiated with a peer.
    Shared(Arc<Edition>),
    Fresh(Box<(Vec<Found>, Edition)>),
}

impl EditionRef {
    /// The edition of another program's schema, for the type `root`.
    pub(crate) fn foreign(schema: &Schema, root: &'static Type) -> Self {
        Self::fresh(Edition::foreign(schema, root))
    }

    /// Another reference to the edition, if it is cached or shared.
    pub(crate) fn again(&self) -> Option<Self> {
        match self {
            Self::Kept(edition) => Some(Self::Kept(edition)),
            Self::Shared(edition) => Some(Self::Shared(Arc::clone(edition))),
            Self::Fresh(_) => None,
        }
    }

    /// An edition that is not cached.
    pub(crate) fn fresh(edition: Edition) -> Self {
        Self::Fresh(Box::new((Vec::new(), edition)))
    }
}

impl core::ops::Deref for EditionRef {
    type Target = Edition;

    fn deref(&self) -> &Edition {
        match self {
            Self::Kept(edition) => edition,
            Self::Shared(edition) => edition,
            Self::Fresh(fresh) => &fresh.1,
        }
    }
}

impl Facts {
    /// Whether to check a save: the first, the second, the fourth and so on.
    pub(crate) fn is_save_checked(&self) -> bool {
        self.saves.fetch_add(1, Ordering::Relaxed).wrapping_add(1).is_power_of_two()
    }

    /// The maximum memory per byte of input when loading by name, where a tree is read first.
    ///
    /// # Errors
    ///
    /// Fails if two different types have the same name.
    pub(crate) fn weight_of_tree(&self) -> Result<usize, Error> {
        let instances = walk(self.root, &mut |shape, _| Ok(shape.version))?;
        let weight = weight::weight_by_name(self.root, &instances);
        Ok(weight.saturating_add(crate::value::rows::WEIGHT))
    }

    /// The edition whose types have the versions in a table, and which has this fingerprint if one is known: by that, a guess
    /// about a name that two types had is checked. Otherwise the edition may have another.
    ///
    /// # Errors
    ///
    /// Fails if the table lacks a type that occurs, or has a version outside its history.
    pub(crate) fn at(
        &'static self,
        table: &VersionTable,
        fingerprint: Option<u64>,
    ) -> Result<EditionRef, Error> {
        let fits = |edition: &EditionRef| fingerprint.is_none_or(|it| it == edition.fingerprint);
        let found = self.find_at(table);
        let is_guessed =
            |error: &Error| fingerprint.is_some() || error.kind() == ErrorKind::NameClash;
        let is_other = found.as_ref().map_or_else(is_guessed, |edition| !fits(edition));
        if !is_other || !self.has_renamed {
            return found;
        }
        // A type may have taken a name that another one had.
        let table = VersionTable { is_former_first: true, ..table.clone() };
        self.find_at(&table).ok().filter(fits).map_or(found, Ok)
    }

    fn find_at(&'static self, table: &VersionTable) -> Result<EditionRef, Error> {
        // A table may list arbitrary other types. Only those reached here are compared and cached.
        let agrees = |(shape, is_root, version): &Found| {
            version_in(table, shape, *is_root).is_ok_and(|it| it == *version)
        };
        if let Some(known) = self.past.nodes().find(|known| known.key.iter().all(agrees)) {
            return Ok(EditionRef::Kept(&known.value));
        }
        let mut found = Vec::new();
        let instances = walk(self.root, &mut |shape, is_root| {
            let version = version_in(table, shape, is_root)?;
            found.push((shape, is_root, version));
            Ok(version)
        })?;
        let edition = Edition::new(self.root, &instances)?;
        Ok(EditionRef::Fresh(Box::new((found, edition))))
    }

    /// The edition of a peer, from the peer's own table or from that of a message it sent.
    ///
    /// # Errors
    ///
    /// Fails like [`at`](Self::at), or if the message was of another type.
    pub(crate) fn of_peer(&'static self, table: &VersionTable) -> Result<EditionRef, Error> {
        let edition = self.at(table, table.message)?;
        match table.message {
            Some(message) if message != edition.fingerprint => {
                Err(self.of_root(of_other_message(self.root), table))
            }
            _ => Ok(edition),
        }
    }

    /// Adds the root's type, and its version in a table, to an error.
    #[cold]
    pub(crate) fn of_root(&self, error: Error, table: &VersionTable) -> Error {
        match self.root_shape {
            Some(root) => {
                error.in_shape(root, table.version_of(root, true).unwrap_or(root.version))
            }
            None => error,
        }
    }

    /// Caches an edition that an archive really has.
    pub(crate) fn keep(&'static self, edition: EditionRef) -> EditionRef {
        match edition {
            EditionRef::Fresh(fresh) if self.past.nodes().count() < MOST_EDITIONS => {
                let (found, edition) = *fresh;
                EditionRef::Kept(self.past.add(found, edition))
            }
            edition => edition,
        }
    }
}

#[cold]
fn of_other_message(root: &'static Type) -> Error {
    let name = todays_name(root);
    let detail =
        format!("the version table is from a message that does not match this program's `{name}`");
    Error::new(ErrorKind::Mismatch, detail).with_help(
        "the table of a message covers only the type of that message: have the peer send `VersionTable::of` \
         its types, or use the table of a message of this type",
    )
}

/// Storage for the facts about a type; derived code has one for each type without parameters.
#[doc(hidden)]
#[derive(Debug)]
pub struct Known(OnceRef<'static, Facts>);

impl Known {
    /// Empty storage.
    #[must_use]
    pub const fn nothing() -> Self {
        Self(OnceRef::new())
    }
}

/// Hash buckets, so that programs with many root types do not search them all.
const BUCKETS: usize = 64;

static KNOWN: [List<TypeId, Facts>; BUCKETS] = [const { List::new() }; BUCKETS];

/// The facts about `T`, computed by the first call.
///
/// # Errors
///
/// Fails if two different types that `T` reaches have the same name.
#[inline]
pub(crate) fn of<T: Describe + ?Sized>() -> Result<&'static Facts, Error> {
    match T::known_facts() {
        Some(known) => match known.0.get() {
            Some(facts) => Ok(facts),
            None => find(typeid::of::<T>(), T::TYPE).inspect(|facts| {
                let _ = known.0.set(facts);
            }),
        },
        None => find(typeid::of::<T>(), T::TYPE),
    }
}

/// The facts about a type without storage of its own, or whose storage is still empty.
#[inline(never)]
fn find(id: TypeId, ty: &'static Type) -> Result<&'static Facts, Error> {
    let bucket = bucket(ty);
    match bucket.get(&id) {
        Some(facts) => Ok(facts),
        None => learn(bucket, id, ty),
    }
}

/// The bucket of a type. A type's description may have several addresses, one per codegen unit; its facts
/// are then computed more than once, which only costs a little memory.
#[inline]
fn bucket(ty: &'static Type) -> &'static List<TypeId, Facts> {
    let [first, ..] = &KNOWN;
    let address = core::ptr::from_ref(ty).addr() >> 4;
    KNOWN.get(address % BUCKETS).unwrap_or(first)
}

#[cold]
#[inline(never)]
fn learn(
    bucket: &'static List<TypeId, Facts>,
    id: TypeId,
    root: &'static Type,
) -> Result<&'static Facts, Error> {
    let instances = walk(root, &mut |shape, _| Ok(shape.version))?;
    let facts = Facts {
        root,
        root_shape: root.shape(),
        has_renamed: instances.values().any(|it| !it.shape.renamed.is_empty()),
        today: Edition::new(root, &instances)?,
        saves: AtomicUsize::new(0),
        past: List::new(),
    };
    Ok(bucket.add(id, facts))
}
