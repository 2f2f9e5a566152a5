//! Which errors are about a file, so that its backup may be better.

use super::{Error, ErrorKind};

/// The kinds of errors that are about the bytes of a file, or the value in them, and not about its version or this
/// program: an older version of the file may have better ones.
const DAMAGE: &[ErrorKind] = &[
    ErrorKind::Io,
    ErrorKind::NotAnArchive,
    ErrorKind::Checksum,
    ErrorKind::Truncated,
    ErrorKind::TrailingBytes,
    ErrorKind::InvalidValue,
    ErrorKind::InvalidUtf8,
    ErrorKind::UnknownTag,
    ErrorKind::InvalidLink,
    ErrorKind::KeyOrder,
    ErrorKind::Length,
    ErrorKind::Convert,
    ErrorKind::Hook,
];

impl Error {
    /// Returns `true` if the data itself was refused, because it is damaged or because a hook or a converter refuses the
    /// value in it, or if the system could not read it for a reason that will not pass: then a backup may be better.
    ///
    /// It is `false` if another version of the program wrote the data, if something was not lent, if the file does not
    /// exist, or if the system may read it soon.
    ///
    /// ```
    /// let file = archive::to_vec(&[1_u32, 2, 3])?;
    /// let damaged = archive::from_slice::<[u32; 3]>(&file[..file.len() - 1]).unwrap_err();
    /// let other_type = archive::from_slice::<[f32; 3]>(&file).unwrap_err();
    /// assert!(damaged.is_damage() && !other_type.is_damage());
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn is_damage(&self) -> bool {
        DAMAGE.contains(&self.kind()) && !self.will_pass()
    }

    #[cfg(not(feature = "std"))]
    fn will_pass(&self) -> bool {
        false
    }

    #[cfg(feature = "std")]
    fn will_pass(&self) -> bool {
        self.is_not_found() || self.io_source().is_some_and(will_pass)
    }
}

/// Whether an error is about what else goes on in the system, and not about the file.
#[cfg(feature = "std")]
pub(crate) fn will_pass(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{
        Interrupted, OutOfMemory, ResourceBusy, StaleNetworkFileHandle, TimedOut, WouldBlock,
    };

    // Too many open files; on Windows, also a file that another program has open.
    const CODES: &[i32] = if cfg!(windows) { &[4, 32, 33] } else { &[23, 24] };
    let passes =
        [Interrupted, OutOfMemory, ResourceBusy, StaleNetworkFileHandle, TimedOut, WouldBlock];
    passes.contains(&error.kind()) || error.raw_os_error().is_some_and(|code| CODES.contains(&code))
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::io;

    use super::{Error, ErrorKind};

    #[test]
    fn what_will_pass_is_no_reason_to_go_back_to_an_older_game() {
        let error = |code| Error::io("cannot load", io::Error::from_raw_os_error(code));
        if cfg!(unix) {
            assert!(!error(24).is_damage(), "too many open files");
            assert!(error(5).is_damage(), "a bad sector");
        }
        if cfg!(windows) {
            assert!(!error(32).is_damage(), "open elsewhere");
            assert!(!error(33).is_damage(), "locked");
            assert!(error(23).is_damage(), "a bad sector");
        }
        assert!(!Error::no_file(io::ErrorKind::NotFound.into()).is_damage());
        assert!(Error::new(ErrorKind::Checksum, "").is_damage());
        assert!(!Error::new(ErrorKind::MissingVersion, "").is_damage());
    }
}
