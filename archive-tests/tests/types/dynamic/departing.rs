//! Impls that contradict what they declare cause errors, never panics.

use std::cell::Cell;
use std::fmt::Debug;

use archive::{
    Archive, Describe, Deserialize, ErrorKind, InputArchive, Layout, Options, OutputArchive,
    Serialize, Size, Type,
};

/// Declares `SIZE` bytes, but writes and reads `ACTUAL` of them.
#[derive(Debug, PartialEq, Clone, Copy)]
struct Liar<const SIZE: usize, const ACTUAL: usize>;

impl<const SIZE: usize, const ACTUAL: usize> Describe for Liar<SIZE, ACTUAL> {
    const TYPE: &'static Type = <[u8; SIZE]>::TYPE;
    const SIZE: Size = Size::fixed(SIZE);
}

impl<const SIZE: usize, const ACTUAL: usize> Serialize for Liar<SIZE, ACTUAL> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        (0..ACTUAL).try_for_each(|_| archive.u8(7))
    }
}

impl<'a, const SIZE: usize, const ACTUAL: usize> Deserialize<'a> for Liar<SIZE, ACTUAL> {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        (0..ACTUAL).try_for_each(|_| archive.u8().map(|_| ())).map(|()| Self)
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Held<const SIZE: usize, const ACTUAL: usize> {
    before: Vec<Liar<SIZE, ACTUAL>>,
    after: u32,
}

fn departs<const SIZE: usize, const ACTUAL: usize>() {
    let liar = Liar::<SIZE, ACTUAL>;
    let rows = Options::file().layout(Layout::Rows);
    for (options, is_rows) in [(Options::file(), false), (rows, true), (Options::message(), true)] {
        for count in [1, 2, 30] {
            let error = options.to_vec(&vec![liar; count]).unwrap_err();
            let expected = (ErrorKind::Shape, "[0]");
            assert_eq!((error.kind(), error.path()), expected, "{SIZE} {ACTUAL}");
            let held = Held { before: vec![liar; count], after: 1 };
            let error = options.to_vec(&held).unwrap_err();
            assert_eq!((error.kind(), error.path()), (ErrorKind::Shape, "before[0]"));
            let error = options.write_into(&held, &mut [0; 1000]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Shape);
        }
        // Bytes that match the declaration.
        let honest = options.to_vec(&vec![[7_u8; SIZE]; 5]).unwrap();
        let loaded = options.from_slice::<Vec<Liar<SIZE, ACTUAL>>>(&honest);
        if !is_rows && ACTUAL == 0 {
            // Unread columns are not noticed, because each column is stored separately.
            assert_eq!(loaded.unwrap().len(), 5);
            continue;
        }
        let error = loaded.unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::Shape, "[0]"), "{SIZE} {ACTUAL}");
    }
}

#[test]
fn a_value_of_more_or_fewer_bytes_than_declared() {
    departs::<1, 2>();
    departs::<2, 1>();
    departs::<4, 0>();
    departs::<4, 16>();
    departs::<3, 4>();
}

#[test]
fn a_value_that_is_declared_to_take_no_bytes() {
    let liars = vec![Liar::<0, 1>; 3];
    for options in [Options::file(), Options::message()] {
        assert_eq!(options.to_vec(&liars).unwrap_err().kind(), ErrorKind::Shape);
    }
}

/// Reads text although it declares a number of fixed size.
#[derive(Debug)]
struct Text;

impl Describe for Text {
    const TYPE: &'static Type = u16::TYPE;
    const SIZE: Size = u16::SIZE;
}

impl<'a> Deserialize<'a> for Text {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        archive.str().map(|_| Self)
    }
}

#[test]
fn text_in_the_place_of_a_number() {
    let bytes = Options::message().to_vec(&vec![0x6105_u16, 0x6161, 0x6161, 7]).unwrap();
    assert_eq!(archive::from_slice::<Vec<Text>>(&bytes).unwrap_err().kind(), ErrorKind::Shape);
}

/// Enters and leaves scopes in disorder.
#[derive(Debug)]
struct Unbalanced;

impl Describe for Unbalanced {
    const TYPE: &'static Type = <Vec<u8>>::TYPE;
}

impl Serialize for Unbalanced {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.begin_pointer()?;
        archive.end_pointer();
        archive.end_pointer();
        archive.end_list();
        archive.end_map();
        archive.end_tuple();
        archive.leave();
        archive.begin_list(usize::MAX)?;
        for _ in 0..200 {
            archive.begin_pointer()?;
        }
        Ok(())
    }
}

impl<'a> Deserialize<'a> for Unbalanced {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        archive.end_pointer();
        archive.leave();
        archive.end_list();
        for _ in 0..200 {
            archive.begin_pointer()?;
        }
        Ok(Self)
    }
}

#[test]
fn calls_that_do_not_match_are_errors_at_most() {
    let message = Options::message();
    for saved in [message.to_vec(&Unbalanced), archive::to_vec(&Unbalanced)] {
        let error = saved.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Shape);
        insta::allow_duplicates! { insta::assert_snapshot!(error, @r"
        a value is not visited as its type declares: `serialize` visits a pointer, but the type declares `bytes`
          help: make `serialize` and `deserialize` visit exactly what the type's `Describe` declares, in order
        "); }
    }
    let bytes = message.to_vec(&vec![1_u8]).unwrap();
    let error = archive::from_slice::<Unbalanced>(&bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    // In columns, pointers leave no trace.
    let bytes = archive::to_vec(&vec![1_u8]).unwrap();
    assert!(archive::from_slice::<Unbalanced>(&bytes).is_ok());
}

/// Changes its length by a constant on every visit.
struct Growing(Cell<u8>, i8);

impl Describe for Growing {
    const TYPE: &'static Type = <Vec<u8>>::TYPE;
}

impl Serialize for Growing {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        self.0.set(self.0.get().wrapping_add_signed(self.1));
        archive.bytes(&vec![7; usize::from(self.0.get())])
    }
}

#[test]
fn a_value_that_changes_while_it_is_saved_is_refused() {
    for by in [-1, 1] {
        let growing = || Growing(Cell::new(50), by);
        for options in [Options::file().layout(Layout::Rows), Options::message()] {
            assert_eq!(options.to_vec(&growing()).unwrap_err().kind(), ErrorKind::Unrepresentable);
            let written = options.to_writer(Vec::new(), &growing());
            assert_eq!(written.unwrap_err().kind(), ErrorKind::Unrepresentable);
        }
    }
    // The buffer is too short for the first visit, but not for a second.
    let shrinking = Growing(Cell::new(101), -1);
    let error = Options::message().write_into(&shrinking, &mut [0; 110]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unrepresentable);
}
