//! Sets and heaps of shared pointers in objects that lead back.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashSet};
use std::rc::Rc;

use archive::{Archive, Object};

use crate::each_way;

/// The sets stand on both sides of the links, and are in a cell and in none.
#[derive(Archive, Debug, Default)]
struct Node {
    id: u8,
    tags: BTreeSet<Rc<str>>,
    doors: RefCell<BTreeMap<u8, Rc<Node>>>,
    names: HashSet<Rc<str>>,
    heap: BinaryHeap<Rc<u8>>,
    seen: RefCell<HashSet<Rc<str>>>,
    friends: RefCell<Vec<Rc<Node>>>,
    pal: RefCell<Option<Rc<dyn Being>>>,
}

trait Being: Object {}

#[derive(Archive, Debug)]
struct Cat {
    tags: BTreeSet<Rc<str>>,
    owner: RefCell<Option<Rc<Node>>>,
    other: RefCell<Option<Rc<dyn Being>>>,
}

impl Being for Cat {}

impl std::fmt::Debug for dyn Being {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a being")
    }
}

archive::registry! { dyn Being as "Being" { Cat as "cat" } }

fn node(id: u8, words: &[Rc<str>]) -> Rc<Node> {
    let words = || words.iter().cloned();
    let heap = [3, 1, 2].map(Rc::new).into();
    let (tags, names, seen) = (words().collect(), words().collect(), words().collect());
    Rc::new(Node { id, tags, names, heap, seen: RefCell::new(seen), ..Node::default() })
}

fn check(found: &Rc<Node>, words: usize) {
    let other = Rc::clone(&found.doors.borrow()[&2]);
    for (node, other) in [(found, &other), (&other, found)] {
        assert!(Rc::ptr_eq(&node.doors.borrow()[&1], node));
        assert!(Rc::ptr_eq(&node.friends.borrow()[0], other));
        assert_eq!((node.tags.len(), node.names.len(), node.heap.len()), (words, words, 3));
        assert_eq!(node.heap.clone().into_sorted_vec(), [1, 2, 3].map(Rc::new));
        let shared = |word: &Rc<str>| {
            node.names.get(word).is_some_and(|it| Rc::ptr_eq(it, word))
                && other.seen.borrow().get(word).is_some_and(|it| Rc::ptr_eq(it, word))
        };
        assert!(node.tags.iter().all(shared), "texts are still shared");
        let pal = node.pal.borrow();
        let cat: &Cat = (**pal.as_ref().unwrap()).as_any().downcast_ref().unwrap();
        assert!(Rc::ptr_eq(cat.owner.borrow().as_ref().unwrap(), node));
        assert!(Rc::ptr_eq(cat.other.borrow().as_ref().unwrap(), pal.as_ref().unwrap()));
        assert_eq!(cat.tags.len(), words);
    }
}

#[test]
fn objects_of_a_circle_hold_sets_and_heaps() {
    for count in [0, 1, 5] {
        let words: Vec<Rc<str>> = (0..count).map(|n: usize| Rc::from(n.to_string())).collect();
        let nodes = [node(1, &words), node(2, &words)];
        for (node, other) in [(&nodes[0], &nodes[1]), (&nodes[1], &nodes[0])] {
            node.doors.borrow_mut().extend([(1, Rc::clone(node)), (2, Rc::clone(other))]);
            node.friends.borrow_mut().push(Rc::clone(other));
            let owner = RefCell::new(Some(Rc::clone(node)));
            let tags = words.iter().cloned().collect();
            let cat = Rc::new(Cat { tags, owner, other: RefCell::default() });
            *cat.other.borrow_mut() = Some(Rc::clone(&cat) as Rc<dyn Being>);
            *node.pal.borrow_mut() = Some(cat);
        }
        each_way(&nodes[0], |found: Rc<Node>| check(&found, count));
        check(&archive::deep_copy(&nodes[0]).unwrap(), count);
    }
}
