//! Sets a part of a value to what a person typed.

use alloc::borrow::Cow;
use alloc::format;

use super::edit::{put, put_byte, span};
use super::lenient::offset;
use super::lex;
use super::path::{find, find_byte, without_flat};
use super::place::Place;
use super::tape::Tape;
use crate::{Archive, Context, Error, ErrorKind, Lend, Limits, Options, Serialize, Value};

/// Sets the part of a value at a path to what a text says, as someone types it in a game's console. If that fails, the
/// value is unchanged.
///
/// ```
/// use archive_core::{Deserialize, Serialize, text};
/// # use archive_derive::Archive;
///
/// #[derive(Archive, Debug, PartialEq)]
/// # #[archive(crate = archive_core)]
/// struct Hero { health: u8, stance: Stance }
///
/// #[derive(Archive, Debug, PartialEq)]
/// # #[archive(crate = archive_core)]
/// enum Stance { Idle, Guard { arm: u8 } }
///
/// let mut hero = Hero { health: 7, stance: Stance::Idle };
/// text::set(&mut hero, "health", "80")?;
/// text::set(&mut hero, "stance", "Guard { arm = 1 }")?;
/// assert_eq!(hero, Hero { health: 80, stance: Stance::Guard { arm: 1 } });
///
/// let error = text::set(&mut hero, "health", "800").unwrap_err();
/// assert_eq!((error.path(), error.column()), ("health", Some(1)));
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// Paths are those of [`edit`](super::edit()). Those that name a flattened struct on the way to its fields, as
/// [`walk`](crate::walk()) and trees do, lead there as well. The type's hooks and bounds apply as on loading, and skipped
/// fields are set as after a load, in all of the value. [`edit`](crate::edit()) sets parts to values instead.
///
/// # Errors
///
/// Fails if there is no part at the path, or if the text is not a value of its type; lines and columns are those of
/// `text`. A flattened struct is no part of a text, only its fields are.
pub fn set<T: Archive>(value: &mut T, path: &str, text: &str) -> Result<(), Error> {
    set_in(value, path, text, Context::empty())
}

/// Sets a part of a value, as [`set`] does, lending `context` to its hooks, converters and [handles](crate::Handle).
///
/// # Errors
///
/// Fails like [`set`], or if a handle cannot be resolved.
pub fn set_with<T: Archive>(
    value: &mut T,
    path: &str,
    text: &str,
    mut context: impl Lend,
) -> Result<(), Error> {
    set_in(value, path, text, Context::of(&mut context))
}

fn set_in<T: Archive>(
    value: &mut T,
    path: &str,
    text: &str,
    context: Context<'_>,
) -> Result<(), Error> {
    let options = Options::file();
    let at_path = |error: Error| if path.is_empty() { error } else { error.in_part(path) };
    // By itself, so that it is a single value.
    let typed = lex::tape(text, &Limits::new()).map_err(at_path)?;
    if typed.versions.is_some() || typed.objects.is_some() || typed.root_version.is_some() {
        let detail = "a part of a value has neither versions nor objects";
        let error = Error::new(ErrorKind::Syntax, detail).with_help("write only the value");
        return Err(at_path(Place { text, start: 0, end: 1 }.of(error)));
    }
    // Without comments around it: one that ends its line would swallow what follows.
    let (_, own) = span(&typed, "")?;
    let only = text.get(own.clone()).unwrap_or_default();
    let source = options.to_text(&*value)?;
    let tape = lex::tape(&source, &Limits::new())?;
    let spelt = spelling(&tape, &*value, path)?;
    let (edited, start) = match find_byte(&tape, &spelt) {
        Some(digits) => {
            let byte = options.from_text(text).map_err(at_path)?;
            (put_byte(&source, digits.clone(), byte), digits.start)
        }
        None => put(&source, span(&tape, &spelt)?.1, only),
    };
    let loaded = options.read_text(&edited, context);
    *value = loaded.map_err(|error| {
        let error = as_asked(error, &spelt, path);
        placed(error, (&edited, start), (text, own.start))
    })?;
    Ok(())
}

/// A path as the text spells it: without flattened structs.
///
/// # Errors
///
/// There is no part. Nobody has seen the text, so the error is that of the value's tree, which knows what is there.
fn spelling<'p, T: Serialize>(
    tape: &Tape<'_>,
    value: &T,
    path: &'p str,
) -> Result<Cow<'p, str>, Error> {
    let leads =
        |path: &str| find_byte(tape, path).map_or_else(|| find(tape, path).map(drop), |_| Ok(()));
    let Err(not_there) = leads(path) else { return Ok(Cow::Borrowed(path)) };
    // Trees do not number objects.
    let tree = Options::file().to_tree(&value).ok().filter(|_| !path.starts_with('&'));
    let Some((mut tree, _)) = tree else { return Err(not_there) };
    if let Err(error) = tree.set(path, Value::Unit) {
        return Err(match error.help().contains("`insert`") {
            true => error.with_help("nothing can be added here; set the whole list or map"),
            false => error,
        });
    }
    let spelt = without_flat(tape, path);
    leads(&spelt).map(|()| Cow::Owned(spelt)).map_err(|_| {
        let detail = format!("a text has no value for `{path}` alone");
        let error = Error::new(ErrorKind::WrongPath, detail);
        error.with_help("if it is flattened, set its fields one by one")
    })
}

/// The error with the path that was asked for, in place of how the text spells it.
#[cold]
fn as_asked(error: Error, spelt: &str, path: &str) -> Error {
    match error.path().strip_prefix(spelt) {
        Some(rest) if spelt != path && (rest.is_empty() || rest.starts_with(['.', '[', '{'])) => {
            let asked = format!("{path}{rest}");
            error.with_path(asked)
        }
        _ => error,
    }
}

/// The error with its place in what was typed, if it is there, instead of in the edited text, where that starts at
/// `start`; the value starts at `own` in what was typed.
#[cold]
fn placed(error: Error, (edited, start): (&str, usize), (text, own): (&str, usize)) -> Error {
    let at = offset(edited, &error).and_then(|at| at.checked_sub(start)?.checked_add(own));
    let len = error.excerpt().matches('^').count();
    let error = error.without_position();
    let Some(at) = at.filter(|at| *at < text.len()) else { return error };
    let [start, end] = [at, at.saturating_add(len)].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
    Place { text, start, end }.of(error)
}
