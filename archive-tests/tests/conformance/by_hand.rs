//! Hand-written impls that depart from what they declare: the errors say where.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::{Rc, Weak};

use archive::{
    Archive, Describe, Deserialize, Error, ErrorKind, InputArchive, Newer, Options, OutputArchive,
    Serialize, Size, Step, Type, Unknown, UnknownPolicy, check_impl,
};

#[derive(Archive)]
struct Held<T> {
    before: u8,
    value: T,
    after: Option<u8>,
}

/// What `check_impl` and a save in columns say of a value, when it is the middle one of three fields.
fn error_of<T: Archive>(value: T) -> Result<String, String> {
    let held = Held { before: 1, value, after: None };
    let error = check_impl(&held).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Shape, "{error}");
    if let Err(saved) = archive::to_vec(&held) {
        if saved.kind() == ErrorKind::Shape {
            assert_eq!(saved.to_string(), error.to_string());
        }
        return Ok(format!("{}: {}", error.path(), error.detail()));
    }
    Err(format!("{}: {}", error.path(), error.detail()))
}

/// A type that declares what another does, and saves something else. It is loaded as that other one.
macro_rules! wrong {
    ($seen:ident, $ty:ty, $archive:ident => $visit:expr) => {{
        struct Wrong;

        impl Describe for Wrong {
            const TYPE: &'static Type = <$ty>::TYPE;
            const SIZE: Size = <$ty>::SIZE;
        }

        impl Serialize for Wrong {
            fn serialize<A: OutputArchive>(&self, $archive: &mut A) -> Result<(), A::Error> {
                $visit
            }
        }

        impl<'a> Deserialize<'a> for Wrong {
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                <$ty>::deserialize(archive).map(|_| Self)
            }
        }

        let (found, note) = match error_of(Wrong) {
            Ok(found) => (found, ""),
            Err(found) => (found, " (columns do not notice)"),
        };
        let found = found.replace("a value is not visited as its type declares: ", "");
        writeln!($seen, "{}{note}\n  {found}", stringify!($ty)).unwrap();
    }};
}

#[test]
fn an_impl_that_departs_from_what_it_declares() {
    let mut seen = String::new();
    wrong!(seen, u16, archive => archive.u32(1));
    wrong!(seen, u16, _archive => Ok(()));
    wrong!(seen, u16, archive => archive.u16(1).and_then(|()| archive.u16(2)));
    wrong!(seen, String, archive => archive.bytes(b"text"));
    wrong!(seen, Option<u8>, archive => archive.u8(1));
    wrong!(seen, Option<u8>, archive => archive.option(true));
    wrong!(seen, Vec<u16>, archive => archive.slice(&[1_u32, 2]));
    wrong!(seen, Vec<u16>, archive => archive.begin_list(2));
    wrong!(seen, Vec<u16>, archive => {
        archive.begin_list(3)?;
        archive.part(Step::Element(0), &1_u16)?;
        archive.end_list();
        Ok(())
    });
    wrong!(seen, BTreeMap<u8, u8>, archive => archive.slice(&[(1_u8, 2_u8)]));
    wrong!(seen, BTreeMap<u8, String>, archive => BTreeMap::from([(1_u8, 2_u8)]).serialize(archive));
    wrong!(seen, [u8; 3], archive => archive.array(&[1_u8, 2]));
    wrong!(seen, (u8, bool), archive => (1_u8, 2_u8).serialize(archive));
    wrong!(seen, Box<u8>, archive => Some(1_u8).serialize(archive));
    wrong!(seen, Rc<u8>, archive => Rc::new(Some(1_u8)).serialize(archive));
    wrong!(seen, Weak<u8>, archive => Rc::new(1_u8).serialize(archive));
    insta::assert_snapshot!(seen);
}

#[derive(Archive)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Archive)]
struct Other {
    x: i32,
    y: i32,
}

#[derive(Archive)]
enum Choice {
    _Empty,
    Full(u8),
}

#[test]
fn an_impl_that_departs_from_the_fields_it_declares() {
    let mut seen = String::new();
    wrong!(seen, Point, archive => (1_i32, 2_i32).serialize(archive));
    wrong!(seen, Point, archive => Other { x: 1, y: 2 }.serialize(archive));
    wrong!(seen, Point, archive => Choice::Full(1).serialize(archive));
    wrong!(seen, Choice, archive => Point { x: 1, y: 2 }.serialize(archive));
    wrong!(seen, Point, archive => {
        let scope = archive.begin(shape_of::<Point>())?;
        archive.field(&scope, 0, &1_i32)?;
        archive.end(scope)
    });
    wrong!(seen, Point, archive => {
        let scope = archive.begin(shape_of::<Point>())?;
        archive.field(&scope, 1, &1_i32)?;
        archive.field(&scope, 0, &1_i32)?;
        archive.end(scope)
    });
    wrong!(seen, Point, archive => {
        let scope = archive.begin(shape_of::<Point>())?;
        archive.field(&scope, 0, &1_i32)?;
        archive.field(&scope, 1, &true)?;
        archive.end(scope)
    });
    insta::assert_snapshot!(seen);
}

fn shape_of<T: Describe>() -> &'static archive::Shape {
    T::TYPE.shape().unwrap()
}

/// Loads something else than it saves.
struct Doubled(u8);

impl Describe for Doubled {
    const TYPE: &'static Type = u8::TYPE;
    const SIZE: Size = u8::SIZE;
}

impl Serialize for Doubled {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.u8(self.0)
    }
}

impl<'a> Deserialize<'a> for Doubled {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        archive.u8().map(|byte| Self(byte.wrapping_mul(2)))
    }
}

#[test]
fn an_impl_that_loads_another_value() -> Result<(), Error> {
    check_impl(&Doubled(0))?;
    let error = check_impl(&Doubled(1)).unwrap_err();
    assert_eq!(error.detail(), "the value is another one when it was saved in rows and loaded");
    Ok(())
}

/// A recursive type that is so large that each value counts as several levels.
#[derive(Archive, Default)]
struct Large {
    data: [Option<[u64; 15]>; 9],
    next: Option<Box<Large>>,
}

mod newer {
    #[derive(archive::Archive)]
    pub enum Mode {
        Calm,
        #[since(2)]
        Wild(u8),
    }
}

#[derive(Archive, Debug)]
enum Mode {
    Calm,
    #[archive(unknown)]
    Other(Unknown),
}

#[test]
fn derived_impls_do_not_depart() -> Result<(), Error> {
    check_impl(&Large { next: Some(Box::default()), ..Large::default() })?;
    check_impl(&[Mode::Calm])?;
    let file = archive::to_vec(&[newer::Mode::Calm, newer::Mode::Wild(7)])?;
    let options = Options::file().newer(Newer::Accept).unknown(UnknownPolicy::Retain);
    let retained: [Mode; 2] = options.from_slice(&file)?;
    assert!(matches!(retained[1], Mode::Other(_)), "{retained:?}");
    // Rows cannot be written for the program that knows it, so this says why it cannot be checked.
    assert_ne!(check_impl(&retained).unwrap_err().kind(), ErrorKind::Shape);
    Ok(())
}
