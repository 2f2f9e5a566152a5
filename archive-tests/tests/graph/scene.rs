//! A scene of objects shared in every possible way.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use archive::{Archive, Object};

#[derive(Archive, Debug)]
pub struct Scene {
    pub root: Rc<Node>,
    pub names: Vec<Rc<str>>,
    pub people: Vec<Rc<RefCell<Person>>>,
    pub cast: Vec<Box<dyn Entity>>,
    pub hero: Rc<dyn Entity>,
}

#[derive(Archive, Debug)]
pub struct Node {
    pub name: Rc<str>,
    pub parent: RefCell<Weak<Node>>,
    pub children: RefCell<Vec<Rc<Node>>>,
}

#[derive(Archive, Debug)]
pub struct Person {
    pub age: u8,
    pub friend: Option<Rc<RefCell<Person>>>,
    pub rival: Weak<RefCell<Person>>,
}

pub trait Entity: Object {}

#[derive(Archive, Debug)]
pub struct Orc {
    pub rage: u16,
    pub enemy: RefCell<Option<Rc<dyn Entity>>>,
}

#[derive(Archive, Debug)]
pub struct Chest {
    pub within: RefCell<Vec<Rc<dyn Entity>>>,
    pub label: Rc<str>,
}

impl Entity for Orc {}
impl Entity for Chest {}

archive::registry! { dyn Entity as "Entity" { Orc as "orc", Chest as "chest" } }

impl std::fmt::Debug for dyn Entity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an entity")
    }
}

fn person(age: u8) -> Rc<RefCell<Person>> {
    Rc::new(RefCell::new(Person { age, friend: None, rival: Weak::new() }))
}

/// A node whose children link back to it.
pub fn node(name: &Rc<str>, children: Vec<Rc<Node>>) -> Rc<Node> {
    let parent = RefCell::new(Weak::new());
    let node = Rc::new(Node { name: Rc::clone(name), parent, children: RefCell::new(children) });
    for child in node.children.borrow().iter() {
        *child.parent.borrow_mut() = Rc::downgrade(&node);
    }
    node
}

pub fn scene() -> Scene {
    let (north, south): (Rc<str>, Rc<str>) = ("north".into(), "south".into());
    let (ada, bob) = (person(36), person(40));
    ada.borrow_mut().friend = Some(Rc::clone(&bob));
    bob.borrow_mut().friend = Some(Rc::clone(&ada));
    ada.borrow_mut().rival = Rc::downgrade(&ada);
    let orc = Rc::new(Orc { rage: 500, enemy: RefCell::default() });
    let within = RefCell::new(vec![Rc::clone(&orc) as Rc<dyn Entity>]);
    let chest: Rc<dyn Entity> = Rc::new(Chest { within, label: Rc::clone(&south) });
    *orc.enemy.borrow_mut() = Some(Rc::clone(&chest));
    let enemy = RefCell::new(Some(Rc::clone(&chest)));
    Scene {
        root: node(&north, vec![node(&south, vec![]), node(&south, vec![node(&north, vec![])])]),
        names: vec![north, south],
        people: vec![ada, bob],
        cast: vec![Box::new(Orc { rage: 1, enemy })],
        hero: chest,
    }
}
