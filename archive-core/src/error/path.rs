//! Paths that are not those of today's types.

use alloc::string::String;

use super::{Error, LONG, shown};

impl Error {
    /// Adds a name to the front of the path, for a part known only from the archive.
    #[cold]
    pub(crate) fn in_part(mut self, name: &str) -> Self {
        // Limit the length: an input can cheaply contain long names on many levels.
        match self.0.path.len() {
            0..LONG => self.prepend(&shown(name)),
            _ if self.0.path.starts_with("..") => {}
            _ => self.0.path.insert_str(0, ".."),
        }
        self
    }

    /// Marks an error of a converter whose path leads to a part of the value that it was given.
    #[cfg(feature = "serde")]
    pub(crate) fn of_part(mut self) -> Self {
        self.0.is_of_part = true;
        self
    }

    pub(crate) fn is_of_part(&self) -> bool {
        self.0.is_of_part
    }

    /// Puts a path in front of its own.
    pub(crate) fn behind(mut self, path: &str) -> Self {
        if !path.is_empty() && !self.0.path.is_empty() && !self.0.path.starts_with(['[', '{']) {
            self.0.path.insert(0, '.');
        }
        self.0.path.insert_str(0, path);
        self.0.is_of_part = false;
        self
    }

    /// Sets the path, unless one is already set.
    #[cold]
    #[must_use]
    pub(crate) fn at_path(mut self, path: &str) -> Self {
        if self.0.path.is_empty() {
            self.0.path.push_str(path);
        }
        self
    }

    /// Replaces the path by the same path, spelt otherwise.
    #[cold]
    pub(crate) fn with_path(mut self, path: String) -> Self {
        self.0.path = path;
        self
    }
}
