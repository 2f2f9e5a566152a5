//! A game engine that hands `archive` on under another name.

#![deny(warnings, missing_docs)]

/// What saves and loads.
pub mod io {
    pub use archive as save;
}
