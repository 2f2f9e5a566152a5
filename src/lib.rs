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
//! Three ideas carry the rest:
//!
//! - **A type's attributes are its whole history.** `#[since(2, default = 100)]` is all that loading
//!   version 1 needs. [`lock::check`] proves in `cargo test` that nobody rewrote history, and the
//!   fingerprint in each header proves it when a file is loaded.
//! - **What is apart from how.** The derive says what the data is; an archive decides how it is
//!   written. Anybody can add an archive ([`OutputArchive`], [`InputArchive`]) or describe a type by
//!   hand ([`Describe`], [`Serialize`], [`Deserialize`]).
//! - **Every byte from outside is hostile.** Loading never panics, and never takes more memory or
//!   time than the input's length allows ([`Limits`]).
//!
//! Besides files and messages there are [`text`] for people, `json` for other programs (feature `json`),
//! and [`Value`], a tree for tools that do not have the types. The feature `serde` is the bridge to its
//! formats and types: a field is stored by `#[archive(with = archive::with::serde)]`, and
//! `with::Serde` makes any type here one of serde.
//!
//! # Features
//!
//! | feature | what for |
//! |---|---|
//! | `std` (on) | files, streams, and the types of `std` alone: `HashMap`, `PathBuf`, `Mutex`, `SystemTime` |
//! | `hash` (on) | [`hash()`] and [`hash_tree`] |
//! | `lz4` (on), `zstd` | compression: [`Options::compression`] |
//! | `json` | JSON, with `serde` |
//! | `serde` | formats of serde, and fields of types that know serde alone |
//! | `glam-0_34`, `uuid-1` and others | fields of the types of other crates, see below |
//! | `small-code` | optimized builds that take a third of the time, and smaller programs; saving and loading take 3 to 20 times as long. Bytes are the same. For a program to choose, not for a library |
//!
//! # Types that a field may have
//!
//! | types | as |
//! |---|---|
//! | integers and floats of all sizes, `bool`, `char`, `()`, `NonZero`, `Wrapping`, `Saturating`, `Reverse`, atomics | themselves |
//! | `String`, `Box<str>`, `Cow<'a, str>`, `&'a str`, not `'static`; `PathBuf`, `OsString` | text |
//! | `Vec`, `VecDeque`, `LinkedList`, `Box<[T]>`, `Cow<[T]>`, `&[u8]`; `BinaryHeap`, `BTreeSet`, `HashSet` | lists, sorted where the order means nothing |
//! | `BTreeMap`, `HashMap` with any hasher that is `Default` | maps |
//! | arrays, tuples of up to 12, `Option`, `Result`, `ControlFlow`, ranges, `Bound` | their parts |
//! | `Box`, `Cell`, `RefCell`, `OnceCell`, `OnceLock`, `Mutex`, `RwLock` | what they hold; a lock is waited for, also if this thread has it |
//! | `Rc`, `Arc`, their `Weak`, also of `str`, lists and traits; `Box<dyn Trait>` by [`registry!`] | shared objects |
//! | `Duration`, `SystemTime`, `IpAddr`, `SocketAddr` and their kinds, `PhantomData` | structs |
//! | types with this derive; others by `#[archive(with = module)]` or by hand | |
//!
//! Those of other crates are stored as what they are made of, so that a field may change from a `[f32; 3]` to a `Vec3`, or from a
//! `Vec` to a `SmallVec`, without an attribute. Each version of a crate has a feature, and several may be on:
//!
//! | features | types | as |
//! |---|---|---|
//! | `glam-0_29` to `glam-0_34` | vectors, masks, quaternions; matrices, affine transforms | arrays of their numbers; arrays of their columns |
//! | `hashbrown-0_16`, `hashbrown-0_17` | `HashMap`, `HashSet` | as those of `std` |
//! | `indexmap-2` | `IndexMap`, `IndexSet` | as `BTreeMap` and `BTreeSet`, in the order in which they stand: two that differ in it are equal to `==` and have other bytes and hashes |
//! | `smallvec-1`, `arrayvec-0_7` | `SmallVec`, `ArrayVec`; `ArrayString` | lists; text. What has no room is refused |
//! | `smol_str-0_3`, `compact_str-0_9`, `compact_str-0_10` | `SmolStr`, `CompactString` | text |
//! | `uuid-1` | `Uuid` | `[u8; 16]` |
//! | `ordered-float-5` | `OrderedFloat`, `NotNan` | floats |
//! | `chrono-0_4` | `DateTime<Utc>` | a `SystemTime`; a leap second is the second behind it |
//!
//! All others are stored by `#[archive(with = module)]`: two functions to and from a type that can be stored.
//!
//! # What may change
//!
//! | change | attribute |
//! |---|---|
//! | a new field | `#[since(2, default = 100)]` on it |
//! | a field is gone | `#[archive(removed(mana: u16, until = 3))]` above the field that followed it |
//! | a field has another name | `#[archive(renamed(3, from = "hp"))]` on it |
//! | a field has a wider type | `#[archive(was(u8, until = 3))]` on it |
//! | a field has quite another type | `#[archive(was(i32, until = 3, with = function))]` on it |
//! | a field holds others: an element, an option or a value of a map widens | `#[archive(was(Vec<u8>, until = 3))]` on it |
//! | several fields change together | `#[archive(upgrade(from = 2, with = function))]` on the type; for older readers `back` in what was removed and `replaces(..)` in what came |
//! | a new variant | `#[since(3)]` on it |
//! | a variant is gone | `#[archive(removed(Smelt { heat: u8 }, until = 3, into = function))]` |
//! | old versions are no longer read | `#[archive(oldest = 2)]` on the type |
//! | a type gets or loses a parameter, or its fields get or lose their names | the old one stays, as `#[archive(name = "Event")] struct OldEvent`; the new one has another name, and `was(OldEvent, until = 3, with = function)` on each field that holds it |
//!
//! Some changes need none, as the same is stored: between `Vec`, `VecDeque`, `LinkedList` and `Box<[T]>`; between `T`, `Box<T>`,
//! `Cell<T>`, `RefCell<T>`, `Mutex<T>` and what is `transparent` around it; between `Rc` and `Arc`; between `String` and
//! `Box<str>`; between `usize` and `u64`; between a type of another crate and what it is stored as.
//!
//! What shipped keeps its order: a new field or variant may stand anywhere, a field without a name at the end only, but two old ones never change places, and nothing
//! changes without an attribute. [`lock::check`] finds that in a test, before it ships. A file that was written before such a change
//! is refused, unless [`Options::newer`] allows it to be read by the names in its schema.
//!
//! [`Archive`](derive@Archive) lists every attribute. `SaveGame::schema()` and `SaveGame::lock()` are
//! methods of the trait [`Describe`], which has to be imported for them.
//!
//! The schema in a file's header has the doc comments of its types, for tools; a game that ships and
//! counts bytes writes [`SchemaPolicy::Fingerprint`].

#![no_std]

pub use archive_core::*;

/// Derives [`Serialize`], [`Deserialize`] and [`Describe`] for a struct or an enum; the
/// attributes say what changed from version to version.
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
/// All attributes but `#[since]` and `#[default]` stand in `#[archive(..)]`. Versions are numbers from 1
/// to 65535, each type has its own, and `until = 3` means: in the versions below 3.
///
/// # On the type
///
/// | attribute | meaning |
/// |---|---|
/// | `version = 4` | states the current version; left out, it is the highest number in the type's attributes (one above that of an `upgrade`), or 1 |
/// | `oldest = 2` | versions below are refused, and what only serves them goes, but for the type's former names; above all other numbers it is the current version, too |
/// | `name = "Save"` | the stable name in schemas; left out, it is the identifier |
/// | `renamed(3, from = "Game")` | the stable name before version 3; programs that know only that one take a file with the new one as its root for another type |
/// | `upgrade(from = 2, with = path)` | `fn(&mut Self, &mut Upgrade)`, runs on values of version 2 and below; what undoes it for older readers is the `back` of what was removed |
/// | `after_load = path` | `fn(&mut Self)`, runs on every loaded value |
/// | `validate = path` | `fn(&Self)`, runs last on every loaded value; not on saving: ask it yourself, or load what `to_vec` gave before `save_bytes` replaces a save by it |
/// | `transparent` | stored as its one field, without a name or version of its own |
/// | `pod` | a `bytemuck::Pod` type, of which a list is copied as one block |
/// | `bound = "T: Archive"` | replaces the bounds on type parameters |
/// | `crate = path` | where to find this crate |
/// | `removed(..)` | a field or variant that stood at the end and is gone |
/// | `meta(category = "world")` | notes for tools |
///
/// # On a field
///
/// | attribute | meaning |
/// |---|---|
/// | `#[since(3, default = 100)]` | absent before version 3; `#[archive(default = 100)]` and, for literals, `#[default = 100]` say the default as well (the short form does not go with `derive(Default)`, which claims the word); `#[since(3, default)]` takes that of the trait `Default`. `replaces(health, armor)` in it names removed fields whose `back` tells older readers what this one holds; otherwise what is written for them must be the default |
/// | `removed(mana: u16, since = 1, until = 3, default = 0, into = path, back = path)` | a field that stood above this one; `into: fn(&mut Self, u16)` receives it; for older readers, `default` is written or what `back: fn(&Self) -> u16` gives; `renamed(2, from = "mp")` in it says its own former name. One that had another type before stands there twice, each with its versions; a tuple field, which has no name but its place, is `removed(_: u16, until = 3, was(u8, until = 2))` |
/// | `was(u8, until = 3, with = path, back = path)` | its type before version 3: `with: fn(u8) -> T`, and for older peers `back: fn(&T) -> u8`; a lossless widening, see below, needs no `with`. A value that changed its meaning and not its type, as a length that is in other units, gets a type of its own: `#[archive(transparent)] struct Meters(f32)` |
/// | `renamed(3, from = "hp")` | its name before version 3 |
/// | `alias = "HP"` | another name, where names rule |
/// | `skip` | never stored; its default when loaded |
/// | `with = module` | not beside `was`; stored as `module::Stored`, through `module::to_stored: fn(&T) -> Stored` and `module::from_stored: fn(Stored) -> T` |
/// | `with = Vec<module>` | each value is stored so: in an `Option`, `Vec`, `VecDeque`, `LinkedList`, `SmallVec`, `ArrayVec`, `Box`, `[module; 4]`, the values of a `BTreeMap<_, module>`, `HashMap` or `IndexMap` whose keys are `Clone`, and these within each other. Elsewhere, as for keys or beside `was`, the value gets a type of its own, `#[archive(transparent)] struct Place(#[archive(with = vec3)] Vec3)`. Flags of `bitflags` need none: `#[derive(Archive)] #[archive(transparent)] struct Doors(u32)`, and then `bitflags! { impl Doors: u32 { .. } }` |
/// | `flatten` | its fields stand as those of this type in texts and JSON: for what many types have in common; it has no `was`. One that goes, or is nested from some version on, is `removed(base: Base, until = 3, flatten)` |
/// | `by_value` | what its `Rc` or `Arc` points to is saved with it, and no longer shared when it is loaded; either way it must own what it holds (`'static`) |
/// | `max_len = 64` | longer values are refused on saving and on loading, those of older files too: texts by their bytes, lists and maps by their elements |
/// | `meta(min = 0, max = 100)` | notes for tools |
/// | `unknown` | on an [`Unknown`]: keeps the fields of a newer program, to be saved again |
///
/// These widenings lose nothing but what tells one signalling NaN from another (where a pointer, an option or a sequence changes, what it holds must be `Clone`, for older peers):
///
/// | from | to |
/// |---|---|
/// | an integer | an integer or a float that holds all of its values: `u8` to `i16`, `u32` to `f64`; a `NonZero` of one to that of the other |
/// | `usize`, `isize` | `u64`, `i64` |
/// | `f32` | `f64` |
/// | `T` | `Option<T>`, `Box<T>`, `Rc<T>`, `Arc<T>`; each pointer also to `T` and to the other pointers |
/// | `String` | `Box<str>`, `Rc<str>`, `Arc<str>`, and back |
/// | `Vec`, `VecDeque`, `LinkedList`, `Box<[T]>` | each other |
/// | `[T; N]` | `Vec<T>`, `VecDeque<T>`, `LinkedList<T>`, `Box<[T]>` |
/// | `Vec<T>`, `VecDeque<T>`, `LinkedList<T>`, `[T; N]`, `BTreeMap<K, T>`, `HashMap<K, T>` | the same of whatever `T` widens to: `Vec<T>` to `Vec<Rc<T>>` |
/// | `Option<T>` | `Option` of a wider number, or of a pointer to `T`, and back from a pointer |
/// | `Vec` | `BinaryHeap`, and back, in order |
/// | `BTreeMap`, `BTreeSet` | `HashMap`, `HashSet`, and back |
/// | `HashMap`, `HashSet` | `IndexMap`, `IndexSet`, and back |
/// | a type of yours | another one, by [`Widen`] |
///
/// A default may use the fields declared above it, as shared references. Hooks and converters may
/// take a last `&mut Context` and may return a `Result` whose error is `Display`; `back`, which saving calls, is lent nothing.
///
/// In an object that links back to one of its owners, hooks and converters may run twice: at first without the link, as what it leads
/// to is not there yet, and once more on a copy, of which only what is in cells is kept. What they make of a link back is thus
/// lost, unless its field is in a cell, as `parent_id: Cell<u32>`.
///
/// What many types have in common is a struct that each of them flattens; bytes, trees ([`Value`]) and
/// paths into values are those of a field like any other:
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
/// Two fields that one name could mean, in any of their versions, are an error
/// ([`ErrorKind::NameClash`]) as soon as the type is saved or loaded.
///
/// # On a variant
///
/// | attribute | meaning |
/// |---|---|
/// | `#[since(3)]` | new in version 3 |
/// | `tag = 7` | the number that stands for it; left out, its rank by version and declaration. |
/// | `renamed(3, from = "Hard")`, `alias = "hard"`, `meta(icon = "skull")` | as on a field |
/// | `removed(Smelt { heat: u8 }, until = 3, into = path)` | a variant that stood above this one; `into: fn(u8) -> Self` says what it is today; its fields may have a history of their own |
/// | `removed(heat: u8, until = 3)` | a field that stood at this variant's end and is gone; `upgrade` of the enum may take it |
/// | `unknown` | on `Other(Unknown)`: stands for variants of a newer program, and keeps them to be saved again |
pub use archive_derive::Archive;

/// The code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
