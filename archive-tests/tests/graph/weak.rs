//! Weak pointers to unsized objects, and cells that are set once.

use std::cell::{OnceCell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::{self, Arc, OnceLock};

use archive::{Archive, Object, Value};

use crate::ways;

trait Unit: Object {
    fn leader(&self) -> Option<Rc<dyn Unit>>;
}

#[derive(Archive)]
struct Soldier {
    leader: RefCell<Weak<dyn Unit>>,
}

#[derive(Archive)]
struct Captain {
    troop: RefCell<Vec<Rc<dyn Unit>>>,
    motto: Arc<str>,
}

impl Unit for Soldier {
    fn leader(&self) -> Option<Rc<dyn Unit>> {
        self.leader.borrow().upgrade()
    }
}

impl Unit for Captain {
    fn leader(&self) -> Option<Rc<dyn Unit>> {
        None
    }
}

archive::registry! { dyn Unit as "Unit" { Soldier as "soldier", Captain as "captain" } }

fn soldier() -> Rc<Soldier> {
    Rc::new(Soldier { leader: RefCell::new(Weak::<Captain>::new()) })
}

#[test]
fn a_troop_knows_its_captain() {
    let (first, second, lost) = (soldier(), soldier(), soldier());
    let troop =
        RefCell::new(vec![Rc::clone(&first) as Rc<dyn Unit>, Rc::clone(&second) as Rc<dyn Unit>]);
    let captain: Rc<dyn Unit> = Rc::new(Captain { troop, motto: "on".into() });
    *first.leader.borrow_mut() = Rc::downgrade(&captain);
    *second.leader.borrow_mut() = Rc::downgrade(&captain);
    let army: Vec<Rc<dyn Unit>> = vec![first, captain, lost];
    let check = |army: &[Rc<dyn Unit>]| {
        let leader = army[0].leader().expect("the captain lives");
        assert!(Rc::ptr_eq(&leader, &army[1]) && army[2].leader().is_none());
        let captain = (*leader).as_any().downcast_ref::<Captain>().unwrap();
        let troop = captain.troop.borrow();
        assert!(Rc::ptr_eq(&troop[0], &army[0]) && troop.len() == 2);
        assert!(Rc::ptr_eq(&troop[1].leader().unwrap(), &army[1]));
    };
    check(&army);
    for options in ways() {
        let bytes = options.to_vec(&army).unwrap();
        check(&options.from_slice::<Vec<Rc<dyn Unit>>>(&bytes).unwrap());
    }
    let tree = Value::of(&army).unwrap();
    check(&tree.to::<Vec<Rc<dyn Unit>>>().unwrap());
    check(&archive::deep_copy(&army).unwrap());
}

#[derive(Archive)]
struct Library {
    titles: Vec<Arc<str>>,
    favourite: RefCell<sync::Weak<str>>,
    gone: sync::Weak<str>,
    scores: Rc<[u32]>,
    best: RefCell<Weak<[u32]>>,
    none: Weak<[u32]>,
}

#[test]
fn texts_and_lists_are_pointed_to_weakly() {
    let titles: Vec<Arc<str>> = vec!["Dune".into(), "Emma".into()];
    let favourite = RefCell::new(Arc::downgrade(&titles[1]));
    let gone = Arc::downgrade(&Arc::<str>::from("lost"));
    let scores: Rc<[u32]> = Rc::from([1, 2]);
    let best = RefCell::new(Rc::downgrade(&scores));
    let library = Library { titles, favourite, gone, scores, best, none: Weak::<[u32; 0]>::new() };
    for options in ways() {
        let loaded: Library = options.from_slice(&options.to_vec(&library).unwrap()).unwrap();
        let favourite = loaded.favourite.borrow().upgrade().unwrap();
        assert!(Arc::ptr_eq(&favourite, &loaded.titles[1]) && &*favourite == "Emma");
        assert!(loaded.gone.upgrade().is_none() && loaded.none.upgrade().is_none());
        assert!(Rc::ptr_eq(&loaded.best.borrow().upgrade().unwrap(), &loaded.scores));
    }
}

#[derive(Archive)]
struct Node {
    parent: OnceCell<Weak<Node>>,
    twin: OnceCell<Rc<Node>>,
    kids: Vec<Rc<Node>>,
}

#[test]
fn cells_that_are_set_once_link_back() {
    let leaf = || Rc::new(Node { parent: OnceCell::new(), twin: OnceCell::new(), kids: vec![] });
    let (first, second) = (leaf(), leaf());
    first.twin.set(Rc::clone(&second)).ok().unwrap();
    let kids = vec![Rc::clone(&first), Rc::clone(&second)];
    let top = Rc::new(Node { parent: OnceCell::new(), twin: OnceCell::new(), kids });
    first.parent.set(Rc::downgrade(&top)).unwrap();
    for options in ways() {
        let top: Rc<Node> = options.from_slice(&options.to_vec(&top).unwrap()).unwrap();
        let [first, second] = &top.kids[..] else { panic!("two kids") };
        let parent = first.parent.get().unwrap().upgrade().unwrap();
        assert!(Rc::ptr_eq(&parent, &top));
        assert!(Rc::ptr_eq(first.twin.get().unwrap(), second));
        assert!(second.parent.get().is_none() && top.twin.get().is_none());
    }
}

#[test]
fn cells_that_are_set_once_are_options() {
    let lock = OnceLock::from(7_u8);
    for options in ways() {
        let bytes = options.to_vec(&(OnceCell::<u8>::new(), &lock)).unwrap();
        assert_eq!(bytes, options.to_vec(&(None::<u8>, Some(7_u8))).unwrap());
        let (cell, lock): (OnceCell<u8>, OnceLock<u8>) = options.from_slice(&bytes).unwrap();
        assert_eq!((cell.get(), lock.get()), (None, Some(&7)));
    }
}
