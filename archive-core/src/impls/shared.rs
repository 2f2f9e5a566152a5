//! `Rc` and `Arc`: each owner saves the value, until identity is kept.

use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::weight::COUNTS;
use crate::{Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Type};

/// What shares text or a sequence: `memory` is that of one element, since values are loaded
/// into memory of their own and then copied behind the counts.
const fn unsized_type(kind: Kind, memory: usize) -> Type {
    Type { kind, memory }
}

macro_rules! describe_and_save {
    ($($shared:ident [$($generic:ident)?] $target:ty, $inner:expr;)*) => {$(
        impl$(<$generic: Describe + 'static>)? Describe for $shared<$target> {
            const TYPE: &'static Type =
                &Type { kind: Kind::Shared($inner), memory: size_of::<Self>() };
            const SIZE: Size = Size::POINTER;
        }
        impl$(<$generic: Serialize + 'static>)? Serialize for $shared<$target> {
            #[inline(always)]
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                archive.begin_pointer()?;
                (**self).serialize(archive)?;
                archive.end_pointer();
                Ok(())
            }
        }
    )*};
}
describe_and_save! {
    Rc [T] T, T::TYPE;
    Arc [T] T, T::TYPE;
    Rc [] str, str::TYPE;
    Arc [] str, str::TYPE;
    Rc [T] [T], &unsized_type(T::SEQUENCE, size_of::<T>());
    Arc [T] [T], &unsized_type(T::SEQUENCE, size_of::<T>());
}

macro_rules! load {
    ($($shared:ident [$($generic:ident)?] $target:ty, $archive:ident => $value:expr;)*) => {$(
        impl<'a, $($generic: Deserialize<'a> + 'static)?> Deserialize<'a> for $shared<$target> {
            #[inline(always)]
            fn deserialize<A: InputArchive<'a>>($archive: &mut A) -> Result<Self, A::Error> {
                $archive.begin_pointer()?;
                let value = $value;
                $archive.end_pointer();
                Ok(Self::from(value))
            }
        }
    )*};
}
load! {
    Rc [T] T, archive => one::<T, A>(archive)?;
    Arc [T] T, archive => one::<T, A>(archive)?;
    Rc [] str, archive => text(archive)?;
    Arc [] str, archive => text(archive)?;
    Rc [T] [T], archive => many::<T, A>(archive)?;
    Arc [T] [T], archive => many::<T, A>(archive)?;
}

/// A value that will be moved behind the counts of its owners.
#[inline(always)]
fn one<'a, T: Deserialize<'a>, A: InputArchive<'a>>(archive: &mut A) -> Result<T, A::Error> {
    archive.claim(1, size_of::<T>().saturating_add(COUNTS))?;
    archive.held()
}

/// Text that will be copied behind the counts of its owners.
fn text<'a, A: InputArchive<'a>>(archive: &mut A) -> Result<alloc::borrow::Cow<'a, str>, A::Error> {
    let text = archive.str()?;
    archive.claim(1, text.len().saturating_add(COUNTS))?;
    Ok(text)
}

/// Values that will be moved behind the counts of their owners.
fn many<'a, T: Deserialize<'a>, A: InputArchive<'a>>(archive: &mut A) -> Result<Vec<T>, A::Error> {
    let values = T::deserialize_vec(archive)?;
    archive.claim(1, size_of_val(values.as_slice()).saturating_add(COUNTS))?;
    Ok(values)
}
