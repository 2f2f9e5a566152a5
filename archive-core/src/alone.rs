//! Finds types whose values contain no shared objects and no retained data.
//!
//! A value with shared objects is visited by shared code, through a trait object. Parts of it that stand
//! alone, such as a list of tiles beside a scene, are handled by the archive's own, faster code.

use alloc::vec::Vec;

use crate::shape::Identity;
use crate::versions::Versions;
use crate::{Kind, Shape, Type};

/// Lists with at least this many elements are worth the check.
pub(crate) const MANY: usize = 16;

/// Results by the address of the type. One of these serves one set of versions, as results depend on them.
#[derive(Debug, Default)]
pub(crate) struct Alone {
    known: Vec<(usize, Option<u32>)>,
}

impl Alone {
    /// The maximum nesting depth of a value, if it stands alone.
    pub(crate) fn levels(&mut self, ty: &'static Type) -> Option<u32> {
        self.unchanged(ty, Versions::TODAY)
    }

    /// The same, but `None` also if any type in it is at an older version.
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

/// A walk through a type.
struct Walk<'v> {
    /// In these, all types must be current.
    versions: &'v Versions,
    /// The structs and enums being visited.
    open: Vec<&'static Identity>,
    /// The depths of non-generic types already visited, since a type may be reached in many ways.
    done: Vec<(&'static Identity, u32)>,
}

impl Walk<'_> {
    /// The maximum nesting depth of a value; `None` if it does not stand alone or is recursive.
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
        // The fields of all versions.
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
