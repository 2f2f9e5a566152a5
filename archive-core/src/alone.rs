//! Types whose values stand alone: nothing in them is shared, and nothing of an unknown program.
//!
//! A value with shared objects is met by code that archives share, as a trait object. What stands alone in it, a list of tiles
//! beside a scene, is taken as if there were no objects: by code of the archive's own.

use alloc::vec::Vec;

use crate::shape::Identity;
use crate::versions::Versions;
use crate::{Kind, Shape, Type};

/// Lists of so many elements are worth to be looked at.
pub(crate) const MANY: usize = 16;

/// What was found out of types, by their addresses.
#[derive(Debug, Default)]
pub(crate) struct Alone {
    known: Vec<(usize, Option<u32>)>,
}

impl Alone {
    /// The most levels of a value, if it stands alone.
    pub(crate) fn levels(&mut self, ty: &'static Type) -> Option<u32> {
        self.unchanged(ty, Versions::TODAY)
    }

    /// The same of a value whose types are all in today's versions.
    pub(crate) fn unchanged(&mut self, ty: &'static Type, versions: &Versions) -> Option<u32> {
        let address = core::ptr::from_ref(ty).addr();
        if let Some((_, levels)) = self.known.iter().find(|(known, _)| *known == address) {
            return *levels;
        }
        let levels = Walk { versions, open: Vec::new(), done: Vec::new() }.levels(ty);
        self.known.push((address, levels));
        levels
    }
}

/// A walk through types.
struct Walk<'v> {
    /// Those of which all types must be today's.
    versions: &'v Versions,
    /// The structs and enums that are open.
    open: Vec<&'static Identity>,
    /// The levels of those without parameters that were walked through, of which there are many ways to some.
    done: Vec<(&'static Identity, u32)>,
}

impl Walk<'_> {
    /// The most levels of a value; nothing if it does not stand alone, or may hold values of its own type.
    fn levels(&mut self, ty: &'static Type) -> Option<u32> {
        let own = match ty.kind {
            Kind::Shared(_) => return None,
            Kind::Named(shape) => return self.shape(shape()),
            Kind::Boxed(_) => 1,
            _ => 0,
        };
        let mut parts = ty.kind.parts();
        let levels = parts.try_fold(0_u32, |most, part| Some(most.max(self.levels(part)?)))?;
        Some(levels.saturating_add(own))
    }

    fn shape(&mut self, shape: &'static Shape) -> Option<u32> {
        if let Some((_, levels)) = self.done.iter().find(|(id, _)| id.is(shape.id)) {
            return Some(*levels);
        }
        let is_older = self.versions.of(shape) != shape.version;
        if is_older || shape.catches() || self.open.iter().any(|id| id.is(shape.id)) {
            return None;
        }
        self.open.push(shape.id);
        // Those of all versions.
        let levels = shape.all_fields().try_fold(0_u32, |most, field| match field.is_holder() {
            true => None,
            false => Some(most.max(self.levels(field.ty)?)),
        })?;
        self.open.pop();
        let levels = levels.saturating_add(1);
        if shape.args.is_empty() {
            self.done.push((shape.id, levels));
        }
        Some(levels)
    }
}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::net::IpAddr;

    use super::*;
    use crate::Describe;

    fn levels<T: Describe + ?Sized>() -> Option<u32> {
        Alone::default().levels(T::TYPE)
    }

    #[test]
    fn what_is_shared_does_not_stand_alone() {
        assert_eq!(levels::<[(u8, Option<String>)]>(), Some(0));
        assert_eq!(levels::<Box<Vec<Result<u8, Box<IpAddr>>>>>(), Some(4));
        assert_eq!(levels::<Vec<(u8, Option<Rc<u8>>)>>(), None);
        assert_eq!(levels::<Vec<Result<u8, Vec<Rc<str>>>>>(), None);
        assert_eq!(levels::<(Result<u8, u8>, Result<u8, Rc<u8>>)>(), None);
    }
}
