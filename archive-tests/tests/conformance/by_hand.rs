//! Hand-written impls that depart from what they declare: the errors say where.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::{Rc, Weak};

use archive::{
    Archive, Describe, Deserialize, Error, ErrorKind, InputArchive, Newer, Options, OutputArchive,
    Serialize, Size, Step, Type, Unknown, UnknownPolicy, Value, check_impl, check_impl_with, text,
};
use archive_tests::saves_are_checked;

#[derive(Archive)]
struct Held<T> {
    before: u8,
    value: T,
    after: Option<u8>,
}

/// What `check_impl` says of a value, when it is the middle one of three fields, and whether columns notice. All archives
/// that notice say the same; if saves are checked, columns and rows do.
fn error_of<T: Archive>(value: T) -> (String, bool) {
    let held = Held { before: 1, value, after: None };
    let error = check_impl(&held).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Shape, "{error}");
    let columns = said(archive::to_vec(&held));
    if saves_are_checked() {
        assert_eq!(columns, Some((ErrorKind::Shape, error.to_string())));
        assert_eq!(said(Options::message().to_vec(&held)), columns);
    }
    for saved in [columns.clone(), said(text::to_string(&held)), said(Value::of(&held))] {
        assert!(saved.is_none_or(|saved| saved == (ErrorKind::Shape, error.to_string())));
    }
    (format!("{}: {}", error.path(), error.detail()), columns.is_some())
}

fn said<T>(saved: Result<T, Error>) -> Option<(ErrorKind, String)> {
    saved.err().map(|error| (error.kind(), error.to_string()))
}

/// What was found wrong, and what of it columns do not notice by themselves.
#[derive(Default)]
struct Seen {
    all: String,
    unnoticed: Vec<String>,
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

        let (found, is_noticed) = error_of(Wrong);
        let found = found.replace("a value is not visited as its type declares: ", "");
        writeln!($seen.all, "{}\n  {found}", stringify!($ty)).unwrap();
        if !is_noticed {
            $seen.unnoticed.push(found);
        }
    }};
}

#[test]
fn an_impl_that_departs_from_what_it_declares() {
    let mut seen = Seen::default();
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
    insta::assert_snapshot!(seen.all);
    if !saves_are_checked() {
        insta::assert_debug_snapshot!(seen.unnoticed, @r#"
        [
            "value: `serialize` visits `bytes`, but the type declares `str`",
            "value[1]: `serialize` visits `u8`, but the type declares `bool`",
        ]
        "#);
    }
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
    let mut seen = Seen::default();
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
    insta::assert_snapshot!(seen.all);
    if !saves_are_checked() {
        insta::assert_debug_snapshot!(seen.unnoticed, @r#"
        [
            "value: `serialize` visits the struct `Other`, but the type declares `Point`",
            "value.y: `serialize` visits a part that is not the next one",
        ]
        "#);
    }
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

/// A name by its number in the table that is lent.
#[derive(Debug)]
struct Name(String);

struct Names(Vec<String>);

impl Describe for Name {
    const TYPE: &'static Type = String::TYPE;
    const SIZE: Size = String::SIZE;
}

impl Serialize for Name {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.str(&self.0)
    }
}

impl<'a> Deserialize<'a> for Name {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let name = archive.str()?.into_owned();
        match archive.context().get::<Names>() {
            Some(names) => names.0.push(name.clone()),
            None => return Err(Error::new(ErrorKind::Hook, "no names were lent").into()),
        }
        Ok(Self(name))
    }
}

#[test]
fn an_impl_that_needs_what_is_lent() -> Result<(), Error> {
    let name = Name("Ann".into());
    assert_eq!(check_impl(&name).unwrap_err().detail(), "no names were lent");
    let mut names = Names(Vec::new());
    check_impl_with(&name, &mut names)?;
    assert_eq!(names.0, ["Ann"; 4]);
    Ok(())
}
