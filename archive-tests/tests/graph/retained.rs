//! An older program loads and saves objects that have fields it does not know.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use archive::{Archive, ErrorKind, Newer, Options, Unknown};

use crate::stories::by_name;

mod newer {
    use super::{Archive, Rc, RefCell, Weak};

    #[derive(Archive)]
    #[archive(version = 2)]
    pub struct World {
        pub nodes: Vec<Rc<Node>>,
        pub root: Tree,
        #[since(2, default = None)]
        pub guild: Option<Rc<Guild>>,
    }

    #[derive(Archive)]
    #[archive(version = 2)]
    pub struct Node {
        pub name: String,
        pub parent: RefCell<Weak<Node>>,
        pub kids: RefCell<Vec<Rc<Node>>>,
        #[since(2, default = RefCell::default())]
        pub guild: RefCell<Option<Rc<Guild>>>,
        #[since(2, default = RefCell::default())]
        pub rival: RefCell<Weak<Node>>,
    }

    /// A recursive value, with what the older program does not know.
    #[derive(Archive)]
    #[archive(version = 2)]
    pub struct Tree {
        pub at: Option<Rc<Node>>,
        pub twigs: Vec<Tree>,
        #[since(2, default = None)]
        pub sign: Option<Rc<Guild>>,
    }

    /// The older program has none.
    #[derive(Archive)]
    pub struct Guild {
        pub motto: Rc<str>,
        pub allies: RefCell<Vec<Weak<Guild>>>,
        pub hall: RefCell<Option<Rc<Guild>>>,
    }
}

mod older {
    use super::{Archive, Rc, RefCell, Unknown, Weak};

    #[derive(Archive)]
    pub struct World {
        pub nodes: Vec<Rc<Node>>,
        pub root: Tree,
        #[archive(unknown)]
        pub more: Unknown,
    }

    #[derive(Archive)]
    pub struct Node {
        pub name: String,
        pub parent: RefCell<Weak<Node>>,
        pub kids: RefCell<Vec<Rc<Node>>>,
        #[archive(unknown)]
        pub more: Unknown,
    }

    #[derive(Archive)]
    pub struct Tree {
        pub at: Option<Rc<Node>>,
        pub twigs: Vec<Tree>,
        #[archive(unknown)]
        pub more: Unknown,
    }
}

fn guild(motto: &str) -> Rc<newer::Guild> {
    let (allies, hall) = Default::default();
    Rc::new(newer::Guild { motto: motto.into(), allies, hall })
}

fn node(name: &str, guild: &Rc<newer::Guild>) -> Rc<newer::Node> {
    let (parent, kids, rival) = Default::default();
    let guild = RefCell::new(Some(Rc::clone(guild)));
    Rc::new(newer::Node { name: name.into(), parent, kids, guild, rival })
}

/// Guilds that form a circle, and nodes that know their parents.
fn world() -> newer::World {
    let (thieves, cooks) = (guild("mine"), guild("salt"));
    thieves.allies.borrow_mut().push(Rc::downgrade(&cooks));
    cooks.allies.borrow_mut().push(Rc::downgrade(&thieves));
    let (top, kid) = (node("top", &thieves), node("kid", &cooks));
    *kid.parent.borrow_mut() = Rc::downgrade(&top);
    top.kids.borrow_mut().push(Rc::clone(&kid));
    // The older program does not know this link, but knows its target.
    *top.rival.borrow_mut() = Rc::downgrade(&kid);
    let twig = |at: &Rc<newer::Node>, sign: &Rc<newer::Guild>| newer::Tree {
        at: Some(Rc::clone(at)),
        twigs: vec![],
        sign: Some(Rc::clone(sign)),
    };
    let root =
        newer::Tree { twigs: vec![twig(&kid, &thieves), twig(&top, &cooks)], ..twig(&kid, &cooks) };
    newer::World { nodes: vec![Rc::clone(&top), kid, top], root, guild: Some(cooks) }
}

fn retaining(options: &Options) -> Options {
    options.clone().newer(Newer::Accept).unknown(Unknown::Retain)
}

fn check(world: &newer::World) {
    let [top, kid, again] = &world.nodes[..] else { panic!("three nodes") };
    assert!(Rc::ptr_eq(top, again) && top.name == "Top");
    assert!(Rc::ptr_eq(&top.kids.borrow()[0], kid));
    assert!(Rc::ptr_eq(&kid.parent.borrow().upgrade().unwrap(), top));
    let cooks = world.guild.as_ref().unwrap();
    assert!(Rc::ptr_eq(kid.guild.borrow().as_ref().unwrap(), cooks));
    let thieves = cooks.allies.borrow()[0].upgrade().unwrap();
    assert_eq!((&*cooks.motto, &*thieves.motto), ("salt", "mine"));
    assert!(Rc::ptr_eq(top.guild.borrow().as_ref().unwrap(), &thieves));
    assert!(Rc::ptr_eq(&thieves.allies.borrow()[0].upgrade().unwrap(), cooks));
    let twig = &world.root.twigs[0];
    assert!(Rc::ptr_eq(twig.at.as_ref().unwrap(), kid));
    assert!(Rc::ptr_eq(twig.sign.as_ref().unwrap(), &thieves));
    assert!(Rc::ptr_eq(world.root.sign.as_ref().unwrap(), cooks));
}

fn rename(world: &mut older::World) {
    let top = Rc::clone(&world.nodes[0]);
    // Other places hold the node, too, so it is replaced everywhere.
    let (parent, kids, more) = (RefCell::default(), top.kids.clone(), top.more.clone());
    let renamed = Rc::new(older::Node { name: "Top".into(), parent, kids, more });
    for kid in renamed.kids.borrow().iter() {
        *kid.parent.borrow_mut() = Rc::downgrade(&renamed);
    }
    let replace = |at: &mut Rc<older::Node>| {
        if Rc::ptr_eq(at, &top) {
            *at = Rc::clone(&renamed);
        }
    };
    world.nodes.iter_mut().for_each(replace);
    world.root.twigs.iter_mut().filter_map(|twig| twig.at.as_mut()).for_each(replace);
}

#[test]
fn objects_are_saved_again_with_what_they_know() {
    for options in by_name() {
        let bytes = options.to_vec(&world()).unwrap();
        let mut loaded: older::World = retaining(&options).from_slice(&bytes).unwrap();
        assert!(loaded.more.get("guild").is_some());
        rename(&mut loaded);
        let saved = retaining(&options).to_vec(&loaded).unwrap();
        check(&options.from_slice(&saved).unwrap());
        // A second time.
        let loaded: older::World = retaining(&options).from_slice(&saved).unwrap();
        let saved = retaining(&options).to_vec(&loaded).unwrap();
        check(&options.from_slice(&saved).unwrap());
    }
}

#[test]
fn without_what_they_know_they_are_shared_as_well() {
    for options in by_name() {
        let bytes = options.to_vec(&world()).unwrap();
        let loaded: older::World = retaining(&options).from_slice(&bytes).unwrap();
        let saved = options.clone().unknown(Unknown::Skip).to_vec(&loaded).unwrap();
        let world: older::World = options.from_slice(&saved).unwrap();
        let [top, kid, again] = &world.nodes[..] else { panic!("three nodes") };
        assert!(Rc::ptr_eq(top, again) && Rc::ptr_eq(&top.kids.borrow()[0], kid));
        assert!(world.more.is_empty() && kid.parent.borrow().upgrade().is_some());
    }
}

#[test]
fn texts_and_archives_by_value_have_what_is_owned() {
    let bytes = Options::file().to_vec(&world()).unwrap();
    let file = retaining(&Options::file());
    let loaded: older::World = file.from_slice(&bytes).unwrap();
    // The guilds form a circle, which has no end by value.
    let error = file.clone().by_value(true).to_vec(&loaded).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit, "{error}");

    let (parent, kids, rival) = Default::default();
    let guild = RefCell::new(Some(guild("mine")));
    let node = Rc::new(newer::Node { name: "top".into(), parent, kids, guild, rival });
    let root = newer::Tree { at: Some(Rc::clone(&node)), twigs: vec![], sign: None };
    let world = newer::World { nodes: vec![node], root, guild: None };
    let bytes = Options::file().to_vec(&world).unwrap();
    let loaded: older::World = file.from_slice(&bytes).unwrap();
    let saved = file.by_value(true).to_vec(&loaded).unwrap();
    let world: newer::World = archive::from_slice(&saved).unwrap();
    assert_eq!(&*world.nodes[0].guild.borrow().as_ref().unwrap().motto, "mine");
}

#[test]
fn texts_show_objects_with_what_they_know() {
    let file = retaining(&Options::file());
    let mut loaded: older::World = file.from_slice(&archive::to_vec(&world()).unwrap()).unwrap();
    rename(&mut loaded);
    let text = file.to_text(&loaded).unwrap();
    check(&archive::text::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    let json = file.to_json(&loaded).unwrap();
    check(&archive::json::from_str(&json).unwrap_or_else(|error| panic!("{error}\n{json}")));
    let skipping = file.unknown(Unknown::Skip);
    let text = skipping.to_text(&loaded).unwrap();
    let again: older::World = archive::text::from_str(&text).unwrap();
    assert!(Rc::ptr_eq(&again.nodes[0], &again.nodes[2]) && again.more.is_empty());
}

/// Numbers stand in lists without a place of their own, so nothing but the order tells them apart.
#[test]
fn numbers_that_the_newer_program_shares_stay_apart() {
    mod newer {
        use super::{Archive, Rc};

        #[derive(Archive, Debug, PartialEq)]
        pub struct World {
            #[archive(was(Vec<u32>, until = 2))]
            pub first: Vec<Rc<u32>>,
            #[archive(was(Vec<u32>, until = 2))]
            pub second: Vec<Rc<u32>>,
            pub parts: Vec<Rc<Part>>,
            #[since(2, default = 0)]
            pub more: u8,
        }

        #[derive(Archive, Debug, PartialEq)]
        pub struct Part {
            #[archive(was(Vec<u32>, until = 2))]
            pub sizes: Vec<Rc<u32>>,
        }
    }
    mod older {
        use super::{Archive, Rc, Unknown};

        #[derive(Archive)]
        pub struct World {
            pub first: Vec<u32>,
            pub second: Vec<u32>,
            pub parts: Vec<Rc<Part>>,
            #[archive(unknown)]
            pub extra: Unknown,
        }

        #[derive(Archive)]
        pub struct Part {
            pub sizes: Vec<u32>,
        }
    }
    let numbers = |from: u32| (from..from + 5).map(Rc::new).collect::<Vec<_>>();
    let part = |from| Rc::new(newer::Part { sizes: numbers(from) });
    let (first, second) = (numbers(10), numbers(20));
    let world = newer::World { first, second, parts: vec![part(30), part(40), part(50)], more: 7 };
    for options in by_name() {
        let options = options.unknown(Unknown::Retain);
        let bytes = options.to_vec(&world).unwrap();
        let loaded: older::World = options.from_slice(&bytes).unwrap();
        let saved = options.to_vec(&loaded).unwrap();
        assert_eq!(archive::from_slice::<newer::World>(&saved).unwrap(), world);
    }
}
