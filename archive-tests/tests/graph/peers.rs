//! What an older program cannot represent is an error, even if only a link leads to it.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use archive::{Archive, ErrorKind, Options, VersionTable};

#[derive(Archive, Debug)]
struct Unit {
    name: u8,
    friend: RefCell<Option<Rc<Unit>>>,
}

#[derive(Archive, Debug)]
struct Troop {
    all: Vec<Rc<Unit>>,
    #[since(2, default)]
    leader: Weak<Unit>,
    #[since(3, default)]
    scout: RefCell<Weak<Unit>>,
    #[since(4, default)]
    chief: Option<Rc<Unit>>,
}

#[test]
fn a_link_is_not_left_out() {
    let unit = Rc::new(Unit { name: 1, friend: RefCell::default() });
    let mut troop = Troop {
        all: vec![Rc::clone(&unit)],
        leader: Weak::new(),
        scout: RefCell::default(),
        chief: None,
    };
    let write = |troop: &Troop| {
        let peer = VersionTable::new().at::<Troop>(1).unwrap();
        Options::message().write_for(&peer).to_vec(troop).map_err(|error| {
            assert_eq!(error.kind(), ErrorKind::CannotWrite, "{error}");
            error.path().to_owned()
        })
    };
    write(&troop).unwrap();
    *troop.scout.borrow_mut() = Rc::downgrade(&unit);
    assert_eq!(write(&troop).unwrap_err(), "scout");
    troop.leader = Rc::downgrade(&unit);
    assert_eq!(write(&troop).unwrap_err(), "leader");
    (troop.leader, troop.scout) = (Weak::new(), RefCell::default());
    // In a circle as well.
    *unit.friend.borrow_mut() = Some(Rc::clone(&unit));
    troop.chief = Some(Rc::clone(&unit));
    assert_eq!(write(&troop).unwrap_err(), "chief");
    unit.friend.take();
}
