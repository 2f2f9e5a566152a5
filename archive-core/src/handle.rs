//! Handles: references that are saved as an id and resolved through the caller's context when loaded.

use alloc::format;
use alloc::string::ToString;
use core::any::Any;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::{
    Context, Describe, Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Serialize, Size,
    Type, Value,
};

/// How the ids of handles are resolved to objects on loading.
///
/// The caller *lends* something that knows the objects, by `&mut`, to [`load_with`](crate::load_with) or
/// [`Options::from_slice_with`](crate::Options::from_slice_with).
///
/// Always resolve the same id to the same object: many handles may share an id, and in cyclic graphs a handle may be
/// resolved twice. A resolver that creates new objects, for a copy, must keep a map from the former ids.
pub trait Resolve<K> {
    /// What a handle resolves to, such as a pointer or an index.
    type Object;

    /// What the caller lends, such as the assets, the world or an arena.
    type World: Any;

    /// What happens to a handle whose id is not found.
    const UNRESOLVED: Unresolved = Unresolved::Error;

    /// Finds the object of an id, or `None`. If the object has a new id, assign it to `id`.
    fn resolve(id: &mut K, world: &mut Self::World) -> Option<Self::Object>;
}

/// What happens on loading to a handle whose id cannot be resolved. For a default object, return it from
/// [`resolve`](Resolve::resolve).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unresolved {
    /// Loading fails, and the error names the field.
    Error,
    /// The handle has no object, and is saved again with its id.
    Keep,
}

/// A reference to an object that lives elsewhere: saved as its id, and found again by [`Resolve`] on loading.
///
/// Only the id is saved, so a handle can be saved without its object.
///
/// ```
/// use std::collections::HashMap;
/// use std::rc::Rc;
/// use archive::{Handle, Options, Resolve};
///
/// struct Texture { pixels: Vec<u8> }
///
/// #[derive(Default)]
/// struct Assets { textures: HashMap<String, Rc<Texture>> }
///
/// impl Resolve<String> for Texture {
///     type Object = Rc<Texture>;
///     type World = Assets;
///
///     fn resolve(id: &mut String, assets: &mut Assets) -> Option<Rc<Texture>> {
///         if id == "stone.png" {
///             *id = "rock.png".into(); // renamed since
///         }
///         assets.textures.get(id).cloned()
///     }
/// }
///
/// let rock = Rc::new(Texture { pixels: vec![7; 4] });
/// let mut assets = Assets::default();
/// assets.textures.insert("rock.png".into(), Rc::clone(&rock));
///
/// let file = Options::file();
/// let bytes = file.to_vec(&Handle::<String, Texture>::unresolved("stone.png".into()))?;
/// let loaded: Handle<String, Texture> = file.from_slice_with(&bytes, &mut assets)?;
/// assert!(Rc::ptr_eq(loaded.get().unwrap(), &rock));
/// assert_eq!(loaded.id(), "rock.png");
/// # Ok::<(), archive::Error>(())
/// ```
pub struct Handle<K, T: Resolve<K> + ?Sized> {
    id: K,
    object: Option<T::Object>,
}

impl<K, T: Resolve<K> + ?Sized> Handle<K, T> {
    /// Creates a handle from an id and its object.
    pub const fn new(id: K, object: T::Object) -> Self {
        Self { id, object: Some(object) }
    }

    /// Creates a handle without an object.
    pub const fn unresolved(id: K) -> Self {
        Self { id, object: None }
    }

    /// The id.
    pub const fn id(&self) -> &K {
        &self.id
    }

    /// Returns the object, if it was found.
    pub const fn get(&self) -> Option<&T::Object> {
        self.object.as_ref()
    }

    /// Returns a mutable reference to the object, if it was found.
    pub const fn get_mut(&mut self) -> Option<&mut T::Object> {
        self.object.as_mut()
    }

    /// Finds the object in what the caller lent. Loaded handles are resolved automatically; for a handle created by a
    /// default, a converter or `upgrade`, call this in `after_load` or in the converter.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use archive::{Context, Error, Handle, Resolve};
    ///
    /// struct Sound;
    ///
    /// impl Resolve<u8> for Sound {
    ///     type Object = &'static str;
    ///     type World = HashMap<u8, &'static str>;
    ///
    ///     fn resolve(id: &mut u8, sounds: &mut Self::World) -> Option<&'static str> {
    ///         sounds.get(id).copied()
    ///     }
    /// }
    ///
    /// // A hook: `#[archive(after_load = find_steps)]`, of a type with such a field by `#[since(2, default = ..)]`.
    /// fn find_steps(steps: &mut Handle<u8, Sound>, context: &mut Context) -> Result<(), Error> {
    ///     steps.find(context)
    /// }
    ///
    /// let mut steps = Handle::unresolved(3);
    /// find_steps(&mut steps, &mut Context::lending(&mut HashMap::from([(3_u8, "tap")])))?;
    /// assert_eq!(steps.get(), Some(&"tap"));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the id is not found or no [`World`](Resolve::World) was lent, unless such handles are
    /// [kept](Unresolved::Keep).
    pub fn find(&mut self, context: &mut Context<'_>) -> Result<(), Error>
    where
        K: Serialize,
    {
        let world = context.get::<T::World>();
        let is_lent = world.is_some();
        self.object = world.and_then(|world| T::resolve(&mut self.id, world));
        if self.object.is_some() || T::UNRESOLVED == Unresolved::Keep {
            return Ok(());
        }
        let id = Value::of(&self.id).map(|id| id.to_string()).unwrap_or_default();
        let lent = if is_lent { Lent::World } else { Lent::of(context) };
        Err(unresolved(&id, lent, core::any::type_name::<T::World>()))
    }

    /// Returns the id, and the object if it was found.
    pub fn into_parts(self) -> (K, Option<T::Object>) {
        (self.id, self.object)
    }
}

impl<K: Describe, T: Resolve<K> + ?Sized> Describe for Handle<K, T> {
    const TYPE: &'static Type = &Type { kind: K::TYPE.kind, memory: size_of::<Self>() };
    const SIZE: Size = Size { plain: false, ..K::SIZE };
}

impl<K: Serialize, T: Resolve<K> + ?Sized> Serialize for Handle<K, T> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        self.id.serialize(archive)
    }
}

impl<'a, K, T> Deserialize<'a> for Handle<K, T>
where
    K: Serialize + Deserialize<'a>,
    T: Resolve<K> + ?Sized,
{
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let mut handle = Self::unresolved(K::deserialize(archive)?);
        archive.context().hook(|context| handle.find(context))?;
        Ok(handle)
    }
}

/// Why an object was not found: what the caller lent.
enum Lent {
    World,
    SomethingElse,
    Nothing,
}

impl Lent {
    /// For a context in which the world was not found.
    fn of(context: &Context<'_>) -> Self {
        if context.lends() { Self::SomethingElse } else { Self::Nothing }
    }
}

#[cold]
fn unresolved(id: &str, lent: Lent, world: &str) -> Error {
    let of_kind = |detail| Error::new(ErrorKind::Unresolved, detail);
    match lent {
        Lent::World => of_kind(format!("no object has the id {id}")),
        Lent::SomethingElse => of_kind(format!(
            "the id {id} needs a `{world}` to resolve it, but something else was lent"
        ))
        .with_help("lend it directly as `&mut`, not in a `Box` or another type; lend several as a tuple: \
            `(&mut world, &mut assets)`"),
        Lent::Nothing => of_kind(format!(
            "the id {id} needs a `{world}` to resolve it, but none was lent"
        ))
        .with_help(
            "lend it with `load_with` or another function whose name ends in `_with`; to copy a value, with \
             `duplicate`",
        ),
    }
}

impl<K: Clone, T: Resolve<K, Object: Clone> + ?Sized> Clone for Handle<K, T> {
    fn clone(&self) -> Self {
        Self { id: self.id.clone(), object: self.object.clone() }
    }
}

/// Handles are equal if their ids are.
impl<K: PartialEq, T: Resolve<K> + ?Sized> PartialEq for Handle<K, T> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl<K: Eq, T: Resolve<K> + ?Sized> Eq for Handle<K, T> {}

impl<K: Hash, T: Resolve<K> + ?Sized> Hash for Handle<K, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl<K: PartialOrd, T: Resolve<K> + ?Sized> PartialOrd for Handle<K, T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.id.partial_cmp(&other.id)
    }
}

impl<K: Ord, T: Resolve<K> + ?Sized> Ord for Handle<K, T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(&other.id)
    }
}

impl<K: fmt::Debug, T: Resolve<K> + ?Sized> fmt::Debug for Handle<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_resolved = self.object.is_some();
        f.debug_struct("Handle").field("id", &self.id).field("is_resolved", &is_resolved).finish()
    }
}
