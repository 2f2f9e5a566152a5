//! The context: values that a caller lends to hooks, converters and handles during a load.

mod lend;
mod turns;

use core::any::Any;
use core::cell::RefMut;
use core::fmt;

pub use lend::{Lend, Several};
pub(crate) use turns::Lent;
use turns::Turns;
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
pub(crate) use turns::{lend_twice, read_twice};

use crate::Error;

/// The values that a caller lends to hooks, converters and handles during a load.
///
/// A hook may take it as its last parameter:
///
/// ```
/// use archive::Context;
///
/// struct Catalog { names: Vec<&'static str> }
/// struct Item { id: usize, name: &'static str }
///
/// fn find_name(item: &mut Item, context: &mut Context) -> Result<(), String> {
///     let catalog = context.get::<Catalog>().ok_or("no catalog was lent")?;
///     item.name = catalog.names.get(item.id).ok_or("no such item")?;
///     Ok(())
/// }
///
/// let mut catalog = Catalog { names: vec!["torch"] };
/// let mut item = Item { id: 0, name: "" };
/// find_name(&mut item, &mut Context::lending(&mut catalog))?;
/// assert_eq!(item.name, "torch");
/// # Ok::<(), String>(())
/// ```
///
/// Converters and `with` modules may take it, too. Ids that are new after each load, such as the entities of most
/// worlds, are translated by a map that is lent beside the world:
///
/// ```
/// use std::collections::HashMap;
/// use archive::{Archive, Options};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Entity(u64);
///
/// #[derive(Default)]
/// struct World { entities: u64 }
///
/// impl World {
///     fn spawn(&mut self) -> Entity {
///         self.entities += 1;
///         Entity(self.entities)
///     }
/// }
///
/// /// The entities that were spawned for those in the file.
/// #[derive(Default)]
/// struct Spawned(HashMap<u64, Entity>);
///
/// mod entity {
///     use super::{Entity, Spawned, World};
///     use archive::Context;
///
///     pub type Stored = u64;
///
///     pub fn to_stored(entity: &Entity) -> u64 {
///         entity.0
///     }
///
///     pub fn from_stored(id: u64, context: &mut Context) -> Result<Entity, &'static str> {
///         if let Some(known) = context.get::<Spawned>().ok_or("no map was lent")?.0.get(&id) {
///             return Ok(*known);
///         }
///         let entity = context.get::<World>().ok_or("no world was lent")?.spawn();
///         context.get::<Spawned>().ok_or("no map was lent")?.0.insert(id, entity);
///         Ok(entity)
///     }
/// }
///
/// #[derive(Archive)]
/// struct Chase {
///     #[archive(with = entity)]
///     who: Entity,
///     #[archive(with = entity)]
///     whom: Entity,
/// }
///
/// fn main() -> Result<(), archive::Error> {
///     let chase = |who, whom| Chase { who: Entity(who), whom: Entity(whom) };
///     let file = archive::to_vec(&vec![chase(7, 9), chase(9, 7)])?;
///     let (mut world, mut spawned) = (World::default(), Spawned::default());
///     let chases: Vec<Chase> = Options::file().from_slice_with(&file, (&mut world, &mut spawned))?;
///     assert_eq!((chases[0].who, chases[0].whom), (Entity(1), Entity(2)));
///     assert_eq!((chases[1].who, chases[1].whom), (Entity(2), Entity(1)));
///     Ok(())
/// }
/// ```
///
/// Data that the program does not know, but [retains](crate::Unknown), keeps the ids of the file: nobody knows where in it
/// they are. So a game that retains such data should save ids that never change, such as a number of its own for each
/// entity, and not ids that each load translates.
///
/// A hook runs once per value, except in objects that link back to an owner, and in those that lead to such objects and are
/// validated: there it runs two or three times. Spawn nothing for such objects in a hook;
/// do it once the value is loaded. If a load fails and something was lent, no hook has run more often. If nothing was lent, or
/// for converters and hand-written impls, all may have run once more: the value is read again to find out what is wrong.
pub struct Context<'c> {
    lent: Source<'c>,
    /// The hooks that already ran, if the value is read twice.
    turns: Option<&'c Turns>,
}

/// Where lent values are looked up.
enum Source<'c> {
    Nothing,
    Value(&'c mut dyn Any),
    Several(&'c mut (dyn Lend + 'c)),
    Shared(RefMut<'c, dyn Lend + 'c>),
}

impl<'c> Context<'c> {
    /// Creates a context that lends nothing.
    #[must_use]
    pub const fn empty() -> Self {
        Self { lent: Source::Nothing, turns: None }
    }

    /// Creates a context that lends `value`.
    #[must_use]
    pub fn lending(value: &'c mut dyn Any) -> Self {
        Self { lent: Source::Value(value), turns: None }
    }

    /// Creates a context that lends what a caller of an archive lends: a mutable reference, or a tuple of these.
    ///
    /// ```
    /// use archive::Context;
    ///
    /// let (mut assets, mut world) = (7_u32, String::from("forest"));
    /// let mut lent = (&mut assets, &mut world);
    /// let mut context = Context::of(&mut lent);
    /// assert_eq!(context.get::<u32>(), Some(&mut 7));
    /// assert_eq!(context.get::<String>().map(|it| it.as_str()), Some("forest"));
    /// ```
    #[must_use]
    pub fn of(lent: &'c mut impl Lend) -> Self {
        Self { lent: Source::Several(lent), turns: None }
    }

    /// Returns the lent `T`, if there is one.
    #[must_use]
    pub fn get<T: Any>(&mut self) -> Option<&mut T> {
        let mut found = None;
        self.each(&mut |value| {
            if found.is_none() {
                found = value.downcast_mut();
            }
        });
        found
    }

    /// Returns several lent values, if they are all there, to use them together:
    /// `let (world, assets) = context.get_all::<(World, Assets)>()?`.
    #[must_use]
    pub fn get_all<T: Several>(&mut self) -> Option<T::Lent<'_>> {
        T::find(self)
    }

    /// Whether anything was lent.
    #[inline]
    pub(crate) fn lends(&self) -> bool {
        !matches!(self.lent, Source::Nothing)
    }

    /// Reborrows the context, to lend the same values to another load within a hook.
    #[must_use]
    pub fn reborrow(&mut self) -> Context<'_> {
        let lent = match &mut self.lent {
            Source::Nothing => Source::Nothing,
            Source::Value(value) => Source::Value(&mut **value),
            Source::Several(several) => Source::Several(&mut **several),
            Source::Shared(shared) => Source::Several(&mut **shared),
        };
        Context { lent, turns: self.turns }
    }

    /// The same context with a shorter lifetime.
    pub(crate) fn shorter<'s>(self) -> Context<'s>
    where
        'c: 's,
    {
        #[expect(clippy::needless_match, reason = "each reference is shortened by itself")]
        let lent: Source<'s> = match self.lent {
            Source::Nothing => Source::Nothing,
            Source::Value(value) => Source::Value(value),
            Source::Several(several) => Source::Several(several),
            Source::Shared(shared) => Source::Shared(shared),
        };
        Context { lent, turns: self.turns }
    }

    /// Reads a part by a quick reader. If that fails, returns `None`, and the caller reads the part again.
    /// Also returns `None` if hooks would then run twice.
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    pub(crate) fn read_part<R>(&mut self, quick: impl FnOnce(Lent<'_>) -> Option<R>) -> Option<R> {
        if !self.lends() {
            return quick(Lent::NOTHING);
        }
        let before = self.before_part()?;
        let value = {
            let lent = core::cell::RefCell::new(self.reborrow());
            quick(Lent(Some(&lent)))
        };
        self.after_part(before, value.is_some());
        value
    }

    /// The number of functions that ran before a part that may be read twice; `None` if it may not.
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    pub(crate) fn before_part(&self) -> Option<usize> {
        if self.lends() { self.turns?.before_part() } else { Some(0) }
    }

    /// Records whether such a part was read.
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    pub(crate) fn after_part(&self, before: usize, is_read: bool) {
        if let (Some(turns), false) = (self.turns, is_read) {
            turns.refused_part(before);
        }
    }

    /// Runs a hook, unless it already ran.
    ///
    /// # Errors
    ///
    /// Fails if the hook does.
    #[inline(always)]
    pub(crate) fn hook(
        &mut self,
        hook: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(turns) = self.turns else {
            return hook(self);
        };
        match turns.next() {
            None => hook(self).map_err(|error| turns.refused(error)),
            Some(before) => before,
        }
    }

    /// Runs a converter, unless it is the one that failed in the first read.
    ///
    /// # Errors
    ///
    /// Fails if the function does.
    #[inline(always)]
    pub(crate) fn convert<V>(
        &mut self,
        convert: impl FnOnce(&mut Self) -> Result<V, Error>,
    ) -> Result<V, Error> {
        let Some(turns) = self.turns else {
            return convert(self);
        };
        match turns.next() {
            Some(Err(before)) => Err(before),
            _ => convert(self).map_err(|error| turns.refused(error)),
        }
    }
}

impl Lend for Context<'_> {
    fn each<'l>(&'l mut self, pass: &mut dyn FnMut(&'l mut dyn Any)) {
        match &mut self.lent {
            Source::Nothing => {}
            Source::Value(value) => pass(&mut **value),
            Source::Several(several) => (**several).each(pass),
            Source::Shared(shared) => (**shared).each(pass),
        }
    }
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("lends", &self.lends()).finish()
    }
}
