//! Files from anybody, read by name: each is an error or a value, within the memory bounds.

use std::collections::BTreeMap;
use std::thread;

use archive::{Archive, Describe, Error, Newer, Options, Schema, Unknown, Value};
use archive_tests::hostile::{Bounds, Case, Outcome};
use archive_tests::wire;

use crate::to_rows;
use archive_tests::made::file;

mod theirs {
    use std::collections::BTreeMap;

    use archive::Archive;

    #[derive(Archive)]
    #[archive(version = 7)]
    pub struct World {
        pub seen: BTreeMap<String, bool>,
        pub heroes: Vec<Hero>,
        pub mesh: Vec<f32>,
        pub extra: Option<(char, [u8; 3], [Mood; 2])>,
    }

    #[derive(Archive)]
    pub struct Hero {
        pub level: u8,
        pub name: String,
        pub mood: Mood,
    }

    #[derive(Archive, Clone, Copy)]
    pub enum Mood {
        Calm,
        Angry(u8),
    }

    pub fn world() -> World {
        let hero = |level| Hero { level, name: "Ada".into(), mood: Mood::Angry(level) };
        World {
            seen: BTreeMap::from([("cave".into(), true), ("lake".into(), false)]),
            heroes: vec![hero(1), hero(2)],
            mesh: vec![0.5, 1.5],
            extra: Some(('x', [1, 2, 3], [Mood::Calm; 2])),
        }
    }
}

#[derive(Archive, Debug, PartialEq)]
struct World {
    heroes: Vec<Hero>,
    mesh: Vec<f64>,
    seen: BTreeMap<String, Option<bool>>,
}

#[derive(Archive, Debug, PartialEq)]
struct Hero {
    name: String,
    level: u32,
    mood: Mood,
    #[default = 4]
    legs: u64,
}

#[derive(Archive, Debug, PartialEq)]
enum Mood {
    Angry(i16),
    Calm,
}

fn by_name<T: Archive>(bytes: &[u8]) -> Result<T, Error> {
    Options::file().newer(Newer::Accept).unknown(Unknown::Skip).from_slice(bytes)
}

fn case() -> Case<'static> {
    let forms = vec![to_rows(&theirs::world())];
    let bounds = Bounds::by_name::<World>();
    Case::past("World", forms, bounds, |bytes| Outcome::of(|| by_name::<World>(bytes)))
}

#[test]
fn every_prefix_is_refused() {
    case().refuses_prefixes();
}

#[test]
fn every_flip_is_refused() {
    case().refuses_flips();
}

#[test]
fn every_flip_behind_right_checksums_is_endured() {
    case().endures_flips();
}

#[test]
fn every_flip_is_endured_by_the_tree() {
    let columns = archive::to_vec(&theirs::world()).unwrap();
    for file in [to_rows(&theirs::world()), columns] {
        for bit in 0..file.len() * 8 {
            let mut flipped = file.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(Value::from_slice(&flipped).is_err());
            wire::seal(&mut flipped);
            let _ = Value::from_slice(&flipped);
        }
    }
}

/// A body read by another schema than its own is an error or a value.
#[test]
fn every_flip_of_the_schema_is_endured() {
    let theirs = to_rows(&theirs::world());
    let body = &theirs[wire::body_start(&theirs)..];
    let case = case();
    let bytes = theirs::World::schema().to_bytes();
    let (mut read, mut loaded) = (0, 0);
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let Ok(schema) = Schema::from_bytes(&flipped) else { continue };
        let file = file(&schema, body);
        read += u32::from(Value::from_slice(&file).is_ok());
        loaded += u32::from(case.judge(&file).is_ok());
    }
    assert!(read > 100 && loaded > 50, "{read} trees, {loaded} values");
}

/// Loads the deepest value that the limits allow.
#[test]
fn the_levels_that_are_allowed_fit_the_stack() {
    #[derive(Archive, Debug)]
    struct Node {
        inside: Vec<Option<Node>>,
    }
    #[derive(Archive, Debug)]
    #[archive(name = "Node")]
    struct Wider {
        inside: Vec<Option<Wider>>,
        #[archive(default = 0)]
        more: u8,
    }
    fn node(levels: u32) -> Node {
        Node { inside: if levels == 1 { vec![] } else { vec![Some(node(levels - 1))] } }
    }
    let run = || {
        let file = to_rows(&node(128));
        let tree = Value::from_slice(&file).unwrap();
        assert_eq!(tree.clone().into_owned(), tree);
        by_name::<Wider>(&file).unwrap();
    };
    thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}
