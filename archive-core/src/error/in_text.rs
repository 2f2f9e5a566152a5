//! The help of errors in what people write: texts, JSON, and edited trees.

use alloc::borrow::Cow;

use super::{Error, ErrorKind};

impl Error {
    /// Sets the [help](Self::help) for a value in a text or JSON: what to write instead.
    #[cold]
    pub(crate) fn or_in_text(mut self, help: &'static str) -> Self {
        self.0.help_in_text = help;
        self
    }

    /// Sets the help for a value in an archive, which tells what to do if another program wrote it.
    #[cold]
    pub(crate) fn with_help_for_archive(self, help: impl Into<Cow<'static, str>>) -> Self {
        let mut error = self.with_help(help);
        error.0.is_of_archive = true;
        error
    }

    /// Sets the help for a value in an edited tree, unless it has help that is not about archives.
    #[cold]
    pub(crate) fn or_in_tree(self, help: &'static str) -> Self {
        let is_own = self.help() != self.kind().help() && !self.0.is_of_archive;
        if is_own { self } else { self.with_help(help) }
    }

    /// Replaces the help, which speaks of damaged data and of the program, by what the person who wrote the value can
    /// do.
    #[cold]
    pub(crate) fn in_text(self) -> Self {
        let is_usual = self.help() == self.kind().help();
        let help = match self.kind() {
            _ if !self.0.help_in_text.is_empty() => self.0.help_in_text,
            ErrorKind::KeyOrder => "keep only one of the entries with the same key",
            ErrorKind::CannotBorrow => {
                "load into a type that owns its data: `String`, `Vec<u8>`, `Cow`"
            }
            ErrorKind::InvalidValue if is_usual => "write another value there",
            ErrorKind::MaxLen if is_usual => {
                "shorten it; or raise `max_len` if values may be this long"
            }
            ErrorKind::Convert if is_usual => {
                "write another value there, or make the converter accept this one"
            }
            _ => return self,
        };
        self.with_help(help)
    }
}
