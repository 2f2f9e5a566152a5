//! What an object of a class retained, and a custom archive with its own error type.

use archive::{Error, Object, OutputArchive, Primitive, Scope, Serialize, Shape, Unknown};

use super::retain;

mod theirs {
    use archive::{Archive, Object};

    pub(crate) trait Thing: Object {}

    #[derive(Archive)]
    pub(crate) struct Rock {
        pub(crate) size: u32,
        #[since(2, default = 0)]
        pub(crate) moss: u8,
    }

    impl Thing for Rock {}

    archive::registry! { dyn Thing as "Thing" { Rock as "rock" } }
}

trait Thing: Object {}

#[derive(archive::Archive)]
struct Rock {
    size: u32,
    #[archive(unknown)]
    extra: Unknown,
}

impl Thing for Rock {}

archive::registry! { dyn Thing as "Thing" { Rock as "rock" } }

/// This program's own error type.
#[derive(Debug, PartialEq)]
enum Refused {
    TooMuch(String),
    Other(String),
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self::Other(error.to_string())
    }
}

/// Collects the names of retained fields, up to a number of them.
struct Names {
    at_most: usize,
    names: Vec<String>,
}

impl OutputArchive for Names {
    type Error = Refused;

    fn primitive(&mut self, _: Primitive<'_>) -> Result<(), Refused> {
        Ok(())
    }

    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Refused> {
        Ok(Scope::of_struct(shape, shape.version))
    }

    fn unknown(&mut self, _: &Scope, retained: &Unknown) -> Result<(), Refused> {
        for name in retained.names() {
            if self.names.len() == self.at_most {
                return Err(Refused::TooMuch(name.to_owned()));
            }
            self.names.push(name.to_owned());
        }
        Ok(())
    }
}

#[test]
fn an_archive_by_hand_takes_what_an_object_retained() {
    let things: Vec<Box<dyn theirs::Thing>> = vec![Box::new(theirs::Rock { size: 3, moss: 9 })];
    let bytes = archive::to_vec(&things).unwrap();
    let things: Vec<Box<dyn Thing>> = retain().from_slice(&bytes).unwrap();

    let mut all = Names { at_most: 1, names: Vec::new() };
    things.serialize(&mut all).unwrap();
    assert_eq!(all.names, ["moss"]);

    let mut none = Names { at_most: 0, names: Vec::new() };
    assert_eq!(things.serialize(&mut none), Err(Refused::TooMuch("moss".to_owned())));
}
