//! Saves and loads trait objects.

use alloc::boxed::Box;
use alloc::format;
use core::any::{Any, type_name};

use super::code::{LoadClass, SaveClass};
use super::erase::{EraseIn, EraseOut};
use super::registry::Registry;
use crate::derived::{UNKNOWN, by_variant, put_caught};
use crate::graph::Late;
use crate::hooks::{Refusal, refused};
use crate::traits::{BLOCK, Batches};
use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, Kind, OutputArchive, Scope, Serialize,
    Shape, Size, Step, Type,
};

/// The supertrait of every trait whose objects can be saved. It is implemented for every type that is `Any`.
///
/// ```
/// trait Entity: archive::Object {
///     fn name(&self) -> &str;
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the trait of `{Self}` is not an `archive::Object`",
    label = "its objects cannot be told apart",
    note = "make it a supertrait of the trait: `trait Entity: archive::Object`"
)]
pub trait Object: Any {
    /// Returns the object as `dyn Any`. Pointers are objects too, so write `(*pointer).as_any()`: `pointer.as_any()`
    /// returns the pointer itself.
    fn as_any(&self) -> &dyn Any;

    /// Returns the object as a mutable `dyn Any`; see [`as_any`](Self::as_any) about pointers.
    fn as_any_mut(&mut self) -> &mut dyn Any;

    #[doc(hidden)]
    fn __as_any(&self) -> (&dyn Any, &'static str);
}

#[diagnostic::do_not_recommend]
impl<T: Any> Object for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn __as_any(&self) -> (&dyn Any, &'static str) {
        (self, type_name::<Self>())
    }
}

/// A trait whose objects can be saved, such as `dyn Entity`; [`registry!`](crate::registry) implements it.
pub trait Classes: 'static {
    /// Returns the registry of the trait's classes.
    fn registry() -> &'static Registry<Self>;

    /// Lets `add` add classes to the registry. Returns `false` if the registry has already been used without them. It
    /// may be called again with the same classes, as each test of a game does.
    ///
    /// A class that joins (from a mod, for instance) does not change the trait's version. Files with a schema still
    /// load after the mod is removed: the objects of its classes go to the registry's `unknown` entry, or are an error
    /// if there is none. For a message, the error only says that the schemas differ. [`Registry::check`] reports keys
    /// and type names that two crates both use: call it once all have joined. For the history of a mod's own classes, see [`class!`](crate::class).
    #[must_use = "`false` says that the classes are not there"]
    fn join(add: fn(&mut Registry<Self>)) -> bool;
}

/// The size of a boxed object in rows.
pub const BOXED: Size = Size::POINTER;

/// The shape of a trait in archives.
#[must_use]
pub fn describe_class<T: ?Sized + Classes>() -> &'static Shape {
    // A completed registry always has a shape.
    T::registry().shape().unwrap_or(<Result<(), ()> as crate::Named>::SHAPE)
}

/// Saves an object.
///
/// # Errors
///
/// Fails if the archive or the object does, or if the object's class is not registered.
pub fn save_object<T: ?Sized + Classes, A: OutputArchive>(
    (object, ty): (&dyn Any, &'static str),
    archive: &mut A,
) -> Result<(), A::Error> {
    let registry = T::registry();
    registry.check_keys()?;
    let shape = describe_class::<T>();
    let Some((index, class)) = registry.class_of(object) else {
        return match registry.kept(object) {
            Some((index, held)) => put_caught(archive, shape, index, held),
            None => Err(not_registered(shape, ty).into()),
        };
    };
    let scope = archive.variant(shape, index)?;
    archive.field(&scope, 0, &Held { class, object })?;
    archive.end(scope)
}

/// Saves up to one batch of objects, grouped by class.
///
/// # Errors
///
/// Fails like [`save_object`].
pub fn save_objects<'v, T, S, A>(
    rows: &[&'v S],
    object: impl Fn(&'v S) -> (&'v dyn Any, &'static str),
    archive: &mut A,
) -> Result<(), A::Error>
where
    T: ?Sized + Classes,
    S: Serialize + 'v,
    A: Batches,
{
    let registry = T::registry();
    let class_of = |row: &'v S| registry.class_of(object(row).0).map(|(index, _)| index);
    // Objects without a class are retained ones or errors; they are saved one by one.
    if registry.check_keys().is_err() || rows.iter().any(|row| class_of(row).is_none()) {
        return archive.one_by_one(rows);
    }
    let (shape, index) = (describe_class::<T>(), |row| class_of(row).unwrap_or(usize::MAX));
    by_variant(archive, shape, rows, index, |archive: &mut A, variants| {
        for (index, class) in registry.classes().iter().enumerate() {
            let rows = variants.of(index);
            let (Some(first), Some(class)) = (rows.first(), &class.save) else { continue };
            let mut objects = [object(first).0; BLOCK];
            for (place, row) in objects.iter_mut().zip(rows) {
                *place = object(row).0;
            }
            let objects = objects.get(..rows.len()).unwrap_or_default();
            let scope = archive.variant_rows(shape, index)?;
            archive.begin_pointer()?;
            archive.class_rows(Step::Field(&scope, 0), &**class, objects)?;
            archive.end_pointer();
            archive.end_rows(scope)?;
        }
        Ok(())
    })
}

/// An object as the single field of its variant.
struct Held<'o> {
    class: &'o dyn SaveClass,
    object: &'o dyn Any,
}

impl Describe for Held<'_> {
    const TYPE: &'static Type = <() as Describe>::TYPE;
    const SIZE: Size = Size::ANY;
}

impl Serialize for Held<'_> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.begin_pointer()?;
        archive.class(self.class, self.object)?;
        archive.end_pointer();
        Ok(())
    }
}

/// Saves an object by shared code.
pub(crate) fn save_class<A: OutputArchive>(
    class: &dyn SaveClass,
    object: &dyn Any,
    archive: &mut A,
) -> Result<(), A::Error> {
    EraseOut::visit(archive, |archive| class.save(object, archive))
}

/// Loads an object of the class named in the archive.
///
/// # Errors
///
/// Fails if the archive or the object does, or if the class is not registered.
pub fn load_object<'a, T: ?Sized + Classes, A: InputArchive<'a>>(
    archive: &mut A,
) -> Result<Box<T>, A::Error> {
    let registry = T::registry();
    registry.check_keys()?;
    let scope = archive.variant(describe_class::<T>())?;
    if let Some(catch) = registry.catch.as_ref().filter(|_| scope.tag == UNKNOWN) {
        let held = archive.unknown(&scope)?;
        archive.end(scope)?;
        return Ok((catch.build)(held));
    }
    let found =
        registry.class(scope.tag).filter(|(_, class)| class.lifespan.contains(scope.version));
    let Some((index, class)) = found else {
        return Err(crate::private::unknown_tag(&scope).into());
    };
    let scope: Scope = scope.variant(index);
    let object = archive.class(Step::Field(&scope, 0), &*class.load)?;
    archive.end(scope)?;
    Ok(object)
}

/// A trait object as a value of its enum: the target of a pointer to it.
pub(crate) struct Boxed<T: ?Sized>(pub(crate) Box<T>);

impl<T: ?Sized + Classes> Describe for Boxed<T> {
    const TYPE: &'static Type =
        &Type { kind: Kind::Named(describe_class::<T>), memory: size_of::<Box<T>>() };
    // Tags are hashes, so they take four bytes.
    const SIZE: Size = Size::ANY.in_row(4, 1);
}

impl<'a, T: ?Sized + Classes> Deserialize<'a> for Boxed<T> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        load_object(archive).map(Self)
    }
}

/// Loads the object in a variant by shared code.
pub(crate) fn load_held<'a, T: ?Sized, A: InputArchive<'a>>(
    archive: &mut A,
    step: Step<'_>,
    class: &dyn LoadClass<T>,
) -> Result<Box<T>, A::Error> {
    archive.enter(step)?;
    archive.begin_pointer()?;
    let object = match EraseIn::visit(archive, |archive| class.load(archive)) {
        Ok(object) => object,
        Err(error) => return Err(archive.locate(error, step)),
    };
    archive.end_pointer();
    archive.leave();
    Ok(object)
}

/// Takes the links of a later copy of an object.
#[must_use]
pub fn relink_object<T: ?Sized + Classes>(object: &dyn Any, fresh: &mut dyn Any) -> bool {
    T::registry().class_of(object).is_none_or(|(_, class)| class.relink(object, fresh))
}

/// Empties the cells of an object, if requested. Late links are not set here; an object that lacks some is
/// read again.
pub fn put_late_in_object<T: ?Sized + Classes>(object: &dyn Any, late: &mut Late<'_>) {
    if !late.empties() {
        return;
    }
    if let Some((_, class)) = T::registry().class_of(object) {
        class.put_late(object, late);
    }
}

#[cold]
pub(super) fn refused_retired(key: &str, why: Refusal) -> Error {
    refused(ErrorKind::Convert, &format!("`into` refused the retired class `{key}`"), why)
}

#[cold]
fn not_registered(shape: &Shape, ty: &str) -> Error {
    let detail = format!("`{ty}` belongs to no class in the registry of `{}`", shape.name);
    Error::new(ErrorKind::Unrepresentable, detail)
        .with_help("add its type to the trait's `registry!`, or let its crate join")
}
