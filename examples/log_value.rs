//! Logs every part of a value with its path, as an engine's console would print the selection. It
//! needs no code for each type and builds no tree in memory.

use std::collections::BTreeMap;

use archive::{Archive, Error, Serialize, Visit};

#[derive(Archive)]
struct Player {
    name: String,
    /// In hearts.
    health: f32,
    bag: BTreeMap<String, u32>,
    quests: Vec<Quest>,
}

#[derive(Archive)]
enum Quest {
    Find { what: String, done: bool },
    Talk(String),
}

/// Prints a line for each value without parts, followed by the docs of its field.
fn log<T: Serialize + ?Sized>(title: &str, value: &T) -> Result<(), Error> {
    archive::walk(value, |part| {
        let path = part.path;
        match &part.visit {
            Visit::Primitive(value) => match part.field.map_or("", |field| field.doc) {
                "" => println!("{title}: {path} = {value:?}"),
                doc => println!("{title}: {path} = {value:?} ({doc})"),
            },
            Visit::None => println!("{title}: {path} = none"),
            Visit::Variant(_, variant) => println!("{title}: {path} is a {}", variant.name),
            Visit::List(0) | Visit::Map(0) => println!("{title}: {path} is empty"),
            _ => {}
        }
    })
}

fn main() -> Result<(), Error> {
    let player = Player {
        name: "Ann".into(),
        health: 2.5,
        bag: BTreeMap::from([("torch".into(), 3), ("key".into(), 1)]),
        quests: vec![
            Quest::Find { what: "the lamp".into(), done: false },
            Quest::Talk("the smith".into()),
        ],
    };
    log("player", &player)?;
    log("places", &[(1_u8, 'a'), (2, 'b')])
}
