//! Messages without headers load like the same bytes after a header.

use archive::{Archive, Options, VersionTable};
use archive_tests::hostile::{Bounds, FREE};
use archive_tests::memory::peak;

use crate::mutation::Chance;
use crate::shapes::{self, Item, Library, Maps, Pointers, Tree};

fn check<T: Archive>(value: &T, chance: &mut Chance) {
    let plain = Options::message();
    let agreed = Options::message().agreed(&VersionTable::of::<T>().unwrap());
    let (whole, body) = (plain.to_vec(value).unwrap(), agreed.to_vec(value).unwrap());
    let (header, rest) = whole.split_at(whole.len() - body.len());
    assert_eq!(rest, body);
    agreed.from_slice::<T>(&body).unwrap();
    let again = |result: Result<T, archive::Error>| match result {
        Ok(value) => Ok(plain.to_vec(&value).unwrap()),
        Err(error) => {
            let at = error.offset().map(|at| at - header.len() as u64);
            Err((error.kind(), error.path().to_owned(), at))
        }
    };
    for _ in 0..1_000 {
        let mut bytes = body.clone();
        chance.mutate(&mut bytes, 0);
        let behind = again(plain.from_slice::<T>(&[header, &bytes].concat()));
        let (alone, memory) = peak(|| agreed.from_slice::<T>(&bytes));
        let bound = 2 * FREE + Bounds::of::<T>().rows(bytes.len());
        assert!(memory <= bound, "{memory} of {bound} bytes");
        let alone = match alone {
            Ok(value) => Ok(plain.to_vec(&value).unwrap()),
            Err(error) => Err((error.kind(), error.path().to_owned(), error.offset())),
        };
        assert_eq!(alone, behind, "{bytes:?}");
    }
}

#[test]
fn a_message_without_a_header_is_read_as_one_with_it() {
    let mut chance = Chance(0xa9ee);
    check(&shapes::items(), &mut chance);
    check::<Maps>(&shapes::maps(), &mut chance);
    check::<Tree>(&shapes::tree(), &mut chance);
    check::<Pointers>(&shapes::pointers(), &mut chance);
    check::<Library>(&shapes::library(), &mut chance);
    check::<Option<Item>>(&None, &mut chance);
}
