//! Objects are validated once all that they lead to have their links.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use archive::{Archive, Error, ErrorKind, Newer, Options, Value, json, text};

use crate::ways;

/// Loads a value from each archive that keeps it as it is.
fn each_way<T: Archive>(value: &T, check: impl Fn(Result<T, Error>, &str)) {
    for options in ways() {
        let bytes = options.to_vec(value).unwrap();
        check(options.from_slice(&bytes), &format!("{options:?}"));
    }
    let by_name = Options::file().newer(Newer::Accept);
    check(by_name.from_slice(&archive::to_vec(value).unwrap()), "by name");
    check(text::from_str(&text::to_string(value).unwrap()), "text");
    check(json::from_str(&json::to_string(value).unwrap()), "JSON");
    check(Value::of(value).unwrap().to(), "tree");
    check(archive::deep_copy(value), "copy");
}

thread_local! {
    /// How many nodes were found to be right.
    static FOUND: Cell<u32> = const { Cell::new(0) };
    /// Whether no node is.
    static REFUSES: Cell<bool> = const { Cell::new(false) };
}

fn parent_of_kids<'k>(
    kids: impl Iterator<Item = (u32, Option<u32>)> + 'k,
    id: u32,
) -> Result<(), String> {
    for (kid, parent) in kids {
        match parent {
            Some(parent) if parent == id && !REFUSES.get() => {}
            parent => return Err(format!("the parent of {kid} is {parent:?} instead of {id}")),
        }
    }
    FOUND.set(FOUND.get() + 1);
    Ok(())
}

/// Kids in a cell.
#[derive(Archive)]
#[archive(validate = Open::check)]
struct Open {
    id: u32,
    parent: RefCell<Weak<Open>>,
    kids: RefCell<Vec<Rc<Open>>>,
}

impl Open {
    fn check(&self) -> Result<(), String> {
        if let Some(parent) = self.parent.borrow().upgrade() {
            let is_there = parent.kids.borrow().iter().any(|kid| kid.id == self.id);
            if !is_there {
                return Err(format!("{} lacks {}", parent.id, self.id));
            }
        }
        let kids = self.kids.borrow();
        let parent = |kid: &Rc<Self>| (kid.id, kid.parent.borrow().upgrade().map(|it| it.id));
        parent_of_kids(kids.iter().map(parent), self.id)
    }
}

/// Kids that are in no cell.
#[derive(Archive)]
#[archive(validate = Firm::check)]
struct Firm {
    id: u32,
    parent: RefCell<Weak<Firm>>,
    kids: Vec<Rc<Firm>>,
}

impl Firm {
    fn check(&self) -> Result<(), String> {
        let parent = |kid: &Rc<Self>| (kid.id, kid.parent.borrow().upgrade().map(|it| it.id));
        parent_of_kids(self.kids.iter().map(parent), self.id)
    }
}

/// A node that is in a cell as a whole.
#[derive(Archive)]
#[archive(validate = Inner::check)]
struct Inner {
    id: u32,
    parent: Weak<RefCell<Inner>>,
    kids: Vec<Rc<RefCell<Inner>>>,
}

impl Inner {
    fn check(&self) -> Result<(), String> {
        let parent = |kid: &Rc<RefCell<Self>>| {
            let kid = kid.borrow();
            (kid.id, kid.parent.upgrade().map(|it| it.borrow().id))
        };
        parent_of_kids(self.kids.iter().map(parent), self.id)
    }
}

fn open(id: u32, kids: Vec<Rc<Open>>) -> Rc<Open> {
    let node = Open { id, parent: RefCell::default(), kids: RefCell::new(kids) };
    let node = Rc::new(node);
    for kid in node.kids.borrow().iter() {
        *kid.parent.borrow_mut() = Rc::downgrade(&node);
    }
    node
}

fn firm(id: u32, kids: Vec<Rc<Firm>>) -> Rc<Firm> {
    let node = Rc::new(Firm { id, parent: RefCell::default(), kids });
    for kid in &node.kids {
        *kid.parent.borrow_mut() = Rc::downgrade(&node);
    }
    node
}

fn inner(id: u32, kids: Vec<Rc<RefCell<Inner>>>) -> Rc<RefCell<Inner>> {
    let node = Rc::new(RefCell::new(Inner { id, parent: Weak::new(), kids }));
    for kid in &node.borrow().kids {
        kid.borrow_mut().parent = Rc::downgrade(&node);
    }
    node
}

/// Loads a graph of so many nodes, of which each is validated, then one in which none is right.
fn check<T: Archive>(nodes: u32, graph: &T) {
    each_way(graph, |loaded, way| {
        assert!(FOUND.replace(0) >= nodes, "{way} does not validate all");
        assert!(loaded.is_ok(), "{way}: {}", loaded.map(drop).unwrap_err());
    });
    REFUSES.set(true);
    each_way(graph, |loaded, way| {
        let error = loaded.map(drop).expect_err(way);
        assert_eq!(error.kind(), ErrorKind::Hook, "{way}: {error}");
    });
    REFUSES.set(false);
    FOUND.set(0);
}

#[test]
fn parents_and_kids_see_each_other() {
    check(5, &open(1, vec![open(2, vec![open(4, vec![]), open(5, vec![])]), open(3, vec![])]));
    check(5, &firm(1, vec![firm(2, vec![firm(4, vec![]), firm(5, vec![])]), firm(3, vec![])]));
    check(5, &inner(1, vec![inner(2, vec![inner(4, vec![]), inner(5, vec![])]), inner(3, vec![])]));
}

/// The value itself is validated when all objects have their links, too.
#[derive(Archive)]
#[archive(validate = World::check)]
struct World {
    first: Part,
    all: Vec<Rc<Firm>>,
}

#[derive(Archive)]
#[archive(validate = Part::check)]
struct Part {
    root: Rc<Firm>,
}

impl World {
    fn check(&self) -> Result<(), String> {
        self.all.iter().try_for_each(|node| node.check())
    }
}

impl Part {
    fn check(&self) -> Result<(), String> {
        self.root.check()
    }
}

#[test]
fn a_value_sees_its_objects_with_their_links() {
    let root = firm(1, vec![firm(2, vec![firm(4, vec![])]), firm(3, vec![])]);
    let all = vec![Rc::clone(&root.kids[1]), Rc::clone(&root.kids[0]), Rc::clone(&root)];
    // Each node is validated as such, some for the part, and all for the world.
    check(4 + 1 + 3, &World { first: Part { root }, all });
}

/// One of two objects that own each other.
#[derive(Archive)]
#[archive(validate = Ring::check)]
struct Ring {
    id: u32,
    next: RefCell<Option<Rc<Ring>>>,
}

impl Ring {
    fn check(&self) -> Result<(), String> {
        let next = self.next.borrow();
        match next.as_ref().and_then(|next| next.next.borrow().clone()) {
            Some(second) if second.id == self.id && !REFUSES.get() => {
                FOUND.set(FOUND.get() + 1);
                Ok(())
            }
            _ => Err(format!("{} is in no ring of two", self.id)),
        }
    }
}

#[test]
fn objects_that_own_each_other_see_each_other() {
    let one = Rc::new(Ring { id: 1, next: RefCell::default() });
    let two = Rc::new(Ring { id: 2, next: RefCell::new(Some(Rc::clone(&one))) });
    *one.next.borrow_mut() = Some(two);
    check(2, &one);
    one.next.take();
}
