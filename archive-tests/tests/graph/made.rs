//! Objects created by defaults while a value is saved for an older version.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use archive::{Archive, ErrorKind, Limits, Options, VersionTable};

use crate::ways;

#[derive(Archive, Clone, Debug, Default)]
struct Node {
    #[archive(removed(next: Option<Rc<Node>>, until = 2, default = Some(Rc::default())))]
    id: u32,
}

/// Leads to another of its type through an object that something else owns.
#[derive(Archive, Clone, Debug, Default)]
struct Outer {
    #[archive(removed(inner: Rc<Inner>, until = 2, default = Rc::new(Inner { outer: Rc::default() })))]
    id: u32,
}

#[derive(Archive, Clone, Debug)]
struct Inner {
    outer: Rc<Outer>,
}

#[derive(Archive, Clone, Debug)]
struct Camp {
    #[archive(removed(fire: Rc<Fire>, until = 2, default = Rc::new(Fire { heat: 9 })))]
    id: u32,
}

#[derive(Archive, Clone, Debug)]
struct Fire {
    heat: u8,
}

#[test]
fn a_default_that_makes_itself_ends() {
    fn refused<T: Archive>(value: &T, names: &[&str]) {
        let today = VersionTable::of::<T>().unwrap();
        let older = names.iter().fold(today, |older, name| older.with(name, 1));
        for options in ways() {
            let options = options.write_for(&older).limits(Limits::new().max_alloc(1 << 20));
            let error = options.to_vec(value).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::MemoryLimit);
            assert!(
                error.to_string().contains("a default that makes an object with the same default"),
                "{error}"
            );
        }
    }
    refused(&Node { id: 1 }, &["Node"]);
    refused(&Outer { id: 1 }, &["Outer", "Inner"]);
}

#[test]
fn what_a_default_makes_is_within_the_limits() {
    let camps: Vec<Rc<Camp>> = (0..4000).map(|id| Rc::new(Camp { id })).collect();
    let older = VersionTable::of::<Vec<Rc<Camp>>>().unwrap().with("Camp", 1).with("Fire", 1);
    for options in ways() {
        let saved = |most| {
            options.clone().write_for(&older).limits(Limits::new().max_alloc(most)).to_vec(&camps)
        };
        let bytes = saved(800_000).unwrap();
        let loaded: Vec<Rc<Camp>> = options.from_slice(&bytes).unwrap();
        assert_eq!(loaded.iter().map(|camp| camp.id).sum::<u32>(), 7_998_000);
        assert_eq!(saved(400_000).unwrap_err().kind(), ErrorKind::MemoryLimit);
    }
}

/// A module for `with` that stores two pairs of pointers: each pair leads to an object of its own, and all objects are
/// equal.
mod pairs {
    use super::{Fire, Rc};

    pub type Stored = Vec<Rc<Fire>>;

    pub fn to_stored(_: &()) -> Stored {
        let [a, b] = [9, 9].map(|heat| Rc::new(Fire { heat }));
        vec![Rc::clone(&a), b.clone(), a, b]
    }

    pub fn from_stored(fires: Stored) {
        let [a, b, again, other] = &fires[..] else { panic!("{fires:?}") };
        assert!(Rc::ptr_eq(a, again) && Rc::ptr_eq(b, other) && !Rc::ptr_eq(a, b));
    }
}

#[derive(Archive, Debug)]
struct Paired {
    #[archive(with = pairs)]
    fires: (),
    lone: Rc<Fire>,
}

#[test]
fn what_a_converter_makes_may_have_several_pointers() {
    let paired = Paired { fires: (), lone: Rc::new(Fire { heat: 9 }) };
    for options in ways() {
        let bytes = options.to_vec(&paired).unwrap();
        let loaded: Paired = options.from_slice(&bytes).unwrap();
        assert_eq!(loaded.lone.heat, 9);
    }
}

/// A module for `with` that stores an object and a weak pointer to it.
mod watched {
    use super::{Fire, Rc, Weak};

    pub type Stored = (Rc<Fire>, Weak<Fire>);

    pub fn to_stored(heat: &u8) -> Stored {
        let fire = Rc::new(Fire { heat: *heat });
        (Rc::clone(&fire), Rc::downgrade(&fire))
    }

    pub fn from_stored((fire, watched): Stored) -> u8 {
        assert!(Weak::ptr_eq(&watched, &Rc::downgrade(&fire)));
        fire.heat
    }
}

#[derive(Archive, Debug)]
struct Watch {
    #[archive(with = watched)]
    heat: u8,
}

#[test]
fn what_a_converter_makes_may_have_weak_pointers() {
    for options in ways() {
        let bytes = options.to_vec(&[Watch { heat: 1 }, Watch { heat: 2 }]).unwrap();
        let loaded: [Watch; 2] = options.from_slice(&bytes).unwrap();
        assert_eq!(loaded.map(|watch| watch.heat), [1, 2]);
    }
}

/// A module for `with` that stores what is in a queue, and empties it.
mod drained {
    use super::{Fire, Rc, RefCell};

    pub type Stored = Vec<Rc<Fire>>;

    pub fn to_stored(queue: &RefCell<Vec<Rc<Fire>>>) -> Stored {
        queue.take()
    }

    pub fn from_stored(fires: Stored) -> RefCell<Vec<Rc<Fire>>> {
        RefCell::new(fires)
    }
}

#[derive(Archive, Debug)]
struct Queue {
    #[archive(with = drained)]
    fires: RefCell<Vec<Rc<Fire>>>,
}

#[test]
fn a_converter_that_returns_fewer_links_the_second_time_is_an_error() {
    let queue = || Queue { fires: RefCell::new(vec![Rc::new(Fire { heat: 1 })]) };
    // Rows are written during the only visit.
    let rows = Options::message();
    let loaded: Queue = rows.from_slice(&rows.to_vec(&queue()).unwrap()).unwrap();
    assert_eq!(loaded.fires.borrow().len(), 1);
    let error = Options::file().to_vec(&queue()).unwrap_err();
    insta::assert_snapshot!(error, @r"
    a value changed while it was saved
      help: keep other threads from changing it, or save a clone; a `to_stored` or a converter that makes objects has to make the same ones each time
    ");
}
