//! The static that holds a trait's registry.

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use super::registry::{Problem, Registry};
use crate::list::List;
use crate::{Identity, Shape};

/// The classes that joined a registry: the address of its shape's identity, and their tags.
static JOINED: List<(usize, u32), ()> = List::new();

/// The registries that cannot be used, by the same addresses.
static PROBLEMS: List<usize, Problem> = List::new();

/// Checks that the trait with a shape, if it is that of a trait, has a registry that can be used.
///
/// # Errors
///
/// Fails if two of its classes share a key or a type.
#[cfg(feature = "std")]
pub(crate) fn check(shape: &Shape) -> Result<(), crate::Error> {
    PROBLEMS.get(&address(shape.id)).map_or(Ok(()), |problem| Err(problem.error()))
}

/// Whether the class with a tag joined the registry of a shape.
pub(crate) fn has_joined(shape: &Shape, tag: u32) -> bool {
    JOINED.get(&(address(shape.id), tag)).is_some()
}

pub(super) fn address(id: &'static Identity) -> usize {
    core::ptr::from_ref(id).addr()
}

/// A static cell for the registry of a trait.
pub struct RegistryCell<T: ?Sized + 'static> {
    joined: List<(), fn(&mut Registry<T>)>,
    built: OnceBox<Registry<T>>,
}

impl<T: ?Sized> RegistryCell<T> {
    /// A cell whose registry is built on first use.
    #[must_use]
    pub const fn new() -> Self {
        Self { joined: List::new(), built: OnceBox::new() }
    }

    /// The registry, built by the first call.
    pub fn get(&self, make: fn() -> Registry<T>) -> &Registry<T> {
        self.built.get_or_init(|| {
            let mut registry = make();
            let own = registry.classes().len();
            self.joined.nodes().for_each(|node| registry.let_join(own, node.value));
            registry.behind(own).for_each(|key| {
                JOINED.add(key, ());
            });
            let registry = registry.complete();
            if let Some((id, problem)) = registry.found_problem() {
                PROBLEMS.add(id, problem);
            }
            Box::new(registry)
        })
    }

    /// Registers a function that adds classes before the registry is first used; `false` if it was already used, and
    /// does not have them.
    pub fn join(&self, add: fn(&mut Registry<T>)) -> bool {
        if self.built.get().is_none() {
            self.joined.add((), add);
        }
        // Another thread may have built the registry meanwhile, with or without the classes.
        self.built.get().is_none_or(|registry| registry.has_all(add))
    }
}

impl<T: ?Sized> Default for RegistryCell<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: ?Sized> core::fmt::Debug for RegistryCell<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("RegistryCell").finish_non_exhaustive()
    }
}
