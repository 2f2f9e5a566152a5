//! What is done with values of a class, whose type only these functions know.

use alloc::boxed::Box;
use core::any::Any;
use core::marker::PhantomData;

use super::object::{load_class, refused_retired};
use crate::graph::Trace;
use crate::hooks::Converter;
use crate::rows::{Failed, QuickReader, QuickWriter, Sizer, Today};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::weight::COUNTS;
use crate::{
    Context, Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Serialize, Step, columns,
    rows,
};

/// Saves values of a class, by code of an archive's own where there is some.
pub trait SaveClass: Send + Sync {
    /// Saves a value by the code that archives share.
    fn save(
        &self,
        object: &dyn Any,
        archive: &mut dyn OutputArchive<Error = Error>,
    ) -> Result<(), Error>;

    /// Takes links over from a later copy of a value.
    fn relink(&self, object: &dyn Any, fresh: &mut dyn Any) -> bool;

    /// Counts the bytes of a value in rows.
    fn measure(&self, _: &dyn Any, _: &mut Sizer<Today>) -> Result<(), Error> {
        Err(no_own_code())
    }

    /// Writes a value to rows.
    fn write_rows(&self, _: &dyn Any, _: &mut QuickWriter<'_>) -> Result<(), Failed> {
        Err(Failed)
    }

    /// Finds what a value leads to.
    fn trace(&self, _: &dyn Any, _: &mut Trace) -> Result<(), Error> {
        Err(no_own_code())
    }

    /// Takes values apart into columns, at most as many as make a block.
    fn write_columns(
        &self,
        _: &[&dyn Any],
        _: &mut columns::Writer<'_, Today>,
    ) -> Result<(), Error> {
        Err(no_own_code())
    }
}

/// Loads values of a class, or of one that is gone, as objects of a trait; by code of an archive's own where there is some.
pub trait LoadClass<T: ?Sized>: Send + Sync {
    /// Builds a value by the code that archives share.
    fn load<'a>(
        &self,
        archive: &mut (dyn InputArchive<'a, Error = Error> + '_),
    ) -> Result<Box<T>, Error>;

    /// Reads a value from rows of today's versions.
    fn read_rows<'a>(
        &self,
        _: Step<'_>,
        _: &mut QuickReader<'a, '_, true>,
    ) -> Result<Box<T>, Failed> {
        Err(Failed)
    }

    /// The same, of other versions.
    fn read_past_rows<'a>(
        &self,
        _: Step<'_>,
        _: &mut QuickReader<'a, '_, false>,
    ) -> Result<Box<T>, Failed> {
        Err(Failed)
    }

    /// Reads a value from rows that were put together from columns.
    fn read_columns<'a, 's: 'r, 'r>(
        &self,
        _: Step<'_>,
        _: &mut columns::TableReader<'a, 's, 'r, true>,
    ) -> Result<Box<T>, Failed> {
        Err(Failed)
    }

    /// The same, of other versions.
    fn read_past_columns<'a, 's: 'r, 'r>(
        &self,
        _: Step<'_>,
        _: &mut columns::TableReader<'a, 's, 'r, false>,
    ) -> Result<Box<T>, Failed> {
        Err(Failed)
    }

    /// Reads a value from rows that have links.
    fn read_linked_rows<'a>(
        &self,
        _: Step<'_>,
        _: &mut rows::Reader<'a, '_, '_>,
    ) -> Result<Box<T>, Error> {
        Err(no_own_code())
    }

    /// Reads a value from columns that have links.
    fn read_linked_columns<'a>(
        &self,
        _: Step<'_>,
        _: &mut columns::Reader<'a, '_, '_, '_>,
    ) -> Result<Box<T>, Error> {
        Err(no_own_code())
    }
}

/// An archive without code of its own asks for it.
#[cold]
fn no_own_code() -> Error {
    Error::new(ErrorKind::Shape, "archives share the code of this class")
}

/// The class of a type.
pub(super) struct OfType<C>(pub(super) PhantomData<fn() -> C>);

impl<C: Serialize + for<'a> Deserialize<'a> + Any> SaveClass for OfType<C> {
    fn save(
        &self,
        object: &dyn Any,
        mut archive: &mut dyn OutputArchive<Error = Error>,
    ) -> Result<(), Error> {
        match object.downcast_ref::<C>() {
            Some(value) => value.serialize(&mut archive),
            None => Ok(()),
        }
    }

    fn relink(&self, object: &dyn Any, fresh: &mut dyn Any) -> bool {
        match (object.downcast_ref::<C>(), fresh.downcast_mut::<C>()) {
            (Some(value), Some(fresh)) => Deserialize::relink(value, fresh),
            _ => false,
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
    fn trace(&self, object: &dyn Any, trace: &mut Trace) -> Result<(), Error> {
        object.downcast_ref::<C>().map_or(Ok(()), |value| value.serialize(trace))
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
        let mut values = [any; crate::traits::BLOCK];
        for (place, object) in values.iter_mut().zip(objects) {
            *place = object.downcast_ref().unwrap_or(any);
        }
        writer.rows(values.get(..objects.len()).unwrap_or_default())
    }
}

/// What makes a value of a class an object.
pub(super) struct AsObject<C, T: ?Sized>(pub(super) fn(Box<C>) -> Box<T>);

/// What is converted, and the converter with its own parameters.
type Conversion<C, F, R, M> = PhantomData<fn() -> (C, F, R, M)>;

/// What makes a value of a class that is gone an object, by a function that another gives.
pub(super) struct Retired<C, G, F, R, M> {
    pub(super) key: &'static str,
    pub(super) into: G,
    pub(super) of: Conversion<C, F, R, M>,
}

impl<C, G: Fn() -> F, F, R, M> Retired<C, G, F, R, M> {
    fn object<T: ?Sized>(&self, value: C, mut context: Context<'_>) -> Result<Box<T>, Error>
    where
        F: Converter<C, Box<T>, R, M>,
    {
        (self.into)().call(value, &mut context).map_err(|why| refused_retired(self.key, &why))
    }
}

/// How both are read by code of an archive's own.
macro_rules! own_code {
    () => {
        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        fn read_rows<'a>(
            &self,
            step: Step<'_>,
            reader: &mut QuickReader<'a, '_, true>,
        ) -> Result<Box<T>, Failed> {
            self.read(step, reader)
        }

        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        fn read_past_rows<'a>(
            &self,
            step: Step<'_>,
            reader: &mut QuickReader<'a, '_, false>,
        ) -> Result<Box<T>, Failed> {
            self.read(step, reader)
        }

        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        fn read_columns<'a, 's: 'r, 'r>(
            &self,
            step: Step<'_>,
            reader: &mut columns::TableReader<'a, 's, 'r, true>,
        ) -> Result<Box<T>, Failed> {
            self.read(step, reader)
        }

        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        fn read_past_columns<'a, 's: 'r, 'r>(
            &self,
            step: Step<'_>,
            reader: &mut columns::TableReader<'a, 's, 'r, false>,
        ) -> Result<Box<T>, Failed> {
            self.read(step, reader)
        }

        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        fn read_linked_rows<'a>(
            &self,
            step: Step<'_>,
            reader: &mut rows::Reader<'a, '_, '_>,
        ) -> Result<Box<T>, Error> {
            self.read(step, reader)
        }

        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        fn read_linked_columns<'a>(
            &self,
            step: Step<'_>,
            reader: &mut columns::Reader<'a, '_, '_, '_>,
        ) -> Result<Box<T>, Error> {
            self.read(step, reader)
        }
    };
}

#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
impl<C: for<'a> Deserialize<'a>, T: ?Sized> AsObject<C, T> {
    #[inline(always)]
    fn read<'a, A: InputArchive<'a>>(
        &self,
        step: Step<'_>,
        archive: &mut A,
    ) -> Result<Box<T>, A::Error> {
        // An object has counts beside it if it becomes a shared one.
        archive.claim(1, COUNTS)?;
        archive.part::<Box<C>>(step).map(self.0)
    }
}

#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
impl<C: for<'a> Deserialize<'a>, G: Fn() -> F, F, R, M> Retired<C, G, F, R, M> {
    #[inline(always)]
    fn read<'a, T, A: InputArchive<'a>>(
        &self,
        step: Step<'_>,
        archive: &mut A,
    ) -> Result<Box<T>, A::Error>
    where
        T: ?Sized,
        F: Converter<C, Box<T>, R, M>,
    {
        archive.claim(1, COUNTS)?;
        let value = archive.part::<Box<C>>(step)?;
        Ok(self.object(*value, archive.context())?)
    }
}

impl<C, T> LoadClass<T> for AsObject<C, T>
where
    C: for<'a> Deserialize<'a> + 'static,
    T: ?Sized + 'static,
{
    fn load<'a>(
        &self,
        archive: &mut (dyn InputArchive<'a, Error = Error> + '_),
    ) -> Result<Box<T>, Error> {
        load_class(archive).map(|value| self.0(Box::new(value)))
    }

    own_code!();
}

impl<C, T, G, F, R, M> LoadClass<T> for Retired<C, G, F, R, M>
where
    C: for<'a> Deserialize<'a>,
    T: ?Sized,
    G: Fn() -> F + Send + Sync,
    F: Converter<C, Box<T>, R, M>,
{
    fn load<'a>(
        &self,
        mut archive: &mut (dyn InputArchive<'a, Error = Error> + '_),
    ) -> Result<Box<T>, Error> {
        let value = load_class(&mut archive)?;
        self.object(value, archive.context())
    }

    own_code!();
}
