//! Keywords for names.

#![expect(non_camel_case_types, reason = "words of the language as names")]

use archive::Archive;

/// A keyword.
#[derive(Archive, Debug, PartialEq)]
pub struct r#struct {
    /// A keyword.
    pub r#type: u8,
    /// A keyword.
    #[archive(alias = "function", renamed(2, from = "method"))]
    pub r#fn: u16,
    /// A keyword, and one that is used by a default.
    #[since(2, default = u32::from(*r#type) + u32::from(*r#fn))]
    pub r#match: u32,
    /// A keyword.
    #[archive(removed(r#while: u8, until = 2, default = 1))]
    pub r#enum: r#enum,
}

/// A keyword.
#[derive(Archive, Clone, Copy, Debug, PartialEq)]
pub enum r#enum {
    /// A keyword.
    r#if,
    /// A keyword.
    #[archive(removed(r#loop, until = 2, into = r#enum::looped))]
    r#else(u8),
    /// A keyword.
    r#move {
        /// A keyword.
        r#in: u8,
    },
}

impl r#enum {
    fn looped() -> Self {
        Self::r#if
    }
}

/// Saves and loads.
pub fn round_trip() {
    for r#enum in [r#enum::r#if, r#enum::r#else(1), r#enum::r#move { r#in: 2 }] {
        super::check(&r#struct { r#type: 1, r#fn: 2, r#match: 3, r#enum });
    }
}
