//! Called by the derived code of views: types that are saved as another one, which has their shape.

use alloc::format;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::{put_levels, put_levels_end};
use crate::fingerprint::name_hash;
use crate::schema::todays_name;
use crate::shape::Arg;
use crate::traits::Batches;
use crate::{Body, Error, ErrorKind, Field, Fields, Kind, OutputArchive, Scope, Shape, Type};

/// What a view saves, or a variant of one.
#[derive(Clone, Copy, Debug)]
pub struct SavedAs {
    /// Its identifier, for errors.
    pub ident: &'static str,
    /// The shape of the type that it is saved as.
    pub shape: &'static Shape,
    /// The fields that the struct or the variant has there.
    pub fields: Option<&'static Fields>,
    /// The place of each field among them, and what it saves.
    pub types: &'static [(usize, &'static Type)],
    /// The address of the view whose types were last found to be those of its shape. All instances of a generic view share it.
    pub checked: &'static AtomicUsize,
}

impl SavedAs {
    #[inline(always)]
    fn check(&'static self) -> Result<(), Error> {
        if self.checked.load(Relaxed) == core::ptr::from_ref(self).addr() {
            return Ok(());
        }
        self.compare()
    }

    #[cold]
    #[inline(never)]
    fn compare(&'static self) -> Result<(), Error> {
        for (place, ty) in self.types {
            let field = self.fields.and_then(|fields| fields.list.get(*place));
            let field = field.filter(|field| !is_stored_as(ty, field.ty));
            field.map_or(Ok(()), |field| Err(self.departs(field, ty)))?;
        }
        self.checked.store(core::ptr::from_ref(self).addr(), Relaxed);
        Ok(())
    }

    fn departs(&self, field: &Field, ty: &'static Type) -> Error {
        let (view, name, save_as) = (self.ident, field.name, self.shape.name);
        let (own, other) = (todays_name(ty), todays_name(field.ty));
        let detail = if own == other {
            format!(
                "`{name}` is another `{own}` in `{view}` than in `{save_as}`, as which it is saved: one is in a `Box`, or of \
                 another module"
            )
        } else {
            format!(
                "`{name}` is `{own}` in `{view}`, but `{other}` in `{save_as}`, as which it is saved"
            )
        };
        Error::new(ErrorKind::Shape, detail).in_type(view).with_help(format!(
            "give `{name}` the type that it has in `{save_as}`, or a reference to that"
        ))
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
pub(super) fn is_stored_as(ty: &'static Type, other: &'static Type) -> bool {
    match (ty.kind, other.kind) {
        (Kind::Named(own), Kind::Named(other)) => {
            let (own, other) = (own(), other());
            own.id.is(other.id)
                && own.args.len() == other.args.len()
                && own.args.iter().zip(other.args).all(|(own, other)| is_argument(own, other))
        }
        // A box of a trait's objects is stored as the object: there is no other way to own one.
        (Kind::Named(own), Kind::Boxed(inner)) if is_trait(own()) => is_stored_as(ty, inner),
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

/// Whether a shape is that of a trait, whose variants are its classes.
fn is_trait(shape: &Shape) -> bool {
    matches!(shape.body, Body::Enum(classes) if classes.iter().any(|it| it.tag == name_hash(it.name)))
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
    view: &'static SavedAs,
) -> Result<Scope, A::Error> {
    view.check()?;
    if view.shape.id.is_recursive {
        put_levels::<T, A>(archive)?;
    }
    let scope = archive.begin(view.shape)?;
    view.written(&scope)?;
    Ok(scope)
}

/// Begins a variant of a view, which is saved as the variant of `T` with this index.
#[inline(always)]
pub fn begin_view_variant<T, A: OutputArchive>(
    archive: &mut A,
    view: &'static SavedAs,
    index: usize,
) -> Result<Scope, A::Error> {
    view.check()?;
    if view.shape.id.is_recursive {
        put_levels::<T, A>(archive)?;
    }
    let scope = archive.variant(view.shape, index)?;
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
    view: &'static SavedAs,
) -> Result<Scope, A::Error> {
    view.check()?;
    archive.begin_rows(view.shape)
}

/// Begins the fields of many views of one variant.
#[inline(always)]
pub fn begin_view_variant_rows<A: Batches>(
    archive: &mut A,
    view: &'static SavedAs,
    index: usize,
) -> Result<Scope, A::Error> {
    view.check()?;
    archive.variant_rows(view.shape, index)
}
