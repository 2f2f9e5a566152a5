//! Variants that take the name that another one had before.

use std::fmt::Debug;

use archive::{Archive, ErrorKind, json, text};

#[derive(Archive, Debug, PartialEq)]
struct Hp {
    amount: u8,
}

/// The fields got names, as the lock advises to write it.
#[derive(Archive, Debug, PartialEq)]
enum Action {
    #[archive(removed(Heal(Hp), until = 2, into = |hp: Hp| Action::Heal { hp }))]
    #[since(2)]
    Heal { hp: Hp },
    #[archive(removed(Wait(u8), until = 2, into = |turns: u8| Action::Wait { turns }))]
    #[since(2)]
    Wait { turns: u8 },
}

#[derive(Archive, Debug, PartialEq)]
enum Task {
    #[archive(renamed(2, from = "Dig"))]
    DigOld(Hp),
    #[since(2)]
    Dig { amount: u8 },
}

/// A struct became its number.
#[derive(Archive, Debug, PartialEq)]
enum Note {
    #[archive(removed(Hurt(Hp), until = 2, into = |hp: Hp| Note::Hurt(hp.amount.saturating_add(100))))]
    #[since(2)]
    Hurt(u8),
}

/// A variant that changed more than once, and one of as many fields.
#[derive(Archive, Debug, PartialEq)]
enum Order {
    #[archive(removed(Move { km: u8 }, until = 2, into = |km: u8| Order::Move { metres: u32::from(km) * 1000 }))]
    #[since(2)]
    Move {
        #[archive(renamed(3, from = "far"), was(u16, until = 3, with = |km: u16| u32::from(km) * 1000))]
        metres: u32,
    },
    #[archive(removed(Up { from: u8, to: u8 }, until = 2, into = |from: u8, to: u8| Order::Up { by: to - from }))]
    #[since(2)]
    Up { by: u8 },
}

fn comes_back<T: Archive + Debug + PartialEq>(value: &T) {
    let written = text::to_string(value).unwrap();
    assert_eq!(text::from_str::<T>(&written).unwrap(), *value, "{written}");
    let written = json::to_string(value).unwrap();
    assert_eq!(json::from_str::<T>(&written).unwrap(), *value, "{written}");
}

#[test]
fn what_is_written_today_is_read_as_the_variant_of_today() {
    comes_back(&Action::Heal { hp: Hp { amount: 3 } });
    comes_back(&Action::Wait { turns: 3 });
    comes_back(&Task::DigOld(Hp { amount: 3 }));
    comes_back(&Task::Dig { amount: 3 });
    comes_back(&Note::Hurt(3));
    comes_back(&Order::Move { metres: 3 });
    comes_back(&Order::Up { by: 3 });
}

#[test]
fn a_stated_version_says_which_variant_it_is() {
    let action = |source| text::from_str::<Action>(source).unwrap();
    let heal = Action::Heal { hp: Hp { amount: 3 } };
    assert_eq!(action("@versions { Action = 1, Hp = 1 } Heal(Hp { amount = 3 })"), heal);
    assert_eq!(action("@versions { Action = 1, Hp = 1 } Heal { amount = 3 }"), heal);
    let hurt: Note = text::from_str("@versions { Note = 1, Hp = 1 } Hurt { amount = 3 }").unwrap();
    assert_eq!(hurt, Note::Hurt(103));
    let versions = r#"{"@versions":{"Action":1,"Hp":1},"@value":"#;
    let source = format!(r#"{versions}{{"Heal":[{{"amount":3}}]}}}}"#);
    assert_eq!(json::from_str::<Action>(&source).unwrap(), heal);
    let source = format!(r#"{versions}{{"Wait":3}}}}"#);
    assert_eq!(json::from_str::<Action>(&source).unwrap(), Action::Wait { turns: 3 });
    let source = format!(r#"{versions}{{"Wait":{{"turns":3}}}}}}"#);
    assert_eq!(json::from_str::<Action>(&source).unwrap_err().kind(), ErrorKind::InvalidValue);
}

/// Without a version, it is the newest variant that has the names and the style of what is written.
#[test]
fn the_names_of_the_fields_say_which_variant_it_is() {
    let action = |source| text::from_str::<Action>(source).unwrap();
    let heal = || Action::Heal { hp: Hp { amount: 3 } };
    assert_eq!(action("Heal { hp = { amount = 3 } }"), heal());
    assert_eq!(action("Heal(Hp { amount = 3 })"), heal());
    assert_eq!(action("Heal { amount = 3 }"), heal());
    assert_eq!(action("Wait(3)"), Action::Wait { turns: 3 });
    let order = |source, json: &str| {
        let order = text::from_str::<Order>(source).unwrap();
        assert_eq!(json::from_str::<Order>(json).unwrap(), order);
        order
    };
    let km = order("Move { km = 3 }", r#"{"Move":{"km":3}}"#);
    assert_eq!(km, Order::Move { metres: 3000 });
    assert_eq!(order("Move { far = 3 }", r#"{"Move":{"far":3}}"#), km);
    let metres = order("Move { metres = 3 }", r#"{"Move":{"metres":3}}"#);
    assert_eq!(metres, Order::Move { metres: 3 });
    let up = order("Up { from = 1, to = 4 }", r#"{"Up":{"from":1,"to":4}}"#);
    assert_eq!(up, order("Up { by = 3 }", r#"{"Up":{"by":3}}"#));
    // Where none fits, the error is about today's.
    let error = text::from_str::<Order>("Up { speed = 3 }").unwrap_err();
    assert!(error.to_string().contains("no field `speed`"), "{error}");
}

#[derive(Archive, Debug, PartialEq)]
enum Reused {
    #[archive(removed(A(u8), until = 2, into = |a: u8| Self::Old { n: a }))]
    #[archive(removed(C, until = 2, into = || Self::Old { n: 100 }))]
    #[archive(removed(D, until = 2, into = || Self::Old { n: 101 }))]
    #[since(2)]
    A,
    #[since(2)]
    C { x: u8 },
    #[since(2)]
    D(u8),
    #[since(2)]
    Old { n: u8 },
}

/// Variants are told apart by whether they have fields, and by how many without names.
#[test]
fn what_is_not_there_says_which_variant_it_is() {
    let cases = [
        ("A(7)", r#"{"A":[7]}"#, Reused::Old { n: 7 }),
        ("A(7)", r#"{"A":7}"#, Reused::Old { n: 7 }),
        ("A", r#""A""#, Reused::A),
        ("C", r#""C""#, Reused::Old { n: 100 }),
        ("C { x = 1 }", r#"{"C":{"x":1}}"#, Reused::C { x: 1 }),
        ("D", r#""D""#, Reused::Old { n: 101 }),
        ("D(1)", r#"{"D":[1]}"#, Reused::D(1)),
    ];
    for (source, json, expected) in cases {
        assert_eq!(text::from_str::<Reused>(source).unwrap(), expected, "{source}");
        assert_eq!(json::from_str::<Reused>(json).unwrap(), expected, "{json}");
    }
    // Where none fits, the error is about today's.
    let error = text::from_str::<Reused>("C { y = 1 }").unwrap_err();
    assert!(error.to_string().contains("no field `y`"), "{error}");
    let error = text::from_str::<Reused>("D(1, 2)").unwrap_err();
    assert!(error.to_string().contains("expected 1, found 2"), "{error}");
}
