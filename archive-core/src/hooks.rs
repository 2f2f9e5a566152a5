//! The functions named in a type's attributes: hooks and converters, with or without a context.

mod refusal;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::{Any, TypeId, type_name};
use core::fmt::{self, Display};

pub(crate) use refusal::{Refusal, refused};

use crate::Context;
use crate::nearest::nearest;

/// The stored version, and the values of removed fields that have no `into`, as passed to an `upgrade` hook.
///
/// ```
/// use archive::{Archive, Upgrade};
///
/// mod shipped {
///     #[derive(archive::Archive)]
///     pub struct Player { pub first: String, pub last: String }
/// }
///
/// #[derive(Archive, Debug, PartialEq)]
/// #[archive(upgrade(from = 1, with = Player::join))]
/// struct Player {
///     #[archive(removed(first: String, until = 2), removed(last: String, until = 2))]
///     #[since(2, default = "")]
///     name: String,
/// }
///
/// impl Player {
///     fn join(&mut self, old: &mut Upgrade) {
///         let mut part = |name| old.take::<String>(name).unwrap_or_default(); // empty if it was not stored
///         self.name = format!("{} {}", part("first"), part("last"));
///     }
/// }
///
/// let old = shipped::Player { first: "Ann".into(), last: "Lee".into() };
/// let player: Player = archive::from_slice(&archive::to_vec(&old)?)?;
/// assert_eq!(player, Player { name: "Ann Lee".into() });
/// # Ok::<(), archive::Error>(())
/// ```
///
/// To write for older readers, each removed field computes its value by a function, and each new field names those that
/// it replaces:
///
/// ```
/// use archive::{Archive, Options, Upgrade, VersionTable};
///
/// mod shipped {
///     #[derive(archive::Archive)]
///     pub struct Pawn { pub health: u8, pub armor: u8 }
/// }
///
/// #[derive(Archive)]
/// #[archive(upgrade(from = 1, with = Pawn::join))]
/// struct Pawn {
///     #[archive(
///         removed(health: u8, until = 2, back = |pawn: &Pawn| pawn.body.0),
///         removed(armor: u8, until = 2, back = |pawn: &Pawn| pawn.body.1)
///     )]
///     #[since(2, default, replaces(health, armor))]
///     body: (u8, u8),
/// }
///
/// impl Pawn {
///     fn join(&mut self, old: &mut Upgrade) {
///         let mut part = |name| old.take::<u8>(name).unwrap_or_default();
///         self.body = (part("health"), part("armor"));
///     }
/// }
///
/// let peer = VersionTable::of::<Pawn>()?.at::<Pawn>(1)?;
/// let bytes = Options::message().write_for(&peer).to_vec(&Pawn { body: (90, 3) })?;
/// let pawn: shipped::Pawn = archive::from_slice(&bytes)?;
/// assert_eq!((pawn.health, pawn.armor), (90, 3));
/// # Ok::<(), archive::Error>(())
/// ```
pub struct Upgrade {
    stored_version: u32,
    removed: Vec<Removed>,
    handed_over: Vec<&'static str>,
    /// A request of the hook that no archive could satisfy.
    mistake: Option<String>,
    /// Fields that it requested as another type than was stored, with that type.
    asked_otherwise: Vec<(&'static str, &'static str)>,
}

/// A removed field without an `into`.
struct Removed {
    name: &'static str,
    id: TypeId,
    type_name: &'static str,
    value: Option<Box<dyn Any>>,
}

impl Upgrade {
    #[doc(hidden)]
    #[must_use]
    pub fn new(stored_version: u32) -> Self {
        let (removed, handed_over, asked_otherwise) = Default::default();
        Self { stored_version, removed, handed_over, mistake: None, asked_otherwise }
    }

    #[doc(hidden)]
    #[must_use]
    pub fn with<T: Any>(mut self, name: &'static str, value: Option<T>) -> Self {
        let (id, type_name) = (TypeId::of::<T>(), type_name::<T>());
        let value = value.map(|value| Box::new(value) as Box<dyn Any>);
        self.removed.push(Removed { name, id, type_name, value });
        self
    }

    /// Adds a removed field whose value its `into` took.
    #[doc(hidden)]
    #[must_use]
    pub fn without(mut self, name: &'static str) -> Self {
        self.handed_over.push(name);
        self
    }

    /// Returns the version stored in the archive.
    #[must_use]
    pub fn stored_version(&self) -> u32 {
        self.stored_version
    }

    /// Takes the value of the removed field `name`, or returns `None` if it was not stored, was already taken, or was
    /// passed to its `into`.
    ///
    /// It is a bug in the hook to take a field that no `removed(..)` of the type declares, or to take it as a type that
    /// none of them states: the load then fails with an error that names the field, even if the hook handles `None`. A
    /// field that was removed with several types may be taken as each of them. If the hook does not try the type that
    /// was stored, the load fails as well, since the value would be lost.
    pub fn take<T: Any>(&mut self, name: &str) -> Option<T> {
        let is_it = |it: &&mut Removed| it.name == name && it.id == TypeId::of::<T>();
        let mut is_declared = false;
        for removed in self.removed.iter_mut().filter(is_it) {
            is_declared = true;
            if let Some(value) = removed.value.take() {
                return value.downcast().ok().map(|value| *value);
            }
        }
        if !is_declared && !self.handed_over.contains(&name) {
            self.mistaken(name, type_name::<T>());
        } else if let Some(other) = self.stored(name) {
            let name = other.name;
            self.asked_otherwise.push((name, type_name::<T>()));
        }
        None
    }

    /// The stored value of this name that was not taken yet.
    fn stored(&self, name: &str) -> Option<&Removed> {
        self.removed.iter().find(|it| it.name == name && it.value.is_some())
    }

    #[cold]
    fn mistaken(&mut self, name: &str, ty: &str) {
        let names = || self.removed.iter().map(|removed| removed.name);
        let declared = || self.removed.iter().find(|removed| removed.name == name);
        let why = match self.stored(name).or_else(declared) {
            Some(removed) => {
                format!(
                    "as a `{}`, but it was a `{}`",
                    without_modules(ty),
                    without_modules(removed.type_name)
                )
            }
            None => match nearest(name, names()) {
                Some(near) => format!("which no `removed(..)` declares; did you mean `{near}`?"),
                None => "which no `removed(..)` declares".into(),
            },
        };
        let mistake = format!("it took the removed field `{name}`, {why}");
        self.mistake.get_or_insert(mistake);
    }

    /// A request of the hook that no archive could satisfy.
    pub(crate) fn mistake(&mut self) -> Option<String> {
        for (name, ty) in core::mem::take(&mut self.asked_otherwise) {
            if self.stored(name).is_some() {
                self.mistaken(name, ty);
            }
        }
        self.mistake.take()
    }
}

impl fmt::Debug for Upgrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stored = self.removed.iter().filter(|removed| removed.value.is_some());
        let removed: Vec<_> = stored.map(|removed| removed.name).collect();
        f.debug_struct("Upgrade")
            .field("stored_version", &self.stored_version)
            .field("removed", &removed)
            .finish()
    }
}

/// What a hook or converter may return: a value, or a `Result` with one. `M` distinguishes the two.
#[diagnostic::on_unimplemented(
    message = "a function in an attribute returns `{Self}`, not `{V}`",
    label = "returns the wrong type",
    note = "return a `{V}`, or a `Result<{V}, E>` where `E` is `Display`"
)]
pub trait Outcome<V, M> {
    #[doc(hidden)]
    fn outcome(self) -> Result<V, Refusal>;
}

/// Marks a function that returns the value itself.
#[derive(Debug)]
pub struct Plain;

/// Marks a function that returns a `Result`.
#[derive(Debug)]
pub struct Fallible;

/// Marks a function that takes no context.
#[derive(Debug)]
pub struct Alone<M>(core::marker::PhantomData<M>);

/// Marks a function that takes a context last.
#[derive(Debug)]
pub struct InContext<M>(core::marker::PhantomData<M>);

impl<V> Outcome<V, Plain> for V {
    #[inline(always)]
    fn outcome(self) -> Result<V, Refusal> {
        Ok(self)
    }
}

impl<V, E: Display + 'static> Outcome<V, Fallible> for Result<V, E> {
    #[inline(always)]
    fn outcome(self) -> Result<V, Refusal> {
        self.map_err(Refusal::new)
    }
}

/// Defines a trait of functions: its name, the argument types `$arg`, and the result.
macro_rules! function_trait {
    ($(#[$doc:meta])* $name:ident<$($generic:ident),*>($($arg:ident: $ty:ty),*)) => {
        $(#[$doc])*
        pub trait $name<$($generic,)* V, R, M> {
            #[doc(hidden)]
            fn call(self, $($arg: $ty,)* context: &mut Context<'_>) -> Result<V, Refusal>;
        }

        impl<$($generic,)* V, R: Outcome<V, M>, M, F: FnOnce($($ty),*) -> R>
            $name<$($generic,)* V, R, Alone<M>> for F
        {
            #[inline(always)]
            fn call(self, $($arg: $ty,)* _context: &mut Context<'_>) -> Result<V, Refusal> {
                self($($arg),*).outcome()
            }
        }

        impl<$($generic,)* V, R: Outcome<V, M>, M, F: FnOnce($($ty,)* &mut Context<'_>) -> R>
            $name<$($generic,)* V, R, InContext<M>> for F
        {
            #[inline(always)]
            fn call(self, $($arg: $ty,)* context: &mut Context<'_>) -> Result<V, Refusal> {
                self($($arg,)* context).outcome()
            }
        }
    };
}

function_trait! {
    /// A converter from a stored value to today's.
    #[diagnostic::on_unimplemented(
        message = "expected a function from `{Old}` to `{V}`",
        label = "not a function with this signature",
        note = "it returns a `{V}` or a `Result<{V}, E>` where `E` is `Display`, and may take a `&mut \
            Context` as its last argument"
    )]
    Converter<Old>(old: Old)
}
function_trait! {
    /// An `into` function, which takes a removed value.
    #[diagnostic::on_unimplemented(
        message = "`into` takes a `fn(&mut {T}, {Old})`",
        label = "not a function with this signature",
        note = "it returns nothing or a `Result<(), E>` where `E` is `Display`, and may take a `&mut \
            Context` as its last argument"
    )]
    IntoHook<T, Old>(value: &mut T, old: Old)
}
function_trait! {
    /// An `after_load` hook.
    #[diagnostic::on_unimplemented(
        message = "`after_load` takes a `fn(&mut {T})`",
        label = "not a function with this signature",
        note = "it returns nothing or a `Result<(), E>` where `E` is `Display`, and may take a `&mut \
            Context` as its last argument"
    )]
    MutHook<T>(value: &mut T)
}
function_trait! {
    /// An `upgrade` hook.
    #[diagnostic::on_unimplemented(
        message = "the `with` of `upgrade` takes a `fn(&mut {T}, &mut Upgrade)`",
        label = "not a function with this signature",
        note = "it returns nothing or a `Result<(), E>` where `E` is `Display`, and may take a `&mut \
            Context` as its last argument"
    )]
    UpgradeHook<T>(value: &mut T, upgrade: &mut Upgrade)
}
function_trait! {
    /// A `validate` hook.
    #[diagnostic::on_unimplemented(
        message = "`validate` takes a `fn(&{T})`",
        label = "not a function with this signature",
        note = "it returns nothing or a `Result<(), E>` where `E` is `Display`, and may take a `&mut \
            Context` as its last argument"
    )]
    RefHook<T>(value: &T)
}

macro_rules! retired_hooks {
    ($(($($arg:ident $place:tt),*))*) => {$(
        impl<$($arg,)* V, R: Outcome<V, M>, M, F: FnOnce($($arg),*) -> R>
            RetiredHook<($($arg,)*), V, R, Alone<M>> for F
        {
            #[inline(always)]
            fn call(self, _args: ($($arg,)*), _: &mut Context<'_>) -> Result<V, Refusal> {
                self($(_args.$place),*).outcome()
            }
        }

        impl<$($arg,)* V, R: Outcome<V, M>, M, F: FnOnce($($arg,)* &mut Context<'_>) -> R>
            RetiredHook<($($arg,)*), V, R, InContext<M>> for F
        {
            #[inline(always)]
            fn call(self, _args: ($($arg,)*), context: &mut Context<'_>) -> Result<V, Refusal> {
                self($(_args.$place,)* context).outcome()
            }
        }
    )*};
}

/// A function from the fields of a removed variant to a current value.
#[diagnostic::on_unimplemented(
    message = "the `into` of a removed variant takes its fields `{Args}` and returns a `{V}`",
    label = "not a function with this signature",
    note = "each field is an argument; the function may also take a `&mut Context` as its last argument, and \
        may return a `Result` whose error is `Display`"
)]
pub trait RetiredHook<Args, V, R, M> {
    #[doc(hidden)]
    fn call(self, args: Args, context: &mut Context<'_>) -> Result<V, Refusal>;
}

retired_hooks! {
    ()
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, G 5)
    (A 0, B 1, C 2, D 3, E 4, G 5, H 6)
    (A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7)
}

/// The name of a type without its modules.
fn without_modules(name: &str) -> String {
    let mut short = String::new();
    for part in name.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_' && c != ':') {
        short.push_str(part.rsplit("::").next().unwrap_or_default());
    }
    short
}

#[cfg(test)]
mod tests;
