//! Custom archives, as a program outside this repository would write them.

use std::collections::BTreeMap;

use archive::{
    Error, InputArchive, MinSize, OutputArchive, Primitive, PrimitiveKind, Scope, Serialize, Shape,
    Step,
};

use super::values::world;

/// Counts how often each primitive occurs, and tracks the position in the archive.
#[derive(Debug, Default, PartialEq)]
pub struct Counter {
    pub primitives: BTreeMap<&'static str, usize>,
    pub records: usize,
    pub paths: Vec<String>,
    path: Vec<String>,
}

impl OutputArchive for Counter {
    type Error = Error;

    fn primitive(&mut self, value: Primitive<'_>) -> Result<(), Error> {
        *self.primitives.entry(value.kind().name()).or_default() += 1;
        self.paths.push(self.path.concat());
        Ok(())
    }

    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.records += 1;
        Ok(Scope::of_struct(shape, shape.version))
    }

    fn enter(&mut self, step: Step<'_>) -> Result<(), Error> {
        self.path.push(match step {
            Step::Field(record, index) => format!(".{}", record.fields()[index].name),
            Step::Element(index) => format!("[{index}]"),
            Step::Key(index) => format!("[key {index}]"),
            Step::Value(index) => format!("[value {index}]"),
        });
        Ok(())
    }

    fn leave(&mut self) {
        self.path.pop();
    }
}

#[test]
fn every_primitive_is_visited_once() {
    let mut counter = Counter::default();
    world().serialize(&mut counter).unwrap();
    let expected = [
        ("bool", 3),
        ("bytes", 1),
        ("char", 1),
        ("f32", 4),
        ("i16", 4),
        ("i64", 1),
        ("i8", 3),
        ("str", 4),
        ("u128", 1),
        ("u16", 3),
        ("unit", 1),
    ];
    assert_eq!(counter.primitives, expected.into());
    assert_eq!(counter.records, 1 + 1 + 2, "the world, a point, two places");
}

#[test]
fn an_archive_is_told_where_it_is() {
    let mut counter = Counter::default();
    world().serialize(&mut counter).unwrap();
    assert!(counter.path.is_empty(), "every part that was entered is left");
    for path in [
        ".name",
        ".points[0].y",
        ".places[key 1]",
        ".places[value 1].0",
        ".events[0].to.1",
        ".shape[0][2]",
    ] {
        assert!(counter.paths.iter().any(|known| known == path), "{path} in {:#?}", counter.paths);
    }
}

/// An input in which every value is 1 and every list has two elements.
pub struct Ones;

impl<'a> InputArchive<'a> for Ones {
    type Error = Error;

    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Error> {
        Ok(match kind {
            PrimitiveKind::U8 => Primitive::U8(1),
            PrimitiveKind::U16 => Primitive::U16(1),
            PrimitiveKind::Str => Primitive::Str("one".into()),
            PrimitiveKind::Bytes => Primitive::Bytes(vec![1].into()),
            _ => Primitive::Unit,
        })
    }

    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        Ok(Scope::of_struct(shape, shape.version))
    }

    fn variant(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        Ok(Scope::of_variant(shape, 0, shape.version))
    }

    fn option(&mut self) -> Result<bool, Error> {
        Ok(true)
    }

    fn begin_list(&mut self, _: MinSize) -> Result<usize, Error> {
        Ok(2)
    }

    fn begin_map(&mut self, _: MinSize) -> Result<usize, Error> {
        Ok(1)
    }
}

mod reading {
    use std::collections::{BTreeMap, BTreeSet, HashMap};

    use archive::{Archive, Deserialize, ErrorKind};

    use super::Ones;

    #[derive(Archive, Debug, PartialEq)]
    struct Player {
        name: String,
        scores: Vec<u16>,
        pet: Option<Box<str>>,
        by_name: BTreeMap<String, u8>,
        hashed: HashMap<u8, Vec<u8>>,
        mood: Mood,
    }

    #[derive(Archive, Debug, PartialEq)]
    enum Mood {
        Calm(u8),
    }

    #[test]
    fn a_value_is_built_from_an_archive_of_ones() {
        let expected = Player {
            name: "one".into(),
            scores: vec![1, 1],
            pet: Some("one".into()),
            by_name: [("one".into(), 1)].into(),
            hashed: [(1, vec![1])].into(),
            mood: Mood::Calm(1),
        };
        assert_eq!(Player::deserialize(&mut Ones).unwrap(), expected);
    }

    #[test]
    fn keys_that_occur_twice_are_an_error_in_every_archive() {
        assert_eq!(BTreeSet::<u8>::deserialize(&mut Ones).unwrap_err().kind(), ErrorKind::KeyOrder);
    }

    #[test]
    fn a_value_of_another_kind_is_an_error() {
        assert_eq!(u32::deserialize(&mut Ones).unwrap_err().kind(), ErrorKind::Shape);
        assert_eq!(<[char; 2]>::deserialize(&mut Ones).unwrap_err().kind(), ErrorKind::Shape);
    }
}
