//! Types with impls by hand.

use archive::{
    Archive, Describe, Deserialize, Error, ErrorKind, InputArchive, Options, OutputArchive,
    Serialize, Size, Step, Type,
};
use archive_tests::saves_are_checked;

/// A colour, stored as its three bytes.
#[derive(Debug, PartialEq, Clone, Copy)]
struct Color {
    r: u8,
    g: u8,
    b: u8,
}

impl Describe for Color {
    const TYPE: &'static Type = <(u8, u8, u8)>::TYPE;
    const SIZE: Size = <(u8, u8, u8)>::SIZE;
}

impl Serialize for Color {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        (self.r, self.g, self.b).serialize(archive)
    }
}

impl<'a> Deserialize<'a> for Color {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        <(u8, u8, u8)>::deserialize(archive).map(|(r, g, b)| Self { r, g, b })
    }
}

/// A percentage, which is a number only up to a hundred.
#[derive(Debug, PartialEq, Clone, Copy)]
struct Percent(u8);

impl Describe for Percent {
    const TYPE: &'static Type = u8::TYPE;
}

impl Serialize for Percent {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.u8(self.0)
    }
}

impl<'a> Deserialize<'a> for Percent {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        match archive.u8()? {
            percent @ 0..=100 => Ok(Self(percent)),
            _ => Err(Error::new(ErrorKind::InvalidValue, "a percentage above 100").into()),
        }
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Lamp {
    color: Color,
    fades: Vec<Color>,
    power: Vec<Percent>,
}

fn lamp() -> Lamp {
    let color = Color { r: 1, g: 2, b: 3 };
    Lamp { color, fades: vec![color; 2], power: vec![Percent(5), Percent(100)] }
}

#[test]
fn they_stand_within_derived_types() {
    let bytes = Options::message().to_vec(&lamp()).unwrap();
    assert_eq!(bytes[10..], [1, 2, 3, 2, 1, 2, 3, 1, 2, 3, 2, 5, 100]);
    assert_eq!(archive::from_slice::<Lamp>(&bytes).unwrap(), lamp());
}

#[test]
fn they_have_the_schema_that_they_declare() {
    assert_eq!(
        Lamp::schema().canonical(),
        "Lamp\nLamp@1{color:tuple<u8,u8,u8>,fades:list<tuple<u8,u8,u8>>,power:list<u8>}\n"
    );
}

#[test]
fn their_errors_tell_the_place() {
    let mut bytes = Options::message().to_vec(&lamp()).unwrap();
    *bytes.last_mut().unwrap() = 101;
    let error = archive::from_slice::<Lamp>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::InvalidValue, "power[1]"));
    assert_eq!(error.offset(), Some(bytes.len() as u64 - 1));
}

/// A list that declares a smaller length than it has.
struct Short(Vec<u32>);

impl Describe for Short {
    const TYPE: &'static Type = <Vec<u32>>::TYPE;
}

impl Serialize for Short {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.begin_list(1)?;
        for (index, value) in self.0.iter().enumerate() {
            archive.part(Step::Element(index), value)?;
        }
        archive.end_list();
        Ok(())
    }
}

impl<'a> Deserialize<'a> for Short {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        Vec::deserialize(archive).map(Self)
    }
}

#[derive(Archive)]
struct Shelf {
    short: Short,
    after: u32,
    tail: Vec<u8>,
}

/// Readers would take what follows for something else.
#[test]
fn a_length_that_is_not_true_is_never_saved_but_in_rows() {
    let shelf = Shelf { short: Short(vec![0, 1, 2]), after: 7, tail: vec![1, 2, 3] };
    let refused = [
        archive::to_vec(&shelf).map(drop),
        archive::text::to_string(&shelf).map(drop),
        archive::json::to_string(&shelf).map(drop),
        archive::json::to_string_pretty(&shelf).map(drop),
        archive::Value::of(&shelf).map(drop),
    ];
    for refused in refused {
        let error = refused.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Shape, "{error}");
        assert!(error.help().contains("hand-written") || error.help().contains("`serialize`"));
    }
    let bytes = match Options::message().to_vec(&shelf) {
        Ok(bytes) => bytes,
        Err(error) => {
            assert!(saves_are_checked());
            assert_eq!((error.kind(), error.path()), (ErrorKind::Shape, "short[1]"));
            return;
        }
    };
    assert!(!saves_are_checked());
    let error = archive::from_slice::<Shelf>(&bytes).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TrailingBytes);
    assert!(error.help().contains("hand-written"), "{error}");
}
