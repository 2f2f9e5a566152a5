//! Errors that, in this release, only a program's own archives and impls can cause.

use std::borrow::Cow;

use archive::{
    Archive, Describe, Deserialize, Error, ErrorKind, InputArchive, MinSize, OutputArchive,
    Primitive, PrimitiveKind, Scope, Serialize, Shape, Size, Step, Type,
};

/// An archive that gives zeros and owned text, and lacks fields named `mana`.
struct Zeros;

impl<'a> InputArchive<'a> for Zeros {
    type Error = Error;

    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Error> {
        Ok(match kind {
            PrimitiveKind::U16 => Primitive::U16(0),
            PrimitiveKind::Str => Primitive::Str(Cow::Owned("text".into())),
            // The wrong type.
            _ => Primitive::Bool(false),
        })
    }

    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        Ok(Scope::of_struct(shape, shape.version))
    }

    fn variant(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        Ok(Scope::of_struct(shape, shape.version))
    }

    fn has(&mut self, record: &Scope, index: usize) -> bool {
        record.fields()[index].name != "mana"
    }

    fn option(&mut self) -> Result<bool, Error> {
        Ok(false)
    }

    fn begin_list(&mut self, _: MinSize) -> Result<usize, Error> {
        Ok(1)
    }

    fn begin_map(&mut self, _: MinSize) -> Result<usize, Error> {
        Ok(1)
    }

    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        error.within(step)
    }
}

#[derive(Archive, Debug)]
struct Caster {
    health: u16,
    #[archive(removed(rage: u16, until = 2))]
    #[archive(was(u16, until = 3))]
    mana: u32,
}

#[derive(Archive, Debug)]
struct Line<'a> {
    _speaker: &'a str,
}

/// Declares two bytes but takes four.
#[derive(Debug)]
struct Liar(u32);

impl Describe for Liar {
    const TYPE: &'static Type = <u16 as Describe>::TYPE;
    const SIZE: Size = Size::fixed(2);
}

impl Serialize for Liar {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.u32(self.0)
    }
}

impl<'a> Deserialize<'a> for Liar {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        archive.u32().map(Self)
    }
}

#[derive(Archive, Debug)]
struct Colors {
    palette: Vec<Liar>,
}

pub fn errors() -> Vec<(ErrorKind, Error)> {
    let colors = Colors { palette: vec![Liar(1)] };
    let honest = archive::Options::message().to_vec(&vec![1_u16, 2, 3, 4]).unwrap();
    vec![
        (ErrorKind::MissingField, Caster::deserialize(&mut Zeros).unwrap_err()),
        (ErrorKind::CannotBorrow, <Vec<Line<'_>>>::deserialize(&mut Zeros).unwrap_err()),
        (ErrorKind::Shape, archive::to_vec(&colors).unwrap_err()),
        (ErrorKind::Shape, archive::from_slice::<Vec<Liar>>(&honest).unwrap_err()),
        (ErrorKind::Shape, <Vec<char>>::deserialize(&mut Zeros).unwrap_err()),
    ]
}
