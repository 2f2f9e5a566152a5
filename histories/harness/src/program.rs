//! One program of a history: its root type, behind a trait without type parameters.

use std::marker::PhantomData;

use archive::{Archive, Error, ErrorKind, Options, Value, VersionTable};

use crate::plain::{Plain, show, show_copies};
use crate::source::make;

/// A value as an archive saved it.
#[derive(Clone, Debug)]
pub enum Saved {
    Bytes(Vec<u8>),
    Text(String),
    Json(String),
    Tree(Value<'static>),
}

/// In which form a value is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Bytes,
    Text,
    Json,
    Tree,
}

/// A program of a history. Values go in and out as plain texts.
pub trait Program {
    /// # Errors
    ///
    /// If the archive refuses the value, or the text is wrong.
    fn save(&self, plain: &str, form: Form, options: &Options) -> Result<Saved, Error>;

    /// # Errors
    ///
    /// If the archive refuses it.
    fn load(&self, saved: &Saved, options: &Options) -> Result<String, Error>;

    /// Loads a value, and shows it as if nothing were shared.
    ///
    /// # Errors
    ///
    /// If the archive refuses it.
    fn load_copies(&self, saved: &Saved, options: &Options) -> Result<String, Error>;

    /// Loads the root as a part.
    ///
    /// # Errors
    ///
    /// If the archive refuses it.
    fn load_part(&self, bytes: &[u8]) -> Result<String, Error>;

    /// Loads and saves again in the same form.
    ///
    /// # Errors
    ///
    /// If the archive refuses either.
    fn again(&self, saved: &Saved, load: &Options, save: &Options) -> Result<Saved, Error>;

    /// The plain text of a plain text.
    ///
    /// # Errors
    ///
    /// If it is wrong.
    fn plain(&self, plain: &str) -> Result<String, String>;

    /// # Errors
    ///
    /// If two types have one name.
    fn table(&self) -> Result<VersionTable, Error>;
}

/// The program whose root is this type.
#[must_use]
pub fn program<T: Archive + Plain + 'static>() -> Box<dyn Program> {
    Box::new(Rooted::<T>(PhantomData))
}

struct Rooted<T>(PhantomData<T>);

fn saved<T: Archive>(value: &T, form: Form, options: &Options) -> Result<Saved, Error> {
    match form {
        Form::Bytes => options.to_vec(value).map(Saved::Bytes),
        Form::Text => options.to_text(value).map(Saved::Text),
        Form::Json => options.to_json(value).map(Saved::Json),
        Form::Tree => options.to_value(value).map(Saved::Tree),
    }
}

fn loaded<T: Archive>(saved: &Saved, options: &Options) -> Result<T, Error> {
    match saved {
        Saved::Bytes(bytes) => options.from_slice(bytes),
        Saved::Text(text) => options.from_text(text),
        Saved::Json(json) => options.from_json(json),
        Saved::Tree(tree) => options.from_value(tree),
    }
}

impl Saved {
    fn form(&self) -> Form {
        match self {
            Self::Bytes(_) => Form::Bytes,
            Self::Text(_) => Form::Text,
            Self::Json(_) => Form::Json,
            Self::Tree(_) => Form::Tree,
        }
    }
}

fn made<T: Plain>(plain: &str) -> Result<T, Error> {
    make(plain)
        .map_err(|error| Error::new(ErrorKind::WrongPath, format!("the generator wrote: {error}")))
}

impl<T: Archive + Plain> Program for Rooted<T> {
    fn save(&self, plain: &str, form: Form, options: &Options) -> Result<Saved, Error> {
        saved(&made::<T>(plain)?, form, options)
    }

    fn load(&self, saved: &Saved, options: &Options) -> Result<String, Error> {
        loaded::<T>(saved, options).map(|value| show(&value))
    }

    fn load_copies(&self, saved: &Saved, options: &Options) -> Result<String, Error> {
        loaded::<T>(saved, options).map(|value| show_copies(&value))
    }

    fn load_part(&self, bytes: &[u8]) -> Result<String, Error> {
        let options = Options::file();
        let value: T = options.part_from_reader(std::io::Cursor::new(bytes))?;
        Ok(show(&value))
    }

    fn again(&self, saved_before: &Saved, load: &Options, save: &Options) -> Result<Saved, Error> {
        saved(&loaded::<T>(saved_before, load)?, saved_before.form(), save)
    }

    fn plain(&self, plain: &str) -> Result<String, String> {
        make::<T>(plain).map(|value| show(&value))
    }

    fn table(&self) -> Result<VersionTable, Error> {
        VersionTable::of::<T>()
    }
}
