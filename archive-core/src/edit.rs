//! Edits values of the program's types through [`Value`] trees.

use alloc::vec::Vec;

use crate::value::{Value, to_edited};
use crate::{Archive, Context, Error, ErrorKind, Lend, Newer, Options, UnknownPolicy, facts};

/// Edits a value as a [`Value`] tree; if that fails, the value is unchanged. All of the value is rebuilt, as by saving and
/// loading it: it takes at least as long as both, skipped fields are set as after a load, and the value no longer shares
/// objects with anything outside of it. So pass the smallest part, such as `&mut game.hero`, that contains all owners of what
/// it shares.
///
/// This is for editors, which know a path and a value but no types; [`text::set`](crate::text::set) is for what someone
/// typed. The type's converters, hooks and bounds apply as on loading. If one of them needs something that the program lends,
/// such as a table of names, use [`edit_with`]. Paths lead through `Rc` and `Arc`: a change there is seen by all owners in the
/// value. Where the type has an `f32`, a literal such as `0.85` may be set or inserted, which is an `f64`.
///
/// ```
/// use archive::Archive;
///
/// #[derive(Archive, Debug, PartialEq)]
/// #[archive(validate = Hero::check)]
/// struct Hero { name: String, health: u8 }
///
/// impl Hero {
///     fn check(&self) -> Result<(), &'static str> {
///         if self.health <= 100 { Ok(()) } else { Err("health is at most 100") }
///     }
/// }
///
/// let mut hero = Hero { name: "Ann".into(), health: 7 };
/// archive::edit(&mut hero, |tree| tree.set("health", 80).map(drop))?;
/// assert_eq!(hero.health, 80);
///
/// let error = archive::edit(&mut hero, |tree| tree.set("health", 200).map(drop)).unwrap_err();
/// assert!(error.detail().contains("at most 100"));
/// assert_eq!(hero.health, 80);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails like `edit`, or if the edited tree cannot be converted to a `T`.
pub fn edit<T: Archive>(
    value: &mut T,
    edit: impl FnOnce(&mut Value<'static>) -> Result<(), Error>,
) -> Result<(), Error> {
    edit_in(value, edit, Context::empty())
}

/// Edits a value as a tree, as [`edit()`] does, lending `context` to its hooks, converters and
/// [handles](crate::Handle). All of the value is rebuilt, so pass the smallest part that will do; see [`edit()`].
///
/// ```
/// use archive::{Archive, Handle, Resolve};
///
/// struct Sound;
///
/// impl Resolve<u32> for Sound {
///     type Object = &'static str;
///     type World = Vec<&'static str>;
///
///     fn resolve(id: &mut u32, sounds: &mut Self::World) -> Option<&'static str> {
///         sounds.get(usize::try_from(*id).ok()?).copied()
///     }
/// }
///
/// #[derive(Archive)]
/// struct Bell { sound: Handle<u32, Sound>, volume: u8 }
///
/// let mut bell = Bell { sound: Handle::new(0, "ding"), volume: 3 };
/// let mut sounds = vec!["ding", "dong"];
/// archive::edit_with(&mut bell, |tree| tree.set("sound", 1_u32).map(drop), &mut sounds)?;
/// assert_eq!((bell.sound.get(), bell.volume), (Some(&"dong"), 3));
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails like [`edit()`], or if a handle cannot be resolved.
pub fn edit_with<T: Archive>(
    value: &mut T,
    edit: impl FnOnce(&mut Value<'static>) -> Result<(), Error>,
    mut context: impl Lend,
) -> Result<(), Error> {
    edit_in(value, edit, Context::of(&mut context))
}

fn edit_in<T: Archive>(
    value: &mut T,
    edit: impl FnOnce(&mut Value<'static>) -> Result<(), Error>,
    context: Context<'_>,
) -> Result<(), Error> {
    let (mut tree, edition) = Options::file().to_tree(&&*value)?;
    edit(&mut tree)?;
    // A value that retained data uses the other program's schema.
    let is_own = edition.fingerprint == facts::of::<T>()?.today.fingerprint;
    let schema = (!is_own).then_some(&edition.schema);
    *value = to_edited(&tree, schema, context).map_err(not_edited)?;
    Ok(())
}

/// The error for an edited tree; it has no place in a file.
#[cold]
fn not_edited(error: Error) -> Error {
    match error.kind() {
        ErrorKind::InvalidValue
        | ErrorKind::Mismatch
        | ErrorKind::UnknownField
        | ErrorKind::UnknownTag
        | ErrorKind::MissingField
        // A hand-written impl or a `with` module may know better what to do.
        | ErrorKind::KeyOrder => error.or_in_tree(
            "make the edited tree fit the type, which `T::schema()` shows; the value is unchanged",
        ),
        _ => error,
    }
}

/// Sets the fields of a value that are in a tree, and leaves all others unchanged; see [`Value::merge`]. All of the value is
/// rebuilt, and its skipped fields are set as after a load, so pass the smallest part that will do; see [`edit()`].
///
/// ```
/// use archive::{Archive, Value};
///
/// #[derive(Archive, Clone, Debug, PartialEq)]
/// struct Torch { fuel: u32, lit: bool }
///
/// let prototype = Torch { fuel: 10, lit: false };
/// let copy = Torch { fuel: 3, ..prototype.clone() };
/// let Some(beyond) = Value::of(&copy)?.beyond(&Value::of(&prototype)?) else { panic!("equal") };
///
/// let mut loaded = Torch { fuel: 10, lit: true };
/// archive::update(&mut loaded, beyond)?;
/// assert_eq!(loaded, Torch { fuel: 3, lit: true });
/// # Ok::<(), archive::Error>(())
/// ```
///
/// Each tree numbers its shared objects by itself, so make the tree of another value [by value](Options::by_value): its
/// links would lead to the objects with those numbers here.
///
/// # Errors
///
/// Fails like [`edit()`], or if the tree is of an older or newer version in which one of its fields means something else.
pub fn update<T: Archive>(value: &mut T, over: Value<'static>) -> Result<(), Error> {
    edit_in(value, merging(over), Context::empty())
}

/// Sets the fields that are in a tree, as [`update`] does, lending `context` to hooks, converters and handles. All of the
/// value is rebuilt, so pass the smallest part that will do; see [`edit()`].
///
/// # Errors
///
/// Fails like [`edit_with`], or if the tree is of a version in which one of its fields means something else.
pub fn update_with<T: Archive>(
    value: &mut T,
    over: Value<'static>,
    mut context: impl Lend,
) -> Result<(), Error> {
    edit_in(value, merging(over), Context::of(&mut context))
}

fn merging(over: Value<'static>) -> impl FnOnce(&mut Value<'static>) -> Result<(), Error> {
    |tree| tree.lay(over).map_or(Ok(()), Err)
}

/// Makes a [deep copy](deep_copy) whose handles are resolved anew with `context`, which may give them other ids, as for
/// the objects made from a prefab.
///
/// ```
/// use std::collections::BTreeMap;
/// use archive::{Handle, Resolve};
///
/// struct Item;
///
/// /// Counts on from what it has, and knows which former ids it has met: several handles may have one.
/// struct Ids { next: u32, known: BTreeMap<u32, u32> }
///
/// impl Resolve<u32> for Item {
///     type Object = ();
///     type World = Ids;
///
///     fn resolve(id: &mut u32, ids: &mut Ids) -> Option<()> {
///         *id = *ids.known.entry(*id).or_insert_with(|| {
///             ids.next += 1;
///             ids.next
///         });
///         Some(())
///     }
/// }
///
/// let prefab: Vec<Handle<u32, Item>> = [1, 2, 1].map(|id| Handle::new(id, ())).into();
/// let copy = archive::duplicate(&prefab, &mut Ids { next: 10, known: BTreeMap::new() })?;
/// let ids: Vec<u32> = copy.iter().map(|handle| *handle.id()).collect();
/// assert_eq!(ids, [11, 12, 11]);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails like [`deep_copy`], or if a handle cannot be resolved.
pub fn duplicate<T: Archive>(value: &T, world: impl Lend) -> Result<T, Error> {
    let (options, bytes) = copied(value)?;
    options.from_slice_with(&bytes, world)
}

/// Makes a copy of a value that shares nothing with it, whether or not the type is `Clone`. It is saved and loaded, so skipped
/// fields of the copy have their defaults, and its hooks have run.
///
/// ```
/// let shared = std::rc::Rc::new(7_u32);
/// let copy = archive::deep_copy(&vec![shared.clone(), shared.clone()])?;
/// assert!(!std::rc::Rc::ptr_eq(&copy[0], &shared));
/// assert!(std::rc::Rc::ptr_eq(&copy[0], &copy[1])); // what was shared inside still is
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails if the value cannot be represented in an archive, if one of its hooks refuses it, or if it has a handle that
/// must be resolved; use [`duplicate`] for those.
pub fn deep_copy<T: Archive>(value: &T) -> Result<T, Error> {
    let (options, bytes) = copied(value)?;
    options.from_slice(&bytes)
}

/// An archive with everything in a value, and the options to load it.
fn copied<T: Archive>(value: &T) -> Result<(Options, Vec<u8>), Error> {
    let mut options = Options::message();
    let bytes = match options.to_vec(value) {
        Err(error) if error.kind() == ErrorKind::Retained => {
            options = Options::file().newer(Newer::Accept).unknown(UnknownPolicy::Retain);
            options.to_vec(value)?
        }
        bytes => bytes?,
    };
    Ok((options, bytes))
}
