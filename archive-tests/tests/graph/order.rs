//! Whatever can be built in some order can be saved and loaded.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use archive::{Archive, Value};

use crate::each_way;

#[derive(Archive, Debug)]
struct Parent {
    name: u8,
    children: RefCell<Vec<Rc<Child>>>,
    favourite: RefCell<Option<Rc<Child>>>,
}

#[derive(Archive, Debug)]
struct Child {
    parent: Rc<Parent>,
    sibling: Option<Rc<Child>>,
}

fn family() -> (Rc<Parent>, [Rc<Child>; 2]) {
    let (children, favourite) = Default::default();
    let parent = Rc::new(Parent { name: 7, children, favourite });
    let first = Rc::new(Child { parent: Rc::clone(&parent), sibling: None });
    let second = Child { parent: Rc::clone(&parent), sibling: Some(Rc::clone(&first)) };
    let second = Rc::new(second);
    parent.children.borrow_mut().extend([Rc::clone(&second), Rc::clone(&first)]);
    *parent.favourite.borrow_mut() = Some(Rc::clone(&second));
    (parent, [first, second])
}

fn is_family(parent: &Rc<Parent>) {
    let children = parent.children.borrow();
    let [second, first] = &children[..] else { panic!("two children") };
    assert!(children.iter().all(|child| Rc::ptr_eq(&child.parent, parent)));
    assert!(Rc::ptr_eq(second.sibling.as_ref().unwrap(), first) && first.sibling.is_none());
    assert!(Rc::ptr_eq(parent.favourite.borrow().as_ref().unwrap(), second));
    assert_eq!((parent.name, Rc::strong_count(parent), Rc::strong_count(second)), (7, 3, 2));
}

#[test]
fn children_own_their_parent_outside_of_cells() {
    let (parent, _) = family();
    each_way(&parent, |parent: Rc<Parent>| is_family(&parent));
    let loaded: Rc<Parent> = Value::of(&parent).unwrap().to().unwrap();
    is_family(&loaded);
}

#[test]
fn children_come_before_their_parent() {
    let (_, children) = family();
    each_way(&children, |[first, second]: [Rc<Child>; 2]| {
        assert!(Rc::ptr_eq(&first.parent.children.borrow()[0], &second));
        assert!(Rc::ptr_eq(&first.parent, &second.parent));
    });
}

#[derive(Archive, Debug)]
struct Knot {
    id: u8,
    known: Weak<Knot>,
    firm: Option<Rc<Knot>>,
    loose: RefCell<Option<Rc<Knot>>>,
}

fn knot(id: u8, known: Option<&Rc<Knot>>, firm: Option<&Rc<Knot>>) -> Rc<Knot> {
    let known = known.map(Rc::downgrade).unwrap_or_default();
    Rc::new(Knot { id, known, firm: firm.cloned(), loose: RefCell::default() })
}

#[test]
fn a_weak_pointer_outside_of_cells_leads_to_what_is_built_before() {
    // A circle entered at the wrong end, next to a weak pointer to a later object.
    let x = knot(0, None, None);
    let y = knot(1, None, Some(&x));
    *x.loose.borrow_mut() = Some(Rc::clone(&y));
    let q = knot(2, None, None);
    let p = knot(3, Some(&q), None);
    each_way(&[x, y, p, q], |[x, y, p, q]: [Rc<Knot>; 4]| {
        assert!(Rc::ptr_eq(x.loose.borrow().as_ref().unwrap(), &y));
        assert!(Rc::ptr_eq(y.firm.as_ref().unwrap(), &x));
        assert!(Rc::ptr_eq(&p.known.upgrade().unwrap(), &q));
    });
}

#[test]
fn a_weak_pointer_outside_of_cells_closes_a_circle() {
    let x = knot(0, None, None);
    let y = knot(1, Some(&x), None);
    *x.loose.borrow_mut() = Some(y);
    each_way(&x, |x: Rc<Knot>| {
        let loose = x.loose.borrow();
        let y = loose.as_ref().unwrap();
        assert!(Rc::ptr_eq(&y.known.upgrade().unwrap(), &x));
        assert_eq!((x.id, y.id), (0, 1));
    });
}
