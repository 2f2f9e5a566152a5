//! Where the registry of a trait is kept.

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use super::registry::Registry;
use crate::list::List;
use crate::{Identity, Shape};

/// The classes that have joined a registry: the address of its shape's identity, and their tags.
static JOINED: List<(usize, u32), ()> = List::new();

/// Whether the class with a tag has joined the trait of a shape.
pub(crate) fn has_joined(shape: &Shape, tag: u32) -> bool {
    JOINED.get(&(address(shape.id), tag)).is_some()
}

pub(super) fn address(id: &'static Identity) -> usize {
    core::ptr::from_ref(id).addr()
}

/// Where the registry of a trait is kept.
pub struct RegistryCell<T: ?Sized + 'static> {
    joined: List<(), fn(&mut Registry<T>)>,
    built: OnceBox<Registry<T>>,
}

impl<T: ?Sized> RegistryCell<T> {
    /// A cell for a registry that is still to be made.
    #[must_use]
    pub const fn new() -> Self {
        Self { joined: List::new(), built: OnceBox::new() }
    }

    /// The registry, made on the first call.
    pub fn get(&self, make: fn() -> Registry<T>) -> &Registry<T> {
        self.built.get_or_init(|| {
            let mut registry = make();
            let own = registry.len();
            self.joined.nodes().for_each(|node| (node.value)(&mut registry));
            registry.behind(own).for_each(|key| {
                JOINED.add(key, ());
            });
            Box::new(registry.complete())
        })
    }

    /// Adds what a function adds to the registry, before it is first used; `false` if it was.
    pub fn join(&self, add: fn(&mut Registry<T>)) -> bool {
        if self.built.get().is_some() {
            return false;
        }
        self.joined.add((), add);
        // Another thread may have made the registry in between, with or without it: then nobody knows.
        self.built.get().is_none()
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
