//! What a hook derives from a link back is kept in every kind of cell, stored or not.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, RwLock};

use archive::Archive;

use crate::each_way;

mod as_text {
    use std::cell::Cell;

    pub(super) type Stored = String;
    pub(super) fn to_stored(number: &Cell<u32>) -> String {
        number.get().to_string()
    }
    pub(super) fn from_stored(text: String) -> Result<Cell<u32>, std::num::ParseIntError> {
        text.parse().map(Cell::new)
    }
}

#[derive(Archive, Debug, Default)]
#[archive(after_load = Node::note)]
struct Node {
    id: u32,
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
    stored: Cell<u32>,
    atomic: AtomicU32,
    #[archive(with = as_text)]
    by_module: Cell<u32>,
    #[archive(skip)]
    cell: Cell<u32>,
    #[archive(skip)]
    path: RefCell<Vec<u32>>,
    #[archive(skip)]
    once: OnceCell<u32>,
    #[archive(skip)]
    mutex: Mutex<u32>,
    #[archive(skip)]
    lock: RwLock<u32>,
    #[archive(skip)]
    once_lock: OnceLock<u32>,
    #[archive(skip)]
    skipped_atomic: AtomicU32,
    #[archive(skip)]
    runs: u32,
    within: Within,
    form: Form,
}

/// A part without links, whose cells come from the copy, too.
#[derive(Archive, Debug, Default)]
struct Within {
    id: u32,
    #[archive(skip)]
    depth: Cell<u32>,
}

#[derive(Archive, Debug, Default)]
enum Form {
    #[default]
    None,
    Round {
        size: u32,
        #[archive(skip)]
        depth: Cell<u32>,
    },
}

impl Node {
    fn note(&mut self) {
        self.runs += 1;
        let Some(parent) = self.parent.get_mut().upgrade() else { return };
        let id = parent.id;
        for cell in [&self.stored, &self.by_module, &self.cell, &self.within.depth] {
            cell.set(id);
        }
        if let Form::Round { depth, .. } = &self.form {
            depth.set(id);
        }
        for atomic in [&self.atomic, &self.skipped_atomic] {
            atomic.store(id, Ordering::Relaxed);
        }
        self.path.get_mut().push(id);
        self.once.set(id).unwrap();
        self.once_lock.set(id).unwrap();
        *self.mutex.get_mut().unwrap() = id;
        *self.lock.get_mut().unwrap() = id;
    }

    fn noted(&self) -> Vec<u32> {
        let mut all = vec![self.stored.get(), self.by_module.get(), self.cell.get()];
        all.extend([self.within.depth.get()]);
        if let Form::Round { depth, .. } = &self.form {
            all.push(depth.get());
        }
        all.extend([&self.atomic, &self.skipped_atomic].map(|it| it.load(Ordering::Relaxed)));
        all.extend(&*self.path.borrow());
        all.extend(self.once.get().into_iter().chain(self.once_lock.get()));
        all.extend([*self.mutex.lock().unwrap(), *self.lock.read().unwrap()]);
        all
    }
}

#[test]
fn what_a_hook_derives_from_a_link_back_is_kept_in_any_cell() {
    let form = Form::Round { size: 3, depth: Cell::new(0) };
    let child = Rc::new(Node { id: 2, form, ..Node::default() });
    let root = Node { id: 1, children: vec![Rc::clone(&child)].into(), ..Node::default() };
    let root = Rc::new(root);
    *child.parent.borrow_mut() = Rc::downgrade(&root);
    each_way(&root, |loaded: Rc<Node>| {
        let child = &loaded.children.borrow()[0];
        assert!(Rc::ptr_eq(&child.parent.borrow().upgrade().unwrap(), &loaded));
        assert_eq!(child.noted(), [1; 12]);
        assert_eq!((child.id, child.within.id, child.runs), (2, 0, 1));
    });
}
