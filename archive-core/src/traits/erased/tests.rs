//! Tests of values saved and loaded through type-erased archives.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::{Describe, Options, Type, from_slice, to_vec};

/// A value that is saved and loaded through type-erased archives.
#[derive(Debug, PartialEq)]
struct Erased<T>(T);

impl<T: Describe> Describe for Erased<T> {
    const TYPE: &'static Type = T::TYPE;
}

impl<T: Serialize> Serialize for Erased<T> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        self.0.serialize(&mut (archive as &mut dyn OutputArchive<Error = A::Error>))
    }
}

impl<'a, T: Deserialize<'a>> Deserialize<'a> for Erased<T> {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        T::deserialize(&mut (archive as &mut dyn InputArchive<'a, Error = A::Error>)).map(Self)
    }
}

type Mixed = (Vec<u32>, BTreeMap<String, Option<u8>>, Result<[i16; 2], char>, Vec<u8>, (bool, f64));

fn mixed() -> Mixed {
    let map = BTreeMap::from([("a".into(), None), ("b".into(), Some(1))]);
    (vec![1, 2], map, Ok([3, 4]), vec![5], (true, 0.5))
}

#[test]
fn an_erased_archive_takes_and_gives_the_same_bytes() {
    let bytes = to_vec(&mixed()).unwrap();
    assert_eq!(to_vec(&Erased(mixed())).unwrap(), bytes);
    assert_eq!(from_slice::<Erased<Mixed>>(&bytes).unwrap(), Erased(mixed()));
}

#[test]
fn an_erased_archive_knows_where_it_failed() {
    let mut bytes = Options::message().to_vec(&vec![true, true]).unwrap();
    *bytes.last_mut().unwrap() = 2;
    let direct = from_slice::<Vec<bool>>(&bytes).unwrap_err();
    let erased = from_slice::<Erased<Vec<bool>>>(&bytes).unwrap_err();
    assert_eq!((erased.path(), erased.offset()), (direct.path(), direct.offset()));
    assert_eq!(erased.path(), "[1]");
}
