//! Messages between programs that agreed on versions have no header.

use std::rc::Rc;

use archive::{Archive, Buffer, Describe, ErrorKind, Options, VersionTable};

mod v1 {
    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct Move {
        pub unit: u16,
        pub steps: Vec<super::Step>,
    }
}

#[derive(Archive, Clone, Debug, PartialEq)]
pub struct Step {
    x: i8,
    y: i8,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Move {
    #[archive(was(u16, until = 2))]
    unit: u32,
    steps: Vec<Step>,
    #[since(2, default = 1.0)]
    speed: f32,
}

fn moved(unit: u32) -> Move {
    Move { unit, steps: vec![Step { x: 1, y: -1 }], speed: 1.0 }
}

fn today() -> Options {
    Options::message().agreed(&VersionTable::of::<Move>().unwrap())
}

#[test]
fn nothing_stands_before_the_value() {
    let bytes = today().to_vec(&moved(7)).unwrap();
    assert_eq!(bytes, [7, 0, 0, 0, 1, 1, 0xff, 0, 0, 0x80, 0x3f]);
    assert_eq!(today().from_slice::<Move>(&bytes).unwrap(), moved(7));
    assert_eq!(today().encoded_len(&moved(7)).unwrap(), bytes.len());

    let whole = Options::message().to_vec(&moved(7)).unwrap();
    assert_eq!(whole[10..], bytes, "the body of any message");
}

#[test]
fn every_way_to_save_gives_the_same() {
    let older = Options::message().agreed(&VersionTable::of::<v1::Move>().unwrap());
    for wire in [today(), older] {
        let bytes = wire.to_vec(&moved(7)).unwrap();
        let mut buffer = Buffer::new();
        for _ in 0..2 {
            assert_eq!(wire.to_buffer(&moved(7), &mut buffer).unwrap(), bytes);
        }
        let mut room = [0; 64];
        let len = wire.write_into(&moved(7), &mut room).unwrap();
        assert_eq!(room[..len], bytes);
        let error = wire.write_into(&moved(7), &mut room[..len - 1]).unwrap_err();
        assert_eq!((error.kind(), error.needed()), (ErrorKind::BufferTooSmall, Some(len)));
    }
}

#[test]
fn the_lower_of_both_versions_is_said_and_understood() {
    let theirs = VersionTable::of::<v1::Move>().unwrap();
    let both = VersionTable::of::<Move>().unwrap().common_for::<Move>(&theirs).unwrap();
    assert_eq!(Move::schema_at(&both).unwrap().fingerprint(), v1::Move::schema().fingerprint());
    let wire = Options::message().agreed(&both);

    let said = wire.to_vec(&moved(7)).unwrap();
    let heard: v1::Move = wire.from_slice(&said).unwrap();
    assert_eq!(heard, v1::Move { unit: 7, steps: moved(7).steps });
    let answer = wire.to_vec(&heard).unwrap();
    assert_eq!(wire.from_slice::<Move>(&answer).unwrap(), moved(7));

    let error = wire.to_vec(&moved(70_000)).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "unit"));
}

#[test]
fn a_renamed_type_has_the_name_that_both_know() {
    mod before {
        #[derive(archive::Archive, Debug, PartialEq)]
        pub(super) struct Place(pub(super) u8);
    }
    #[derive(Archive, Debug, PartialEq)]
    #[archive(renamed(2, from = "Place"))]
    struct Pos(u8);

    let then = VersionTable::of::<before::Place>().unwrap();
    let now = VersionTable::of::<Pos>().unwrap();
    assert_eq!(now.common_for::<Pos>(&then).unwrap().to_string(), "Place @1");
    assert_eq!(now.common_for::<Pos>(&now).unwrap().to_string(), "Pos @2");
    let wire = Options::message().agreed(&now.common_for::<Pos>(&then).unwrap());
    let said = wire.to_vec(&Pos(3)).unwrap();
    assert_eq!(wire.from_slice::<before::Place>(&said).unwrap(), before::Place(3));
    assert_eq!(wire.from_slice::<Pos>(&said).unwrap(), Pos(3));
}

/// The header of a message has the versions of its own type only.
#[test]
fn the_table_of_a_message_is_one_for_its_type() {
    #[derive(Archive, Debug)]
    struct Hello {
        build: u8,
    }

    let ours = VersionTable::of::<Move>().unwrap();
    let of = |message: &[u8]| VersionTable::of_archive(message).unwrap();
    let moved_then = Options::message()
        .write_for(&VersionTable::of::<v1::Move>().unwrap())
        .to_vec(&moved(7))
        .unwrap();
    let both = ours.common_for::<Move>(&of(&moved_then)).unwrap();
    assert_eq!(both, VersionTable::of::<v1::Move>().unwrap());
    let written = Options::message().write_for(&of(&moved_then)).to_vec(&moved(7)).unwrap();
    assert_eq!(written, moved_then);

    let hello = of(&Options::message().to_vec(&Hello { build: 1 }).unwrap());
    for error in [
        ours.common_for::<Move>(&hello).unwrap_err(),
        hello.common_for::<Move>(&ours).unwrap_err(),
        Options::message().write_for(&hello).to_vec(&moved(7)).unwrap_err(),
        Options::message().agreed(&hello).to_vec(&moved(7)).unwrap_err(),
        Options::message().agreed(&hello).from_slice::<Move>(&[0; 16]).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
        let told = "the version table is from a message that does not match this program's `Move`";
        assert!(error.to_string().contains(told), "{error}");
    }
}

#[test]
fn what_was_not_agreed_on_is_an_error() {
    let table = VersionTable::new().with("Move", 2);
    let wire = Options::message().agreed(&table);
    for error in
        [wire.to_vec(&moved(7)).unwrap_err(), wire.from_slice::<Move>(&[0; 16]).unwrap_err()]
    {
        assert_eq!((error.kind(), error.type_name()), (ErrorKind::MissingVersion, "Step"));
    }
    let wire = Options::message().agreed(&table.with("Step", 2));
    assert_eq!(wire.to_vec(&moved(7)).unwrap_err().kind(), ErrorKind::TooNew);
    assert_eq!(wire.from_slice::<Move>(&[0; 16]).unwrap_err().kind(), ErrorKind::TooNew);
}

#[test]
fn a_program_may_have_any_number_of_messages() {
    fn check<T: Archive + Default + PartialEq + std::fmt::Debug>(wire: &Options, len: usize) {
        for _ in 0..2 {
            let bytes = wire.to_vec(&T::default()).unwrap();
            assert_eq!(bytes.len(), len);
            assert_eq!(wire.from_slice::<T>(&bytes).unwrap(), T::default());
        }
    }
    let wire = today();
    macro_rules! check {
        ($($ty:ty: $len:literal,)*) => {$(
            check::<$ty>(&wire, $len);
            check::<Option<$ty>>(&wire, 1);
            check::<($ty, $ty)>(&wire, 2 * $len);
        )*};
    }
    check! {
        u8: 1, u16: 2, u32: 4, u64: 8, u128: 16, i8: 1, i16: 2, i32: 4, i64: 8, f32: 4, f64: 8, char: 4, (): 0,
    }
    check::<String>(&wire, 1);
    check::<[u8; 3]>(&wire, 3);
    assert_eq!(wire.to_vec(&moved(7)).unwrap().len(), 11);
}

#[test]
fn a_stream_tells_the_length_of_each() {
    let wire = today();
    let mut log = Vec::new();
    for unit in 1..=3 {
        wire.to_writer(&mut log, &moved(unit)).unwrap();
    }
    wire.to_writer(&mut log, &()).unwrap();
    assert_eq!(log.len(), 3 * (1 + 11) + 1);

    let mut reader = log.as_slice();
    for unit in 1..=3 {
        let next = wire.next_from_reader::<Move>(&mut reader).unwrap();
        assert_eq!(next, Some(moved(unit)));
    }
    wire.from_reader::<()>(&mut reader).unwrap();
    assert_eq!(wire.next_from_reader::<Move>(&mut reader).unwrap(), None);
    for cut in 1..12 {
        let error = wire.from_reader::<Move>(&log[..cut]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Truncated, "{error}");
    }
    let error = wire.from_reader::<Move>(&[0xff; 12][..]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidValue, "{error}");
}

#[test]
fn objects_are_shared_as_in_any_message() {
    let table = VersionTable::of::<[Rc<Step>; 2]>().unwrap();
    let step = Rc::new(Step { x: 1, y: 2 });
    let pair = [Rc::clone(&step), step];
    let wire = Options::message().agreed(&table);
    let bytes = wire.to_vec(&pair).unwrap();
    let [a, b]: [Rc<Step>; 2] = wire.from_slice(&bytes).unwrap();
    assert!(Rc::ptr_eq(&a, &b));
    let whole = Options::message().to_vec(&pair).unwrap();
    assert_eq!(whole[10..], bytes);

    let apart = wire.by_value(true);
    let bytes = apart.to_vec(&pair).unwrap();
    assert_eq!(bytes, [1, 2, 1, 2]);
    let [a, b]: [Rc<Step>; 2] = apart.from_slice(&bytes).unwrap();
    assert!(!Rc::ptr_eq(&a, &b));

    let mut log = Vec::new();
    Options::message().agreed(&table).to_writer(&mut log, &pair).unwrap();
    let [a, b]: [Rc<Step>; 2] =
        Options::message().agreed(&table).from_reader(log.as_slice()).unwrap();
    assert!(Rc::ptr_eq(&a, &b));
}

#[test]
fn a_file_has_its_header_whatever_was_agreed() {
    let theirs = VersionTable::of::<v1::Move>().unwrap();
    let file = Options::file().agreed(&theirs);
    let bytes = file.to_vec(&moved(7)).unwrap();
    assert_eq!(archive::from_slice::<v1::Move>(&bytes).unwrap().unit, 7);
    assert_eq!(file.from_slice::<Move>(&bytes).unwrap(), moved(7));
    let bytes = Options::message().checksum(true).agreed(&theirs).to_vec(&moved(7)).unwrap();
    assert_eq!(archive::from_slice::<v1::Move>(&bytes).unwrap().unit, 7);
}

#[test]
fn who_did_not_agree_reads_no_archive() {
    let bytes = today().to_vec(&moved(7)).unwrap();
    let error = archive::from_slice::<Move>(&bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotAnArchive);
    insta::assert_snapshot!(error);
}

/// The cache of resolved version tables is limited, as peers may send any; options keep theirs.
#[test]
fn what_was_agreed_on_is_found_after_any_number_of_tables() {
    macro_rules! parts {
        ($($name:ident $field:ident)*) => {
            $(#[derive(Archive, Clone, Copy, Debug, Default, PartialEq)]
            struct $name {
                a: u8,
                #[since(2, default = 7)]
                b: u8,
            })*

            #[derive(Archive, Clone, Copy, Debug, Default, PartialEq)]
            struct Whole {
                $($field: $name,)*
            }

            const NAMES: &[&str] = &[$(stringify!($name)),*];
        };
    }
    parts! { P0 p0 P1 p1 P2 p2 P3 p3 P4 p4 P5 p5 P6 p6 }

    let today = || VersionTable::of::<Whole>().unwrap();
    let oldest = NAMES.iter().fold(today(), |table, name| table.with(name, 1));
    // Fields that older versions lack get their defaults.
    let whole: Whole = Options::message().agreed(&oldest).from_slice(&[0; NAMES.len()]).unwrap();
    assert_eq!(whole.p6, P6 { a: 0, b: 7 });
    for bits in 0..1 << NAMES.len() {
        let old = NAMES.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
        let count = old.clone().count();
        let table = old.fold(today(), |table, (_, name)| table.with(name, 1));
        let wire = Options::message().agreed(&table);
        for _ in 0..2 {
            let bytes = wire.to_vec(&whole).unwrap();
            assert_eq!(bytes.len(), 2 * NAMES.len() - count, "{table}");
            assert_eq!(wire.from_slice::<Whole>(&bytes).unwrap(), whole);
            let whole_message = Options::message().write_for(&table).to_vec(&whole).unwrap();
            assert!(whole_message.ends_with(&bytes));
        }
    }
}

/// The error for a peer that is too old differs from the one for a file, which could be saved anew.
#[test]
fn a_peer_that_is_too_old_has_to_be_updated() {
    #[derive(Archive)]
    #[archive(oldest = 3)]
    struct Hello;
    let theirs = VersionTable::new().with("Hello", 2);
    let ours = VersionTable::of::<Hello>().unwrap();
    let error = ours.common_for::<Hello>(&theirs).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooOld);
    assert_eq!(error.help(), "update the other program: it is too old to talk to this one");
}
