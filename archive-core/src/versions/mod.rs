//! Versions of types: as tables by name, and as resolved for a program's types.

mod resolved;

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use archive_derive::Archive;

use crate::schema::{in_history, is_library, todays_name, walk};
use crate::{Describe, Error, ErrorKind, Shape};

pub use resolved::Versions;

/// The version of each type, as an archive was written or is to be written.
///
/// ```
/// use archive::VersionTable;
///
/// let peer = VersionTable::new().with("Packet", 1).with("Folk", 2);
/// assert_eq!(peer.get("Folk"), Some(2));
/// assert_eq!(peer.to_string(), "Folk @2, Packet @1");
///
/// // A peer may send it: it is an archive itself.
/// let sent = archive::to_vec(&peer)?;
/// assert_eq!(archive::from_slice::<VersionTable>(&sent)?, peer);
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Archive, Clone, Debug, Default, PartialEq, Eq)]
#[archive(crate = crate, name = "std.VersionTable")]
pub struct VersionTable {
    pub(crate) named: BTreeMap<String, u32>,
    /// From a message: versions of nested types by the hash of their names (FORMAT.md §3).
    pub(crate) hashed: BTreeMap<u32, u32>,
    /// From a message: the version of its root. All types that are not named are at version 1.
    pub(crate) root: Option<u32>,
    /// The fingerprint of that message, to check that the table is used for the same type.
    #[archive(skip)]
    pub(crate) message: Option<u64>,
    /// Whether a type that was renamed is looked for under its former names first, as another type of the program that wrote
    /// this has the current one.
    #[archive(skip)]
    pub(crate) is_former_first: bool,
}

impl VersionTable {
    /// Creates an empty table.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            named: BTreeMap::new(),
            hashed: BTreeMap::new(),
            root: None,
            message: None,
            is_former_first: false,
        }
    }

    /// Sets the type `name` to `version`. Unknown names are ignored; [`at`](Self::at) takes the type itself.
    #[must_use]
    pub fn with(mut self, name: &str, version: u32) -> Self {
        self.named.insert(name.to_owned(), version);
        self
    }

    /// Sets the type `T` to `version`, as a peer has it. Types inside `T` keep their versions in the table; to get all
    /// versions of a release, use [`of_archive`](Self::of_archive) on anything it wrote.
    ///
    /// ```
    /// use archive::{Archive, Options, VersionTable};
    ///
    /// #[derive(Archive)]
    /// struct Hero {
    ///     level: u32,
    ///     #[since(2, default = 100)]
    ///     stamina: u16,
    /// }
    ///
    /// let peer = VersionTable::of::<Hero>()?.at::<Hero>(1)?;
    /// let bytes = Options::message().write_for(&peer).to_vec(&Hero { level: 3, stamina: 100 })?;
    /// assert_eq!(VersionTable::of_archive(&bytes)?.to_string(), "root @1");
    /// assert!(peer.at::<Hero>(3).is_err()); // Nobody has it yet.
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if `T` never had this version, or if it is not a struct or enum and so has no versions.
    pub fn at<T: Describe + ?Sized>(self, version: u32) -> Result<Self, Error> {
        let Some(shape) = T::TYPE.shape() else {
            let name = todays_name(T::TYPE);
            let detail = format!("`{name}` has no versions of its own");
            return Err(
                Error::new(ErrorKind::WrongType, detail).with_help("ask for a struct or an enum")
            );
        };
        let mut table = in_history(shape, version).map(|version| self.with(shape.name, version))?;
        // Types that exist only in that version get their last version, as nothing else is known.
        let mut only_then = Vec::new();
        walk(T::TYPE, &mut |shape, is_root| {
            let known = table.version_of(shape, is_root);
            if known.is_none() && !is_library(shape) {
                only_then.push(shape);
            }
            Ok(known.unwrap_or(shape.version))
        })?;
        for shape in only_then {
            table.named.entry(shape.name.to_owned()).or_insert(shape.version);
        }
        Ok(table)
    }

    /// Returns the lower of both versions of each name, which two programs can write for each other, whichever is
    /// newer. A name that only one table has keeps its version, so let each program send the table of all types that it reads
    /// and writes, such as `VersionTable::of::<(ToServer, ToClient)>()`. It compares names only: if a type was renamed, or for
    /// the table of a message, which has no names, use [`common_for`](Self::common_for).
    ///
    /// ```
    /// use archive::{Archive, Options, VersionTable};
    ///
    /// #[derive(Archive)]
    /// struct Hero {
    ///     level: u32,
    ///     #[since(2, default = 100)]
    ///     stamina: u16,
    /// }
    ///
    /// let ours = VersionTable::of::<Hero>()?;
    /// // What they sent: they are a version ahead.
    /// let theirs = VersionTable::new().with("Hero", 3);
    /// let both = ours.common(&theirs);
    /// assert_eq!(both.get("Hero"), Some(2));
    /// let bytes = Options::message().write_for(&both).to_vec(&Hero { level: 3, stamina: 9 })?;
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn common(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for (name, theirs) in &other.named {
            both.named
                .entry(name.clone())
                .and_modify(|ours| *ours = (*ours).min(*theirs))
                .or_insert(*theirs);
        }
        both
    }

    /// Returns the lower of both versions of `T` and each type in it, under any name that the type has had. This also
    /// works for tables of messages, which have no names. A type in one table has its version there, and one in neither its current
    /// version. A type that was renamed has the name that it had at its version, so that both programs know it.
    ///
    /// ```
    /// use archive::{Archive, Options, VersionTable};
    ///
    /// #[derive(Archive)]
    /// struct Hero {
    ///     level: u32,
    ///     #[since(2, default = 100)]
    ///     stamina: u16,
    /// }
    ///
    /// let ours = VersionTable::of::<Hero>()?;
    /// let past = VersionTable::new().with("Hero", 1);
    /// let hello = Options::message().write_for(&past).to_vec(&Hero { level: 1, stamina: 100 })?;
    /// let theirs = VersionTable::of_archive(&hello)?; // a message of a program that has version 1
    /// assert_eq!(ours.common_for::<Hero>(&theirs)?.get("Hero"), Some(1));
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if `T` or a type in it never had its lower version, or if a table is that of a message of another type.
    pub fn common_for<T: Describe + ?Sized>(&self, other: &Self) -> Result<Self, Error> {
        let facts = crate::facts::of::<T>()?;
        for table in [self, other] {
            // Only a mismatch counts. A table newer than this program cannot be resolved here, but it can be
            // compared.
            if let Err(error) = facts.of_peer(table) {
                if error.kind() == ErrorKind::Mismatch {
                    return Err(error);
                }
            }
        }
        let mut both = self.common(other);
        (both.hashed, both.root, both.message) = (BTreeMap::new(), None, None);
        let mut types: BTreeMap<&str, (&Shape, u32)> = BTreeMap::new();
        walk(T::TYPE, &mut |shape, is_root| {
            let known = [self, other].map(|table| table.version_of(shape, is_root));
            let version = known.into_iter().flatten().min().unwrap_or(shape.version);
            if !is_library(shape) {
                in_history(shape, version).map_err(not_common)?;
                types.insert(shape.name, (shape, version));
            }
            Ok(version)
        })?;
        for name in types.values().flat_map(|(shape, _)| shape.names()) {
            both.named.remove(name);
        }
        for (shape, version) in types.values() {
            let then = shape.name_at(*version);
            let name = if types.contains_key(then) { shape.name } else { then };
            both.named.insert(name.to_owned(), *version);
        }
        Ok(both)
    }

    /// Returns `T` and the types in it, at their current versions.
    ///
    /// # Errors
    ///
    /// Fails if two types share a name.
    pub fn of<T: Describe + ?Sized>() -> Result<Self, Error> {
        Ok(crate::facts::of::<T>()?.today.table.clone())
    }

    /// Returns the versions in the header of an archive: those that its program writes, and so can read.
    ///
    /// A message lists only nested types past version 1, by hash, so its table is valid only for that message's type.
    ///
    /// # Errors
    ///
    /// Fails if the bytes do not start with the header of an archive.
    pub fn of_archive(bytes: &[u8]) -> Result<Self, Error> {
        let header = crate::header::Header::read(bytes, &crate::Limits::new())?;
        let table = header.version_table()?;
        let message = table.root.map(|_| header.fingerprint);
        Ok(Self { message, ..table })
    }

    /// Returns the version of the type `name`, if it is in the table.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<u32> {
        self.named.get(name).copied()
    }

    /// Iterates over the types and their versions, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.named.iter().map(|(name, version)| (name.as_str(), *version))
    }

    /// The version of a type, under its current name or a former one.
    pub(crate) fn version_of(&self, shape: &Shape, is_root: bool) -> Option<u32> {
        if let Some((_, version)) = self.stated(shape) {
            return Some(version);
        }
        let root = self.root?;
        if is_root {
            return Some(root);
        }
        // What a message does not list is at version 1.
        let hashed = |name: &str| self.hashed.get(&crate::fingerprint::name_hash(name));
        let listed = |name: &str| Some(hashed(name).copied().unwrap_or(1));
        let found = found_under(shape, self.is_former_first, listed);
        Some(found.map_or(1, |(_, version)| version))
    }

    /// The name under which the table has a type, and its version.
    pub(crate) fn stated<'s>(&self, shape: &'s Shape) -> Option<(&'s str, u32)> {
        let get = |name: &str| self.get(name);
        // A program may ask for any version of a type by its current name.
        let asked = || Some((shape.name, get(shape.name)?));
        found_under(shape, self.is_former_first, get).or_else(asked)
    }
}

/// The version of a type under a name that it had at that version, and the name.
fn found_under<'s>(
    shape: &'s Shape,
    is_former_first: bool,
    get: impl Fn(&str) -> Option<u32>,
) -> Option<(&'s str, u32)> {
    let at = |name: &'s str| {
        let version = get(name).filter(|version| shape.name_at(*version) == name)?;
        Some((name, version))
    };
    let current = at(shape.name);
    let former = || shape.renamed.iter().find_map(|rename| at(rename.from));
    if is_former_first { former().or(current) } else { current.or_else(former) }
}

/// `Folk @2, Packet @1`
impl fmt::Display for VersionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for (name, version) in self.iter() {
            write!(f, "{gap}{name} @{version}")?;
            gap = ", ";
        }
        if let Some(root) = self.root {
            write!(f, "{gap}root @{root}")?;
        }
        for (hash, version) in &self.hashed {
            write!(f, ", #{hash:08x} @{version}")?;
        }
        Ok(())
    }
}

/// Replaces the advice in an error about versions, which is meant for archives.
#[cold]
fn not_common(error: Error) -> Error {
    match error.kind() {
        ErrorKind::TooOld => {
            error.with_help("update the other program: it is too old to talk to this one")
        }
        _ => error,
    }
}
