//! The choices that [`Options`](super::Options) has.

use crate::codec::Codec;

/// How the values of an archive are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// One value after another, for messages and streams.
    Rows,
    /// All values of a field together, for files. Columns are usually smaller than rows, and parts can be read without
    /// the rest.
    Columns,
}

/// Whether an archive carries its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaPolicy {
    /// The schema is in the header, so that any tool can open the archive.
    Embed,
    /// Only the schema's fingerprint is in the header.
    Fingerprint,
}

/// How the body of an archive is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compression {
    /// No compression.
    None,
    /// LZ4, which is fast. Requires the `lz4` feature, which is on by default.
    Lz4,
    /// Zstandard at a level from 1 (fastest) to 22 (smallest); 3 is usual. Levels above 22 count as 22, and negative
    /// levels are faster still. Requires the `zstd` feature.
    Zstd(i32),
}

impl Compression {
    pub(super) const fn codec(self) -> Codec {
        match self {
            Self::None => Codec::None,
            Self::Lz4 => Codec::Lz4,
            Self::Zstd(level) => Codec::Zstd(level),
        }
    }
}

/// What to do with an archive from a newer program.
///
/// ```
/// use archive::{Archive, ErrorKind, Newer, Options, Unknown};
///
/// /// What next year's program has.
/// mod newer {
///     #[derive(archive::Archive)]
///     pub struct Hero {
///         pub level: u32,
///         #[since(2, default = 100)]
///         pub stamina: u16,
///     }
/// }
///
/// #[derive(Archive, Debug, PartialEq)]
/// struct Hero { level: u32 }
///
/// let theirs = archive::to_vec(&newer::Hero { level: 7, stamina: 30 })?;
/// let refused = archive::from_slice::<Hero>(&theirs).unwrap_err();
/// assert_eq!(refused.kind(), ErrorKind::TooNew);
///
/// // What this program does not know is an error of its own, unless it is skipped or kept.
/// let options = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
/// assert_eq!(options.from_slice::<Hero>(&theirs)?, Hero { level: 7 });
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Newer {
    /// Refuse it with [`ErrorKind::TooNew`](crate::ErrorKind::TooNew). This is the default.
    Refuse,
    /// Read it by the names in its schema, if it carries one; fields that it lacks get their defaults. The newer
    /// program's converters are not available: a field that one of them converts is refused, and a text or JSON, which does
    /// not tell, is read as if its numbers still had the same meaning. So rename a field whose meaning changes (metres to
    /// millimetres): then it gets its default here. `Accept` also reads files whose types changed without a new version, as
    /// happens during development.
    Accept,
}

/// The versions of the types in a text or JSON that states none: by hand, or from a program that had no versions.
///
/// ```
/// use archive::{Archive, Options, Unstated};
///
/// #[derive(Archive, Debug, PartialEq)]
/// struct SaveGame {
///     // Minutes, which were hours.
///     #[archive(was(u16, until = 2, with = |hours: u16| u32::from(hours) * 60))]
///     played: u32,
/// }
///
/// // What `serde_json` wrote before there were versions.
/// let old = r#"{ "played": 2 }"#;
/// let options = Options::file().unstated(Unstated::Oldest);
/// assert_eq!(options.from_text::<SaveGame>("{ played = 2 }")?, SaveGame { played: 120 });
/// # #[cfg(feature = "json")]
/// assert_eq!(options.from_json::<SaveGame>(old)?, SaveGame { played: 120 });
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unstated {
    /// The newest in which the type had all the names that are there. This is the default.
    Fitting,
    /// The oldest that this program can read.
    Oldest,
}
