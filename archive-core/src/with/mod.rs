//! What `#[archive(with = module)]` needs to store types that are not [`Archive`](crate::Archive): a [`View`] for modules to
//! return, a module for types that support only serde, and wrappers that give archivable types serde's traits.

#[cfg(feature = "serde")]
pub mod serde;

#[cfg(feature = "serde")]
pub use crate::serde::{AsSerde, Serde};

/// What a module's `to_stored` returns in place of a `Stored`: one with references in place of its parts, which are not copied.
///
/// That is for what other code owns: the entries of a map of another crate, or the entities of a world. In a container
/// (`with = Vec<module>`), the module must return a `Stored`, or a reference to one that is `Clone`.
///
/// ```
/// use archive::{Archive, with::View};
///
/// /// From a crate that does not know of archives, like `slotmap` or `petgraph`.
/// #[derive(Default)]
/// struct Arena<T>(Vec<(u32, T)>);
///
/// /// Neither `Clone` nor `Copy`.
/// #[derive(Archive)]
/// struct Npc { name: String }
///
/// mod arena {
///     use super::{Arena, View};
///
///     pub type Stored<T> = Vec<(u32, T)>;
///
///     pub fn to_stored<T>(arena: &Arena<T>) -> View<Vec<(u32, &T)>> {
///         View(arena.0.iter().map(|(key, value)| (*key, value)).collect())
///     }
///
///     pub fn from_stored<T>(entries: Stored<T>) -> Arena<T> {
///         Arena(entries)
///     }
/// }
///
/// #[derive(Archive)]
/// struct World {
///     #[archive(with = arena<Npc>)]
///     npcs: Arena<Npc>,
/// }
///
/// # fn main() -> Result<(), archive::Error> {
/// let world = World { npcs: Arena(vec![(7, Npc { name: "Ann".into() })]) };
/// let loaded: World = archive::from_slice(&archive::to_vec(&world)?)?;
/// assert_eq!(loaded.npcs.0[0].1.name, "Ann");
/// # Ok(())
/// # }
/// ```
///
/// A `&T` may stand for a `T`, a `&str` for a `String`, a `&[T]` for a `Vec<T>`, and a type with
/// [`save_as`](../derive.Archive.html#save_as) for the type that it is saved as. If anything else differs, saving fails with
/// [`ErrorKind::Shape`](crate::ErrorKind::Shape).
#[derive(Clone, Copy, Debug)]
pub struct View<T>(pub T);
