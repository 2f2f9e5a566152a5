//! Links in what a `with` module stores, of which only the module knows where in its value they are.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use archive::Archive;

use super::each_way;

/// A link as a field is, and as a type is.
macro_rules! scenes {
    ($($scene:ident: $stored:ty, $to_stored:expr, $from_stored:expr;)*) => {$(
        mod $scene {
            use super::*;

            #[derive(Default)]
            struct Foreign(RefCell<Weak<Node>>);

            #[derive(Archive, Default)]
            #[archive(with = typed)]
            struct Typed(RefCell<Weak<Node>>);

            #[derive(Archive, Default)]
            #[archive(transparent)]
            struct Transparent(#[archive(with = link)] Foreign);

            #[derive(Archive)]
            struct Node {
                id: u32,
                #[archive(with = link)]
                up: Foreign,
                typed: Typed,
                inner: RefCell<Inner>,
                children: RefCell<Vec<Rc<Node>>>,
            }

            /// In a cell, in which other links may be set later.
            #[derive(Archive, Default)]
            struct Inner {
                before: Weak<Node>,
                #[archive(with = link)]
                up: Foreign,
                transparent: Transparent,
                behind: Weak<Node>,
            }

            mod link {
                use super::*;

                pub(super) type Stored = $stored;

                pub(super) fn to_stored(link: &Foreign) -> Stored {
                    let to_stored: fn(&RefCell<Weak<Node>>) -> Stored = $to_stored;
                    to_stored(&link.0)
                }

                pub(super) fn from_stored(stored: Stored) -> Foreign {
                    let from_stored: fn(Stored) -> RefCell<Weak<Node>> = $from_stored;
                    Foreign(from_stored(stored))
                }
            }

            mod typed {
                use super::*;

                pub(super) use super::link::Stored;

                pub(super) fn to_stored(link: &Typed) -> Stored {
                    super::link::to_stored(&Foreign(link.0.clone()))
                }

                pub(super) fn from_stored(stored: Stored) -> Typed {
                    Typed(super::link::from_stored(stored).0)
                }
            }

            fn node(id: u32, children: Vec<Rc<Node>>) -> Rc<Node> {
                let node = Rc::new(Node {
                    id,
                    up: Foreign::default(),
                    typed: Typed::default(),
                    inner: RefCell::default(),
                    children: children.into(),
                });
                for child in node.children.borrow().iter() {
                    let up = || Rc::downgrade(&node);
                    child.up.0.replace(up());
                    child.typed.0.replace(up());
                    let inner = Inner {
                        before: up(),
                        up: Foreign(up().into()),
                        transparent: Transparent(Foreign(up().into())),
                        behind: up(),
                    };
                    child.inner.replace(inner);
                }
                node
            }

            #[test]
            fn they_are_kept() {
                let root = node(1, vec![node(2, vec![node(3, vec![])]), node(4, vec![])]);
                each_way(&root, |loaded: Rc<Node>| {
                    let mut left = vec![loaded];
                    let mut seen = 0;
                    while let Some(node) = left.pop() {
                        seen += node.id;
                        for child in node.children.borrow().iter() {
                            let inner = child.inner.borrow();
                            let links = [
                                child.up.0.borrow().clone(),
                                child.typed.0.borrow().clone(),
                                inner.before.clone(),
                                inner.up.0.borrow().clone(),
                                inner.transparent.0.0.borrow().clone(),
                                inner.behind.clone(),
                            ];
                            for link in links {
                                assert!(Rc::ptr_eq(&link.upgrade().unwrap(), &node), "{}", child.id);
                            }
                            left.push(Rc::clone(child));
                        }
                    }
                    assert_eq!(seen, 10);
                });
            }
        }
    )*};
}

scenes! {
    of_a_link: Weak<Node>, |link| link.borrow().clone(), RefCell::new;
    of_a_cell: RefCell<Weak<Node>>, RefCell::clone, |link| link;
    of_a_list: Vec<RefCell<Weak<Node>>>, |link| vec![link.clone()], |mut all| all.remove(0);
}
