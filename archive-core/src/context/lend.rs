//! What a caller may lend: one value, or a tuple of several.

use core::any::{Any, TypeId};

/// Values that can be lent to hooks, converters and handles: one by `&mut`, or several in a tuple.
///
/// ```
/// use archive_core::{Context, Describe, Deserialize, Options, Serialize};
/// # use archive_derive::Archive;
///
/// struct Assets { names: Vec<&'static str> }
/// #[derive(Default)]
/// struct World { spawned: usize }
///
/// #[derive(Archive)]
/// # #[archive(crate = archive_core)]
/// #[archive(after_load = Orc::enter)]
/// struct Orc {
///     mesh: usize,
///     #[archive(skip)]
///     name: &'static str,
/// }
///
/// impl Orc {
///     fn enter(&mut self, context: &mut Context) -> Result<(), &'static str> {
///         let assets = context.get::<Assets>().ok_or("no assets")?;
///         self.name = assets.names.get(self.mesh).ok_or("no such mesh")?;
///         context.get::<World>().ok_or("no world")?.spawned += 1;
///         Ok(())
///     }
/// }
///
/// let bytes = archive_core::to_vec(&Orc { mesh: 0, name: "" })?;
/// let (mut assets, mut world) = (Assets { names: vec!["orc.mesh"] }, World::default());
/// let orc: Orc = Options::file().from_slice_with(&bytes, (&mut assets, &mut world))?;
/// assert_eq!((orc.name, world.spawned), ("orc.mesh", 1));
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// To lend a reference more than once, reborrow it: `load_with(path, &mut *world)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be lent",
    label = "not lent by `&mut`",
    note = "lend a value as `&mut`, and several as a tuple: `(&mut world, &mut assets)`"
)]
pub trait Lend {
    #[doc(hidden)]
    fn lent(&mut self, id: TypeId) -> Option<&mut dyn Any>;
}

impl<T: Any> Lend for &mut T {
    fn lent(&mut self, id: TypeId) -> Option<&mut dyn Any> {
        itself(&mut **self, id)
    }
}

impl Lend for &mut dyn Any {
    fn lent(&mut self, id: TypeId) -> Option<&mut dyn Any> {
        itself(&mut **self, id)
    }
}

/// The value, if it has the type.
pub(super) fn itself(value: &mut dyn Any, id: TypeId) -> Option<&mut dyn Any> {
    if (*value).type_id() == id { Some(value) } else { None }
}

macro_rules! tuples {
    ($($(#[$doc:meta])? ($($name:ident $place:tt),+))*) => {$(
        $(#[$doc])?
        impl<$($name: Lend),+> Lend for ($($name,)+) {
            fn lent(&mut self, id: TypeId) -> Option<&mut dyn Any> {
                $(
                    // Looked up twice, since the borrow checker would keep the first reference borrowed in
                    // both branches.
                    if self.$place.lent(id).is_some() {
                        return self.$place.lent(id);
                    }
                )+
                None
            }
        }
    )*};
}
tuples! {
    /// If several have the same type, the first is found.
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
}
