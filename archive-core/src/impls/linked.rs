//! Sequences that are not contiguous in memory, such as `LinkedList`.

use alloc::collections::LinkedList;
use core::marker::PhantomData;

use crate::graph::Late;
use crate::{Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Type};

/// The memory of a node: the value and two pointers.
const fn node<T>() -> usize {
    size_of::<([usize; 2], T)>()
}

/// A type with the memory of a node, for the limit on memory per input byte. It is no pointer, as elements are read like
/// those of any list: first all of them, then their nodes.
struct Nodes<T>(PhantomData<T>);

impl<T: Describe> Nodes<T> {
    const NODE: &'static Type =
        &Type { kind: T::TYPE.kind, memory: size_of::<T>().saturating_add(node::<T>()) };
    const BYTES: &'static Type = &Type { kind: T::SEQUENCE, memory: node::<T>() };

    const LIST: Kind = match T::SEQUENCE {
        Kind::List(_) => Kind::List(Self::NODE),
        _ => Kind::Boxed(Self::BYTES),
    };
}

impl<T: Describe> Describe for LinkedList<T> {
    const TYPE: &'static Type = &Type { kind: Nodes::<T>::LIST, memory: size_of::<Self>() };
    const SIZE: Size = Size::LIST;
}

impl<T: Serialize> Serialize for LinkedList<T> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        T::serialize_each(self.iter(), archive)
    }
}

impl<'a, T: Deserialize<'a>> Deserialize<'a> for LinkedList<T> {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let values = T::deserialize_vec(archive)?;
        archive.claim(values.len(), node::<T>())?;
        Ok(values.into_iter().collect())
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        self.len() == fresh.len()
            && self.iter().zip(fresh.iter_mut()).all(|(value, fresh)| value.relink(fresh))
    }

    fn put_late(&mut self, late: &mut Late<'_>) {
        if late.empties() {
            self.clear();
        }
    }

    fn put_late_in_cells(&self, late: &mut Late<'_>) {
        self.iter().for_each(|value| value.put_late_in_cells(late));
    }
}
