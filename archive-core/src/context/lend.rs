//! What a caller may lend: one value, or a tuple of several.

use core::any::Any;

/// Values that can be lent to hooks, converters and handles: one by `&mut`, or several in a tuple. Their types contain no
/// references.
///
/// ```
/// use archive::{Archive, Context, Options};
///
/// struct Assets { names: Vec<&'static str> }
/// #[derive(Default)]
/// struct World { spawned: usize }
///
/// #[derive(Archive)]
/// #[archive(after_load = Orc::enter)]
/// struct Orc {
///     mesh: usize,
///     #[archive(skip)]
///     name: &'static str,
/// }
///
/// impl Orc {
///     fn enter(&mut self, context: &mut Context) -> Result<(), &'static str> {
///         let lent = context.get_all::<(Assets, World)>();
///         let (assets, world) = lent.ok_or("no assets or no world")?;
///         self.name = assets.names.get(self.mesh).ok_or("no such mesh")?;
///         world.spawned += 1;
///         Ok(())
///     }
/// }
///
/// let bytes = archive::to_vec(&Orc { mesh: 0, name: "" })?;
/// let (mut assets, mut world) = (Assets { names: vec!["orc.mesh"] }, World::default());
/// let orc: Orc = Options::file().from_slice_with(&bytes, (&mut assets, &mut world))?;
/// assert_eq!((orc.name, world.spawned), ("orc.mesh", 1));
/// # Ok::<(), archive::Error>(())
/// ```
///
/// To lend a reference more than once, reborrow it: `load_with(path, &mut *world)`.
///
/// What borrows something cannot be lent. In bevy, for example, a `&mut World` can, but `Commands` cannot, as it borrows from
/// the world. So load in an exclusive system, which has a `&mut World`; or load into a value that needs nothing lent, and
/// spawn its content after that.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be lent",
    label = "not lent by `&mut`",
    note = "lend a value as `&mut`, and several as a tuple: `(&mut world, &mut assets)`"
)]
pub trait Lend {
    /// Passes each lent value to a function.
    #[doc(hidden)]
    fn each<'l>(&'l mut self, pass: &mut dyn FnMut(&'l mut dyn Any));
}

impl<T: Any> Lend for &mut T {
    fn each<'l>(&'l mut self, pass: &mut dyn FnMut(&'l mut dyn Any)) {
        pass(&mut **self);
    }
}

impl Lend for &mut dyn Any {
    fn each<'l>(&'l mut self, pass: &mut dyn FnMut(&'l mut dyn Any)) {
        pass(&mut **self);
    }
}

/// The types of several lent values, as a tuple; see [`Context::get_all`](crate::Context::get_all).
pub trait Several {
    /// References to values of these types.
    type Lent<'l>;

    #[doc(hidden)]
    fn find<'l>(lent: &'l mut dyn Lend) -> Option<Self::Lent<'l>>;
}

macro_rules! tuples {
    ($($(#[$doc:meta])? ($($name:ident $place:tt $found:ident),+))*) => {$(
        $(#[$doc])?
        impl<$($name: Lend),+> Lend for ($($name,)+) {
            fn each<'l>(&'l mut self, pass: &mut dyn FnMut(&'l mut dyn Any)) {
                $(self.$place.each(pass);)+
            }
        }

        impl<$($name: Any),+> Several for ($($name,)+) {
            type Lent<'l> = ($(&'l mut $name,)+);

            fn find<'l>(lent: &'l mut dyn Lend) -> Option<Self::Lent<'l>> {
                $(let mut $found: Option<&'l mut $name> = None;)+
                lent.each(&mut |value| {
                    $(
                        if $found.is_none() && value.is::<$name>() {
                            $found = value.downcast_mut();
                            return;
                        }
                    )+
                });
                Some(($($found?,)+))
            }
        }
    )*};
}
tuples! {
    /// If several have the same type, the first is found.
    (A 0 a, B 1 b)
    (A 0 a, B 1 b, C 2 c)
    (A 0 a, B 1 b, C 2 c, D 3 d)
    (A 0 a, B 1 b, C 2 c, D 3 d, E 4 e)
    (A 0 a, B 1 b, C 2 c, D 3 d, E 4 e, F 5 f)
}
