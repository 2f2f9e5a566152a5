//! Lists of structs, each of which is read with what was learned from the one before.

use std::cell::Cell;

use archive::__private as p;
use archive::{Archive, Error, text};

#[derive(Archive, Clone, Debug, PartialEq)]
struct Pet {
    #[archive(renamed(2, from = "name"))]
    called: String,
    #[archive(alias = "years")]
    age: u8,
    place: Place,
    #[archive(default = None)]
    friend: Option<Place>,
    #[since(2, default = 4)]
    legs: i32,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Place {
    x: f32,
    y: f32,
}

/// Ways to write a struct, right and wrong, each on one line.
const FORMS: &[&str] = &[
    r#"Pet { called = "a", age = 1, place = Place { x = 1, y = 2 }, legs = 3 }"#,
    r#"Pet { called = "b", age = 2, place = Place { x = 3, y = 4 }, legs = 5 }"#,
    r#"Pet { called = "c", age = 3, place = Place { x = 5, y = 6 }, friend = none, legs = 6 }"#,
    r#"Pet { called = "d", age = 3, place = Place { y = 5, x = 6 }, friend = Place { x = 0, y = 1 } }"#,
    r#"Pet { age = 4, called = "e", place = { x = 5, y = 6 }, legs = 6 }"#,
    r#"Pet { name = "f", age = 5, place = Place { x = 7, y = 8 } }"#,
    r#"Pet { name = "g", age = 6, place = Place { x = 7, y = 8 } }"#,
    r#"{ called = "h", age = 7, place = Place { x = 9, y = 1 }, legs = 6 }"#,
    r#"{ called = "i", age = 8, place = { x = 9, y = 1 }, legs = 6 }"#,
    r#"Pet { `called` = "j", age = 9, place = Place { x = 1, y = 2 }, legs = 3 }"#,
    r#"Pet { called = "k", years = 9, place = Place { x = 1, y = 2 }, legs = 3 }"#,
    r#"Pet{called="l" age=10 place=Place{x=1 y=2} legs=3}"#,
    r#"Pet { called = "m", age = 11, /* why */ place = Place { x = 1.5, y = -2e3, }, legs = 0x3 }"#,
    // A key that is missing, misspelt, duplicate, unknown, or from another version.
    r#"Pet { called = "A", place = Place { x = 1, y = 2 }, legs = 3 }"#,
    r#"Pet { called = "B", aye = 1, place = Place { x = 1, y = 2 }, legs = 3 }"#,
    r#"Pet { called = "C", age = 1, place = Place { x = 1, y = 2 }, legs = 3, legs = 4 }"#,
    r#"Pet { called = "D", age = 1, place = Place { x = 1, y = 2 }, legs = 3, wings = 4 }"#,
    r#"Pet { name = "E", age = 1, place = Place { x = 1, y = 2 }, legs = 3, called = "e" }"#,
    // Two swapped keys, another type, and no group.
    r#"Pet { age = "F", called = 1, place = Place { x = 1, y = 2 }, legs = 3 }"#,
    r#"Pot { called = "G", age = 1, place = Place { x = 1, y = 2 }, legs = 3 }"#,
    r#"Pet { called = "H", age = 1, place = Place { x = 1 }, legs = 3 }"#,
    r#"Pet { called = "I", age = 1, place = Pet { x = 1, y = 2 }, legs = 3 }"#,
    r#"Pet { called = "J", age = 1, place = (1, 2), legs = 3 }"#,
    "Pet",
];

/// An error without its line.
fn said(error: &Error) -> (archive::ErrorKind, String, String, Option<u32>) {
    (error.kind(), error.detail().to_owned(), error.help().to_owned(), error.column())
}

/// Checks that in every list of three forms, each is read as it would be alone.
fn check<T: for<'a> archive::Deserialize<'a> + std::fmt::Debug + PartialEq>(forms: &[&str]) {
    let alone: Vec<Result<T, Error>> = forms.iter().map(|form| text::from_str(form)).collect();
    for (a, b, c) in (0..forms.len().pow(3)).map(|at| {
        let count = forms.len();
        (at / count / count, at / count % count, at % count)
    }) {
        let source = format!("[\n{}\n{}\n{}\n]", forms[a], forms[b], forms[c]);
        let together = text::from_str::<Vec<T>>(&source);
        let mut each = [a, b, c].into_iter().map(|at| &alone[at]);
        match (together, each.clone().position(Result::is_err)) {
            (Ok(all), None) => assert!(all.iter().eq(each.flatten()), "{source}"),
            (Err(error), Some(at)) => {
                let expected = each.nth(at).unwrap().as_ref().unwrap_err();
                assert_eq!(said(&error), said(expected), "{source}");
                assert_eq!(error.line(), u32::try_from(at + 2).ok(), "{source}");
                assert!(error.path().starts_with(&format!("[{at}]")), "{source}");
            }
            (together, _) => panic!("{source}\n{together:?}"),
        }
    }
}

#[test]
fn what_stands_before_a_struct_does_not_change_it() {
    check::<Pet>(FORMS);
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Orc {
    weapon: String,
    #[archive(flatten)]
    being: Being,
    anger: u32,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Being {
    name: String,
    #[archive(default = 20)]
    health: u32,
}

#[test]
fn what_stands_before_a_struct_with_a_flattened_one_does_not_change_it() {
    check::<Orc>(&[
        r#"Orc { weapon = "axe", name = "a", health = 1, anger = 2 }"#,
        r#"Orc { weapon = "axe", name = "b", health = 3, anger = 4 }"#,
        r#"Orc { weapon = "axe", name = "c", anger = 4 }"#,
        r#"Orc { name = "d", weapon = "axe", health = 3, anger = 4 }"#,
        r#"Orc { weapon = "axe", being = Being { name = "e", health = 3 }, anger = 4 }"#,
        r#"Orc { weapon = "axe", health = 3, anger = 4 }"#,
        r#"Orc { weapon = "axe", name = "f", wealth = 3, anger = 4 }"#,
    ]);
}

#[derive(Archive, Clone, Debug, PartialEq)]
enum Shape {
    Round { x: u32, y: u32 },
    Flat { x: u32, y: u32 },
    Named { x: u32, z: u32 },
    Point,
}

#[test]
fn what_stands_before_a_variant_does_not_change_it() {
    check::<Shape>(&[
        "Round { x = 1, y = 2 }",
        "Round { x = 3, y = 4 }",
        "Flat { x = 5, y = 6 }",
        "Flat { y = 7, x = 8 }",
        "Named { x = 9, z = 10 }",
        "Named { x = 9, y = 10 }",
        "Point",
        "Point { x = 1, y = 2 }",
    ]);
}

#[test]
fn the_version_that_is_stated_rules_in_lists_too() {
    #[derive(Archive, Debug, PartialEq)]
    struct Pets {
        pets: Vec<Pet>,
        last: Vec<Pet>,
    }
    let pet =
        |rest| format!("Pet {{ called = \"a\", age = 1, place = {{ x = 1, y = 2 }}{rest} }}\n");
    let (old, new) = (pet("").repeat(3), pet(", legs = 5").repeat(3));
    let source = |version, last: &str| {
        format!("@versions {{ Pet = {version} }} Pets {{ pets = [\n{old}] last = [\n{last}] }}")
    };
    for version in [1, 2] {
        let pets: Pets = text::from_str(&source(version, &old)).unwrap();
        assert!(pets.pets == pets.last && pets.pets.iter().all(|pet| pet.legs == 4));
    }
    assert!(text::from_str::<Pets>(&source(2, &new)).unwrap().last.iter().all(|it| it.legs == 5));
    let error = text::from_str::<Pets>(&source(1, &new)).unwrap_err();
    assert_eq!((error.kind(), error.line()), (archive::ErrorKind::UnknownField, Some(6)));
}

thread_local! {
    /// How many values were built.
    static BUILT: Cell<usize> = const { Cell::new(0) };
}

/// A type that reads its fields in a different order each time.
#[derive(Debug, PartialEq)]
struct Odd(Place, u8);

/// Its fields, described by the derive.
mod described {
    #[derive(archive::Archive)]
    pub struct Odd {
        x: f32,
        y: f32,
        z: u8,
    }
}

impl p::Describe for Odd {
    const TYPE: &'static p::Type = <described::Odd as p::Describe>::TYPE;
    const SIZE: p::Size = <described::Odd as p::Describe>::SIZE;
}

impl<'a> p::Deserialize<'a> for Odd {
    fn deserialize<A: p::InputArchive<'a>>(a: &mut A) -> Result<Self, A::Error> {
        const ORDERS: [[usize; 3]; 6] =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let count = BUILT.replace(BUILT.get() + 1);
        let (order, asked) = (count / 5 % 6, count % 5);
        let scope = a.begin(<described::Odd as p::Named>::SHAPE)?;
        let mut odd = Self(Place { x: 0.0, y: 0.0 }, 0);
        for field in ORDERS[order] {
            // Asking for other fields in between has no effect.
            if asked > 0 {
                assert_eq!(a.has(&scope, (field + count) % 4), (field + count) % 4 < 3);
            }
            match field {
                0 => odd.0.x = a.field(&scope, field)?,
                1 => odd.0.y = a.field(&scope, field)?,
                _ => odd.1 = a.field(&scope, field)?,
            }
        }
        a.end(scope)?;
        Ok(odd)
    }
}

#[test]
fn fields_may_be_visited_in_any_order() {
    let places = (0_u8..240).map(|at| Odd(Place { x: f32::from(at), y: 0.5 }, at));
    let line = |Odd(place, at): Odd| format!("Odd {{ x = {}, y = 0.5, z = {at} }}\n", place.x);
    let source: String = places.clone().map(line).collect();
    let odd: Vec<Odd> = text::from_str(&format!("[\n{source}]")).unwrap();
    assert!(odd.into_iter().eq(places));
}
