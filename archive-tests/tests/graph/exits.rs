//! Maps and lists in cells with objects that lead back: rooms and their named exits.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, LinkedList, VecDeque};
use std::rc::{Rc, Weak};

use archive::Archive;
use arrayvec::ArrayVec;
use indexmap::{IndexMap, IndexSet};
use smallvec::SmallVec;

use crate::each_way;

#[derive(Archive, Debug)]
pub struct Room {
    name: String,
    exits: RefCell<HashMap<String, Rc<Room>>>,
    doors: RefCell<BTreeMap<u8, Rc<Room>>>,
}

fn room(name: &str) -> Rc<Room> {
    Rc::new(Room { name: name.into(), exits: RefCell::default(), doors: RefCell::default() })
}

fn lead(from: &Rc<Room>, by: &str, to: &Rc<Room>) {
    from.exits.borrow_mut().insert(by.into(), Rc::clone(to));
    let door = u8::try_from(from.doors.borrow().len()).unwrap();
    from.doors.borrow_mut().insert(door, Rc::clone(to));
}

fn by(room: &Rc<Room>, name: &str) -> Rc<Room> {
    let to = Rc::clone(&room.exits.borrow()[name]);
    assert!(room.doors.borrow().values().any(|door| Rc::ptr_eq(door, &to)));
    to
}

/// Many rooms, each of which is built twice, within the memory bounds.
#[test]
fn a_large_house_is_within_the_bounds_of_memory() {
    for long in [false, true] {
        let side = 50;
        let name = |at: usize| if long { "x".repeat(at % 300) } else { String::new() };
        let house: Vec<_> = (0..side * side).map(|at| room(&name(at))).collect();
        for at in 0..side * side {
            for (by, step) in
                [("n", side), ("s", side * (side - 1)), ("e", 1), ("w", side * side - 1)]
            {
                lead(&house[at], by, &house[(at + step) % (side * side)]);
            }
        }
        each_way(&house, |house: Vec<Rc<Room>>| {
            assert!(Rc::ptr_eq(&by(&by(&house[7], "n"), "s"), &house[7]));
            assert!(house.iter().all(|room| room.exits.borrow().len() == 4));
        });
    }
}

#[derive(Archive, Debug, Default)]
struct Node {
    id: u8,
    deque: RefCell<VecDeque<Rc<Node>>>,
    linked: RefCell<LinkedList<Rc<Node>>>,
    small: RefCell<SmallVec<[Rc<Node>; 1]>>,
    few: RefCell<ArrayVec<Rc<Node>, 2>>,
    keyed: RefCell<IndexMap<u8, Rc<Node>>>,
    hashed: RefCell<hashbrown::HashMap<u8, Rc<Node>>>,
    names: IndexSet<Rc<str>>,
    cells: LinkedList<RefCell<Weak<Node>>>,
}

/// Lists in cells, including a deque whose elements are in two pieces.
#[test]
fn lists_in_cells_hold_objects_that_lead_back_wherever_they_lie() {
    let name: Rc<str> = "node".into();
    let [first, second] = [1, 2].map(|id| {
        let cells = LinkedList::from([RefCell::default(), RefCell::default()]);
        Rc::new(Node { id, cells, names: [Rc::clone(&name)].into(), ..Node::default() })
    });
    *second.cells.back().unwrap().borrow_mut() = Rc::downgrade(&first);
    for (from, to) in [(&first, &second), (&second, &first)] {
        let mut deque = from.deque.borrow_mut();
        deque.push_back(Rc::clone(to));
        deque.push_front(Rc::clone(to));
        assert!(!deque.as_slices().1.is_empty());
        from.linked.borrow_mut().extend([Rc::clone(to), Rc::clone(from)]);
        from.small.borrow_mut().extend([Rc::clone(to), Rc::clone(from)]);
        from.few.borrow_mut().extend([Rc::clone(to), Rc::clone(from)]);
        from.keyed.borrow_mut().extend([(2, Rc::clone(to)), (1, Rc::clone(from))]);
        from.hashed.borrow_mut().extend([(2, Rc::clone(to)), (1, Rc::clone(from))]);
    }
    each_way(&first, |first: Rc<Node>| {
        let second = Rc::clone(&first.deque.borrow()[1]);
        assert_eq!((first.id, second.id), (1, 2));
        assert!(second.deque.borrow().iter().all(|it| Rc::ptr_eq(it, &first)));
        let linked = second.linked.borrow();
        assert!(Rc::ptr_eq(linked.front().unwrap(), &first));
        assert!(Rc::ptr_eq(linked.back().unwrap(), &second));
        for pair in [&second.small.borrow()[..], &second.few.borrow()] {
            assert!(Rc::ptr_eq(&pair[0], &first) && Rc::ptr_eq(&pair[1], &second));
        }
        let keyed = second.keyed.borrow();
        assert!(Rc::ptr_eq(&keyed[&1], &second) && Rc::ptr_eq(&keyed[&2], &first));
        let hashed = second.hashed.borrow();
        assert!(Rc::ptr_eq(&hashed[&1], &second) && Rc::ptr_eq(&hashed[&2], &first));
        assert!(Rc::ptr_eq(&first.names[0], &second.names[0]));
        let back = second.cells.back().unwrap().borrow().upgrade();
        assert!(Rc::ptr_eq(&back.unwrap(), &first));
    });
}

/// A cellar and a hall, with a kitchen between them.
pub fn rooms() -> Vec<Rc<Room>> {
    let [hall, kitchen, cellar] = ["hall", "kitchen", "cellar"].map(room);
    lead(&hall, "north", &kitchen);
    lead(&kitchen, "south", &hall);
    lead(&kitchen, "down", &cellar);
    lead(&cellar, "up", &kitchen);
    lead(&cellar, "hatch", &hall);
    lead(&cellar, "mirror", &cellar);
    vec![cellar, hall]
}

/// Checks that the rooms are those of [`rooms`].
pub fn are_rooms(rooms: Vec<Rc<Room>>) {
    let [cellar, hall] = &rooms[..] else { panic!("two rooms") };
    assert_eq!((&*cellar.name, &*hall.name), ("cellar", "hall"));
    assert!(Rc::ptr_eq(&by(cellar, "hatch"), hall));
    assert!(Rc::ptr_eq(&by(cellar, "mirror"), cellar));
    assert!(Rc::ptr_eq(&by(&by(hall, "north"), "down"), cellar));
    assert!(Rc::ptr_eq(&by(&by(hall, "north"), "south"), hall));
    assert_eq!(by(&by(hall, "north"), "down").exits.borrow().len(), 3);
}

#[test]
fn maps_in_cells_hold_objects_that_lead_back() {
    each_way(&rooms(), are_rooms);
}
