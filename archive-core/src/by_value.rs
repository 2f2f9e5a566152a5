//! Fields whose shared pointers are saved by value: `#[archive(by_value)]`.

use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::graph::{Share, ShareLoad};
use crate::traits::granted;
use crate::{
    Describe, Deserialize, InputArchive, Kind, MinSize, OutputArchive, Serialize, Size, Step, Type,
};

/// A value that is saved with each owner, as if it were not shared.
#[derive(Clone, Debug)]
pub struct ByValue<T>(T);

/// The stored form of a value: clones the pointers, not their targets.
pub fn to_stored<T: InPlace>(value: &T) -> ByValue<T> {
    ByValue(value.clone())
}

/// The value of a stored form.
pub fn from_stored<T>(stored: ByValue<T>) -> T {
    stored.0
}

/// An `Rc` or `Arc`, or an option or list of them.
pub trait InPlace: Clone {
    /// The type of the stored form.
    const TYPE: &'static Type;

    /// Saves the value.
    ///
    /// # Errors
    ///
    /// Fails if the archive or the value does.
    fn save<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error>;
}

/// An [`InPlace`] type that can be loaded.
pub trait LoadInPlace<'a>: InPlace {
    /// Builds the value.
    ///
    /// # Errors
    ///
    /// Fails if the archive or the value does.
    fn load<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error>;
}

impl<T: InPlace> Describe for ByValue<T> {
    const TYPE: &'static Type = T::TYPE;
    const SIZE: Size = Size::ANY;
}

impl<T: InPlace> Serialize for ByValue<T> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        self.0.save(archive)
    }
}

impl<'a, T: LoadInPlace<'a>> Deserialize<'a> for ByValue<T> {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        T::load(archive).map(Self)
    }
}

macro_rules! pointers {
    ($($pointer:ident $into:ident;)*) => {$(
        impl<T: ?Sized + Share + Serialize> InPlace for $pointer<T> {
            const TYPE: &'static Type =
                &Type { kind: Kind::Boxed(T::SHARED), memory: size_of::<Self>() };

            fn save<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                archive.begin_pointer()?;
                (**self).serialize(archive)?;
                archive.end_pointer();
                Ok(())
            }
        }

        impl<'a, T: ?Sized + ShareLoad<'a> + Serialize> LoadInPlace<'a> for $pointer<T> {
            fn load<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                archive.begin_pointer()?;
                let parts = T::load(archive)?;
                archive.end_pointer();
                Ok(T::$into(parts))
            }
        }
    )*};
}
pointers! {
    Rc into_rc;
    Arc into_arc;
}

/// In a view, which is only saved.
impl<T: InPlace> InPlace for &T {
    const TYPE: &'static Type = T::TYPE;

    fn save<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        (**self).save(archive)
    }
}

impl<T: InPlace> InPlace for Option<T> {
    const TYPE: &'static Type = &Type { kind: Kind::Option(T::TYPE), memory: size_of::<Self>() };

    fn save<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.option(self.is_some())?;
        self.as_ref().map_or(Ok(()), |value| value.save(archive))
    }
}

impl<'a, T: LoadInPlace<'a>> LoadInPlace<'a> for Option<T> {
    fn load<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        if archive.option()? { T::load(archive).map(Some) } else { Ok(None) }
    }
}

impl<T: InPlace> InPlace for Vec<T> {
    const TYPE: &'static Type = &Type { kind: Kind::List(T::TYPE), memory: size_of::<Self>() };

    fn save<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.begin_list(self.len())?;
        for (index, value) in self.iter().enumerate() {
            let step = Step::Element(index);
            archive.enter(step)?;
            value.save(archive).map_err(|error| archive.locate(error, step))?;
            archive.leave();
        }
        archive.end_list();
        Ok(())
    }
}

impl<'a, T: LoadInPlace<'a>> LoadInPlace<'a> for Vec<T> {
    fn load<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let len = archive.begin_list(MinSize::ANY)?;
        let mut values = granted(archive, len)?;
        for index in 0..len {
            let step = Step::Element(index);
            archive.enter(step)?;
            values.push(T::load(archive).map_err(|error| archive.locate(error, step))?);
            archive.leave();
        }
        archive.end_list();
        Ok(values)
    }
}
