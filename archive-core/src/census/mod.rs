//! A census: what a value consists of, and what of it is large.

mod archive;
mod here;
mod places;
mod table;

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Error, Serialize};

/// Counts what a value consists of, to find out what makes a save large.
///
/// ```
/// use archive_core::{Describe, Deserialize, Serialize};
/// # use archive_derive::Archive;
///
/// #[derive(Archive)]
/// # #[archive(crate = archive_core)]
/// struct Tile { height: f32, owner: Option<u8> }
///
/// #[derive(Archive)]
/// # #[archive(crate = archive_core)]
/// struct World { name: String, tiles: Vec<Tile> }
///
/// let tiles = (0..100).map(|_| Tile { height: 0.5, owner: None }).collect();
/// let census = archive_core::census(&World { name: "Mars".into(), tiles })?;
/// assert_eq!(census.to_string(), "\
/// 506 bytes as rows
///
/// bytes      %  count  part
///   501  99.0%      1  tiles
///   500  98.8%    100  tiles[]
///   400  79.1%    100  tiles[].height
///   100  19.8%    100  tiles[].owner
///     5   1.0%      1  name
///
/// bytes       %  count  type
///   506  100.0%      1  World
///   500   98.8%    100  Tile
///   400   79.1%    100  f32
///     5    1.0%      1  str
/// ");
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// What `Rc` and `Arc` share is counted once, apart from what leads to it: as `Texture#`, which are all objects of the type.
/// What was [retained](crate::Unknown) of another program's archive is not counted.
///
/// # Errors
///
/// A value that could not be saved: nested too deep, or without a form in an archive.
pub fn census<T: Serialize + ?Sized>(value: &T) -> Result<Census, Error> {
    archive::count(value)
}

/// What a value consists of, in bytes as rows have them (FORMAT.md §5); see [`census`].
///
/// Columns and compression make a file smaller, most of all what is alike: the census tells what there is
/// to write, not how well that packs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    pub(crate) bytes: u64,
    pub(crate) parts: Vec<Tally>,
    pub(crate) types: Vec<Tally>,
}

/// How many values of one name there are, and how large they are together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The path of a part, or the name of a type.
    pub name: String,
    /// How many values there are.
    pub count: u64,
    /// The bytes that they take together, with what they hold.
    pub bytes: u64,
}

impl Census {
    /// The bytes of the whole value.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The parts of the value, the largest first.
    ///
    /// The path of a part is that of its fields, as in `world.tiles[].height`: `[]` is every element
    /// of a list and every value of a map, `[key]` every key of a map, `::Go` every value that is
    /// this variant, and `Texture#` every object of a type that pointers share. A part counts what it holds, of which an object that
    /// is shared is none, but the link to it. A type within itself is counted as the outermost
    /// one: every `name` in a tree of folders is `folder.name`.
    ///
    /// ```
    /// let census = archive_core::census(&vec![("wood", 3_u64); 10])?;
    /// let largest = census.parts().iter().find(|part| part.name == "[][1]").unwrap();
    /// assert_eq!((largest.count, largest.bytes), (10, 80));
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    #[must_use]
    pub fn parts(&self) -> &[Tally] {
        &self.parts
    }

    /// The structs, enums and values without parts, the largest first. Values of a type within
    /// one of the same type count as values, but their bytes only once.
    #[must_use]
    pub fn types(&self) -> &[Tally] {
        &self.types
    }
}
