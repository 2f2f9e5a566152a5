//! Save files, messages and every other archive of a game's data, from one derive.
//!
//! A game programmer adds a field on a Friday, and no player's save breaks:
//!
//! ```
//! use archive::Archive;
//!
//! #[derive(Archive, Debug, PartialEq)]
//! struct SaveGame {
//!     level: u32,
//!     health: f32,
//!     #[since(2, default = 100)]
//!     stamina: u16,
//! }
//!
//! # let directory = std::env::temp_dir().join(format!("archive-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&directory)?;
//! # let slot = directory.join("slot1.sav");
//! let game = SaveGame { level: 12, health: 0.85, stamina: 70 };
//! archive::save(&slot, &game)?; // as a whole or not at all, checksummed, self-describing
//! let loaded: SaveGame = archive::load(&slot)?; // a file of version 1 or of version 2
//! assert_eq!(loaded, game);
//! # std::fs::remove_dir_all(&directory)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything else follows from three ideas:
//!
//! - **A type's attributes are its whole history.** `#[since(2, default = 100)]` is all that loading version 1 needs.
//!   [`lock::check`] proves in `cargo test` that nobody rewrote history, and the fingerprint in each header proves it when
//!   a file is loaded.
//! - **Data and format are separate.** The derive says what the data is; an archive decides how it is written. Anybody can
//!   add an archive ([`OutputArchive`], [`InputArchive`]) or describe a type by hand ([`Describe`], [`Serialize`],
//!   [`Deserialize`]).
//! - **Every byte from outside is hostile.** Loading never panics, and never takes more memory or
//!   time than the input's length allows ([`Limits`]).
//!
//! Besides files and messages, there is [`text`] for people, `json` for other programs (feature `json`), and [`Value`],
//! a tree for tools that do not have the types. The feature `serde` connects to serde's formats and types:
//! `#[archive(with = archive::with::serde)]` stores a field whose type supports only serde
//! ([larger](derive@Archive#with) than the derive would), and `with::Serde` lets serde write and read any type of yours.
//!
//! # Which function for which job
//!
//! | job | functions |
//! |---|---|
//! | save a game to a file, and load it | [`save`], [`load`] |
//! | load what may not be there yet, such as settings | [`load_or_default`]; where [its defaults](derive@Archive#since) come from |
//! | keep former files, and load one if the last is damaged | [`Options::backups`], [`load_or_backup`] |
//! | save while the game goes on | [`to_vec`], then [`save_bytes`] in another thread |
//! | show save slots in a menu | [`load_part`] reads only the fields that a smaller type declares |
//! | lend the world or the assets to what is loaded | [`load_with`], [`Context`] |
//! | bytes in memory | [`to_vec`], [`from_slice`], [`write_into`] |
//! | messages | [`Options::message`], then [`to_vec`](Options::to_vec), or [`to_buffer`](Options::to_buffer) into a [`Buffer`] that is reused |
//! | write for an older program | [`Options::write_for`], [`VersionTable`] |
//! | messages without a header | [`Options::agreed`] |
//! | load what a newer program wrote | [`Options::newer`], [`Unknown`] |
//! | streams of several values | [`to_writer`], [`Options::next_from_reader`]; without blocking, [`Options::next_from_slice`] |
//! | texts that people edit | [`text::save`], [`text::load`]; [`text::load_lenient`] loads one that has mistakes |
#![cfg_attr(
    feature = "json",
    doc = "| JSON | [`json::save`], [`json::load`], [`json::to_string`], [`json::from_str`] |"
)]
#![cfg_attr(
    not(feature = "json"),
    doc = "| JSON (feature `json`) | `json::save`, `json::load`, `json::to_string`, `json::from_str` |"
)]
//! | set a part of a value by its path | [`text::set`] to what someone typed; [`edit()`] and [`update`] to values |
//! | open an archive without its types | [`Value::load`], [`Value::from_slice`] |
//! | change an archive without its types | [`edit_file`], [`edit_archive`]; [`text::set_in_archive`] to what someone typed |
//! | an archive as text, and back | [`text::of_archive`], [`text::to_archive`] |
//! | show what a type or a file contains | [`Schema`], [`mod@schema`] |
//! | records with an id, of which only changes are sent | [`Record`], [`RecordUpdate`] |
//! | objects behind a trait, also of mods | [`registry!`] |
//! | references that are saved as ids | [`Handle`] |
//! | find who holds a shared object | [`references`] |
//! | copy a value with all that it shares | [`deep_copy`]; [`duplicate`] gives the copy's handles new ids |
//! | visit every part of a value | [`walk()`] |
//! | test that history was not rewritten | [`lock::check`] |
//! | test impls that were written by hand | [`check_impl`] |
//! | find where two machines differ | [`hash()`], [`hash_tree`] |
//! | find what makes a save large | [`census()`] |
//! | find what a load would change or lose | [`load_report`], [`Options::report`] |
//! | say why something failed | [`Error`], [`ErrorKind`] |
//!
//! [`Options`] lists the methods that do this with other choices, and those that lend. The directory `examples` of the
//! repository has programs for these jobs: `save_game`, `high_scores`, `newer_save`, `text_save`, `json_save`, `edit_save`,
//! `inspect`, `property_grid`, `log_value`, `record_sync`, `entities`, `ecs_world`, `handles`, `scene_graph`,
//! `what_is_large` and `by_hand`; `cargo run --example save_game` runs one.
//!
//! # Features
//!
//! | feature | what for |
//! |---|---|
//! | `std` (on) | files, streams, and the types that only `std` has: `HashMap`, `PathBuf`, `Mutex`, `SystemTime` |
//! | `hash` (on) | [`hash()`] and [`hash_tree`] |
//! | `lz4` (on), `zstd` | compression: [`Options::compression`] |
//! | `json` | JSON, with `serde` |
//! | `serde` | serde formats, and fields whose types support only serde |
//! | `glam-0_34`, `uuid-1` and others | fields whose types are from other crates, see below |
//! | `small-code` | optimized builds that take a third of the time, and smaller programs; saving and loading take 3 to 20 times as long. The bytes are the same. Enable it in programs, never in libraries |
//!
//! # Types that a field may have
//!
//! | types | as |
//! |---|---|
//! | integers and floats of all sizes, `bool`, `char`, `()`, `NonZero`, `Wrapping`, `Saturating`, `Reverse`, atomics | themselves |
//! | `String`, `Box<str>`, `Cow<'a, str>`, `&'a str` (the last two not with `'static`); `PathBuf`, `OsString` | text |
//! | `Vec`, `VecDeque`, `LinkedList`, `Box<[T]>`, `Cow<[T]>`, `&[u8]`; `BinaryHeap`, `BTreeSet`, `HashSet` | lists, sorted if the type has no order |
//! | `BTreeMap`, `HashMap` with any hasher that is `Default` | maps |
//! | arrays, tuples of up to 12, `Option`, `Result`, `ControlFlow`, ranges, `Bound` | their parts |
//! | `Box`, `Cell`, `RefCell`, `OnceCell`, `OnceLock`, `Mutex`, `RwLock` | their content; saving waits for a lock, even if this thread holds it |
//! | `Rc`, `Arc` and their `Weak`, also of `str`, lists and traits; `Box<dyn Trait>` by [`registry!`] | shared objects |
//! | `Duration`, `SystemTime` (Windows keeps steps of 100 ns), `IpAddr` and `SocketAddr` with their V4 and V6 types, `PhantomData` | structs |
//! | types with this derive; others by `#[archive(with = module)]` or by hand | |
//!
//! Types of other crates are stored as their parts, so a field may change from `[f32; 3]` to `Vec3`, or from `Vec` to
//! `SmallVec`, without an attribute. Each version of a crate has its own feature, and several may be on:
//!
//! | features | types | as |
//! |---|---|---|
//! | `glam-0_29` to `glam-0_34` | vectors, masks, quaternions; matrices, affine transforms | arrays of their numbers; arrays of their columns |
//! | `hashbrown-0_16`, `hashbrown-0_17` | `HashMap`, `HashSet` | as those of `std` |
//! | `indexmap-2` | `IndexMap`, `IndexSet` | as `BTreeMap` and `BTreeSet`, but in their own order: two that differ only in order are equal by `==`, but have different bytes and hashes |
//! | `smallvec-1`, `arrayvec-0_7` | `SmallVec`, `ArrayVec`; `ArrayString` | lists; text. A value that is too long is refused |
//! | `smol_str-0_3`, `compact_str-0_9`, `compact_str-0_10` | `SmolStr`, `CompactString` | text |
//! | `uuid-1` | `Uuid` | `[u8; 16]` |
//! | `ordered-float-5` | `OrderedFloat`, `NotNan` | floats |
//! | `chrono-0_4` | `DateTime<Utc>` | a `SystemTime`; a leap second becomes the second after it |
//!
//! Other types are stored with `#[archive(with = module)]`: two functions that convert them to and from a type that can
//! be stored.
//!
//! # What may change
//!
//! | change | attribute |
//! |---|---|
//! | a new field | `#[since(2, default = 100)]` on it |
//! | a removed field | `#[archive(removed(mana: u16, until = 3))]` above the field that followed it |
//! | a renamed field | `#[archive(renamed(3, from = "hp"))]` on it |
//! | a field has a wider type | `#[archive(was(u8, until = 3))]` on it |
//! | a field has an unrelated type, or a number another unit | `#[archive(was(i32, until = 3, with = function))]` on it |
//! | the content of a field gets a wider type: elements, options, map values | `#[archive(was(Vec<u8>, until = 3))]` on it |
//! | a field moves to another type, such as the struct that contains its own | `removed(armor: u16, until = 2, into = function)` on its old type, where `function` puts it into a field that is `skip`, and `upgrade(from = 1, with = function)` on the new type, which takes it from there |
//! | several fields change together | `#[archive(upgrade(from = 2, with = function))]` on the type; to write for older readers, add `back` to the removed fields and `replaces(..)` to the new ones |
//! | a new variant | `#[since(3)]` on it |
//! | a removed variant | `#[archive(removed(Smelt { heat: u8 }, until = 3, into = function))]` above the variant that followed it; without `into`, saves that hold it are refused |
//! | old versions are no longer read | `#[archive(oldest = 2)]` on the type |
//! | a type gets or loses a parameter, or its fields get or lose their names | keep the old type, as `#[archive(name = "Event")] struct OldEvent`; give the new one another name, and write `was(OldEvent, until = 3, with = function)` on each field that holds it; if it is shared, each owner then gets an object of its own |
//!
//! These changes need no attribute, because the stored form is the same: between `Vec`, `VecDeque`, `LinkedList` and
//! `Box<[T]>`; between `T`, `Box<T>`, `Cell<T>`, `RefCell<T>`, `Mutex<T>` and a `transparent` struct around `T`;
//! between `Rc` and `Arc`; between `String`, `Box<str>`, `&str` and `Cow<str>`; between `usize` and `u64`; between a type
//! of another crate and the type that it is stored as. One exception: lists of `u8` are bytes, so they are not the same
//! as lists of a `Cell<u8>`, a `Box<u8>` or a `transparent` struct around a `u8`; from the one to the other,
//! `was(Vec<u8>, until = 2, with = function)`.
//!
//! Never reorder fields or variants that have shipped. New fields and variants may go anywhere (unnamed fields only at
//! the end), and every other change needs an attribute. [`lock::check`] finds a mistake in a test, before it ships. A
//! file that was written before such a mistake is refused, unless [`Options::newer`] allows reading it by the names in
//! its schema. A field or variant behind `#[cfg(..)]` is such a mistake, too, since each build then has a shape of its own
//! under the same version: let every build have it, or `skip` it.
//!
//! [`Archive`](derive@Archive) lists every attribute. `SaveGame::schema()` and `SaveGame::lock()` are methods of the trait
//! [`Describe`], so import it to call them.
//!
//! The schema in a file's header includes the doc comments of its types, for tools. If size matters, use
//! [`SchemaPolicy::Fingerprint`]; [`load_part`] and tools then cannot read the file.

#![no_std]

pub use archive_core::*;

/// Derives [`Serialize`], [`Deserialize`] and [`Describe`] for a struct or an enum, whose attributes describe what
/// changed from version to version.
///
/// ```
/// use archive::Archive;
///
/// #[derive(Archive, Debug, PartialEq)]
/// struct SaveGame {
///     #[archive(was(u8, until = 3))] // levels outgrew a byte in version 3
///     level: u32,
///     #[archive(removed(mana: u16, until = 2))] // stood here in version 1
///     #[archive(renamed(4, from = "hp"))]
///     health: f32,
///     #[since(4, default = 100)] // came in version 4, which is today's
///     stamina: u16,
///     #[archive(skip)]
///     frames_drawn: u64,
/// }
///
/// /// Version 1, as it shipped.
/// mod shipped {
///     #[derive(archive::Archive)]
///     pub struct SaveGame { pub level: u8, pub mana: u16, pub hp: f32 }
/// }
///
/// let old = archive::to_vec(&shipped::SaveGame { level: 12, mana: 5, hp: 0.85 })?;
/// let game: SaveGame = archive::from_slice(&old)?;
/// assert_eq!(game, SaveGame { level: 12, health: 0.85, stamina: 100, frames_drawn: 0 });
/// # Ok::<(), archive::Error>(())
/// ```
///
/// Except `#[since]` and `#[default]`, all attributes go inside `#[archive(..)]`. Each type has its own versions, from 1 to
/// 65535; `until = 3` means versions 1 and 2. Links in the tables lead to the rules of an attribute. Most examples there load a
/// text of version 1 (`@1`); files and messages of that version load in the same way.
///
/// # On the type
///
/// | attribute | meaning |
/// |---|---|
/// | `version = 4` | the current version; by default, it is the highest number in the type's attributes (one above that of an `upgrade`), or 1 |
/// | [`oldest = 2`](#oldest) | versions below 2 are refused |
/// | `name = "Save"` | the stable name in schemas; by default, it is the identifier |
/// | [`renamed(3, from = "Game")`](#renamed) | the stable name before version 3 |
/// | [`upgrade(from = 2, with = path)`](#upgrade) | a function that runs on values of version 2 and below |
/// | [`after_load = path`](#after_load) | a function that runs on every loaded value |
/// | [`validate = path`](#validate) | a function that runs last on every loaded value, and may refuse it |
/// | `transparent` | stored as its one field, without a name or version of its own |
/// | `pod` | a `bytemuck::Pod` type; a list of them is copied as one block |
/// | [`bound = "T: Archive"`](#bound) | replaces the bounds on type parameters |
/// | `crate = path` | where to find this crate |
/// | [`removed(..)`](#removed) | a removed field or variant that was the last one |
/// | `meta(category = "world")` | notes for tools, which nothing here checks |
///
/// # On a field
///
/// | attribute | meaning |
/// |---|---|
/// | [`#[since(3, default = 100)]`](#since) | absent before version 3 |
/// | [`default = 100`](#since), [`#[default = 100]`](#since) | its default, without `since` or beside it |
/// | [`removed(mana: u16, until = 3)`](#removed) | a removed field that was above this one |
/// | [`was(u8, until = 3)`](#was) | its type before version 3 |
/// | [`renamed(3, from = "hp")`](#renamed) | its name before version 3 |
/// | `alias = "HP"` | a second name, for input that is read by name: text, JSON, parts, newer files |
/// | [`skip`](#skip) | never stored; its default when loaded |
/// | [`with = module`](#with) | stored as another type, to and from which the module converts it |
/// | [`with = Vec<module>`](#with-for-the-values-inside) | stores each value inside like this |
/// | [`flatten`](#flatten) | in text and JSON, its fields appear as this type's own |
/// | [`by_value`](#by_value) | saves the target of its `Rc` or `Arc` in the field itself |
/// | [`max_len = 64`](#max_len) | longer values are refused on saving and loading |
/// | `meta(min = 0, max = 100)` | notes for tools, which nothing here checks: use `validate` or `max_len` for that |
/// | [`unknown`](#unknown) | on an [`Unknown`]: keeps the fields of a newer program, to be saved again |
///
/// # On a variant
///
/// | attribute | meaning |
/// |---|---|
/// | [`#[since(3)]`](#attributes-of-variants) | new in version 3 |
/// | [`tag = 7`](#attributes-of-variants) | its stored number |
/// | [`renamed(3, from = "Hard")`](#renamed), `alias = "hard"`, `meta(icon = "skull")` | as on a field |
/// | [`removed(Smelt { heat: u8 }, until = 3)`](#attributes-of-variants) | a removed variant that was above this one |
/// | [`removed(heat: u8, until = 3)`](#attributes-of-variants) | a removed field that was this variant's last one |
/// | [`unknown`](#unknown) | on `Other(Unknown)`: keeps variants of a newer program, to be saved again |
///
/// # Rules and examples
///
/// ## Hooks and converters
///
/// Hooks (`upgrade`, `after_load`, `validate`) and converters (`with`, `into`, `back`) may take a last parameter
/// `&mut` [`Context`] and may return a `Result` whose error is `Display`. They may be closures, which state the type that
/// they return unless their body does: `with = |tags: Vec<u8>| -> BTreeSet<u8> { tags.into_iter().collect() }`. Saving calls
/// `back`, so its [`Context`] is empty.
///
/// In an object that links back to one of its owners, hooks and converters may run twice: first without the link, whose
/// target does not exist yet, then on a copy with it; and once more on a copy that is validated, when all objects have their
/// links. Only the cells of the copy are kept, so store anything derived from a link back in a cell, such as
/// `parent_id: Cell<u32>`.
///
/// ## `since`
///
/// A field with `#[since(3, default = 100)]` is absent before version 3, and gets its default from an older archive.
/// `#[archive(default = 100)]` and, for literals, `#[default = 100]` set the default without `since` (the short form clashes
/// with `derive(Default)`); `#[since(3, default)]` takes the default of the trait `Default`. A default may use the fields
/// declared above it, as shared references.
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive)]
/// struct Hero {
///     level: u32,
///     #[since(2, default = level * 10)]
///     stamina: u32,
/// }
///
/// let old: Hero = text::from_str("Hero @1 { level = 7 }")?;
/// assert_eq!(old.stamina, 70);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// Older readers lack the field, so it must hold its default when written for them ([`Options::write_for`]), unless
/// [`Unknown::Skip`] leaves it out, or `replaces(health, armor)` in its `since` names removed fields whose `back` gives them
/// the value of this one. [`Upgrade`] has an example.
///
/// [`load_or_default`] does not use these defaults: if there is no file, it returns what the trait `Default` does.
/// Only a field that a file or text lacks gets the default of its attribute. To make both the same, let the attributes take
/// the defaults from the trait:
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive, Debug, PartialEq)]
/// struct Settings {
///     #[archive(default = Self::default().volume)]
///     volume: f32,
///     #[since(2, default = Self::default().width)]
///     width: u32,
/// }
///
/// impl Default for Settings {
///     fn default() -> Self {
///         Self { volume: 0.8, width: 1280 }
///     }
/// }
///
/// assert_eq!(text::from_str::<Settings>("{}")?, Settings::default());
/// # Ok::<(), archive::Error>(())
/// ```
///
/// ## `removed`
///
/// `removed(mana: u16, since = 1, until = 3, default = 0, into = path, back = path)` stands above the field that followed
/// the removed one, or on the type, if it was the last one. Only name, type and `until` are needed. `into` is a
/// `fn(&mut Self, u16)` that receives the value. Older readers get `default`, or the result of `back`, a
/// `fn(&Self) -> u16`. `renamed(2, from = "mp")` in it gives its own former name.
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive)]
/// struct Hero {
///     #[archive(removed(mana: u16, until = 2, default = 0, into = Hero::add))]
///     power: u32,
/// }
///
/// impl Hero {
///     fn add(&mut self, mana: u16) {
///         self.power += u32::from(mana);
///     }
/// }
///
/// let old: Hero = text::from_str("Hero @1 { mana = 5, power = 7 }")?;
/// assert_eq!(old.power, 12);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// If the removed field also changed its type, write `removed` once per type, each with its versions. A tuple field, which
/// has no name, is `removed(_: u16, until = 3, default = 0, was(u8, until = 2, default = 0, into = path, back = path))`: a
/// `was` there has its own `into`, and its own `default` or `back`, without which nothing can be written for its versions.
/// A flattened field is `removed(base: Base, until = 3, flatten)`.
///
/// ## `renamed`
///
/// `renamed(3, from = "hp")` states the name before version 3: of a field, of a variant, or the stable name of a type.
/// Programs that know only a type's old name refuse files whose root has the new one, as another type.
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive)]
/// #[archive(renamed(2, from = "Game"))]
/// struct SaveGame {
///     #[archive(renamed(2, from = "hp"))]
///     health: f32,
/// }
///
/// let old: SaveGame = text::from_str("Game @1 { hp = 0.5 }")?;
/// assert_eq!(old.health, 0.5);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// ## `was`
///
/// `was(u8, until = 3, with = path, back = path)` states the type of a field before version 3. `with` is a `fn(u8) -> T`
/// and, for older peers, `back` is a `fn(&T) -> u8`; a [lossless widening](#lossless-widenings) needs no `with`.
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive)]
/// struct Hero {
///     #[archive(was(u8, until = 2))]
///     level: u32,
///     #[archive(was(String, until = 2, with = |name: String| vec![name]))]
///     names: Vec<String>,
/// }
///
/// let old: Hero = text::from_str(r#"Hero @1 { level = 7, names = "Ann" }"#)?;
/// assert_eq!((old.level, old.names), (7, vec!["Ann".to_string()]));
/// # Ok::<(), archive::Error>(())
/// ```
///
/// A closure must state the type that it returns if its body, such as `v.into()`, does not; see
/// [hooks and converters](#hooks-and-converters) for how. Without it, the compiler says that type annotations are needed
/// (E0283).
///
/// `with` returns a value of today's `T`, whatever `T` was in version 3, so look at it again whenever the meaning of `T`
/// changes: an `upgrade` of `T` does not run on it. If the meaning changes but not the type (say, another unit), wrap the
/// value in a new type: `#[archive(transparent)] struct Meters(f32)`.
///
/// ## Lossless widenings
///
/// Each row of this table is a lossless widening (only signalling NaN bits may change). Where a pointer, option,
/// sequence, map or set changes, its content must be `Clone`:
///
/// | from | to |
/// |---|---|
/// | an integer | an integer or a float that holds all of its values: `u8` to `i16`, `u32` to `f64`; a `NonZero` of the one to a `NonZero` of the other |
/// | `usize`, `isize` | `u64`, `i64` |
/// | `f32` | `f64` |
/// | `T` | `Option<T>`, `Box<T>`, `Rc<T>`, `Arc<T>`; each pointer also to `T` and to the other pointers, for sized `T` only (not `Box<str>` to `Rc<str>`) |
/// | `String` | `Box<str>`, `Rc<str>`, `Arc<str>`, and back |
/// | `Vec`, `VecDeque`, `LinkedList`, `Box<[T]>` | each other |
/// | `[T; N]` | `Vec<T>`, `VecDeque<T>`, `LinkedList<T>`, `Box<[T]>` |
/// | `Vec<T>`, `VecDeque<T>`, `LinkedList<T>`, `[T; N]`, `BTreeMap<K, T>`, `HashMap<K, T>` | the same of any type that `T` widens to: `Vec<T>` to `Vec<Rc<T>>` |
/// | `Option<T>` | `Option` of a wider number, or of a pointer to `T`, and back from a pointer |
/// | `Vec` | `BinaryHeap`, and back, in order |
/// | `BTreeMap`, `BTreeSet` | `HashMap`, `HashSet`, and back |
/// | `HashMap`, `HashSet` | `IndexMap`, `IndexSet`, and back |
/// | your own type | another one that implements [`Widen`] |
///
/// ## `upgrade`
///
/// `upgrade(from = 2, with = path)` names a `fn(&mut Self, &mut Upgrade)`, which runs on values of version 2 and below;
/// several run in the order of their versions. [`Upgrade`] has the stored version, and the values of removed fields without
/// an `into`. To write for older readers, give the removed fields a `back`.
///
/// ```
/// use archive::{Archive, Upgrade, text};
///
/// #[derive(Archive)]
/// #[archive(upgrade(from = 1, with = Player::join))]
/// struct Player {
///     #[archive(removed(first: String, until = 2), removed(last: String, until = 2))]
///     #[since(2, default = "")]
///     name: String,
/// }
///
/// impl Player {
///     fn join(&mut self, old: &mut Upgrade) {
///         let mut part = |name| old.take::<String>(name).unwrap_or_default();
///         self.name = format!("{} {}", part("first"), part("last"));
///     }
/// }
///
/// let old: Player = text::from_str(r#"Player @1 { first = "Ann", last = "Lee" }"#)?;
/// assert_eq!(old.name, "Ann Lee");
/// # Ok::<(), archive::Error>(())
/// ```
///
/// ## `after_load`
///
/// `after_load = path` names a `fn(&mut Self)`, which runs on every loaded value, those that it contains first. That of the
/// whole value sees all shared objects, with all their links.
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive)]
/// #[archive(after_load = Room::measure)]
/// struct Room {
///     sides: [u32; 2],
///     #[archive(skip)]
///     area: u32,
/// }
///
/// impl Room {
///     fn measure(&mut self) {
///         self.area = self.sides.iter().product();
///     }
/// }
///
/// let room: Room = text::from_str("Room { sides = [3, 4] }")?;
/// assert_eq!(room.area, 12);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// ## `validate`
///
/// `validate = path` names a `fn(&Self)`, which runs last, on every loaded value, once all shared objects that it leads to
/// have their links. It never runs on saving: call it yourself before you save, load the bytes of [`to_vec`] before
/// [`save_bytes`] writes them over a save, or keep backups ([`Options::backups`]).
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive)]
/// #[archive(validate = Hero::check)]
/// struct Hero {
///     health: u8,
/// }
///
/// impl Hero {
///     fn check(&self) -> Result<(), &'static str> {
///         if self.health <= 100 { Ok(()) } else { Err("health is at most 100") }
///     }
/// }
///
/// let error = text::from_str::<Hero>("Hero { health = 200 }").err().ok_or("it was loaded")?;
/// assert!(error.detail().contains("at most 100"));
/// # Ok::<(), &'static str>(())
/// ```
///
/// ## `oldest`
///
/// With `oldest = 2`, versions below 2 are refused. So delete the attributes that serve only those (compile errors list
/// them), but keep the type's former names, removed variants and removed unnamed fields, from which tags and places are
/// counted, and `since`, whose default is also for texts and JSON without the field. If it is the highest number, it is also
/// the current version.
///
/// ## `bound`
///
/// `bound = "T: Archive"` replaces the bounds on type parameters. `bound = ""` adds none to the type's own, for bounds that
/// imply them, as `T: Component` does after `trait Component: Archive`; otherwise the compiler cannot tell them apart
/// (`cannot satisfy`, E0283).
///
/// ## `skip`
///
/// A field with `skip` is never stored. When loaded, it gets its default: that of the trait `Default`, or of the attribute
/// beside it.
///
/// ```
/// use archive::Archive;
///
/// #[derive(Archive)]
/// struct Hero {
///     level: u32,
///     #[archive(skip)]
///     frames_drawn: u64,
///     #[archive(skip, default = 1.0)]
///     zoom: f32,
/// }
///
/// let bytes = archive::to_vec(&Hero { level: 7, frames_drawn: 900, zoom: 3.0 })?;
/// let hero: Hero = archive::from_slice(&bytes)?;
/// assert_eq!((hero.level, hero.frames_drawn, hero.zoom), (7, 0, 1.0));
/// # Ok::<(), archive::Error>(())
/// ```
///
/// ## `with`
///
/// A field with `with = module` is stored as `module::Stored`, through `module::to_stored: fn(&T) -> Stored` and
/// `module::from_stored: fn(Stored) -> T`, which may take a [`Context`], too. A save may call `to_stored` twice, and
/// must get the same result.
///
/// ```
/// use archive::Archive;
///
/// /// From a crate that does not know of archives.
/// #[derive(Debug, PartialEq)]
/// struct Color { r: u8, g: u8, b: u8 }
///
/// mod color {
///     pub type Stored = [u8; 3];
///
///     pub fn to_stored(color: &super::Color) -> Stored {
///         [color.r, color.g, color.b]
///     }
///
///     pub fn from_stored([r, g, b]: Stored) -> super::Color {
///         super::Color { r, g, b }
///     }
/// }
///
/// #[derive(Archive, Debug, PartialEq)]
/// struct Lamp {
///     #[archive(with = color)]
///     light: Color,
///     #[archive(with = Vec<color>)]
///     others: Vec<Color>,
/// }
///
/// fn main() -> Result<(), archive::Error> {
///     let lamp = Lamp { light: Color { r: 9, g: 7, b: 3 }, others: vec![Color { r: 1, g: 1, b: 1 }] };
///     let loaded: Lamp = archive::from_slice(&archive::to_vec(&lamp)?)?;
///     assert_eq!(loaded, lamp);
///     Ok(())
/// }
/// ```
///
/// It does not go together with `was`, so let `Stored` be a struct with a history of its own if the stored form may change.
///
/// A module for a generic type takes the types that it stores. And `to_stored` may return a reference to a `Stored`, or a
/// guard of one, for what should not be copied, or a `&str` for a `String` and a `&[T]` for a `Vec<T>`:
///
/// ```
/// use std::sync::Arc;
/// use archive::Archive;
///
/// /// From another crate.
/// struct Held<T>(Arc<T>);
///
/// mod held {
///     use super::{Arc, Held};
///
///     pub type Stored<T> = T;
///
///     pub fn to_stored<T>(held: &Held<T>) -> &T {
///         &held.0
///     }
///
///     pub fn from_stored<T>(stored: T) -> Held<T> {
///         Held(Arc::new(stored))
///     }
/// }
///
/// #[derive(Archive)]
/// struct World {
///     #[archive(with = held<Vec<u64>>)]
///     tiles: Held<Vec<u64>>,
/// }
///
/// fn main() -> Result<(), archive::Error> {
///     let world = World { tiles: Held(Arc::new(vec![7; 1_000])) };
///     let loaded: World = archive::from_slice(&archive::to_vec(&world)?)?;
///     assert_eq!(loaded.tiles.0, world.tiles.0);
///     Ok(())
/// }
/// ```
///
/// `with = archive::with::serde` stores a field whose type supports only serde (feature `serde`). This costs space: an
/// integer takes one byte, and then the fewest of 1, 2, 4, 8 and 16 that hold it, so usually 2 to 5; an `f32` takes 5 bytes,
/// and an `f64` 9. Each value contains the names of its fields. In a file in columns, such a field has no columns inside.
///
/// ## `with` for the values inside
///
/// `with = Vec<module>` stores each value inside like this: in an `Option`, `Vec`, `VecDeque`, `LinkedList`, `SmallVec`,
/// `ArrayVec`, `Box`, `[module; 4]`, the values of a `BTreeMap<_, module>`, `HashMap` or `IndexMap` whose keys are `Clone`,
/// also nested. The example above has one.
///
/// Elsewhere (for keys, or with `was`), give the value a type of its own,
/// `#[archive(transparent)] struct Place(#[archive(with = vec3)] Vec3)`. Flags of `bitflags` need none:
/// `#[derive(Archive)] #[archive(transparent)] struct Doors(u32)`, and then `bitflags! { impl Doors: u32 { .. } }`.
///
/// ## `flatten`
///
/// For fields that many types have in common, write a struct that each of them flattens. In text and JSON, its fields
/// appear as this type's own. In bytes, trees ([`Value`]) and paths into values, it is a field like any other;
/// [`text::set`] takes `being.health` as well as `health`:
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive, Debug, PartialEq)]
/// struct Orc {
///     #[archive(flatten)]
///     being: Being,
///     anger: f32,
/// }
///
/// /// With versions of its own, which those who flatten it do not mention.
/// #[derive(Archive, Debug, PartialEq)]
/// struct Being {
///     name: String,
///     #[since(2, default = 20)]
///     health: u32,
/// }
///
/// let orc: Orc = text::from_str(r#"Orc { anger = 0.5, name = "Ugluk" }"#)?;
/// assert_eq!(orc.being.health, 20);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// If a name could mean two fields in any version, saving or loading the type fails with [`ErrorKind::NameClash`]. It does
/// not go together with `was`. A flattened field that is removed, or no longer flattened from some version on, is
/// `removed(base: Base, until = 3, flatten)`.
///
/// ## `by_value`
///
/// A field with `by_value` saves the target of its `Rc` or `Arc` in the field itself, so it is no longer shared after
/// loading. With or without it, the target must own its data (`'static`).
///
/// ## `max_len`
///
/// With `max_len = 64`, longer values are refused on saving and loading, also from older files. The length is counted in
/// bytes for text, in elements for lists and maps.
///
/// ## `unknown`
///
/// A field `#[archive(unknown)]` of the type [`Unknown`] keeps the fields of a newer program, and a variant
/// `#[archive(unknown)] Other(Unknown)` keeps variants, to be saved again; [`registry!`] has `unknown` for objects of
/// unknown classes.
///
/// ```
/// use archive::{Archive, Options, Unknown, text};
///
/// #[derive(Archive)]
/// struct Settings {
///     volume: u8,
///     #[archive(unknown)]
///     extra: Unknown,
/// }
///
/// let options = Options::file().unknown(Unknown::Retain);
/// let settings: Settings = options.from_text("{ volume = 7, shadows = Soft }")?;
/// assert_eq!(text::to_string(&settings)?, "Settings {\n  volume = 7\n  shadows = Soft\n}\n");
/// # Ok::<(), archive::Error>(())
/// ```
///
/// ## Attributes of variants
///
/// A variant with `#[since(3)]` is new in version 3. `tag = 7` sets its stored number, by default its rank, by version and
/// then by declaration. A discriminant, as in `Ore = 5`, has no effect on it, so it may change.
///
/// `removed(Smelt { heat: u8 }, until = 3, into = path)` is a removed variant that was above this one. `into` is a
/// `fn(u8) -> Self` that gives today's value, which cannot be written for older readers if its variant is newer than they
/// are. Its fields may have a history of their own, and `removed(ore: u8, until = 2)` in it is a field that it had lost at
/// its end.
///
/// `removed(heat: u8, until = 3)` is a removed field that was this variant's last one; an [`upgrade`](#upgrade) of the enum
/// may take it.
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive, Debug, PartialEq)]
/// enum Task {
///     #[archive(alias = "dig")]
///     Dig,
///     #[archive(removed(Smelt { heat: u8 }, until = 2, into = |heat: u8| Task::Forge { heat }))]
///     #[since(2)]
///     Forge { heat: u8 },
/// }
///
/// let old: Vec<Task> = text::from_str("@versions { Task = 1 } [Smelt { heat = 9 }, dig]")?;
/// assert_eq!(old, [Task::Forge { heat: 9 }, Task::Dig]);
/// # Ok::<(), archive::Error>(())
/// ```
pub use archive_derive::Archive;

/// The code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
