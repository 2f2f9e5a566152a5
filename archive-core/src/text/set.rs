//! Sets a part of a value, or of an archive, to what a person typed.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::edit::{put, put_byte, span};
use super::lenient::offset;
use super::lex;
use super::path::{find, find_byte, led, without_flat};
use super::place::Place;
use super::tape::Tape;
use crate::value::Begin;
use crate::{Archive, Context, Error, ErrorKind, Lend, Limits, Options, Value};

/// Sets the part of a value at a path to what a text says, as someone types it in a game's console. If that fails, the
/// value is unchanged. All of the value is rebuilt, as by saving it as a text and loading that: it takes at least as long as
/// both, skipped fields are set as after a load, and the value no longer shares objects with anything outside of it. So pass
/// the smallest part, such as `&mut game.hero`, that contains all owners of what it shares.
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive, Debug, PartialEq)]
/// struct Hero { health: u8, stance: Stance }
///
/// #[derive(Archive, Debug, PartialEq)]
/// enum Stance { Idle, Guard { arm: u8 } }
///
/// let mut hero = Hero { health: 7, stance: Stance::Idle };
/// text::set(&mut hero, "health", "80")?;
/// text::set(&mut hero, "stance", "Guard { arm = 1 }")?;
/// assert_eq!(hero, Hero { health: 80, stance: Stance::Guard { arm: 1 } });
///
/// let error = text::set(&mut hero, "health", "800").unwrap_err();
/// assert_eq!((error.path(), error.column()), ("health", Some(1)));
/// # Ok::<(), archive::Error>(())
/// ```
///
/// Paths are those of [`edit`](super::edit()). Those that name a flattened struct on the way to its fields, as
/// [`walk`](crate::walk()) and trees do, lead there as well. The type's hooks and bounds apply as on loading, in all of the
/// value. [`edit`](crate::edit()) sets parts to values instead.
///
/// # Errors
///
/// Fails if there is no part at the path, or if the text is not a value of its type; lines and columns are those of
/// `text`. A flattened struct is no part of a text, only its fields are.
pub fn set<T: Archive>(value: &mut T, path: &str, text: &str) -> Result<(), Error> {
    set_in(value, path, text, Context::empty())
}

/// Sets a part of a value, as [`set`] does, lending `context` to its hooks, converters and [handles](crate::Handle). All of
/// the value is rebuilt, so pass the smallest part that will do; see [`set`].
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
    let typed = Typed::new(path, text, &options)?;
    let source = options.to_text(&*value)?;
    let tree = || options.to_tree(&&*value).ok().map(|(tree, _)| tree);
    let tape = lex::tape(&source, typed.limits)?;
    let spelt = match leads(&tape, path) {
        Ok(()) => Cow::Borrowed(path),
        Err(not_there) => spelling(&tape, tree(), path, not_there)?,
    };
    *value = typed.put(&tape, &spelt, |edited| options.read_text(edited, context))?;
    Ok(())
}

/// Sets the part of an archive at a path to what a text says, without the types that wrote it, as someone types it in an
/// editor of saves. The archive stays as it is in all else: its schema, layout and codec.
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive)]
/// struct Slot { count: u8, state: State }
///
/// #[derive(Archive, Debug, PartialEq)]
/// enum State { Full, Lit { left: f32 } }
///
/// let file = archive::to_vec(&Slot { count: 3, state: State::Full })?;
/// // Elsewhere, where nobody knows of slots:
/// let file = text::set_in_archive(&file, "state", "Lit { left = 0.5 }")?;
/// let error = text::set_in_archive(&file, "count", "300").unwrap_err();
/// assert_eq!(error.path(), "count");
/// // And in the game:
/// assert_eq!(archive::from_slice::<Slot>(&file)?.state, State::Lit { left: 0.5 });
/// # Ok::<(), archive::Error>(())
/// ```
///
/// Paths are those of the archive's text, and those of its tree that lead to a part of the text, as
/// [`Value::get`](crate::Value::get) reads them. The text follows the archive's schema, as in
/// [`to_archive`](super::to_archive); [`edit_archive`](crate::edit_archive) sets parts to values, and any number of them at
/// once.
///
/// # Errors
///
/// Fails if there is no part at the path, if the text is not a value of its type, in which case lines and columns are those
/// of `text`, or if the archive carries no schema.
pub fn set_in_archive(archive: &[u8], path: &str, text: &str) -> Result<Vec<u8>, Error> {
    Options::file().set_in_archive(archive, path, text)
}

impl Options {
    /// Sets the part of an archive at a path to what a text says, as [`text::set_in_archive`](crate::text::set_in_archive)
    /// does, within these limits.
    ///
    /// # Errors
    ///
    /// Fails like [`text::set_in_archive`](crate::text::set_in_archive).
    pub fn set_in_archive(&self, archive: &[u8], path: &str, text: &str) -> Result<Vec<u8>, Error> {
        let typed = Typed::new(path, text, self)?;
        let source = self.archive_to_text(archive)?;
        let tape = lex::tape(&source, typed.limits)?;
        let spelt = match leads(&tape, path) {
            // In a tree with shared objects, `root` is the whole value, which is not what a text may have there.
            Ok(()) if !path.starts_with("root") => Cow::Borrowed(path),
            in_text => {
                let tree = self.value_from_slice(archive).ok();
                let in_tree = tree.as_ref().map(|tree| tree.begin(path));
                match (in_tree, in_text) {
                    (Some(Begin::Value(rest)), _) if leads(&tape, rest).is_ok() => rest.into(),
                    (_, Ok(())) => Cow::Borrowed(path),
                    (_, Err(not_there)) => spelling(&tape, tree, path, not_there)?,
                }
            }
        };
        typed.put(&tape, &spelt, |edited| self.text_to_archive(edited, archive))
    }
}

/// What someone typed for the part at a path.
struct Typed<'t> {
    path: &'t str,
    text: &'t str,
    /// The value without comments around it: one that ends its line would swallow what follows.
    only: &'t str,
    /// Where it starts in the text.
    start: usize,
    limits: &'t Limits,
}

impl<'t> Typed<'t> {
    /// Reads the text by itself, so that it is a single value.
    fn new(path: &'t str, text: &'t str, options: &'t Options) -> Result<Self, Error> {
        let limits = options.get_limits();
        let tape = lex::tape(text, limits).map_err(|error| at_path(path, error))?;
        if tape.versions.is_some() || tape.objects.is_some() || tape.root_version.is_some() {
            let detail = "a part of a value has neither versions nor objects";
            let error = Error::new(ErrorKind::Syntax, detail).with_help("write only the value");
            return Err(at_path(path, Place { text, start: 0, end: 1 }.of(error)));
        }
        let (_, own) = span(&tape, "")?;
        let start = own.start;
        Ok(Self { path, text, only: text.get(own).unwrap_or_default(), start, limits })
    }

    /// Puts it into the text of the whole value, at the path as that spells it, and returns what is read from that.
    fn put<R>(
        &self,
        tape: &Tape<'_>,
        spelt: &str,
        read: impl FnOnce(&str) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let source = tape.text;
        let (edited, start) = match find_byte(tape, spelt) {
            Some(digits) => {
                let byte = Options::file().from_text(self.text);
                let byte = byte.map_err(|error| at_path(self.path, error))?;
                (put_byte(source, digits.clone(), byte), digits.start)
            }
            None => put(source, span(tape, spelt)?.1, self.only),
        };
        read(&edited).map_err(|error| {
            let error = as_asked(error, spelt, self.path);
            placed(error, (&edited, start), (self.text, self.start))
        })
    }
}

fn at_path(path: &str, error: Error) -> Error {
    if path.is_empty() { error } else { error.in_part(path) }
}

/// Checks that a text has a part at a path.
fn leads(tape: &Tape<'_>, path: &str) -> Result<(), Error> {
    find_byte(tape, path).map_or_else(|| find(tape, path).map(drop), |_| Ok(()))
}

/// A path that the text does not have, as the text spells it: without flattened structs, from the value on. The tree of the
/// value says what is at the path.
///
/// # Errors
///
/// There is no part. Nobody has seen the text, so the error is that of the tree, which knows what is there.
fn spelling<'p>(
    tape: &Tape<'_>,
    tree: Option<Value<'_>>,
    path: &'p str,
    not_there: Error,
) -> Result<Cow<'p, str>, Error> {
    // Trees do not number objects.
    let Some(mut tree) = tree.filter(|_| !path.starts_with('&')) else { return Err(not_there) };
    let begin = tree.begin(path);
    if let Err(error) = tree.set(path, Value::Unit) {
        // A text takes the keys of a map as names, which a tree does not.
        if led(tape, path).len() > error.path().len() {
            return Err(not_there);
        }
        return Err(match error.help().contains("`insert`") {
            true => error.with_help("nothing can be added here; set the whole list or map"),
            false => error,
        });
    }
    let alone = |help: &'static str| {
        let detail = format!("a text has no value for `{path}` alone");
        Error::new(ErrorKind::WrongPath, detail).with_help(help)
    };
    let Begin::Value(path) = begin else {
        return Err(alone(
            "a text has no lists of objects: take the path of a field that leads to this one; or use `edit_archive`",
        ));
    };
    let by_places = tree.by_places(path);
    let spellings = [Some(path), by_places.as_deref()].into_iter().flatten();
    let mut spellings = spellings.map(|path| without_flat(tape, path));
    let found = spellings.find(|spelt| leads(tape, spelt).is_ok()).map(Cow::Owned);
    found.ok_or_else(|| {
        alone(
            "if it is flattened, set its fields one by one; if serde stores it, take the path that the text has for it",
        )
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
