//! Every data set with every codec: the table behind all measurements.

use archive::{Layout, Options, VersionTable};

use crate::cell::{Cell, Entry, Role};
use crate::codecs::{
    Archive, Bincode, Bitcode, Borsh, Floor, Postcard, Revision, Rkyv, Savefile, SerdeJson, Speedy,
    Wincode,
};
use crate::data::{colony, delta, log, mesh, minecraft, mk48, player};

/// A data set and its codecs.
pub struct Set {
    /// Its name.
    pub name: &'static str,
    /// Its description.
    pub about: &'static str,
    /// Its codecs.
    pub cells: Vec<Box<dyn Cell>>,
}

/// The name of rows with the shortest header.
pub const ROWS: &str = "archive rows";

/// The name of rows with schema and checksum.
pub const ROWS_FILE: &str = "archive rows, file";

/// The name of columns without schema and checksum.
pub const COLUMNS: &str = "archive columns";

/// The name of columns with schema and checksum.
pub const COLUMNS_FILE: &str = "archive columns, file";

/// Our own lines, one for each choice of options.
fn ours() -> Vec<(&'static str, Options)> {
    vec![
        (ROWS, Options::message().layout(Layout::Rows)),
        (ROWS_FILE, Options::file().layout(Layout::Rows)),
        (COLUMNS, Options::message().layout(Layout::Columns)),
        (COLUMNS_FILE, Options::file()),
    ]
}

/// One cell for each codec: first those that can also borrow, then the others.
macro_rules! cells {
    ($values:expr, [$($borrowing:ident)*], [$($plain:ident)*]) => {{
        let values = $values;
        let mut cells: Vec<Box<dyn Cell>> = Vec::new();
        cells!(@ours values, cells, $($borrowing)*);
        $(cells.push(Box::new(
            Entry::new(name::<$borrowing>(), Role::Peer, $borrowing::default(), values).borrowing(),
        ));)*
        $(cells.push(Box::new(
            Entry::new(name::<$plain>(), Role::Peer, $plain::default(), values),
        ));)*
        cells.push(Box::new(Entry::new("floor", Role::Floor, Floor::new(values), values)));
        cells
    }};
    (@ours $values:ident, $cells:ident,) => {
        for (name, options) in ours() {
            $cells.push(Box::new(Entry::new(name, Role::Ours, Archive::new(options), $values)));
        }
    };
    (@ours $values:ident, $cells:ident, $($any:ident)+) => {
        for (name, options) in ours() {
            let entry = Entry::new(name, Role::Ours, Archive::new(options), $values);
            $cells.push(Box::new(entry.borrowing()));
        }
    };
}

/// The name of a codec's type, in lower case.
fn name<C>() -> &'static str {
    let path = std::any::type_name::<C>();
    match path.rsplit("::").next().unwrap_or(path) {
        "SerdeJson" => "serde_json",
        "Bincode" => "bincode 2",
        _ => path.rsplit("::").nth(1).unwrap_or(path),
    }
}

/// The names of all data sets.
pub const NAMES: [&str; 7] =
    ["log", "mesh", "minecraft_savedata", "mk48", "colony", "delta", "player"];

impl Set {
    /// The data set with this name.
    ///
    /// # Panics
    ///
    /// If there is no data set with this name.
    #[must_use]
    pub fn of(name: &str) -> Self {
        match name {
            "log" => log(),
            "mesh" => mesh(),
            "minecraft_savedata" => minecraft(),
            "mk48" => mk48(),
            "colony" => colony(),
            "delta" => delta(),
            "player" => player(),
            other => panic!("no data set is called {other}; there are {}", NAMES.join(", ")),
        }
    }
}

fn one<T>(value: T) -> &'static [T] {
    many(vec![value])
}

fn many<T>(values: Vec<T>) -> &'static [T] {
    Vec::leak(values)
}

fn log() -> Set {
    let cells = cells!(
        one(log::generate()),
        [Bitcode Wincode Rkyv Postcard Bincode Speedy SerdeJson],
        [Savefile Borsh Revision]
    );
    Set { name: "log", about: "10,000 lines of a web server's log", cells }
}

fn mesh() -> Set {
    let mesh = mesh::generate();
    let pod = one(mesh::pod::Mesh::from(&mesh));
    let mut cells = cells!(
        one(mesh),
        [],
        [Bitcode Wincode Rkyv Postcard Bincode Speedy SerdeJson Savefile Borsh Revision]
    );
    let rows = Archive::new(Options::message());
    cells.insert(1, Box::new(Entry::new("archive rows, pod", Role::Ours, rows, pod)));
    Set { name: "mesh", about: "125,000 triangles of four vectors of `f32`", cells }
}

fn minecraft() -> Set {
    let cells = cells!(
        one(minecraft::generate()),
        [Bitcode Wincode Rkyv Postcard Bincode Speedy SerdeJson],
        [Savefile Borsh Revision]
    );
    Set { name: "minecraft_savedata", about: "500 players with inventories and pets", cells }
}

fn mk48() -> Set {
    let cells = cells!(
        one(mk48::generate()),
        [],
        [Bitcode Wincode Rkyv Postcard Bincode Speedy SerdeJson Savefile Borsh Revision]
    );
    Set { name: "mk48", about: "1,000 updates of a ship game's server", cells }
}

fn colony() -> Set {
    let cells = cells!(
        one(colony::generate()),
        [Bitcode Wincode Rkyv Postcard Bincode Speedy SerdeJson],
        [Savefile Borsh Revision]
    );
    let about =
        "50,000 entities with optional components, nested enums, short texts and sparse maps";
    Set { name: "colony", about, cells }
}

fn delta() -> Set {
    let messages = many(delta::generate());
    let mut cells = cells!(
        messages,
        [Bitcode Wincode Rkyv Postcard Bincode Speedy SerdeJson],
        [Savefile Borsh Revision]
    );
    let versions = VersionTable::of::<delta::Delta>().unwrap();
    let rows = Archive::new(Options::message().agreed(&versions));
    let entry = Entry::new("archive rows, agreed", Role::Ours, rows, messages);
    cells.insert(1, Box::new(entry.borrowing()));
    let about = "10,000 messages of 10 to 60 bytes, saved and loaded one by one";
    Set { name: "delta", about, cells }
}

fn player() -> Set {
    let cells = cells!(
        one(player::Player::sample(200)),
        [],
        [Bitcode Wincode Rkyv Postcard Bincode Speedy SerdeJson Savefile Borsh Revision]
    );
    Set { name: "player", about: "a player's record with 200 items and 100 quests", cells }
}
