//! Called by the derived code of views: structs that are saved as another type, which has their shape.

use alloc::format;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{put_levels, put_levels_end};
use crate::schema::todays_name;
use crate::shape::{Arg, Body, Style};
use crate::traits::Batches;
use crate::unknown::NEVER;
use crate::{Error, ErrorKind, Field, Kind, OutputArchive, Scope, Shape, Type};

/// What a view saves.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// Its identifier, for errors.
    pub ident: &'static str,
    /// The shape of the type that it is saved as.
    pub shape: &'static Shape,
    /// The place of each field in the shape, and what it saves.
    pub fields: &'static [(usize, &'static Type)],
    /// Whether the types were found to be those of the shape; a generic view looks each time.
    pub is_checked: Option<&'static AtomicBool>,
}

impl View {
    #[inline(always)]
    fn check(&self) -> Result<(), Error> {
        match self.is_checked {
            Some(checked) if checked.load(Relaxed) => Ok(()),
            _ => self.compare(),
        }
    }

    #[cold]
    #[inline(never)]
    fn compare(&self) -> Result<(), Error> {
        for (place, ty) in self.fields {
            let field = self.shape.fields().get(*place);
            let field = field.filter(|field| !is_stored_as(ty, field.ty));
            field.map_or(Ok(()), |field| Err(self.departs(field, ty)))?;
        }
        if let Some(checked) = self.is_checked {
            checked.store(true, Relaxed);
        }
        Ok(())
    }

    fn departs(&self, field: &Field, ty: &'static Type) -> Error {
        let (view, name) = (self.ident, field.name);
        let detail = format!(
            "`{name}` is `{}` in `{view}`, but `{}` in `{}`, as which it is saved",
            todays_name(ty),
            todays_name(field.ty),
            self.shape.name
        );
        Error::new(ErrorKind::Shape, detail)
            .in_type(view)
            .with_help(format!("give `{name}` the same type in both, or a reference to it"))
    }

    /// The view has no defaults and no former types, which an older version may need.
    fn written(&self, scope: &Scope) -> Result<(), Error> {
        if scope.version == self.shape.version {
            return Ok(());
        }
        let (view, name, version) = (self.ident, self.shape.name, scope.version);
        let detail = format!("a `{view}` cannot be written for version {version} of `{name}`");
        let help = format!("save a value of `{name}` itself, or write for its current version");
        Err(Error::new(ErrorKind::CannotWrite, detail).in_type(view).with_help(help))
    }
}

/// Whether values of both types are stored alike.
fn is_stored_as(ty: &'static Type, other: &'static Type) -> bool {
    match (ty.kind, other.kind) {
        (Kind::Named(own), Kind::Named(other)) => {
            let (own, other) = (own(), other());
            own.id.is(other.id)
                && own.args.len() == other.args.len()
                && own.args.iter().zip(other.args).all(|(own, other)| is_argument(own, other))
        }
        (Kind::Primitive(own), Kind::Primitive(other)) => own == other,
        (Kind::Array(_, own), Kind::Array(_, other)) if own != other => false,
        (own, other) => {
            let (mut parts, mut others) = (own.parts(), other.parts());
            core::mem::discriminant(&own) == core::mem::discriminant(&other)
                && parts.by_ref().all(|part| others.next().is_some_and(|it| is_stored_as(part, it)))
                && others.next().is_none()
        }
    }
}

fn is_argument(own: &Arg, other: &Arg) -> bool {
    match (own, other) {
        (Arg::Type(own), Arg::Type(other)) => is_stored_as(own, other),
        (Arg::Const(own), Arg::Const(other)) => own == other,
        _ => false,
    }
}

/// Begins a view, which is saved as a `T`.
#[inline(always)]
pub fn begin_view<T, A: OutputArchive>(
    archive: &mut A,
    view: &'static View,
) -> Result<Scope, A::Error> {
    view.check()?;
    if view.shape.id.is_recursive {
        put_levels::<T, A>(archive)?;
    }
    let scope = archive.begin(view.shape)?;
    view.written(&scope)?;
    Ok(scope)
}

/// Ends it.
#[inline(always)]
pub fn end_view<T, A: OutputArchive>(archive: &mut A, scope: Scope) -> Result<(), A::Error> {
    archive.end(scope)?;
    if scope.shape.id.is_recursive {
        put_levels_end::<T, A>(archive);
    }
    Ok(())
}

/// Begins the fields of many views.
#[inline(always)]
pub fn begin_view_rows<A: Batches>(
    archive: &mut A,
    view: &'static View,
) -> Result<Scope, A::Error> {
    view.check()?;
    archive.begin_rows(view.shape)
}

/// The place of the field with this name.
///
/// # Panics
///
/// Panics, at compile time and where it is called, if there is no such field.
#[expect(clippy::panic, reason = "a compile error")]
#[track_caller]
#[must_use]
pub const fn place_in_view(shape: &Shape, name: &str) -> usize {
    match place(shape, name) {
        Some(place) => place,
        // What follows says that there cannot be any.
        None if !has_named_fields(shape) => 0,
        None => panic!("the type in `save_as` saves no field with this name"),
    }
}

/// Checks that a view with these fields has all that a type with this shape saves, in the same order.
///
/// # Panics
///
/// Panics, at compile time and where it is called, if it has not.
#[expect(clippy::panic, reason = "a compile error")]
#[track_caller]
pub const fn view(shape: &'static Shape, names: &[&str]) {
    if !has_named_fields(shape) {
        panic!("`save_as` needs a struct with named fields");
    }
    let mut fields = shape.fields();
    while let [field, rest @ ..] = fields {
        if is_holder(field) {
            panic!("`save_as` does not name a type with an `Unknown`, whose content would be lost");
        }
        if is_saved(field) && !has(names, field.name) {
            let text = Text::new("this lacks the field `").and(field.name);
            panic!("{}", text.and("` of the type in `save_as`").as_str());
        }
        fields = rest;
    }
    let (mut names, mut last) = (names, 0);
    while let [name, rest @ ..] = names {
        if let Some(place) = place(shape, name) {
            if place < last {
                let text = Text::new("the type in `save_as` has the field `").and(name);
                panic!("{}", text.and("` further up: its order counts").as_str());
            }
            last = place;
        }
        names = rest;
    }
}

const fn has_named_fields(shape: &Shape) -> bool {
    matches!(&shape.body, Body::Struct(fields) if matches!(fields.style, Style::Named))
}

const fn place(shape: &Shape, name: &str) -> Option<usize> {
    let (mut fields, mut place) = (shape.fields(), 0_usize);
    while let [field, rest @ ..] = fields {
        if is_saved(field) && is_equal(field.name.as_bytes(), name.as_bytes()) {
            return Some(place);
        }
        (fields, place) = (rest, place.saturating_add(1));
    }
    None
}

/// Whether today's version has the field.
const fn is_saved(field: &Field) -> bool {
    field.lifespan.until.is_none()
}

const fn is_holder(field: &Field) -> bool {
    matches!((field.lifespan.since, NEVER.since), (0, 0))
}

const fn has(names: &[&str], name: &str) -> bool {
    let mut names = names;
    while let [first, rest @ ..] = names {
        if is_equal(first.as_bytes(), name.as_bytes()) {
            return true;
        }
        names = rest;
    }
    false
}

const fn is_equal(own: &[u8], other: &[u8]) -> bool {
    let (mut own, mut other) = (own, other);
    while let ([first, rest @ ..], [also, others @ ..]) = (own, other) {
        if *first != *also {
            return false;
        }
        (own, other) = (rest, others);
    }
    own.is_empty() && other.is_empty()
}

/// A text that is made at compile time; what does not fit is left out.
struct Text {
    bytes: [u8; Self::LEN],
    len: usize,
}

impl Text {
    const LEN: usize = 256;

    const fn new(text: &str) -> Self {
        Self { bytes: [0; Self::LEN], len: 0 }.and(text)
    }

    const fn and(mut self, text: &str) -> Self {
        let mut left = text.as_bytes();
        while let [first, rest @ ..] = left {
            let (_, free) = self.bytes.split_at_mut(self.len);
            let Some(place) = free.first_mut() else { break };
            *place = *first;
            self.len = self.len.saturating_add(1);
            left = rest;
        }
        self
    }

    const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "this lacks a field of the type in `save_as`",
        }
    }
}
