//! Types without fields, declared in each way. No archive tells which.

use archive::Archive;

/// A struct with braces.
#[derive(Archive, Clone, Copy, Debug, PartialEq)]
pub struct Braces {}

/// A struct with parentheses.
#[derive(Archive, Clone, Copy, Debug, PartialEq)]
pub struct Parens();

/// A struct with neither.
#[derive(Archive, Clone, Copy, Debug, PartialEq)]
pub struct Neither;

/// Variants of each kind.
#[derive(Archive, Clone, Copy, Debug, PartialEq)]
pub enum Nothing {
    /// With braces.
    Braces {},
    /// With parentheses.
    Parens(),
    /// With neither.
    Neither,
}

/// One of each.
pub type All = (Braces, Parens, Neither, [Nothing; 3]);

/// One of each.
pub const ALL: All =
    (Braces {}, Parens(), Neither, [Nothing::Braces {}, Nothing::Parens(), Nothing::Neither]);
