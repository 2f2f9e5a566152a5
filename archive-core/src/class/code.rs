//! The type-erased operations on the values of a class.

use alloc::boxed::Box;
use core::any::Any;
use core::marker::PhantomData;

use crate::graph::Late;
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::rows;
use crate::rows::{Failed, QuickReader, QuickWriter, Sizer, Today};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::traits::{BLOCK, OwnCode, uses_own_code};
use crate::weight::COUNTS;
use crate::{
    Context, Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Serialize, Step, columns,
};

/// Saves values of a class; by an archive's own code, if it has some.
pub trait SaveClass: Send + Sync {
    /// Saves a value by shared code, or traces it.
    fn save(
        &self,
        object: &dyn Any,
        archive: &mut dyn OutputArchive<Error = Error>,
    ) -> Result<(), Error>;

    /// Takes the links of a later copy of a value.
    fn relink(&self, object: &dyn Any, fresh: &mut dyn Any) -> bool;

    /// Sets late links in the cells of a value.
    fn put_late(&self, object: &dyn Any, late: &mut Late<'_>);

    /// Counts the bytes of a value as rows.
    fn measure(&self, _: &dyn Any, _: &mut Sizer<Today>) -> Result<(), Error> {
        Err(no_own_code())
    }

    /// Writes a value as rows.
    fn write_rows(&self, _: &dyn Any, _: &mut QuickWriter<'_>) -> Result<(), Failed> {
        Err(Failed)
    }

    /// Writes up to one batch of values into columns.
    fn write_columns(
        &self,
        _: &[&dyn Any],
        _: &mut columns::Writer<'_, Today>,
    ) -> Result<(), Error> {
        Err(no_own_code())
    }
}

/// Loads values of a class, live or retired, as trait objects; by an archive's own code, if it has some.
pub trait LoadClass<T: ?Sized>: Send + Sync {
    /// Loads a value by shared code, or by the own code of an archive with links.
    fn load<'a>(
        &self,
        archive: &mut (dyn InputArchive<'a, Error = Error> + '_),
    ) -> Result<Box<T>, Error>;

    /// Reads a value from rows. It is behind a pointer, where the reader decides which versions its code is for.
    fn read_rows<'a>(
        &self,
        _: Step<'_>,
        _: &mut QuickReader<'a, '_, true>,
    ) -> Result<Box<T>, Failed> {
        Err(Failed)
    }

    /// The same, from rows that were assembled from columns.
    fn read_columns<'a, 's: 'r, 'r>(
        &self,
        _: Step<'_>,
        _: &mut columns::TableReader<'a, 's, 'r, true>,
    ) -> Result<Box<T>, Failed> {
        Err(Failed)
    }
}

/// The error for a call that only archives with their own code make.
#[cold]
fn no_own_code() -> Error {
    Error::new(ErrorKind::Shape, "archives share the code of this class")
}

/// The operations on a live class.
pub(super) struct OfType<C>(pub(super) PhantomData<fn() -> C>);

impl<C: Serialize + for<'a> Deserialize<'a> + Any> SaveClass for OfType<C> {
    fn save(
        &self,
        object: &dyn Any,
        mut archive: &mut dyn OutputArchive<Error = Error>,
    ) -> Result<(), Error> {
        let Some(value) = object.downcast_ref::<C>() else { return Ok(()) };
        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        if uses_own_code() {
            if let Some(trace) = archive.trace() {
                return value.serialize(trace);
            }
        }
        value.serialize(&mut archive)
    }

    fn relink(&self, object: &dyn Any, fresh: &mut dyn Any) -> bool {
        match (object.downcast_ref::<C>(), fresh.downcast_mut::<C>()) {
            (Some(value), Some(fresh)) => Deserialize::relink(value, fresh),
            _ => false,
        }
    }

    fn put_late(&self, object: &dyn Any, late: &mut Late<'_>) {
        if let Some(value) = object.downcast_ref::<C>() {
            value.put_late_in_cells(late);
        }
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn measure(&self, object: &dyn Any, sizer: &mut Sizer<Today>) -> Result<(), Error> {
        object.downcast_ref::<C>().map_or(Ok(()), |value| value.serialize(sizer))
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn write_rows(&self, object: &dyn Any, writer: &mut QuickWriter<'_>) -> Result<(), Failed> {
        let value = object.downcast_ref::<C>().ok_or(Failed)?;
        writer.apart(|writer| writer.part(Step::Element(0), value))
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn write_columns(
        &self,
        objects: &[&dyn Any],
        writer: &mut columns::Writer<'_, Today>,
    ) -> Result<(), Error> {
        let Some(any) = objects.first().and_then(|object| object.downcast_ref::<C>()) else {
            return Ok(());
        };
        let mut values = [any; BLOCK];
        for (place, object) in values.iter_mut().zip(objects) {
            *place = object.downcast_ref().unwrap_or(any);
        }
        writer.rows(values.get(..objects.len()).unwrap_or_default())
    }
}

/// Loads a value of a class, live or retired, and makes it a trait object.
pub(super) struct AsObject<C, F> {
    /// Makes the object from the value and the context.
    object: F,
    of: PhantomData<fn() -> C>,
}

impl<C, F> AsObject<C, F> {
    pub(super) fn new<T: ?Sized>(object: F) -> Self
    where
        F: Fn(Box<C>, &mut Context<'_>) -> Result<Box<T>, Error>,
    {
        Self { object, of: PhantomData }
    }
}

impl<C, T, F> LoadClass<T> for AsObject<C, F>
where
    C: for<'a> Deserialize<'a>,
    T: ?Sized,
    F: Fn(Box<C>, &mut Context<'_>) -> Result<Box<T>, Error> + Send + Sync,
{
    fn load<'a>(
        &self,
        mut archive: &mut (dyn InputArchive<'a, Error = Error> + '_),
    ) -> Result<Box<T>, Error> {
        archive.claim(1, size_of::<C>().saturating_add(COUNTS))?;
        let value = held::<C>(&mut archive)?;
        archive.context().convert(|context| (self.object)(Box::new(value), context))
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn read_rows<'a>(
        &self,
        step: Step<'_>,
        reader: &mut QuickReader<'a, '_, true>,
    ) -> Result<Box<T>, Failed> {
        read(&self.object, step, reader)
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn read_columns<'a, 's: 'r, 'r>(
        &self,
        step: Step<'_>,
        reader: &mut columns::TableReader<'a, 's, 'r, true>,
    ) -> Result<Box<T>, Failed> {
        read(&self.object, step, reader)
    }
}

/// Reads the value behind a pointer, and makes it a trait object.
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
#[inline(always)]
fn read<'a, C: Deserialize<'a>, T: ?Sized, A: InputArchive<'a>>(
    object: impl Fn(Box<C>, &mut Context<'_>) -> Result<Box<T>, Error>,
    step: Step<'_>,
    archive: &mut A,
) -> Result<Box<T>, A::Error> {
    // The object may be moved into an `Rc` or `Arc`, which also stores reference counts.
    archive.claim(1, COUNTS)?;
    let value = archive.part(step)?;
    Ok(archive.context().convert(|context| object(value, context))?)
}

/// Builds a value that was entered; by the archive's own code if it reads links.
fn held<'a, C: Deserialize<'a>>(
    archive: &mut &mut (dyn InputArchive<'a, Error = Error> + '_),
) -> Result<C, Error> {
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    if uses_own_code() {
        let mut own = OwnHeld(None);
        if archive.to_own_code(&mut own) {
            return own.0.unwrap_or_else(|| Err(no_own_code()));
        }
    }
    archive.held()
}

/// Uses the archive's own code to build a value that was entered.
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
struct OwnHeld<C>(Option<Result<C, Error>>);

#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
impl<'a, C: Deserialize<'a>> OwnCode<'a> for OwnHeld<C> {
    fn with_rows(&mut self, archive: &mut rows::Reader<'a, '_, '_>) {
        self.0 = Some(archive.held());
    }

    fn with_columns(&mut self, archive: &mut columns::Reader<'a, '_, '_, '_>) {
        self.0 = Some(archive.held());
    }
}
