//! Loading a value from the parts of a text.

use super::Reader;
use crate::graph;
use crate::text::tape::Tape;
use crate::traits::load_shared;
use crate::{Context, Deserialize, Error, Limits, UnknownPolicy};

/// What a load may cost, what it accepts, and what it was lent.
pub(crate) struct Load<'c> {
    pub(crate) limits: &'c Limits,
    /// Memory that may still be reserved, in bytes.
    pub(crate) budget: usize,
    pub(crate) context: Context<'c>,
    pub(crate) unknown: UnknownPolicy,
    /// Whether the text may state versions that are newer than this program's.
    pub(crate) newer: bool,
}

/// Loads a `T` from the parts of a text.
///
/// # Errors
///
/// The text is no `T`.
pub(crate) fn read<'a, T: Deserialize<'a>>(tape: &Tape<'a>, load: Load<'_>) -> Result<T, Error> {
    if tape.has_links() {
        return read_linked(tape, load);
    }
    let mut reader = Reader::<false>::new(tape, load)?;
    match T::deserialize(&mut reader) {
        Ok(value) => Ok(value),
        Err(error) => Err(tape.place(error, reader.at)),
    }
}

/// The same of a text in which objects are shared, by the code that all archives share: links are looked
/// up far slower than a call takes.
#[cold]
fn read_linked<'a, T: Deserialize<'a>>(tape: &Tape<'a>, load: Load<'_>) -> Result<T, Error> {
    let mut reader = Reader::<true>::new(tape, load)?;
    reader.find_objects(T::TYPE)?;
    let loaded = match load_shared(&mut reader) {
        Ok(value) => graph::finish(&mut reader).map(|()| value),
        Err(error) => Err(error),
    };
    loaded.map_err(|error| tape.place(error, reader.at))
}
