//! Loads a value from a tape.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::known::Known;
use super::links::Links;
use super::{Reader, refused, stated};
use crate::graph;
use crate::schema::{is_library, walk};
use crate::text::path;
use crate::text::tape::Tape;
use crate::traits::{LoadRoot, load_root};
use crate::{Context, Deserialize, Error, ErrorKind, Limits, Shape, Type, UnknownPolicy};

/// The most unknown types that an error names.
const MOST_NAMED: usize = 4;

/// The limits, policies and context of a load.
pub(crate) struct Load<'c> {
    pub(crate) limits: &'c Limits,
    /// The memory that may still be reserved, in bytes.
    pub(crate) budget: usize,
    pub(crate) context: Context<'c>,
    pub(crate) unknown: UnknownPolicy,
    /// Whether the text may state versions newer than this program's.
    pub(crate) newer: bool,
    /// Whether a text that states no versions is read at the oldest ones.
    pub(crate) is_oldest: bool,
}

/// Loads a `T` from a tape.
///
/// # Errors
///
/// Fails if the text is not a `T`.
pub(crate) fn read<'a, T: Deserialize<'a>>(tape: &Tape<'a>, load: Load<'_>) -> Result<T, Error> {
    if tape.has_links() {
        return load_root(|root| read_linked(tape, load, root));
    }
    let mut reader = Reader::<false>::new(tape, load)?;
    reader.check_root(T::TYPE)?;
    let value = T::deserialize(&mut reader).map_err(|error| reader.failed(error))?;
    reader.give_own();
    Ok(value)
}

/// Like [`read`] for a text with shared objects, with code that all types share: looking up links takes far
/// longer than a dynamic call.
#[cold]
fn read_linked<'a>(
    tape: &Tape<'a>,
    load: Load<'_>,
    root: &mut dyn LoadRoot<'a>,
) -> Result<(), Error> {
    let mut reader = Reader::<true>::new(tape, load)?;
    reader.check_root(root.ty())?;
    reader.find_objects(root.ty())?;
    let loaded = root.load(&mut reader).and_then(|()| graph::finish(&mut reader));
    loaded.map_err(|error| reader.failed(error))?;
    reader.give_own();
    Ok(())
}

impl<'t, 'a, 'c, const LINKED: bool> Reader<'t, 'a, 'c, LINKED> {
    fn new(tape: &'t Tape<'a>, load: Load<'c>) -> Result<Self, Error> {
        Ok(Self {
            tape,
            at: tape.root,
            open: Vec::new(),
            depth: load.limits.depth,
            byte: None,
            held: None,
            stated: stated(tape)?,
            is_exact: false,
            versions: Vec::new(),
            many: Vec::new(),
            kins: [Known::NONE; 16],
            root_version: None,
            original: None,
            own: Vec::new(),
            entering: None,
            within: Vec::new(),
            links: Links::default(),
            objects: None,
            load,
        })
    }
}

impl<const LINKED: bool> Reader<'_, '_, '_, LINKED> {
    /// Tells the holders which types have to be written at today's version.
    fn give_own(&mut self) {
        if let Some(original) = self.original.take().filter(|_| !self.own.is_empty()) {
            // Nobody else has set it.
            let _set = original.own.set(Box::new(core::mem::take(&mut self.own)));
        }
    }

    /// Adds the current place to an error that has none. For a type that is newer in the text, reports the
    /// stated version instead of the one this program read it as.
    #[cold]
    fn failed(&self, error: Error) -> Error {
        let error = path::with_keys(self.tape, self.tape.place(error, self.at));
        let name = error.type_name();
        let stated = self.stated.as_ref().and_then(|stated| stated.get(name));
        let of_root = || self.root_version.filter(|(root, _)| *root == name);
        match stated.or_else(|| of_root().map(|(_, version)| version)) {
            Some(stated) if error.found_version().is_some_and(|found| found < stated) => {
                match error.kind() {
                    // The text of a newer program is right, so do not ask the user to correct it.
                    kind @ ErrorKind::UnknownField if self.load.unknown == UnknownPolicy::Error => {
                        error.with_found(stated).with_help(kind.help())
                    }
                    _ => error.with_found(stated),
                }
            }
            _ => error,
        }
    }

    /// Fails if JSON states no version of the root's type but that of an unknown type: the root was renamed
    /// or is another type. The JSON has no name for its root, but states the versions of all types.
    fn check_root(&mut self, ty: &'static Type) -> Result<(), Error> {
        self.is_exact = self.load.newer && self.is_of_newer(ty)?;
        let (Some(stated), Some(shape)) = (&self.stated, ty.shape()) else { return Ok(()) };
        let is_there = || is_library(shape) || stated.version_of(shape, false).is_some();
        if self.tape.is_text() || is_there() {
            return Ok(());
        }
        let known = walk(ty, &mut |shape, _| Ok(shape.version))?;
        let is_known = |name: &str| known.values().any(|it| it.shape.names().any(|it| it == name));
        let unknown = stated.iter().map(|(name, _)| name).filter(|name| !is_known(name));
        let unknown: Vec<&str> = unknown.take(MOST_NAMED).collect();
        if unknown.is_empty() {
            return Ok(());
        }
        Err(refused::other_root(self.tape, &unknown, shape))
    }

    /// Whether the text states a version of a type that is newer than this program's.
    fn is_of_newer(&self, ty: &'static Type) -> Result<bool, Error> {
        let known = walk(ty, &mut |shape, _| Ok(shape.version))?;
        let is_root = |shape: &Shape| ty.shape().is_some_and(|root| root.id.is(shape.id));
        Ok(known.values().any(|it| {
            let around = usize::from(!is_root(it.shape));
            self.version_in_text(it.shape, around).is_some_and(|stated| stated > it.shape.version)
        }))
    }
}
