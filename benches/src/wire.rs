//! The cost of headers: the size of a small message, and the time that their parts take on `log`.

use archive::{Archive, Layout, Options, SchemaPolicy};

use crate::cell::{Cell, Entry, Measure, Role};
use crate::codecs;
use crate::data::log;
use crate::sample::{Plan, Times, interleaved};

/// A message of 12 bytes, of a type that never changed.
#[derive(Archive)]
struct Input {
    tick: u32,
    buttons: u16,
    stick: [i8; 2],
    aim: f32,
}

/// The same in version 3, with a nested type in version 2.
#[derive(Archive)]
#[archive(name = "Input")]
struct InputNow {
    tick: u32,
    buttons: u16,
    stick: Stick,
    #[since(3, default = 0.0)]
    aim: f32,
}

#[derive(Archive)]
struct Stick {
    x: i8,
    #[since(2, default = 0)]
    y: i8,
}

/// The sizes of two messages with 12 bytes of data: one of a type that never changed, and one of
/// version 3 that contains a type of version 2.
///
/// # Panics
///
/// If a message is not as intended.
#[must_use]
pub fn small_messages() -> [usize; 2] {
    let wire = Options::message();
    let first = Input { tick: 1, buttons: 2, stick: [3, 4], aim: 0.5 };
    let now = InputNow { tick: 1, buttons: 2, stick: Stick { x: 3, y: 4 }, aim: 0.5 };
    [wire.to_vec(&first).unwrap().len(), wire.to_vec(&now).unwrap().len()]
}

/// The measurements of `log` with one choice of options.
#[derive(Clone, Debug)]
pub struct Headers {
    /// The name of the choice.
    pub name: &'static str,
    /// The saved size.
    pub len: usize,
    /// The time to save.
    pub save: Times,
    /// The time to load.
    pub load: Times,
}

/// Measures `log` with and without parts of the header.
#[must_use]
pub fn headers(plan: Plan) -> Vec<Headers> {
    let (rows, file) = (Options::file().layout(Layout::Rows), Options::file());
    let bare =
        |options: &Options| options.clone().schema(SchemaPolicy::Fingerprint).checksum(false);
    let choices = [
        ("columns, without schema and checksum", bare(&file)),
        ("columns, without checksum", file.clone().checksum(false)),
        ("columns: schema and checksum", file),
        ("rows, without schema and checksum", bare(&rows)),
        ("rows: schema and checksum", rows),
    ];
    let logs: &'static [log::Logs] = Vec::leak(vec![log::generate()]);
    let mut cells = choices
        .map(|(name, options)| Entry::new(name, Role::Ours, codecs::Archive::new(options), logs));
    let save = interleaved(cells.len(), plan, |i, times| cells[i].run(Measure::Save, times));
    let load = interleaved(cells.len(), plan, |i, times| cells[i].run(Measure::Load, times));
    let times = save.into_iter().zip(load);
    cells
        .iter()
        .zip(times)
        .map(|(cell, (save, load))| Headers {
            name: cell.name(),
            len: cell.bytes().len(),
            save,
            load,
        })
        .collect()
}
