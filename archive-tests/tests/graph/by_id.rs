//! Objects that are looked up by their ids: the hook of the value itself sees all objects, with all their links.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};

use archive::{Archive, ErrorKind};

use crate::{each_way, ways};

#[derive(Archive)]
#[archive(after_load = Scene::aim)]
struct Scene {
    root: Rc<Node>,
}

#[derive(Archive)]
struct Node {
    id: u32,
    offset: i32,
    /// Whom it looks at, by id.
    target: Option<u32>,
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
    #[archive(skip)]
    looks_at: RefCell<Weak<Node>>,
    #[archive(skip)]
    place: Cell<i32>,
}

impl Scene {
    /// Finds where each node is, which depends on its owners, and whom it looks at, which may be anybody.
    fn aim(&mut self) -> Result<(), String> {
        let mut by_id = HashMap::new();
        let mut left = vec![Rc::clone(&self.root)];
        while let Some(node) = left.pop() {
            let parent = node.parent.borrow().upgrade();
            node.place.set(node.offset + parent.map_or(0, |parent| parent.place.get()));
            left.extend(node.children.borrow().iter().cloned());
            by_id.insert(node.id, node);
        }
        for node in by_id.values() {
            let Some(id) = node.target else { continue };
            let target =
                by_id.get(&id).ok_or_else(|| format!("{} looks at no node, {id}", node.id))?;
            node.looks_at.replace(Rc::downgrade(target));
        }
        Ok(())
    }
}

fn node(id: u32, target: Option<u32>, children: Vec<Rc<Node>>) -> Rc<Node> {
    Rc::new_cyclic(|me| {
        for child in &children {
            child.parent.replace(Weak::clone(me));
        }
        Node {
            id,
            offset: 10,
            target,
            parent: RefCell::default(),
            children: RefCell::new(children),
            looks_at: RefCell::default(),
            place: Cell::default(),
        }
    })
}

#[test]
fn a_hook_finds_other_objects_by_their_ids() {
    let leaf = node(3, Some(4), vec![]);
    let scene =
        Scene { root: node(1, None, vec![node(2, Some(3), vec![leaf]), node(4, Some(1), vec![])]) };
    each_way(&scene, |loaded: Scene| {
        let children = loaded.root.children.borrow();
        let [two, four] = &children[..] else { panic!("two children") };
        let three = &two.children.borrow()[0];
        assert_eq!([&loaded.root, two, three, four].map(|node| node.place.get()), [10, 20, 30, 20]);
        let looks_at = |node: &Node| node.looks_at.borrow().upgrade().unwrap();
        assert!(Rc::ptr_eq(&looks_at(two), three));
        assert!(Rc::ptr_eq(&looks_at(three), four));
        assert!(Rc::ptr_eq(&looks_at(four), &loaded.root));
    });
}

#[test]
fn a_scene_whose_hook_does_not_find_an_object_is_refused() {
    let scene = Scene { root: node(1, None, vec![node(2, Some(7), vec![])]) };
    for options in ways() {
        let error = options.from_slice::<Scene>(&options.to_vec(&scene).unwrap()).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Hook);
        assert!(error.to_string().contains("2 looks at no node, 7"), "{error}");
    }
    let lost = Rc::downgrade(&scene.root);
    drop(scene);
    assert!(lost.upgrade().is_none());
}
