//! Traits with which derived code checks each type once, for one error instead of many.
//!
//! Each mirrors another trait, through which it is implemented. Because of `do_not_recommend`, the
//! compiler's error is about the field's type, in words of ours, and not about each trait that a type in it lacks.

use crate::length::Length;
use crate::shape::{Body, Style};
use crate::widen::Widen;
use crate::{Archive, Describe, Deserialize, Named, Serialize, Unknown};

macro_rules! archivable {
    ($(#[$docs:meta])* $name:ident<$($part:ident),*>, $message:literal, $label:literal) => {
        $(#[$docs])*
        #[diagnostic::on_unimplemented(
            message = $message,
            label = $label,
            note = "add `#[derive(Archive)]` to your own types; for types of another crate, enable the feature of \
                `archive` for the version of that crate, such as `glam-0_34` or `uuid-1`; keys of maps and sets also \
                need `Ord`, or `Hash` and `Eq`; for a trait object, name its types in `archive::registry!` (`dyn T + Send` is another trait than `dyn T`); what has `save_as` is loaded as the type named there",
            note = "to store it in another form, write `#[archive(with = module)]`, or `#[archive(with = \
                archive::with::serde)]` (feature `serde`) for a type that uses serde; to leave it out, as what means nothing in \
                another run, write `#[archive(skip)]`, with `default = Instant::now()` for an `Instant`; mark an `Unknown` with \
                `#[archive(unknown)]`"
        )]
        pub trait $name<$($part: ?Sized),*> {
            /// Naming it makes the compiler check the type.
            const CHECKED: () = ();
        }
    };
}

/// Those that mirror `Archive`.
macro_rules! archives {
    ($($(#[$docs:meta])* $name:ident<$($part:ident),*>, $message:literal, $label:literal;)*) => {$(
        archivable! { $(#[$docs])* $name<$($part),*>, $message, $label }

        #[diagnostic::do_not_recommend]
        impl<$($part: ?Sized,)* T: Archive> $name<$($part),*> for T {}
    )*};
}
archives! {
    /// A type that a field may have.
    Archivable<>,
    "`{Self}` cannot be archived",
    "this type, or a type in it, is not an `Archive`";
    /// The same for a type that contains one other type for which there may be no impl, so that the error names that one.
    ArchivableWith<Part>,
    "`{Part}` cannot be archived here",
    "it is a part of this type";
    /// The same for a type that contains two of them.
    ArchivableWithTwo<A, B>,
    "`{A}` or `{B}` cannot be archived here",
    "both are parts of this type";
    /// The same for a type with one such type in a key that is ordered, so that the error says what keys need.
    ArchivableWithOrdered<Key>,
    "`{Key}` cannot be archived in a key",
    "a key of this type needs `Ord` as well as `Archive`";
    /// The same for a key that is hashed.
    ArchivableWithHashed<Key>,
    "`{Key}` cannot be archived in a key",
    "a key of this type needs `Hash` and `Eq` as well as `Archive`";
    /// The same for a type that contains one type in a key that is ordered, and one elsewhere.
    ArchivableWithOrderedAnd<Key, Part>,
    "`{Key}` or `{Part}` cannot be archived here",
    "both are parts of this type; `{Key}` is in a key, which needs `Ord` as well as `Archive`";
    /// The same for a key that is hashed.
    ArchivableWithHashedAnd<Key, Part>,
    "`{Key}` or `{Part}` cannot be archived here",
    "both are parts of this type; `{Key}` is in a key, which needs `Hash` and `Eq` as well as `Archive`";
}

archivable! {
    /// The same for a type that depends on parameters. `Impl` is the impl that the check is in, as their bounds differ.
    ArchivableIn<Impl>,
    "`{Self}` cannot be archived",
    "this type, or a type in it, is not an `Archive`"
}

/// An impl of a type.
pub trait Within<'a> {
    /// A type whose name in errors is that of the others: the compiler reports equal errors at one span only once.
    type Impl;
}

macro_rules! within {
    ($($(#[$docs:meta])* $within:ident<$a:lifetime>: $mirrored:path;)*) => {$(
        $(#[$docs])*
        #[derive(Debug)]
        pub struct $within;

        const _: () = {
            #[derive(Debug)]
            pub struct Impl<$a>(core::marker::PhantomData<&$a ()>);

            impl<$a> Within<$a> for $within {
                type Impl = Impl<$a>;
            }

            #[diagnostic::do_not_recommend]
            impl<$a, T: $mirrored> ArchivableIn<Impl<$a>> for T {}
        };
    )*};
}
within! {
    /// The impl of [`Describe`].
    InDescribe<'a>: Describe;
    /// The impl of [`Serialize`].
    InSerialize<'a>: Serialize;
    /// The impl of [`Deserialize`].
    InDeserialize<'a>: Deserialize<'a>;
}

/// The stored form of a field of type `T` that is saved by value.
#[diagnostic::on_unimplemented(
    message = "`by_value` needs an `Rc` or `Arc`, also in an `Option` or `Vec`, which `{T}` is not",
    label = "expected an `Rc` or `Arc`",
    note = "a field that is not shared is saved by value without it: delete `by_value`"
)]
pub trait SharedByValue<T> {
    /// Naming it makes the compiler check the type.
    const CHECKED: () = ();
}

#[diagnostic::do_not_recommend]
impl<T, Form: Archive> SharedByValue<T> for Form {}

/// A type that holds every value of `Old`.
#[diagnostic::on_unimplemented(
    message = "`{Old}` does not convert to `{Self}` automatically",
    label = "`was({Old}, ..)` needs `with = function`",
    note = "write `was({Old}, until = n, with = function)`, where `function` takes the old value and returns \
        the new one, or a `Result` of it",
    note = "values that are `Clone` convert to an `Option`, a pointer or a sequence of them; your own types \
        and containers convert if they implement `archive::Widen`; maps and sets convert to hashed ones and back \
        if their keys and values are `Clone`, and the keys `Ord`, `Hash` and `Eq`",
    note = "types that are stored alike need no `was`: `[f32; 3]` and `Vec3`; or `&str`, `String`, `Cow<str>` and \
        `Box<str>`"
)]
pub trait Widens<Old> {
    /// Naming it makes the compiler check the type.
    const CHECKED: () = ();
}

#[diagnostic::do_not_recommend]
impl<Old, T: Widen<Old>> Widens<Old> for T {}

/// A type that can hold unknown fields or variants.
#[diagnostic::on_unimplemented(
    message = "`#[archive(unknown)]` needs an `archive::Unknown`, not a `{Self}`",
    label = "expected `archive::Unknown`"
)]
pub trait Holder {
    /// Naming it makes the compiler check the type.
    const CHECKED: () = ();

    /// Its content.
    fn held(&self) -> &Unknown;

    /// Creates a holder with this content.
    fn holding(held: Unknown) -> Self;
}

impl Holder for Unknown {
    #[inline(always)]
    fn held(&self) -> &Unknown {
        self
    }

    #[inline(always)]
    fn holding(held: Unknown) -> Self {
        held
    }
}

/// A type whose fields may be flattened into another struct, if it [has any](flatten).
#[diagnostic::on_unimplemented(
    message = "`flatten` needs a struct with named fields, which `{Self}` is not",
    label = "`{Self}` has no fields of its own",
    note = "flatten the struct itself, not an `Option`, list or pointer of it"
)]
pub trait Flattens {
    /// Naming it makes the compiler check the type.
    const CHECKED: () = ();
}

#[diagnostic::do_not_recommend]
impl<T: Named> Flattens for T {}

/// Checks the form of a flattened type.
///
/// # Panics
///
/// Panics, at compile time and where it is called, if the type is not a struct with named fields.
#[expect(clippy::panic, reason = "a compile error")]
#[track_caller]
pub const fn flatten<T: Named>() {
    match &T::SHAPE.body {
        Body::Struct(fields) if matches!(fields.style, Style::Named) => {}
        Body::Struct(fields) if fields.list.is_empty() => {}
        Body::Struct(_) => {
            panic!("`flatten` needs a struct with named fields, not a tuple")
        }
        Body::Enum(_) => panic!("`flatten` needs a struct with named fields, not an enum"),
    }
}

/// A type that `max_len` can bound.
#[diagnostic::on_unimplemented(
    message = "`max_len` does not apply to `{Self}`, which has no length",
    label = "`max_len` applies to text, sequences, maps and sets, including those in an `Option` or behind a \
        pointer"
)]
pub trait Bounded {
    /// Naming it makes the compiler check the type.
    const CHECKED: () = ();
}

#[diagnostic::do_not_recommend]
impl<T: Length + ?Sized> Bounded for T {}

/// A type that may be `pod`.
#[diagnostic::on_unimplemented(
    message = "`pod` needs a type that is `bytemuck::Pod`, which `{Self}` is not",
    label = "`{Self}` is not `bytemuck::Pod`",
    note = "add `#[derive(bytemuck::Pod, bytemuck::Zeroable)]` and `#[repr(C)]` to it"
)]
pub trait Block {
    /// Naming it makes the compiler check the type.
    const CHECKED: () = ();
}

#[diagnostic::do_not_recommend]
impl<T: bytemuck::Pod> Block for T {}

/// A type whose default may be a string literal.
#[diagnostic::on_unimplemented(
    message = "a string literal cannot be the default of a `{Self}`",
    label = "expected a `{Self}`",
    note = "string literals are converted with `From<&str>`, which `{Self}` does not implement",
    note = "to call a function, write `default = function()`, without quotes"
)]
pub trait FromText: Sized {
    /// The value for the literal.
    fn from_text(text: &'static str) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> FromText for T {
    #[inline(always)]
    fn from_text(text: &'static str) -> Self {
        Self::from(text)
    }
}

/// A type that a skipped field without a default may have.
#[diagnostic::on_unimplemented(
    message = "a skipped field needs a default, which `{Self}` does not have",
    label = "`{Self}` does not implement `Default`",
    note = "write `#[archive(skip, default = ..)]`, or implement `Default` for `{Self}`"
)]
pub trait Skipped {
    /// The value of a field that is never stored.
    fn absent() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> Skipped for T {
    #[inline(always)]
    fn absent() -> Self {
        Self::default()
    }
}
