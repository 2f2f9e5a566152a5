//! The census: what a value consists of, and which parts of it are large.

mod archive;
mod here;
mod places;
mod table;

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Error, Serialize};

/// Counts the parts and types of a value, to find out what makes a save large.
///
/// ```
/// use archive::Archive;
///
/// #[derive(Archive)]
/// struct Tile { height: f32, owner: Option<u8> }
///
/// #[derive(Archive)]
/// struct World { name: String, tiles: Vec<Tile> }
///
/// let tiles = (0..100).map(|_| Tile { height: 0.5, owner: None }).collect();
/// let census = archive::census(&World { name: "Mars".into(), tiles })?;
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
/// # Ok::<(), archive::Error>(())
/// ```
///
/// Objects shared by `Rc` and `Arc` are counted once, separately from the pointers to them: `Texture#` is all objects
/// of that type. Data [retained](crate::Unknown) from another program's archive is not counted.
///
/// # Errors
///
/// Fails if the value could not be saved: it is nested too deeply, or cannot be represented in an archive.
pub fn census<T: Serialize + ?Sized>(value: &T) -> Result<Census, Error> {
    archive::count(value)
}

/// The sizes of a value's parts and types, in bytes when written as rows (FORMAT.md §5); see [`census`].
///
/// Columns and compression make a file smaller, repetitive data most of all: the census shows how much there is to
/// write, not how well it packs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    pub(crate) bytes: u64,
    pub(crate) parts: Vec<Tally>,
    pub(crate) types: Vec<Tally>,
}

/// The number and total size of the values under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The path of a part, or the name of a type.
    pub name: String,
    /// The number of values.
    pub count: u64,
    /// Their total size in bytes, content included.
    pub bytes: u64,
}

impl Census {
    /// Returns the size of the whole value in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the parts of the value, largest first.
    ///
    /// A path names fields, as in `world.tiles[].height`: `[]` is every element of a list and every value of a map,
    /// `[key]` every key of a map, `::Go` every value of this variant, and `Texture#` every shared object of a type. A
    /// part's size includes its content, but for a shared object only the link. Nested values of a recursive type count
    /// under the outermost path: every `name` in a tree of folders is `folder.name`.
    ///
    /// ```
    /// let census = archive::census(&vec![("wood", 3_u64); 10])?;
    /// let largest = census.parts().iter().find(|part| part.name == "[][1]").unwrap();
    /// assert_eq!((largest.count, largest.bytes), (10, 80));
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn parts(&self) -> &[Tally] {
        &self.parts
    }

    /// Returns the structs, enums and primitives, largest first. Values nested in a value of the same type are counted,
    /// but their bytes only once.
    #[must_use]
    pub fn types(&self) -> &[Tally] {
        &self.types
    }
}
