//! Data that a value retained of another program's archive, kept apart from its rows.

use alloc::string::String;
use alloc::vec::Vec;

use crate::unknown::is_catch;
use crate::{Error, Scope, Unknown};

/// What one struct or variant retained.
#[derive(Debug)]
pub(crate) struct Held {
    /// The table and row of the object that contains it; `None` for the value itself.
    pub(crate) object: Option<(usize, usize)>,
    /// The names of the type and of the variant.
    pub(crate) key: (String, String),
    pub(crate) held: Unknown,
}

/// What the structs and variants of a value retained, in the order of the rows.
#[derive(Debug, Default)]
pub(crate) struct Retained {
    pub(crate) list: Vec<Held>,
    /// Whether it will be saved with the value, and not left out.
    pub(crate) is_said: bool,
}

impl Retained {
    /// An empty list.
    pub(crate) fn new(is_said: bool) -> Self {
        Self { list: Vec::new(), is_said }
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
            Some(retained) if is_nothing || retained.is_said || !is_catch(scope) => {
                let (key, held) = (scope.shape.key(scope.tag), held.clone());
                retained.list.push(Held { object, key, held });
                Ok(is_catch(scope))
            }
            _ => Err(held.refused(scope)),
        }
    }
}
