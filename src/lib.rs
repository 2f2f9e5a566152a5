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
//! `what_is_large` and `by_hand`; `cargo run --example save_game` runs one. `bevy` is a package of its own.
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
//! | `String`, `Box<str>`, `Cow<'a, str>`, `&'a str`; `PathBuf`, `OsString` | text |
//! | `Cow`, also of what it cannot borrow from an archive | its value |
//! | `Vec`, `VecDeque`, `LinkedList`, `Box<[T]>`, `&[u8]`; `BinaryHeap`, `BTreeSet`, `HashSet` | lists, sorted if the type has no order |
//! | `BTreeMap`, `HashMap` with any hasher that is `Default` | maps |
//! | arrays, tuples of up to 12, `Option`, `Result`, `ControlFlow`, ranges, `Bound` | their parts |
//! | `Box`, `Cell`, `RefCell`, `OnceCell`, `OnceLock`, `Mutex`, `RwLock` | their content; saving waits for a lock, even if this thread holds it |
//! | `Rc`, `Arc` and their `Weak`, also of `str`, lists and traits; `Box<dyn Trait>` by [`registry!`] | shared objects |
//! | `Duration`, `SystemTime` (Windows keeps steps of 100 ns), `IpAddr` and `SocketAddr` with their V4 and V6 types, `PhantomData` | structs |
//! | types with this derive; others by `#[archive(with = module)]` or by hand | |
//!
//! A `BinaryHeap` is loaded as the values that it had, of which equal ones may be popped in another order than before. If that
//! matters, as in a queue of events that is replayed, let `Ord` compare a number that tells them apart.
//!
//! No archive lives for `'static`, so a `&'static str` is refused. A `Cow<'static, str>`, or one of a list, is stored as what it
//! owns: as a field, and within the containers of [`with`](derive@Archive#with-for-the-values-inside), but not in tuples.
//!
//! Types of other crates are stored as their parts, so a field may change from `[f32; 3]` to `Vec3`, or from `Vec` to
//! `SmallVec`, without an attribute. Each version of a crate has its own feature, and several may be on:
//!
//! | features | types | as |
//! |---|---|---|
//! | `glam-0_24` to `glam-0_34` | vectors, masks, quaternions; matrices, affine transforms | arrays of their numbers; arrays of their columns |
//! | `hashbrown-0_14` to `hashbrown-0_17` | `HashMap`, `HashSet` | as those of `std` |
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
//! | a field has an unrelated type | `#[archive(was(i32, until = 3, with = function))]` on it |
//! | a number has another unit | a [removed field](derive@Archive#was) of the same name |
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

#[doc = include_str!("derive.md")]
pub use archive_derive::Archive;

/// The code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
