//! Texts with few distinct values.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::rc::Rc;

use archive::{Archive, Buffer, ErrorKind, Layout, Newer, Options, Value};
use archive_tests::{erased::Erased, wire};

use crate::check::comes_back;

#[derive(Archive, Clone, Debug, PartialEq)]
struct Entity {
    kind: String,
    #[since(2, default = "none")]
    faction: String,
    note: Option<Box<str>>,
    tags: Vec<String>,
    worn: BTreeMap<String, Rc<str>>,
    state: State,
}

#[derive(Archive, Clone, Debug, PartialEq)]
enum State {
    Idle,
    Walking { to: String },
    Tired(String, u8),
}

/// One of `kinds` texts, short and long, some with multibyte characters.
fn text(n: usize, kinds: usize) -> String {
    let n = n.wrapping_mul(7) % kinds;
    match n % 4 {
        0 => format!("item_{n}"),
        1 => format!("{n}é").repeat(n % 9),
        2 => format!("minecraft:polished_blackstone_{n}"),
        _ => "x".repeat(n % 255),
    }
}

fn entity(n: usize, kinds: usize) -> Entity {
    let text = |salt: usize| text(n + salt, kinds);
    Entity {
        kind: text(0),
        faction: text(1),
        note: (!n.is_multiple_of(3)).then(|| text(2).into()),
        tags: (0..n % 4).map(text).collect(),
        worn: (0..n % 3).map(|n| (n.to_string(), text(n).into())).collect(),
        state: match n % 3 {
            0 => State::Idle,
            1 => State::Walking { to: text(3) },
            _ => State::Tired(text(4), 7),
        },
    }
}

#[test]
fn as_few_and_as_many_as_there_are() {
    for count in [0, 1, 2, 31, 32, 33, 64, 65, 1000, 5000] {
        for kinds in [1, 2, 3, 17, 128, 129, 256, 257, 10_000] {
            comes_back(&(0..count).map(|n| text(n, kinds)).collect::<Vec<_>>());
        }
        for kinds in [1, 5, 200, 1000] {
            comes_back(&(0..count).map(|n| entity(n, kinds)).collect::<Vec<_>>());
        }
    }
}

#[test]
fn texts_of_every_length() {
    for len in 0..300 {
        comes_back(&vec!["y".repeat(len); 100]);
        comes_back(&(0..100).map(|n| format!("{:>1$}", n % 3, len)).collect::<Vec<_>>());
        // Texts that differ in one place only, wherever it is.
        let differ = |n: usize| {
            let mut text = vec![b'a'; len];
            text[n * 7 % len.max(1)] = b'b';
            String::from_utf8(text).unwrap()
        };
        if len > 0 {
            comes_back(&(0..200).map(differ).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_text_that_comes_again_costs_a_few_bits() {
    let names: Vec<String> = (0..10_000).map(|n| text(n, 10)).collect();
    let bytes = archive::to_vec(&names).unwrap();
    assert!(bytes.len() < 5_600, "{}", bytes.len());
    // Without a dictionary if most texts differ, or if there are few.
    let plain = |names: &[String]| {
        let bytes = archive::to_vec(names).unwrap();
        let all = names.concat();
        bytes.windows(all.len()).any(|part| part == all.as_bytes())
    };
    let names: Vec<String> = (0..1000).map(|n| format!("name {n}")).collect();
    assert!(plain(&names));
    let few = |count| vec!["oak".to_owned(); count];
    assert!(plain(&few(31)) && !plain(&few(32)));
}

/// Lists of texts, saved in pieces of every size, in which too many or too long texts come late.
fn lists() -> Vec<Vec<Vec<String>>> {
    let list = |from: usize, len: usize| (from..from + len).map(|n| text(n, 20)).collect();
    let few: Vec<Vec<String>> = (0..200).map(|n| list(n, [1, 3, 70, 0, 31, 64][n % 6])).collect();
    let with = |last: Vec<String>| few.iter().cloned().chain([last, list(0, 40)]).collect();
    let differ = (0..300).map(|n| format!("another {n}")).collect();
    let late = [list(0, 10), vec!["x".repeat(255)], list(0, 50)].concat();
    vec![few.clone(), with(differ), with(late), few, vec![list(0, 3)], vec![]]
}

/// Texts are written as the same bytes whether taken in batches, one by one, or into a used buffer.
#[test]
fn they_are_written_the_same_however_they_are_taken() {
    let mut buffer = Buffer::new();
    for lists in lists() {
        the_same_bytes(&lists, &mut buffer);
        the_same_bytes(&lists.concat(), &mut buffer);
    }
}

fn the_same_bytes<T: Archive + Clone + Debug + PartialEq>(value: &T, buffer: &mut Buffer) {
    comes_back(value);
    let bytes = archive::to_vec(value).unwrap();
    assert_eq!(Options::file().to_buffer(value, buffer).unwrap(), bytes);
    assert_eq!(archive::to_vec(&Erased(value.clone())).unwrap(), bytes);
}

/// A tree of them takes no more memory than a load may.
#[test]
fn trees_have_room_for_them() {
    for len in [1, 8, 64, 254] {
        for kinds in [1, 2, 100] {
            let text = |n: usize| format!("{:>1$}", n % kinds, len);
            let texts: Vec<String> = (0..8000).map(text).collect();
            for options in crate::check::columns() {
                let bytes = options.to_vec(&texts).unwrap();
                let tree = Value::from_slice(&bytes).unwrap();
                assert_eq!(tree.to::<Vec<String>>().unwrap(), texts);
            }
        }
    }
}

#[test]
fn texts_are_borrowed_from_the_dictionary() {
    #[derive(Archive, Debug, PartialEq)]
    struct Named<'a> {
        name: &'a str,
        title: Cow<'a, str>,
    }
    let all: Vec<Named> =
        (0..100).map(|n| Named { name: ["oak", "ash"][n % 2], title: "ä".into() }).collect();
    let bytes = archive::to_vec(&all).unwrap();
    let loaded: Vec<Named> = archive::from_slice(&bytes).unwrap();
    assert_eq!(loaded, all);
    assert!(bytes.as_ptr_range().contains(&loaded[3].name.as_ptr()));
    assert_eq!(loaded[3].name.as_ptr(), loaded[5].name.as_ptr());
}

/// An older program that lacks a field and has another name for one.
mod v1 {
    use super::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Entity {
        pub kind: String,
        pub note: Option<Box<str>>,
        pub tags: Vec<String>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Kind {
        pub kind: String,
    }
}

#[test]
fn older_and_other_programs_read_them() {
    let all: Vec<Entity> = (0..500).map(|n| entity(n, 20)).collect();
    for options in crate::check::columns() {
        let bytes = options.to_vec(&all).unwrap();
        let newer = Options::file().newer(Newer::Accept).unknown(archive::Unknown::Skip);
        let older: Vec<v1::Entity> = newer.from_slice(&bytes).unwrap();
        assert!(older.iter().zip(&all).all(|(a, b)| a.kind == b.kind && a.tags == b.tags));
        let tree = Value::from_slice(&bytes).unwrap();
        assert_eq!(tree, Value::of(&all).unwrap());
        assert_eq!(tree.to::<Vec<Entity>>().unwrap(), all);

        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("entities");
        options.save(&path, &(all.clone(), 7_u8)).unwrap();
        let (kinds, _): (Vec<v1::Kind>, u8) = archive::load_part(&path).unwrap();
        assert!(kinds.iter().zip(&all).all(|(a, b)| a.kind == b.kind));

        let old: Vec<v1::Entity> =
            (0..500).map(|n| v1::Entity { kind: text(n, 9), note: None, tags: vec![] }).collect();
        let bytes = options.to_vec(&old).unwrap();
        let rows = Options::file().layout(Layout::Rows).to_vec(&old).unwrap();
        assert_eq!(archive::from_slice::<Vec<v1::Entity>>(&bytes).unwrap(), old);
        assert_eq!(Value::from_slice(&bytes).unwrap(), Value::from_slice(&rows).unwrap());
    }
}

/// A file of a list with these columns.
fn file<T: Archive>(columns: &[&[u8]]) -> Vec<u8> {
    let seed = archive::to_vec(&Vec::<T>::new()).unwrap();
    wire::with_body(&seed, &wire::body_of(columns))
}

fn read(lens: &[u8], bytes: &str, count: u8) -> Result<Vec<String>, archive::Error> {
    archive::from_slice(&file::<String>(&[&[0, count, 0, 0, 0], lens, bytes.as_bytes()]))
}

#[test]
fn a_reader_takes_every_form() {
    let three = |lens: &[u8]| read(lens, "oakash", 3).unwrap();
    assert_eq!(three(&[0x60, 1, 3, 3, 0x00, 1, 0, 1]), ["ash", "oak", "ash"]);
    assert_eq!(three(&[0x60, 1, 3, 3, 0x11, 0, 0b101]), ["ash", "oak", "ash"]);
    assert_eq!(three(&[0x60, 1, 3, 3, 0x01, 1]), ["ash", "ash", "ash"]);
    // The example of FORMAT.md.
    let five = read(&[0x60, 0x01, 0x03, 0x03, 0x11, 0x00, 0x12], "oakash", 5).unwrap();
    assert_eq!(five, ["oak", "ash", "oak", "oak", "ash"]);
    // With unused and duplicate texts.
    assert_eq!(three(&[0x60, 3, 3, 0, 3, 0, 0x12, 0, 0b01_10_11]), ["", "ash", ""]);
    assert_eq!(read(&[0x60, 0, 3, 0x00, 0], "oak", 1).unwrap(), ["oak"]);
}

#[test]
fn what_is_no_dictionary_is_refused() {
    let refused = |lens: &[u8], bytes: &str, count: u8| {
        let error = read(lens, bytes, count).unwrap_err();
        assert!(error.offset().is_some(), "{error}");
        error.kind()
    };
    // An index without a text.
    assert_eq!(refused(&[0x60, 1, 3, 3, 0x00, 1, 2, 1], "oakash", 3), ErrorKind::InvalidValue);
    assert_eq!(refused(&[0x60, 0, 3, 0x00, 1], "oak", 1), ErrorKind::InvalidValue);
    // Fewer or more bytes than the lengths say.
    assert_eq!(refused(&[0x60, 1, 3, 3, 0x00, 1, 0, 1], "oakas", 3), ErrorKind::Length);
    assert_eq!(refused(&[0x60, 1, 3, 3, 0x00, 1, 0, 1], "oakashe", 3), ErrorKind::Length);
    // Cut short, and too long.
    assert_eq!(refused(&[0x60], "oakash", 3), ErrorKind::Truncated);
    assert_eq!(refused(&[0x60, 200, 3, 3], "oakash", 3), ErrorKind::Truncated);
    assert_eq!(refused(&[0x60, 1, 3, 3], "oakash", 3), ErrorKind::Truncated);
    assert_eq!(refused(&[0x60, 1, 3, 3, 0x00, 1, 0, 1, 0], "oakash", 3), ErrorKind::InvalidValue);
    assert_eq!(refused(&[0x60, 0, 0], "", 0), ErrorKind::InvalidValue);
    // Texts that end within a character.
    assert_eq!(refused(&[0x60, 1, 1, 1, 0x00, 1, 0, 1], "é", 3), ErrorKind::InvalidUtf8);
    // Byte strings and lists cannot have a dictionary.
    let file = file::<Vec<u8>>(&[&[0, 3, 0, 0, 0], &[0x60, 1, 3, 3, 0x00, 1, 0, 1], b"oakash"]);
    assert!(archive::from_slice::<Vec<Vec<u8>>>(&file).is_err());
}
