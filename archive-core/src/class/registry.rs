//! The registry of a trait: its classes and their keys.

use alloc::boxed::Box;
use alloc::format;
use alloc::rc;
use alloc::string::String;
use alloc::sync;
use alloc::vec::Vec;
use core::any::{Any, TypeId};

use super::by_type::ByType;
use super::cell::address;
use super::code::SaveClass;
use super::entry::Class;
use crate::derived::CATCH;
use crate::fingerprint::name_hash;
use crate::schema::check_names;
use crate::shape::Body;
use crate::{Error, ErrorKind, Identity, Lifespan, Shape, Unknown, Variant};

/// Handles unknown classes.
pub(super) struct Catch<T: ?Sized + 'static> {
    /// The type that retains them, if they are retained.
    id: Option<TypeId>,
    pub(super) held: fn(&dyn Any) -> Option<&Unknown>,
    pub(super) build: fn(Unknown) -> Box<T>,
}

/// The classes of a trait, by their keys.
///
/// [`registry!`](crate::registry) creates it, in the trait's crate; other crates can [join](crate::Classes::join)
/// before it is first used.
pub struct Registry<T: ?Sized + 'static> {
    name: &'static str,
    id: &'static Identity,
    /// Sorted by tag once complete.
    classes: Vec<Class<T>>,
    /// The indices of live classes by type.
    by_type: ByType,
    pub(super) catch: Option<Catch<T>>,
    shape: Option<&'static Shape>,
    problem: Option<Problem>,
}

/// Why a registry cannot be used, and what to do about it.
#[derive(Clone)]
pub(super) struct Problem {
    detail: String,
    help: &'static str,
}

impl Problem {
    const fn of_keys(detail: String) -> Self {
        Self { detail, help: "give one of the classes another key" }
    }

    pub(super) fn error(&self) -> Error {
        Error::new(ErrorKind::NameClash, self.detail.clone()).with_help(self.help)
    }
}

impl<T: ?Sized + 'static> Registry<T> {
    /// A registry without classes, for a trait with `name` in schemas.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, id: &'static Identity) -> Self {
        Self {
            name,
            id,
            classes: Vec::new(),
            by_type: ByType::nothing(),
            catch: None,
            shape: None,
            problem: None,
        }
    }

    /// Adds a class, and returns the registry.
    #[doc(hidden)]
    #[must_use]
    pub fn with(mut self, class: Class<T>) -> Self {
        self.add(class);
        self
    }

    /// Adds a class.
    pub fn add(&mut self, class: Class<T>) {
        self.classes.push(class);
    }

    /// Lets a function add classes. Those that others have added already, behind the first `own`, are not added again.
    pub(super) fn let_join(&mut self, own: usize, add: fn(&mut Self)) {
        let before = self.classes.len();
        add(self);
        for class in self.classes.split_off(before.min(self.classes.len())) {
            if !self.classes.iter().skip(own).any(|known| known.is_same(&class)) {
                self.classes.push(class);
            }
        }
    }

    /// Whether it has all classes that a function adds.
    pub(super) fn has_all(&self, add: fn(&mut Self)) -> bool {
        let mut added = Self::new(self.name, self.id);
        add(&mut added);
        let has = |class: &Class<T>| self.classes.iter().any(|known| known.is_same(class));
        added.classes.iter().all(has)
    }

    /// All classes, by ascending tag.
    pub(super) fn classes(&self) -> &[Class<T>] {
        &self.classes
    }

    /// All classes from the index `first`: the address of the shape's identity, and their tags.
    pub(super) fn behind(&self, first: usize) -> impl Iterator<Item = (usize, u32)> {
        let classes = self.classes.iter().skip(first);
        classes.map(|class| (address(self.id), name_hash(class.first_key())))
    }

    /// Sets the type that retains unknown classes, so that they are saved again.
    #[doc(hidden)]
    #[must_use]
    pub fn keeping<C: Any + AsRef<Unknown>>(mut self, build: fn(Unknown) -> Box<T>) -> Self {
        self.catch = Some(Catch { id: Some(TypeId::of::<C>()), held: held_by::<C>, build });
        self
    }

    /// Sets the function that converts unknown classes.
    #[doc(hidden)]
    #[must_use]
    pub fn replacing(mut self, build: fn(Unknown) -> Box<T>) -> Self {
        self.catch = Some(Catch { id: None, held: |_| None, build });
        self
    }

    /// Returns the keys of all classes that are not retired, for an editor's list.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.classes.iter().filter(|class| class.is_live()).map(|class| class.key)
    }

    /// Returns the key of an object's class. Pass [`(*object).as_any()`](crate::Object::as_any), called on the content
    /// of the box.
    #[must_use]
    pub fn key_of(&self, value: &dyn Any) -> Option<&'static str> {
        let at = self.by_type.get(value.type_id())?;
        self.classes.get(at).map(|class| class.key)
    }

    /// Creates a default value of the class with this key, if its type implements `Default`.
    #[must_use]
    pub fn create(&self, key: &str) -> Option<Box<T>> {
        let class = self.classes.iter().find(|class| class.keys().any(|known| known == key))?;
        class.make.as_ref().map(|make| make())
    }

    /// A dangling weak pointer; `None` if no class can make one.
    #[doc(hidden)]
    #[must_use]
    pub fn no_rc(&self) -> Option<rc::Weak<T>> {
        self.classes.iter().find_map(Class::no_rc)
    }

    /// The same for `Arc`.
    #[doc(hidden)]
    #[must_use]
    pub fn no_arc(&self) -> Option<sync::Weak<T>> {
        self.classes.iter().find_map(Class::no_arc)
    }

    /// Checks that no two classes share a key or a type, and that no two types within them share a name. Call it at
    /// start-up if several crates join.
    ///
    /// # Errors
    ///
    /// Fails if two of them do; the error names both.
    pub fn check(&self) -> Result<(), Error> {
        self.check_keys()?;
        self.shape.map_or(Ok(()), check_names)
    }

    /// Checks that no two classes share a key or a type.
    pub(super) fn check_keys(&self) -> Result<(), Error> {
        self.problem.as_ref().map_or(Ok(()), |problem| Err(problem.error()))
    }

    /// Why it cannot be used, with the address of its shape's identity.
    pub(super) fn found_problem(&self) -> Option<(usize, Problem)> {
        Some((address(self.id), self.problem.clone()?))
    }

    /// The index of an object's class, and the code that saves it.
    pub(super) fn class_of(&self, value: &dyn Any) -> Option<(usize, &dyn SaveClass)> {
        let at = self.by_type.get(value.type_id())?;
        Some((at, self.classes.get(at)?.save.as_deref()?))
    }

    /// What an object of an unknown class retained, with the index of the variant.
    pub(super) fn kept<'v>(&self, value: &'v dyn Any) -> Option<(usize, &'v Unknown)> {
        let catch = self.catch.as_ref().filter(|catch| catch.id == Some(value.type_id()))?;
        (catch.held)(value).map(|held| (self.classes.len(), held))
    }

    /// The class with a tag, and its index.
    pub(super) fn class(&self, tag: u32) -> Option<(usize, &Class<T>)> {
        let at = self.shape?.variants().binary_search_by_key(&tag, |variant| variant.tag).ok()?;
        self.classes.get(at).map(|class| (at, class))
    }

    /// The shape of the enum that archives see.
    pub(super) fn shape(&self) -> Option<&'static Shape> {
        self.shape
    }

    /// Sorts the classes and builds the shape.
    pub(super) fn complete(mut self) -> Self {
        let mut sorted = Vec::with_capacity(self.classes.len());
        // `sort` would be instantiated for each trait.
        for class in self.classes {
            let tag = |class: &Class<T>| name_hash(class.first_key());
            let at = sorted.partition_point(|before| tag(before) <= tag(&class));
            sorted.insert(at, class);
        }
        self.classes = sorted;
        let live = self.classes.iter().enumerate().filter(|(_, class)| class.is_live());
        self.by_type = ByType::of(live.map(|(at, class)| (class.id, at)));
        self.problem = self.find_problem();
        let mut variants: Vec<Variant> = self.classes.iter().map(Class::variant).collect();
        // Archives rely on distinct tags. If two classes clash, nothing is written or read anyway.
        variants.dedup_by_key(|variant| variant.tag);
        variants.extend(self.catch.is_some().then_some(Variant { name: "unknown", ..CATCH }));
        let versions = self.classes.iter().flat_map(|class| {
            let Lifespan { since, until } = class.lifespan;
            let renamed = class.renamed.iter().map(|rename| rename.until);
            [since, until.unwrap_or(1)].into_iter().chain(renamed)
        });
        let shape = Shape {
            id: self.id,
            name: self.name,
            renamed: &[],
            args: &[],
            version: versions.max().unwrap_or(1).max(1),
            oldest: 1,
            body: Body::Enum(variants.leak()),
            doc: "",
            meta: &[],
        };
        self.shape = Some(Box::leak(Box::new(shape)));
        self
    }

    fn find_problem(&self) -> Option<Problem> {
        if self.name.starts_with("std.") {
            return Some(Problem {
                detail: format!(
                    "the name `{}` is reserved for types of `archive` itself",
                    self.name
                ),
                help: "give the trait a name that does not start with `std.`",
            });
        }
        for (at, class) in self.classes.iter().enumerate() {
            let Lifespan { since, until } = class.lifespan;
            if let Some(until) = until.filter(|until| *until <= since) {
                let (key, name) = (class.key, self.name);
                return Some(Problem {
                    detail: format!(
                        "`{key}` of `{name}` was added in version {since}, but removed in version {until}"
                    ),
                    help: "a class must be removed in a later version than it was added: correct `since` or \
                        `until`",
                });
            }
            if name_hash(class.first_key()) == CATCH.tag {
                let key = class.first_key();
                return Some(Problem::of_keys(format!(
                    "the hash of the key `{key}` of `{}` is reserved",
                    self.name
                )));
            }
            for other in self.classes.iter().skip(at.saturating_add(1)) {
                if let Some(key) = class.keys().find(|key| other.keys().any(|other| other == *key))
                {
                    return Some(Problem::of_keys(format!(
                        "two classes of `{}` have the key `{key}`",
                        self.name
                    )));
                }
                if class.is_live() && other.is_live() && class.id == other.id {
                    return Some(Problem {
                        detail: format!(
                            "`{}` and `{}` of `{}` are the same type",
                            class.key, other.key, self.name
                        ),
                        help: "add the type only once; write its former keys after `|`",
                    });
                }
                if name_hash(class.first_key()) == name_hash(other.first_key()) {
                    let (a, b) = (class.first_key(), other.first_key());
                    return Some(Problem::of_keys(format!(
                        "the keys `{a}` and `{b}` of `{}` have the same hash",
                        self.name
                    )));
                }
            }
        }
        None
    }
}

fn held_by<C: Any + AsRef<Unknown>>(value: &dyn Any) -> Option<&Unknown> {
    value.downcast_ref::<C>().map(C::as_ref)
}

impl<T: ?Sized> core::fmt::Debug for Registry<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let keys: Vec<_> = self.keys().collect();
        f.debug_struct("Registry").field("name", &self.name).field("keys", &keys).finish()
    }
}
