//! The codecs that compress bodies and blocks.

#[cfg(feature = "zstd")]
mod cuts;

use alloc::format;
use alloc::vec::Vec;

use crate::{Error, ErrorKind};

/// A codec (FORMAT.md §2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Codec {
    None,
    Lz4,
    /// With the level for compressing, which a reader does not need.
    Zstd(i32),
}

impl Codec {
    /// Its number in a header.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Lz4 => 1,
            Self::Zstd(_) => 2,
        }
    }

    /// The codec with a number.
    pub(crate) fn of(code: u8) -> Result<Self, Error> {
        match code {
            0 => Ok(Self::None),
            1 => Ok(Self::Lz4),
            2 => Ok(Self::Zstd(0)),
            other => {
                let detail = format!(
                    "the body is compressed with codec {other}, which this program does not know"
                );
                Err(Error::new(ErrorKind::Unsupported, detail))
            }
        }
    }

    /// Appends the compressed form of a block.
    pub(crate) fn compress(self, raw: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        match self {
            Self::None => {
                out.extend_from_slice(raw);
                Ok(())
            }
            Self::Lz4 => lz4::compress(raw, out),
            Self::Zstd(level) => zstd::compress(raw, level, out),
        }
    }

    /// Decompresses a block, which must have exactly `len` bytes.
    pub(crate) fn decompress(self, stored: &[u8], len: usize) -> Result<Vec<u8>, Error> {
        match self {
            Self::None => Err(damaged("lengths differ")),
            Self::Lz4 => lz4::decompress(stored, len),
            Self::Zstd(_) => zstd::decompress(stored, len),
        }
    }
}

#[cold]
fn damaged(why: &str) -> Error {
    let detail = format!("the compressed bytes from here on are damaged: {why}");
    Error::new(ErrorKind::InvalidValue, detail)
}

/// The program was built without a codec.
#[cfg(not(all(feature = "lz4", feature = "zstd")))]
#[cold]
fn missing(feature: &str) -> Error {
    let detail = format!("this program was built without the codec `{feature}`");
    let help = format!("build it with the feature `{feature}` of the `archive` crate");
    Error::new(ErrorKind::Unsupported, detail).with_help(help)
}

#[cfg(feature = "lz4")]
mod lz4 {
    use alloc::string::ToString;

    use super::{Error, ErrorKind, Vec, damaged};
    use crate::rows::{fill_up, zeros};

    pub(super) fn compress(raw: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let start = out.len();
        let most = lz4_flex::block::get_maximum_output_size(raw.len());
        fill_up(out, start.saturating_add(most));
        let room = out.get_mut(start..).unwrap_or_default();
        let used = lz4_flex::block::compress_into(raw, room)
            .map_err(|error| Error::new(ErrorKind::Unrepresentable, error.to_string()))?;
        out.truncate(start.saturating_add(used));
        Ok(())
    }

    pub(super) fn decompress(stored: &[u8], len: usize) -> Result<Vec<u8>, Error> {
        // LZ4 expands a byte to at most 255.
        if len / 255 > stored.len() {
            return Err(damaged("there are too few of them for the stated size"));
        }
        let mut raw = zeros(len)?;
        match lz4_flex::block::decompress_into(stored, &mut raw) {
            Ok(found) if found == len => Ok(raw),
            Ok(_) => Err(damaged("they decompress to fewer bytes than stated")),
            Err(error) => Err(damaged(&error.to_string())),
        }
    }
}

#[cfg(not(feature = "lz4"))]
mod lz4 {
    use super::{Error, Vec, missing};

    pub(super) fn compress(_: &[u8], _: &mut Vec<u8>) -> Result<(), Error> {
        Err(missing("lz4"))
    }

    pub(super) fn decompress(_: &[u8], _: usize) -> Result<Vec<u8>, Error> {
        Err(missing("lz4"))
    }
}

#[cfg(feature = "zstd")]
mod zstd {
    use alloc::string::ToString;
    use std::io::{self, Write};

    use zstd::stream::write::Encoder;

    use super::cuts::cuts;
    use super::{Error, Vec, damaged};
    use crate::rows::zeros;

    pub(super) fn compress(raw: &[u8], level: i32, out: &mut Vec<u8>) -> Result<(), Error> {
        frame(raw, level, out).map_err(|error| Error::io("cannot compress the value", error))
    }

    /// Writes one frame, split into blocks by [`cuts`].
    fn frame(raw: &[u8], level: i32, out: &mut Vec<u8>) -> io::Result<()> {
        let mut encoder = Encoder::new(out, level)?;
        // The frame then contains its content size, and the codec chooses its parameters for it.
        encoder.set_pledged_src_size(u64::try_from(raw.len()).ok())?;
        let mut start = 0;
        for end in cuts(raw) {
            if start > 0 {
                encoder.flush()?;
            }
            encoder.write_all(raw.get(start..end).unwrap_or_default())?;
            start = end;
        }
        encoder.finish().map(drop)
    }

    pub(super) fn decompress(stored: &[u8], len: usize) -> Result<Vec<u8>, Error> {
        // Compare with the size in the frame first, so that no memory is reserved for a damaged one.
        let claimed = zstd::zstd_safe::get_frame_content_size(stored).ok().flatten();
        if claimed.and_then(|claimed| usize::try_from(claimed).ok()) != Some(len) {
            return Err(damaged("they do not decompress to the stated size"));
        }
        // The decoder would skip further frames without content.
        if zstd::zstd_safe::find_frame_compressed_size(stored).is_ok_and(|end| end < stored.len()) {
            return Err(damaged("bytes are left behind them"));
        }
        let mut raw = zeros(len)?;
        match zstd::bulk::decompress_to_buffer(stored, &mut raw) {
            Ok(found) if found == len => Ok(raw),
            Ok(_) => Err(damaged("they decompress to fewer bytes than stated")),
            Err(error) => Err(damaged(&error.to_string())),
        }
    }
}

#[cfg(not(feature = "zstd"))]
mod zstd {
    use super::{Error, Vec, missing};

    pub(super) fn compress(_: &[u8], _: i32, _: &mut Vec<u8>) -> Result<(), Error> {
        Err(missing("zstd"))
    }

    pub(super) fn decompress(_: &[u8], _: usize) -> Result<Vec<u8>, Error> {
        Err(missing("zstd"))
    }
}
