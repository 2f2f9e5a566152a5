//! An error as a person reads it.

use core::fmt;

use super::Error;

/// `slot1.sav: player.inventory[3].count (byte 482): what happened` and, on a line of its own
/// each, the versions and what to do.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_place(f)?;
        f.write_str(&self.0.detail)?;
        #[cfg(feature = "std")]
        if let Some(source) = &self.0.source {
            write!(f, ": {source}")?;
        }
        self.write_versions(f)?;
        write!(f, "\n  help: {}", self.help())
    }
}

impl Error {
    fn write_place(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        let mut gap = "";
        #[cfg(feature = "std")]
        if let Some(file) = &inner.file {
            write!(f, "{}", file.display())?;
            gap = ": ";
        }
        if !inner.path.is_empty() {
            write!(f, "{gap}{}", inner.path)?;
            gap = ": ";
        }
        let before = if gap.is_empty() { "" } else { " " };
        match (inner.position, inner.offset) {
            (Some((line, column)), _) => write!(f, "{before}(line {line}, column {column}): "),
            (None, Some(offset)) => write!(f, "{before}(byte {offset}): "),
            (None, None) => f.write_str(gap),
        }
    }

    fn write_versions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        if inner.type_name.is_empty() {
            return Ok(());
        }
        write!(f, "\n  type: {}", inner.type_name)?;
        if let Some(found) = inner.found {
            write!(f, ", version {found}")?;
        }
        match inner.readable {
            Some((oldest, newest)) if oldest == newest => {
                write!(f, " (this program reads version {newest})")
            }
            Some((oldest, newest)) => {
                write!(f, " (this program reads versions {oldest} to {newest})")
            }
            None => Ok(()),
        }
    }
}
