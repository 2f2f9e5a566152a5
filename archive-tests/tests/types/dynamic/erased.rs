//! `&mut dyn OutputArchive` and `&mut dyn InputArchive` are archives: one compiled copy of a type's
//! code works with all of them, and writes the same bytes.

use archive::{
    Archive, Deserialize, Error, ErrorKind, InputArchive, Layout, Options, OutputArchive,
    Serialize, VersionTable,
};
use archive_tests::erased::Erased;

use super::values::{World, heap, world};

/// Not generic over the archive, so it is compiled once for each `T`.
fn save<T: Serialize>(
    value: &T,
    archive: &mut dyn OutputArchive<Error = Error>,
) -> Result<(), Error> {
    let mut archive = archive;
    value.serialize(&mut archive)
}

fn load<'a, T: Deserialize<'a>>(
    archive: &mut dyn InputArchive<'a, Error = Error>,
) -> Result<T, Error> {
    let mut archive = archive;
    T::deserialize(&mut archive)
}

fn the_same_either_way<T: Archive + Clone>(value: &T, equal: impl Fn(&T, &T) -> bool) {
    for options in [Options::file(), Options::file().layout(Layout::Rows), Options::message()] {
        let bytes = options.to_vec(value).unwrap();
        let erased = Erased(value.clone());
        assert_eq!(options.to_vec(&erased).unwrap(), bytes);
        assert_eq!(options.encoded_len(&erased).unwrap(), bytes.len());
        assert!(equal(&options.from_slice::<Erased<T>>(&bytes).unwrap().0, value));
        assert!(equal(&options.from_slice::<T>(&bytes).unwrap(), value));
    }
}

#[test]
fn bytes_and_values_are_the_same() {
    the_same_either_way(&world(), PartialEq::eq);
    the_same_either_way(&heap(), |a, b| a.clone().into_sorted_vec() == b.clone().into_sorted_vec());
}

#[test]
fn functions_that_are_not_generic_take_any_archive() {
    let mut counter = super::counting::Counter::default();
    save(&world(), &mut counter).unwrap();
    let mut direct = super::counting::Counter::default();
    world().serialize(&mut direct).unwrap();
    assert_eq!(counter, direct);
    assert_eq!(load::<Vec<u16>>(&mut super::counting::Ones).unwrap(), [1, 1]);
}

#[test]
fn an_older_version_is_the_same_either_way() {
    let mut world = world();
    world.boxed = Box::new(7);
    let first =
        VersionTable::new().with("World", 1).with("Place", 1).with("Point", 1).with("Event", 1);
    let options = Options::message().write_for(&first);
    // The removed field has no default, so the error has its path.
    let direct = options.to_vec(&world).unwrap_err();
    let erased = options.to_vec(&Erased(world)).unwrap_err();
    assert_eq!((erased.kind(), erased.path()), (direct.kind(), direct.path()));
    assert_eq!(direct.path(), "mode");
}

/// An error without its offset, which is less exact in type-erased archives.
fn essence(error: Error) -> (ErrorKind, String, String) {
    assert!(error.offset().is_some());
    (error.kind(), error.path().to_owned(), error.detail().to_owned())
}

#[test]
fn errors_are_the_same_either_way() {
    let bytes = Options::message().to_vec(&world()).unwrap();
    for at in 10..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x80;
        let direct = archive::from_slice::<World>(&bytes).map_err(essence);
        let erased = archive::from_slice::<Erased<World>>(&bytes).map_err(essence);
        assert_eq!(erased.map(|erased| erased.0).err(), direct.err(), "byte {at}");
    }
}
