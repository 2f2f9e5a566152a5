//! How a value behind a trait is saved and loaded.

use alloc::boxed::Box;
use alloc::format;
use core::any::{Any, type_name};

use super::erase::{EraseIn, EraseOut};
use super::registry::Registry;
use crate::derived::{UNKNOWN, put_caught};
use crate::hooks::{Converter, refused};
use crate::weight::COUNTS;
use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Scope, Serialize, Shape,
    Size, Step, Type,
};

/// What a trait asks of its types, so that its objects can be saved: nothing that they do not have.
///
/// ```
/// use archive_core as archive;
///
/// trait Entity: archive::Object {
///     fn name(&self) -> &str;
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the trait of `{Self}` is no `archive::Object`",
    label = "its objects cannot be told apart",
    note = "let the trait have it for a supertrait: `trait Entity: archive::Object`"
)]
pub trait Object: Any {
    /// The object as its own type. Pointers are objects, too: behind one, ask for `(*pointer).as_any()`, as
    /// `pointer.as_any()` is the pointer.
    fn as_any(&self) -> &dyn Any;

    /// The object as its own type, to be changed; behind a pointer as [`as_any`](Self::as_any).
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

/// A trait whose objects can be saved: `dyn Entity`, once [`registry!`](crate::registry) has named its
/// types.
pub trait Classes: 'static {
    /// Its types.
    fn registry() -> &'static Registry<Self>;

    /// Adds what a function adds to the registry, before it is first used; `false` if it was.
    ///
    /// A class that joins, with a mod perhaps, is no change of the trait's versions: files with a schema that were
    /// saved before are loaded as ever. Those that were saved with a class which is gone, as its mod is, are loaded by
    /// [`Newer::Accept`](crate::Newer::Accept), and what stands for unknown classes in the registry takes its objects.
    /// Messages tell only that something differs.
    fn join(add: fn(&mut Registry<Self>)) -> bool;
}

/// The shape that a trait has in archives.
#[must_use]
pub fn describe_class<T: ?Sized + Classes>() -> &'static Shape {
    // It is made with the registry.
    T::registry().shape().unwrap_or(<Result<(), ()> as crate::Named>::SHAPE)
}

/// Saves an object.
///
/// # Errors
///
/// Those of the archive and of the object; and an object whose class is not registered.
pub fn save_object<T: ?Sized + Classes, A: OutputArchive>(
    (object, ty): (&dyn Any, &'static str),
    archive: &mut A,
) -> Result<(), A::Error> {
    let registry = T::registry();
    registry.check()?;
    let Some((index, class)) = registry.class_of(object) else {
        if let Some((index, held)) = registry.kept(object) {
            return put_caught(archive, describe_class::<T>(), index, held);
        }
        return Err(not_registered(describe_class::<T>(), ty).into());
    };
    let Some(save) = class.save else {
        return Err(not_registered(describe_class::<T>(), ty).into());
    };
    let scope = archive.variant(describe_class::<T>(), index)?;
    archive.field(&scope, 0, &Erased(&|archive| save(object, archive)))?;
    archive.end(scope)
}

/// A value that a function saves.
struct Erased<'f>(&'f dyn Fn(&mut dyn OutputArchive<Error = Error>) -> Result<(), Error>);

impl Describe for Erased<'_> {
    const TYPE: &'static Type = <() as Describe>::TYPE;
    const SIZE: Size = Size::ANY;
}

impl Serialize for Erased<'_> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.begin_pointer()?;
        EraseOut::visit(archive, self.0)?;
        archive.end_pointer();
        Ok(())
    }
}

/// Builds an object of the class that the archive names.
///
/// # Errors
///
/// Those of the archive and of the object; and a class that is not registered.
pub fn load_object<'a, T: ?Sized + Classes, A: InputArchive<'a>>(
    archive: &mut A,
) -> Result<Box<T>, A::Error> {
    let registry = T::registry();
    registry.check()?;
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
    let step = Step::Field(&scope, 0);
    archive.enter(step)?;
    archive.begin_pointer()?;
    let object = match EraseIn::visit(archive, class.load) {
        Ok(object) => object,
        Err(error) => return Err(archive.locate(error, step)),
    };
    archive.end_pointer();
    archive.leave();
    archive.end(scope)?;
    Ok(object)
}

/// Builds a value of a class.
///
/// # Errors
///
/// Those of the archive and of the value.
pub fn load_class<'a, C: Deserialize<'a>>(
    mut archive: &mut dyn InputArchive<'a, Error = Error>,
) -> Result<C, Error> {
    let archive = &mut archive;
    archive.claim(1, size_of::<C>().saturating_add(COUNTS))?;
    archive.held()
}

/// Loads a value of a class that is gone, and makes it what it is today.
///
/// # Errors
///
/// As [`load_class`], and those of the function.
pub fn load_retired<'a, C, T, R, M, F>(
    mut archive: &mut dyn InputArchive<'a, Error = Error>,
    into: F,
) -> Result<Box<T>, Error>
where
    C: Deserialize<'a>,
    T: ?Sized,
    F: Converter<C, Box<T>, R, M>,
{
    let value = load_class(&mut archive)?;
    let made = into.call(value, &mut archive.context());
    made.map_err(|why| refused(ErrorKind::Convert, "`into` refused a retired class", &why))
}

/// Takes links over from a later copy of an object.
#[must_use]
pub fn relink_object<T: ?Sized + Classes>(object: &dyn Any, fresh: &mut dyn Any) -> bool {
    match T::registry().class_of(object) {
        Some((_, class)) => (class.relink)(object, fresh),
        None => true,
    }
}

#[cold]
fn not_registered(shape: &Shape, ty: &str) -> Error {
    let detail = format!("`{ty}` is of no class of the registry of `{}`", shape.name);
    Error::new(ErrorKind::Unrepresentable, detail)
        .with_help("name its type in the trait's `registry!`, or let its crate join")
}
