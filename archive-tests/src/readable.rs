//! Every archive that a value can be read from, one line for each.
//!
//! The conformance suite runs all types and all changes through them, and each story what its
//! versions wrote. To test a new archive, add a line here.

use std::any::Any;
use std::fmt::Debug;

use archive::{
    Archive, Compression, Deserialize, Error, ErrorKind, Layout, Newer, Options, Record, Serialize,
    Value, VersionTable,
};

/// A value as an archive saved it.
#[derive(Debug)]
pub enum Saved {
    /// Bytes.
    Bytes(Vec<u8>),
    /// Text.
    Text(String),
    /// A tree.
    Tree(Value<'static>),
    /// A value of `serde_json`.
    Json(serde_json::Value),
}

/// The versions to write for; `None` means today's.
type For<'t> = Option<&'t VersionTable>;

/// Why an archive refuses a value.
#[derive(Debug)]
pub struct Refusal {
    /// The kind of the error, or its message if it comes from serde.
    pub kind: String,
    /// The full error.
    pub said: String,
}

macro_rules! archives {
    ($($name:literal $holds:ident: $save:expr, $load:expr;)* ; $($serde:literal: $to:expr, $from:expr;)*) => {
        /// Every archive.
        pub const READABLE: &[Readable] = &[
            $(Readable { name: $name, holds: Holds::$holds },)*
            $(Readable { name: $serde, holds: Holds::Serde },)*
        ];

        impl Readable {
            /// Saves a value, perhaps for older versions.
            ///
            /// # Errors
            ///
            /// If the archive refuses it.
            pub fn save<T: Serialize>(self, value: &T, at: For<'_>) -> Result<Saved, Refusal> {
                match self.name {
                    $($name => { let save: Save<T, _> = $save; Ok(save(value, at)?.into()) })*
                    $($serde => { let to: ToSerde<T, _, _> = $to; Ok(to(value, &columns(at))?.into()) })*
                    name => unreachable!("there is no archive {name}"),
                }
            }

            /// Loads what [`save`](Self::save) returned, with something lent to hooks.
            ///
            /// # Errors
            ///
            /// If the archive refuses it.
            pub fn load<T: Archive>(
                self,
                saved: &Saved,
                by: &Options,
                lent: &mut dyn Any,
            ) -> Result<T, Refusal> {
                match self.name {
                    $($serde => { let from: FromSerde<T, _> = $from; Ok(from(saved, by, lent)?) })*
                    _ => Ok(self.borrow(saved, by, lent)?),
                }
            }

            /// As [`load`](Self::load), for a type that may borrow. Not for serde formats.
            fn borrow<'s, T: Deserialize<'s>>(
                self,
                saved: &'s Saved,
                by: &Options,
                lent: &mut dyn Any,
            ) -> Result<T, Error> {
                match self.name {
                    $($name => { let load: Load<'s, T> = $load; load(saved, by, lent) })*
                    name => unreachable!("there is no archive {name}"),
                }
            }
        }
    };
}
archives! {
    // Its name, whether a value can borrow from it, and how it saves and loads.
    "rows" Parts: |it, at| rows(at).to_vec(it), from_bytes;
    "message" Parts: |it, at| written(Options::message(), at).to_vec(it), from_bytes;
    "columns" Parts: |it, at| columns(at).to_vec(it), from_bytes;
    "lz4" Copies: |it, at| columns(at).compression(Compression::Lz4).to_vec(it), from_bytes;
    "zstd" Copies: |it, at| columns(at).compression(Compression::Zstd(1)).to_vec(it), from_bytes;
    "rows by name" Parts: |it, at| rows(held(at).as_ref()).to_vec(&Theirs { value: it }), from_names;
    "columns by name" Parts: |it, at| columns(held(at).as_ref()).to_vec(&Theirs { value: it }), from_names;
    "text" Parts: |it, at| columns(at).to_text(it), |saved, by, lent| by.from_text_with(saved.text(), lent);
    "json" Parts: |it, at| columns(at).to_json(it), |saved, by, lent| by.from_json_with(saved.text(), lent);
    "tree" Copies: |it, at| columns(at).to_value(it), |saved, by, lent| by.from_value_with(saved.tree(), lent);
    "tree of a file" Parts: |it, at| rows(at).to_vec(it), from_opened;
    "tree in a message" Copies: |it, at| Options::message().to_vec(&columns(at).to_value(it)?), from_sent_tree;
    "record" Copies: in_record, from_record;
    ;
    "messagepack": to_messagepack, |saved, by, lent| by.from_serde_with(&mut rmp_serde::Deserializer::new(saved.bytes()), lent);
    "json of serde": |it, by| by.to_serde(it, serde_json::value::Serializer), |saved, by, lent| by.from_serde_with(saved.json(), lent);
}

/// Saves a value.
type Save<T, S> = fn(&T, For<'_>) -> Result<S, Error>;

/// Loads a value.
type Load<'s, T> = fn(&'s Saved, &Options, &mut dyn Any) -> Result<T, Error>;

/// Passes a value to a serde format.
type ToSerde<T, S, E> = fn(&T, &Options) -> Result<S, E>;

/// Loads a value from a serde format.
type FromSerde<T, E> = fn(&Saved, &Options, &mut dyn Any) -> Result<T, E>;

/// An archive that a value can be read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readable {
    /// Its name.
    pub name: &'static str,
    holds: Holds,
}

/// What a loaded value can borrow from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    /// The text and bytes of the value, which it may borrow.
    Parts,
    /// Data that the load decompressed or copied, which nothing can borrow.
    Copies,
    /// A serde format, from which only owned types load.
    Serde,
}

fn written(options: Options, at: For<'_>) -> Options {
    match at {
        Some(table) => options.write_for(table),
        None => options,
    }
}

fn columns(at: For<'_>) -> Options {
    written(Options::file(), at)
}

fn rows(at: For<'_>) -> Options {
    columns(at).layout(Layout::Rows)
}

/// Holds a value and is newer than its reader's, so that all in it is read by its name.
#[derive(Archive)]
#[archive(name = "Holder", version = 2)]
struct Theirs<T> {
    value: T,
}

#[derive(Archive)]
#[archive(name = "Holder")]
struct Ours<T> {
    value: T,
}

fn held(at: For<'_>) -> Option<VersionTable> {
    at.map(|table| table.clone().with("Holder", 2))
}

fn from_bytes<'s, T: Deserialize<'s>>(
    saved: &'s Saved,
    by: &Options,
    lent: &mut dyn Any,
) -> Result<T, Error> {
    by.from_slice_with(saved.bytes(), lent)
}

fn from_names<'s, T: Deserialize<'s>>(
    saved: &'s Saved,
    by: &Options,
    lent: &mut dyn Any,
) -> Result<T, Error> {
    let by = by.clone().newer(Newer::Accept);
    let holder: Ours<T> = by.from_slice_with(saved.bytes(), lent)?;
    Ok(holder.value)
}

fn from_opened<'s, T: Deserialize<'s>>(
    saved: &'s Saved,
    by: &Options,
    lent: &mut dyn Any,
) -> Result<T, Error> {
    by.from_value_with(&by.value_from_slice(saved.bytes())?, lent)
}

fn from_sent_tree<'s, T: Deserialize<'s>>(
    saved: &'s Saved,
    by: &Options,
    lent: &mut dyn Any,
) -> Result<T, Error> {
    let tree: Value<'s> = Options::message().from_slice(saved.bytes())?;
    by.from_value_with(&tree, lent)
}

/// A message with a record that holds a value, which need not be a struct.
fn in_record<T: Serialize>(value: &T, at: For<'_>) -> Result<Vec<u8>, Error> {
    let mut record = Record::new("it");
    record.set_value("value", columns(at).to_value(value)?);
    Options::message().to_vec(&record)
}

fn from_record<'s, T: Deserialize<'s>>(
    saved: &'s Saved,
    by: &Options,
    lent: &mut dyn Any,
) -> Result<T, Error> {
    let record: Record = Options::message().from_slice(saved.bytes())?;
    by.from_value_with(record.value("value").expect("the record has the field"), lent)
}

fn to_messagepack<T: Serialize>(
    value: &T,
    by: &Options,
) -> Result<Vec<u8>, rmp_serde::encode::Error> {
    let mut bytes = Vec::new();
    by.to_serde(value, &mut rmp_serde::Serializer::new(&mut bytes))?;
    Ok(bytes)
}

/// One value, saved in every archive.
#[derive(Debug)]
pub struct Everywhere(Vec<(Readable, Saved)>);

impl Everywhere {
    /// Saves a value in every archive, perhaps for older versions.
    ///
    /// # Panics
    ///
    /// If an archive refuses it.
    pub fn of<T: Serialize>(value: &T, at: For<'_>) -> Self {
        let saved = |archive: &Readable| match archive.save(value, at) {
            Ok(saved) => (*archive, saved),
            Err(refusal) => panic!("{} cannot save it: {}", archive.name, refusal.said),
        };
        Self(READABLE.iter().map(saved).collect())
    }

    /// Checks that every archive loads as the expected value.
    ///
    /// # Panics
    ///
    /// If one does not.
    pub fn loads<T: Archive + PartialEq + Debug>(
        &self,
        what: &str,
        expected: &T,
        lent: &mut dyn Any,
    ) {
        for (archive, saved) in &self.0 {
            match archive.load::<T>(saved, &Options::file(), lent) {
                Ok(found) => assert_eq!(found, *expected, "{what} from {}", archive.name),
                Err(refusal) => panic!("{what} from {}: {}", archive.name, refusal.said),
            }
        }
    }

    /// As [`loads`](Self::loads), for a type that borrows: archives that copy may refuse because
    /// there is nothing to borrow.
    ///
    /// # Panics
    ///
    /// If an archive loads as anything else.
    pub fn loads_borrowed<'s, T>(&'s self, what: &str, expected: &T, lent: &mut dyn Any)
    where
        T: Deserialize<'s> + PartialEq + Debug,
    {
        for (archive, saved) in self.0.iter().filter(|(it, _)| it.holds != Holds::Serde) {
            match archive.borrow::<T>(saved, &Options::file(), lent) {
                Ok(found) => assert_eq!(found, *expected, "{what} from {}", archive.name),
                Err(error) => {
                    let may = archive.holds == Holds::Copies;
                    let refused = may && error.kind() == ErrorKind::CannotBorrow;
                    assert!(refused, "{what} from {}: {error}", archive.name);
                }
            }
        }
    }

    /// What each archive loads as in another version, one line for each distinct result.
    #[must_use]
    pub fn told<T: Archive + Debug>(&self, lent: &mut dyn Any) -> String {
        let of = |(archive, saved): &(Readable, Saved)| match archive.load::<T>(
            saved,
            &Options::file(),
            lent,
        ) {
            Ok(found) => format!("{found:?}"),
            Err(refusal) => refusal.kind,
        };
        told(&self.0.iter().map(of).collect::<Vec<_>>())
    }
}

/// The distinct results, the most common first, the others with the names of their archives.
#[must_use]
pub fn told(results: &[String]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for (result, archive) in results.iter().zip(READABLE) {
        match groups.iter_mut().find(|(known, _)| known == result) {
            Some((_, archives)) => archives.push(archive.name),
            None => groups.push((result, vec![archive.name])),
        }
    }
    groups.sort_by_key(|(_, archives)| std::cmp::Reverse(archives.len()));
    let mut told = String::new();
    for (place, (result, archives)) in groups.iter().enumerate() {
        match place {
            0 => told.push_str(result),
            _ => told.push_str(&format!("; {result}: {}", archives.join(", "))),
        }
    }
    told
}

impl Saved {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            other => panic!("no bytes: {other:?}"),
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            other => panic!("no text: {other:?}"),
        }
    }

    fn json(&self) -> &serde_json::Value {
        match self {
            Self::Json(value) => value,
            other => panic!("no JSON: {other:?}"),
        }
    }

    fn tree(&self) -> &Value<'static> {
        match self {
            Self::Tree(tree) => tree,
            other => panic!("no tree: {other:?}"),
        }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self { kind: format!("{:?}", error.kind()), said: error.to_string() }
    }
}

/// Turns errors of serde formats into a [`Refusal`].
macro_rules! of_serde {
    ($($error:ty),*) => {
        $(impl From<$error> for Refusal {
            fn from(error: $error) -> Self {
                Self { kind: "refused".to_owned(), said: error.to_string() }
            }
        })*
    };
}
of_serde!(serde_json::Error, rmp_serde::encode::Error, rmp_serde::decode::Error);

impl From<Vec<u8>> for Saved {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

impl From<String> for Saved {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<serde_json::Value> for Saved {
    fn from(value: serde_json::Value) -> Self {
        Self::Json(value)
    }
}

impl From<Value<'static>> for Saved {
    fn from(tree: Value<'static>) -> Self {
        Self::Tree(tree)
    }
}
