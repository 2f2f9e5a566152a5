//! How to write archives, and what to accept when reading them.

mod bytes;
mod choice;
mod peer;

#[cfg(feature = "std")]
use crate::backup;
use crate::{Limits, UnknownPolicy, VersionTable};

use peer::Peer;

pub use choice::{Compression, Layout, Newer, SchemaPolicy, Unstated};

/// How to write archives, and what to accept when reading them.
///
/// | for what | methods |
/// |---|---|
/// | start | [`file`](Self::file) (the default), [`message`](Self::message) |
/// | write choices | [`layout`](Self::layout), [`compression`](Self::compression), [`schema`](Self::schema), [`checksum`](Self::checksum), [`by_value`](Self::by_value); for texts and JSON: [`omit_defaults`](Self::omit_defaults); for whom: [`write_for`](Self::write_for), [`agreed`](Self::agreed); [`backups`](Self::backups) |
/// | read choices | [`newer`](Self::newer), [`limits`](Self::limits); [`unstated`](Self::unstated), for texts; [`unknown`](Self::unknown), also for writing |
/// | bytes | [`to_vec`](Self::to_vec), [`write_into`](Self::write_into), [`to_buffer`](Self::to_buffer), [`encoded_len`](Self::encoded_len), [`from_slice`](Self::from_slice) |
/// | streams | [`to_writer`](Self::to_writer), [`from_reader`](Self::from_reader), [`next_from_reader`](Self::next_from_reader), [`next_from_slice`](Self::next_from_slice), [`next_len`](Self::next_len) |
/// | files | [`save`](Self::save), [`save_bytes`](Self::save_bytes), [`load`](Self::load), [`load_or_default`](Self::load_or_default), [`load_or_backup`](Self::load_or_backup), [`load_report`](Self::load_report); a part: [`load_part`](Self::load_part), [`part_from_reader`](Self::part_from_reader) |
/// | text | [`to_text`](Self::to_text), [`from_text`](Self::from_text), [`from_text_lenient`](Self::from_text_lenient); files: [`save_text`](Self::save_text), [`load_text`](Self::load_text), [`load_text_lenient`](Self::load_text_lenient) |
#[cfg_attr(
    feature = "json",
    doc = "| JSON | [`to_json`](Self::to_json), [`to_json_pretty`](Self::to_json_pretty), [`to_json_as`](Self::to_json_as), [`from_json`](Self::from_json); files: [`save_json`](Self::save_json), [`load_json`](Self::load_json) |"
)]
#[cfg_attr(
    feature = "serde",
    doc = "| other serde formats | [`to_serde`](Self::to_serde), [`from_serde`](Self::from_serde) |"
)]
/// | tools: trees | [`to_value`](Self::to_value), [`from_value`](Self::from_value), [`value_from_slice`](Self::value_from_slice), [`load_value`](Self::load_value); records: [`from_record`](Self::from_record) |
/// | tools: archives | [`edit_archive`](Self::edit_archive), [`edit_file`](Self::edit_file), [`set_in_archive`](Self::set_in_archive), [`archive_to_text`](Self::archive_to_text), [`text_to_archive`](Self::text_to_archive), [`report`](Self::report) |
#[cfg_attr(
    feature = "json",
    doc = "| tools: archives as JSON | [`archive_to_json`](Self::archive_to_json), [`json_to_archive`](Self::json_to_archive) |"
)]
///
/// A method that loads a value of a type has another with `_with` at the end of its name, such as
/// [`load_with`](Self::load_with), which lends values to hooks, converters and handles.
///
/// Layout, compression, checksum and schema policy only affect writing: readers take them from the header, so any
/// options can read what any others wrote, except for [agreed](Self::agreed) messages. `agreed` concerns only messages: with
/// compression, a checksum, a schema or columns, archives have a header again, and it only sets the versions that are written,
/// as [`write_for`](Self::write_for) does.
///
/// Types that borrow (`&str`, `&[u8]`) point into the archive's bytes, so they cannot be loaded from a compressed archive.
///
/// ```
/// use archive::{Compression, Options, SchemaPolicy};
///
/// let small = Options::file().compression(Compression::Lz4).schema(SchemaPolicy::Fingerprint);
/// let bytes = small.to_vec(&vec!["torch"; 1000])?;
/// assert!(bytes.len() < 200);
/// let torches: Vec<String> = archive::from_slice(&bytes)?;
/// assert_eq!(torches.len(), 1000);
///
/// let wire = Options::message();
/// let bytes = wire.to_vec(&7_u32)?;
/// assert_eq!(bytes.len(), 10 + 4); // ten bytes of header
/// assert_eq!(wire.from_slice::<u32>(&bytes)?, 7);
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    layout: Layout,
    compression: Compression,
    schema: SchemaPolicy,
    checksum: bool,
    /// Whether these four ask for messages, which each message would otherwise have to find out.
    is_message: bool,
    peer: Peer,
    newer: Newer,
    unstated: Unstated,
    unknown: UnknownPolicy,
    by_value: bool,
    pub(crate) omits_defaults: bool,
    limits: Limits,
    #[cfg(feature = "std")]
    backups: u32,
}

impl Options {
    /// Options for files: in columns, with an embedded schema and a checksum. This is the default.
    #[must_use]
    pub const fn file() -> Self {
        Self::of(Layout::Columns, SchemaPolicy::Embed, true)
    }

    /// Options for messages: rows behind the shortest header, which holds only the fingerprint and versions. It takes
    /// ten bytes, and six more if a nested type is past version 1, and five for each other such type. Peers that
    /// [agreed](Self::agreed) on versions need no header. If you add a schema, a checksum, columns or compression, the
    /// options write files instead.
    ///
    /// What they read may be a file all the same, even a compressed one, which a peer that means harm can make large: a
    /// server sets [`Limits::max_alloc`] to what a message may take.
    #[must_use]
    pub const fn message() -> Self {
        Self::of(Layout::Rows, SchemaPolicy::Fingerprint, false)
    }

    const fn of(layout: Layout, schema: SchemaPolicy, checksum: bool) -> Self {
        let options = Self {
            layout,
            compression: Compression::None,
            schema,
            checksum,
            is_message: false,
            peer: Peer::Any,
            newer: Newer::Refuse,
            unstated: Unstated::Fitting,
            unknown: UnknownPolicy::Error,
            by_value: false,
            omits_defaults: false,
            limits: Limits::new(),
            #[cfg(feature = "std")]
            backups: 0,
        };
        options.reconsidered()
    }

    /// The same options, after a change to what decides whether they ask for messages.
    const fn reconsidered(mut self) -> Self {
        self.is_message = matches!(
            (self.layout, self.compression, self.schema, self.checksum),
            (Layout::Rows, Compression::None, SchemaPolicy::Fingerprint, false)
        );
        self
    }

    /// Sets how values are laid out.
    #[must_use]
    pub const fn layout(mut self, layout: Layout) -> Self {
        self.layout = layout;
        self.reconsidered()
    }

    /// Sets how the body is compressed.
    #[must_use]
    pub const fn compression(mut self, compression: Compression) -> Self {
        self.compression = compression;
        self.reconsidered()
    }

    /// Sets whether the archive embeds its schema or only the fingerprint. Without the schema an archive is shorter,
    /// but only programs that know its types at its versions can read it.
    #[must_use]
    pub const fn schema(mut self, policy: SchemaPolicy) -> Self {
        self.schema = policy;
        self.reconsidered()
    }

    /// Sets whether the body has a checksum, which guards against accidental damage. The header of a file always has
    /// one.
    #[must_use]
    pub const fn checksum(mut self, on: bool) -> Self {
        self.checksum = on;
        self.reconsidered()
    }

    /// Sets whether the target of an `Rc` or `Arc` is saved once per owner. If so, nothing is shared after loading,
    /// weak pointers are empty, and cycles are an error. Sizes can explode: a chain of thirty links, each doubled,
    /// saves its last object a billion times.
    ///
    /// ```
    /// use std::rc::Rc;
    /// use archive::Options;
    ///
    /// let name: Rc<str> = "Ada".into();
    /// let pair = [Rc::clone(&name), name];
    /// let file = Options::file();
    /// let [a, b]: [Rc<str>; 2] = file.from_slice(&file.to_vec(&pair)?)?;
    /// assert!(Rc::ptr_eq(&a, &b));
    /// let [a, b]: [Rc<str>; 2] = file.from_slice(&file.clone().by_value(true).to_vec(&pair)?)?;
    /// assert!(!Rc::ptr_eq(&a, &b));
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub const fn by_value(mut self, on: bool) -> Self {
        self.by_value = on;
        self
    }

    /// Sets whether texts and JSON leave out the fields of structs and variants that hold their defaults. A field is written all
    /// the same if it has no name, if its default uses another field or an `Rc`, or if it is flattened or within what is
    /// flattened.
    ///
    /// A field that is left out has the default of the program that reads it, so it changes if a release changes the default,
    /// as people expect of settings and levels; and no release can take the default away and still read the text. If a release
    /// removes the field, its `removed(..)` states the default, or else nobody gets it. What is
    /// [written for](Self::write_for) an older program has all fields.
    ///
    /// ```
    /// use archive::{Archive, Options};
    ///
    /// #[derive(Archive, Debug, PartialEq)]
    /// struct Lamp {
    ///     name: String,
    ///     #[default = 800]
    ///     brightness: u32,
    ///     #[default = true]
    ///     is_on: bool,
    /// }
    ///
    /// let lamp = Lamp { name: "desk".into(), brightness: 800, is_on: false };
    /// let text = Options::file().omit_defaults(true).to_text(&lamp)?;
    /// assert_eq!(text, "Lamp @1 {\n  name = \"desk\"\n  is_on = false\n}\n");
    /// assert_eq!(archive::text::from_str::<Lamp>(&text)?, lamp);
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub const fn omit_defaults(mut self, on: bool) -> Self {
        self.omits_defaults = on;
        self
    }

    /// Writes for a program whose types have these versions. The table must contain every type in the archive:
    /// [`VersionTable::of`] lists their current versions, and [`VersionTable::of_archive`] the versions in something
    /// the other program wrote.
    ///
    /// What its versions cannot express is an error, unless it is a field at its default. With
    /// [`Unknown::Skip`](crate::Unknown::Skip), fields that they lack are left out, whatever they contain.
    ///
    /// ```
    /// use archive::{Archive, Options, Unknown, VersionTable};
    ///
    /// #[derive(Archive)]
    /// struct Hero {
    ///     level: u32,
    ///     #[since(2, default = 100)]
    ///     stamina: u16,
    /// }
    ///
    /// let peer = VersionTable::of::<Hero>()?.at::<Hero>(1)?; // or `of_archive`, of what the peer sent
    /// let for_peer = Options::message().write_for(&peer);
    /// for_peer.to_vec(&Hero { level: 7, stamina: 100 })?;
    ///
    /// let tired = Hero { level: 7, stamina: 30 };
    /// assert!(for_peer.to_vec(&tired).is_err());
    /// let bytes = for_peer.unknown(Unknown::Skip).to_vec(&tired)?;
    /// assert_eq!(archive::from_slice::<Hero>(&bytes)?.stamina, 100);
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn write_for(mut self, versions: &VersionTable) -> Self {
        self.peer = Peer::Reads(versions.clone());
        self
    }

    /// Writes and reads messages without a header, between two programs that agreed on these versions; this saves at
    /// least ten bytes per message. Older versions are written by the rules of [`write_for`](Self::write_for). If you
    /// add a schema, a checksum, columns or compression, the options write files, with a header, instead.
    ///
    /// Such a message does not describe itself: reading it as another type, at other versions or with other options
    /// gives an error **or wrong values**. In a stream, its length comes before it: what [`to_writer`](Self::to_writer) writes
    /// is read by [`next_from_reader`](Self::next_from_reader) or [`next_from_slice`](Self::next_from_slice), and what
    /// [`to_vec`](Self::to_vec) returns by [`from_slice`](Self::from_slice). So peers first agree, using messages with headers:
    ///
    /// ```
    /// use archive::{Archive, Describe, Options, VersionTable};
    ///
    /// #[derive(Archive)]
    /// struct Move {
    ///     unit: u32,
    ///     #[since(2, default = 1.0)]
    ///     speed: f32,
    /// }
    ///
    /// // Each sends what it has, and takes the lower of both versions of each type.
    /// let hello = Options::message().to_vec(&VersionTable::of::<Move>()?)?;
    /// let theirs: VersionTable = archive::from_slice(&hello)?;
    /// let both = VersionTable::of::<Move>()?.common_for::<Move>(&theirs)?;
    /// // What they call so must be the same: each sends this, too, and hangs up if it differs.
    /// let shape = Move::schema_at(&both)?.fingerprint();
    ///
    /// let wire = Options::message().agreed(&both);
    /// let bytes = wire.to_vec(&Move { unit: 7, speed: 2.5 })?;
    /// assert_eq!(bytes.len(), 8); // a `u32` and an `f32`
    /// assert_eq!(wire.from_slice::<Move>(&bytes)?.unit, 7);
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn agreed(mut self, versions: &VersionTable) -> Self {
        self.peer = Peer::agreed(versions.clone());
        self
    }

    /// Sets what to do with an archive from a newer program; by default, it is refused.
    #[must_use]
    pub const fn newer(mut self, newer: Newer) -> Self {
        self.newer = newer;
        self
    }

    /// Sets at which versions a text or JSON is read that states none. Set [`Unstated::Oldest`] for files from before there were
    /// versions: by their names alone, they may be of any version.
    #[must_use]
    pub const fn unstated(mut self, unstated: Unstated) -> Self {
        self.unstated = unstated;
        self
    }

    /// Sets what to do with unknown fields in input that is read by name: archives from a [newer](Self::newer) program,
    /// texts and JSON. By default, they are an error. The policy also decides whether saving leaves out fields that
    /// were retained, see [`Unknown`](crate::Unknown), and those that an [older](Self::write_for) reader lacks.
    #[must_use]
    pub const fn unknown(mut self, unknown: UnknownPolicy) -> Self {
        self.unknown = unknown;
        self
    }

    /// Sets the limits on what a load may cost; the default is [`Limits::new`].
    #[must_use]
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets how many former versions of a file stay beside it when it is replaced; by default, none. `slot1.sav.1` is
    /// the newest of them, and [`load_or_backup`](Self::load_or_backup) loads it if `slot1.sav` is damaged: by a disk,
    /// by a program that synchronizes directories, or because the game saved what its own hooks refuse to load.
    ///
    /// ```
    /// use archive::Options;
    ///
    /// let directory = tempfile::tempdir()?;
    /// let path = directory.path().join("slot1.sav");
    /// let slot = Options::file().backups(2);
    /// for level in 1..=5_u32 {
    ///     slot.save(&path, &level)?;
    /// }
    /// assert_eq!(slot.load::<u32>(directory.path().join("slot1.sav.2"))?, 3);
    ///
    /// std::fs::write(&path, [0; 100])?; // a bad sector
    /// let (level, lost) = slot.load_or_backup::<u32>(&path)?;
    /// assert_eq!(level, 4);
    /// println!("an older game was loaded: {}", lost[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Everything that these options save to a path keeps backups, texts and JSON too; those of texts are loaded from their
    /// own paths, as [`load_or_backup`](Self::load_or_backup) loads archives only. A save that would not change the
    /// file makes none, and a damaged file is replaced without becoming one; so is a file that is neither an archive nor a
    /// text, if the first backup is an archive. No backup is lost before the new file is there. A crash may leave one more
    /// than there should be, which the next saves delete, as they do if `count` is smaller than before. Threads take turns,
    /// but if several programs save the same file at the same time, a backup may be kept twice, in the wrong order, or not
    /// at all. If the game deletes a file, it should delete the backups as well. There are at most 1,000.
    #[cfg(feature = "std")]
    #[must_use]
    pub const fn backups(mut self, count: u32) -> Self {
        self.backups = if count < backup::MOST { count } else { backup::MOST };
        self
    }

    #[cfg(feature = "std")]
    pub(crate) fn get_backups(&self) -> u32 {
        self.backups
    }

    pub(crate) fn accepts_newer(&self) -> bool {
        self.newer == Newer::Accept
    }

    pub(crate) fn is_oldest(&self) -> bool {
        self.unstated == Unstated::Oldest
    }

    pub(crate) fn get_unknown(&self) -> UnknownPolicy {
        self.unknown
    }

    pub(crate) fn get_limits(&self) -> &Limits {
        &self.limits
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::file()
    }
}
