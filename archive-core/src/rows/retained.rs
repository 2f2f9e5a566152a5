//! Data that a value retained of another program's archive, kept apart from its rows.

use alloc::string::String;
use alloc::vec::Vec;

use crate::unknown::is_catch;
use crate::{Error, Scope, Unknown};

/// What one struct or variant retained.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    /// The table and row of the object that contains it; `None` for the value itself.
    pub(crate) object: Option<(usize, usize)>,
    /// The names of the type and of the variant.
    pub(crate) key: (String, String),
    pub(crate) held: Unknown,
}

/// Which retained data will be saved with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// None: fields are left out, and a variant is an error.
    Nothing,
    /// Variants, while fields are left out.
    Variants,
    All,
}

/// What the structs and variants of a value retained, in the order of the rows.
#[derive(Clone, Debug)]
pub(crate) struct Retained {
    pub(crate) list: Vec<Held>,
    pub(crate) said: Said,
}

impl Retained {
    /// An empty list.
    pub(crate) fn new(said: Said) -> Self {
        Self { list: Vec::new(), said }
    }

    /// Advice on how to save the value without it. Only fields can be left out.
    pub(crate) fn way_out(&self) -> &'static str {
        match self.list.iter().any(|it| it.held.variant().is_some()) {
            true => {
                "put other values in place of the retained variants and objects, and drop retained fields with \
                 `Options::unknown(Unknown::Skip)`"
            }
            false => "drop the retained parts with `Options::unknown(Unknown::Skip)`",
        }
    }

    /// Takes what a struct or variant retained, or refuses it. Returns whether the caller is to write a tag for it.
    pub(crate) fn take(
        this: Option<&mut Self>,
        scope: &Scope,
        held: &Unknown,
        object: Option<(usize, usize)>,
    ) -> Result<bool, Error> {
        let is_nothing = held.is_empty() && !is_catch(scope);
        match this {
            None if is_nothing => Ok(false),
            // A variant cannot be left out.
            Some(retained) if is_nothing || retained.said != Said::Nothing || !is_catch(scope) => {
                let is_left_out = retained.said != Said::All && !is_catch(scope);
                let held = if is_left_out { Unknown::new() } else { held.clone() };
                let key = scope.shape.key(scope.tag);
                retained.list.push(Held { object, key, held });
                Ok(is_catch(scope))
            }
            _ => Err(held.refused(scope)),
        }
    }
}
