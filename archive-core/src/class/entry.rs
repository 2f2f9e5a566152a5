//! A class: a type registered under a trait, with its key.

use alloc::boxed::Box;
use alloc::rc;
use alloc::sync;
use alloc::vec::Vec;
use core::any::{Any, TypeId};
use core::marker::PhantomData;

use super::code::{AsObject, LoadClass, OfType, SaveClass};
use super::object::refused_retired;
use crate::derived::{FIELD, VARIANT};
use crate::fingerprint::name_hash;
use crate::hooks::Converter;
use crate::shape::{Fields, Style};
use crate::{Context, Deserialize, Field, Kind, Lifespan, Rename, Serialize, Size, Type, Variant};

/// Makes a new value of a class.
type Make<T> = Box<dyn Fn() -> Box<T> + Send + Sync>;

/// A type whose values are stored as objects of a trait.
pub struct Class<T: ?Sized + 'static> {
    pub(super) key: &'static str,
    pub(super) renamed: Vec<Rename>,
    aliases: Vec<&'static str>,
    pub(super) lifespan: Lifespan,
    ty: &'static Type,
    pub(super) id: TypeId,
    /// `None` for a retired class.
    pub(super) save: Option<Box<dyn SaveClass>>,
    pub(super) load: Box<dyn LoadClass<T>>,
    pub(super) make: Option<Make<T>>,
    nothing: Option<Nothing<T>>,
}

/// Makes dangling weak pointers, which only sized types have.
struct Nothing<T: ?Sized> {
    rc: Box<dyn Fn() -> rc::Weak<T> + Send + Sync>,
    arc: Box<dyn Fn() -> sync::Weak<T> + Send + Sync>,
}

impl<T: ?Sized + 'static> Class<T> {
    /// The class of `C`, with a key that must never change, and the functions that convert pointers.
    #[doc(hidden)]
    #[must_use]
    pub fn new<C>(
        key: &'static str,
        make: Option<fn() -> C>,
        up: fn(Box<C>) -> Box<T>,
        rc: fn(rc::Weak<C>) -> rc::Weak<T>,
        arc: fn(sync::Weak<C>) -> sync::Weak<T>,
    ) -> Self
    where
        C: Serialize + for<'a> Deserialize<'a> + Any,
    {
        let load = AsObject::new(move |value, _: &mut Context<'_>| Ok(up(value)));
        Self {
            save: Some(Box::new(OfType::<C>(PhantomData))),
            make: make.map(|make| -> Make<T> { Box::new(move || up(Box::new(make()))) }),
            nothing: Some(Nothing {
                rc: Box::new(move || rc(rc::Weak::new())),
                arc: Box::new(move || arc(sync::Weak::new())),
            }),
            ..Self::loaded_by::<C>(key, C::TYPE, Box::new(load))
        }
    }

    /// A retired class: there are no more such objects, and stored ones are converted.
    #[doc(hidden)]
    #[must_use]
    pub fn retired<C, G, F, R, M>(key: &'static str, into: G) -> Self
    where
        C: for<'a> Deserialize<'a> + 'static,
        G: Fn() -> F + Send + Sync + 'static,
        F: Converter<C, Box<T>, R, M> + 'static,
        R: 'static,
        M: 'static,
    {
        let load = AsObject::new(move |value: Box<C>, context: &mut Context<'_>| {
            into().call(*value, context).map_err(|why| refused_retired(key, why))
        });
        Self::loaded_by::<C>(key, C::TYPE, Box::new(load))
    }

    /// A class that has only what is needed to load its values.
    fn loaded_by<C: 'static>(
        key: &'static str,
        ty: &'static Type,
        load: Box<dyn LoadClass<T>>,
    ) -> Self {
        let (renamed, aliases, lifespan) = (Vec::new(), Vec::new(), Lifespan::ALWAYS);
        let (id, save, make, nothing) = (TypeId::of::<C>(), None, None, None);
        Self { key, renamed, aliases, lifespan, ty, id, save, load, make, nothing }
    }

    /// Whether objects of the class are saved: it is not retired.
    pub(super) fn is_live(&self) -> bool {
        self.save.is_some()
    }

    /// Whether both are the same type with the same keys and history.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let terms = |class: &Self| (class.id, class.is_live(), class.lifespan);
        terms(self) == terms(other) && self.keys().eq(other.keys())
    }

    /// Sets the version of the trait that added the class.
    #[doc(hidden)]
    #[must_use]
    pub fn since(mut self, version: u32) -> Self {
        self.lifespan.since = version;
        self
    }

    /// Sets the version of the trait that removed the class.
    #[doc(hidden)]
    #[must_use]
    pub fn until(mut self, version: u32) -> Self {
        self.lifespan.until = Some(version);
        self
    }

    /// Adds a key that is accepted when loading by name.
    #[doc(hidden)]
    #[must_use]
    pub fn alias(mut self, key: &'static str) -> Self {
        self.aliases.push(key);
        self
    }

    /// Adds the key that it had before a version.
    #[doc(hidden)]
    #[must_use]
    pub fn renamed(mut self, until: u32, from: &'static str) -> Self {
        // `sort` would be instantiated for each trait.
        let at = self.renamed.partition_point(|rename| rename.until <= until);
        self.renamed.insert(at, Rename { until, from });
        self
    }

    /// Its first key; the class's tag is its hash.
    pub(super) fn first_key(&self) -> &'static str {
        self.renamed.first().map_or(self.key, |rename| rename.from)
    }

    /// All its current and former keys.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'static str> {
        let renamed = self.renamed.iter().map(|rename| rename.from);
        core::iter::once(self.key).chain(self.aliases.iter().copied()).chain(renamed)
    }

    /// A dangling weak pointer, if the type is sized.
    pub(super) fn no_rc(&self) -> Option<rc::Weak<T>> {
        self.nothing.as_ref().map(|nothing| (nothing.rc)())
    }

    /// The same for `Arc`.
    pub(super) fn no_arc(&self) -> Option<sync::Weak<T>> {
        self.nothing.as_ref().map(|nothing| (nothing.arc)())
    }

    /// The class as a variant of the enum that archives see.
    pub(super) fn variant(&self) -> Variant {
        let held: &'static Type =
            Box::leak(Box::new(Type { kind: Kind::Boxed(self.ty), memory: size_of::<usize>() }));
        let field = Field { name: "0", ty: held, size: Size::ANY, ..FIELD };
        Variant {
            name: self.key,
            renamed: self.renamed.clone().leak(),
            aliases: self.aliases.clone().leak(),
            tag: name_hash(self.first_key()),
            lifespan: self.lifespan,
            fields: Fields { style: Style::Tuple, list: Box::leak(Box::new([field])) },
            ..VARIANT
        }
    }
}

impl<T: ?Sized> core::fmt::Debug for Class<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Class").field("key", &self.key).finish_non_exhaustive()
    }
}
