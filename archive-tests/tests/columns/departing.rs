//! Impls that contradict what they declare cause errors, never panics.

use std::cell::Cell;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use archive::{
    Archive, Buffer, Describe, Deserialize, ErrorKind, InputArchive, MinSize, Options,
    OutputArchive, Serialize, Type,
};
use archive_tests::erased::Erased;

thread_local! {
    /// The way in which the impls of [`Liar`] misbehave.
    static ACT: Cell<usize> = const { Cell::new(0) };
}

/// Declares the type of `T`, but visits something else.
#[derive(Debug, Clone, PartialEq)]
struct Liar<T>(std::marker::PhantomData<T>);

fn liar<T>() -> Liar<T> {
    Liar(std::marker::PhantomData)
}

impl<T: Describe> Describe for Liar<T> {
    const TYPE: &'static Type = T::TYPE;
}

/// How many ways to misbehave there are.
const ACTS: usize = 16;

impl<T: Describe> Serialize for Liar<T> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        match ACT.get() {
            0 => Ok(()),
            1 => archive.u8(1),
            2 => archive.u128(1),
            3 => archive.u8(1).and_then(|()| archive.u8(1)),
            4 => archive.str("text"),
            5 => archive.bytes(&[1, 2]),
            6 => archive.option(true),
            7 => archive.option(false),
            8 => archive.option(true).and_then(|()| archive.u64(3)),
            9 => archive.begin_list(3),
            10 => archive.begin_map(1),
            11 => archive.begin_tuple(2).and_then(|()| archive.u8(1)),
            12 => archive.begin_list(usize::MAX),
            13 => vec![vec![1_u8], vec![]].serialize(archive),
            14 => [(1_u8, "a".to_owned())].serialize(archive),
            _ => {
                archive.begin_pointer()?;
                archive.end_pointer();
                archive.end_pointer();
                archive.leave();
                archive.end_list();
                archive.u16(1)
            }
        }
    }
}

impl<'a, T: Describe> Deserialize<'a> for Liar<T> {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        match ACT.get() {
            0 => {}
            1 => {
                let _ = archive.u8()?;
            }
            2 => {
                let _ = archive.u128()?;
            }
            3 => {
                let _ = (archive.u8()?, archive.u8()?);
            }
            4 => {
                let _ = archive.str()?;
            }
            5 => {
                let _ = archive.bytes()?;
            }
            6 => {
                let _ = archive.option()?;
            }
            7 => {
                let _ = (archive.option()?, archive.option()?);
            }
            8 => {
                let _ = (archive.option()?, archive.u64()?);
            }
            9 => {
                let _ = archive.begin_list(MinSize::of::<u8>())?;
            }
            10 => {
                let _ = archive.begin_map(MinSize::of::<u8>())?;
            }
            11 => archive.begin_tuple(2)?,
            12 => {
                let _ = (archive.bool()?, archive.char()?);
            }
            13 => {
                let _ = Vec::<Vec<u8>>::deserialize(archive)?;
            }
            14 => {
                let _ = <[(u8, String); 1]>::deserialize(archive)?;
            }
            _ => {
                archive.end_pointer();
                archive.leave();
                archive.end_list();
                let _ = archive.u16()?;
            }
        }
        Ok(liar())
    }
}

#[derive(Archive, Debug, Clone, PartialEq)]
struct Held<T> {
    before: u8,
    value: T,
    after: String,
}

/// Saving and loading either work or fail with an error that blames the right impls.
#[track_caller]
fn departs<T: Archive + Clone + Debug>(honest: &T) {
    let forms = [
        archive::to_vec(honest).unwrap(),
        archive::to_vec(&vec![honest.clone(); 3]).unwrap(),
        archive::to_vec(&held(honest.clone())).unwrap(),
        archive::to_vec(&vec![held(Some(honest.clone())); 2]).unwrap(),
    ];
    for act in 0..ACTS {
        ACT.set(act);
        let saved = [
            archive::to_vec(&liar::<T>()).err(),
            archive::to_vec(&vec![liar::<T>(); 3]).err(),
            archive::to_vec(&held(liar::<T>())).err(),
            archive::to_vec(&vec![held(Some(liar::<T>())); 2]).err(),
            archive::to_vec(&Erased(liar::<T>())).err(),
            archive::to_vec(&vec![held(Some(Erased(liar::<T>()))); 2]).err(),
        ];
        let loaded = [
            archive::from_slice::<Liar<T>>(&forms[0]).err(),
            archive::from_slice::<Vec<Liar<T>>>(&forms[1]).err(),
            archive::from_slice::<Held<Liar<T>>>(&forms[2]).err(),
            archive::from_slice::<Vec<Held<Option<Liar<T>>>>>(&forms[3]).err(),
            archive::from_slice::<Erased<Liar<T>>>(&forms[0]).err(),
            archive::from_slice::<Vec<Held<Option<Erased<Liar<T>>>>>>(&forms[3]).err(),
        ];
        for error in saved.into_iter().chain(loaded).flatten() {
            let kinds = [
                ErrorKind::Shape,
                ErrorKind::Unrepresentable,
                ErrorKind::InvalidValue,
                ErrorKind::MemoryLimit,
                ErrorKind::Truncated,
                ErrorKind::Length,
            ];
            assert!(kinds.contains(&error.kind()), "{act}: {:?}: {error}", error.kind());
        }
    }
}

fn held<T>(value: T) -> Held<T> {
    Held { before: 1, value, after: "end".to_owned() }
}

#[derive(Archive, Debug, Clone, PartialEq)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Archive, Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Branch(Vec<Tree>),
}

#[test]
fn what_is_declared_as_anything_and_visited_as_anything_else() {
    departs(&7_i8);
    departs(&7_u16);
    departs(&7_u128);
    departs(&true);
    departs(&'c');
    departs(&());
    departs(&"text".to_owned());
    departs(&vec![1_u8, 2]);
    departs(&vec![1_u32, 2]);
    departs(&Some(5_u32));
    departs(&None::<Option<u8>>);
    departs(&[1_u16, 2]);
    departs(&(1_u8, "x".to_owned()));
    departs(&std::collections::BTreeMap::from([(1_u8, 2_u16)]));
    departs(&Box::new(3_u8));
    departs(&Point { x: 1, y: 2 });
    departs(&Ok::<u8, String>(1));
    departs(&Tree::Branch(vec![Tree::Leaf]));
}

/// Changes on every visit.
struct Growing(Cell<u8>);

impl Describe for Growing {
    const TYPE: &'static Type = <Vec<u8>>::TYPE;
}

impl Serialize for Growing {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        self.0.set(self.0.get() + 1);
        archive.bytes(&vec![7; usize::from(self.0.get())])
    }
}

#[test]
fn a_value_that_changes_is_saved_as_it_was_when_it_was_visited() {
    let bytes = archive::to_vec(&Growing(Cell::new(50))).unwrap();
    assert_eq!(archive::from_slice::<Vec<u8>>(&bytes).unwrap(), [7; 51]);
}

/// Panics while it is saved, if told so.
struct Panics(bool);

impl Describe for Panics {
    const TYPE: &'static Type = u8::TYPE;
}

impl Serialize for Panics {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        assert!(!self.0, "told to panic");
        archive.u8(1)
    }
}

#[test]
fn a_buffer_can_be_used_again_after_a_panic() {
    let value = |panics| (vec![7_u32, 8], vec!["text"; 20], Panics(panics));
    let (good, bad) = (value(false), value(true));
    let expected = archive::to_vec(&good).unwrap();
    let mut buffer = Buffer::new();
    let options = Options::file();
    let mut save = || options.to_buffer(&bad, &mut buffer).map(<[u8]>::len);
    assert!(catch_unwind(AssertUnwindSafe(&mut save)).is_err());
    assert_eq!(options.to_buffer(&good, &mut buffer).unwrap(), expected);
}
