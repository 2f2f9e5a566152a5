//! A scene graph with shared meshes and parent links, and a linked list too long for recursion.
//!
//! ```text
//! cargo run --example scene_graph
//! ```

use std::cell::RefCell;
use std::error::Error;
use std::rc::{Rc, Weak};

use archive::Archive;

#[derive(Archive)]
struct Mesh {
    points: Vec<[f32; 3]>,
}

#[derive(Archive)]
struct Node {
    name: String,
    mesh: Option<Rc<Mesh>>,
    /// Back to an owner: in a cell, so that it can be set once the owner is there.
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
}

impl Node {
    fn new(name: &str, mesh: Option<&Rc<Mesh>>) -> Rc<Self> {
        let (parent, children) = (RefCell::new(Weak::new()), RefCell::default());
        Rc::new(Self { name: name.into(), mesh: mesh.cloned(), parent, children })
    }

    fn add(self: &Rc<Self>, child: Rc<Self>) {
        *child.parent.borrow_mut() = Rc::downgrade(self);
        self.children.borrow_mut().push(child);
    }

    /// The names from the root to this node.
    fn path(&self) -> String {
        match self.parent.borrow().upgrade() {
            Some(parent) => format!("{}/{}", parent.path(), self.name),
            None => self.name.clone(),
        }
    }
}

/// Footprints, each of which owns the one before.
#[derive(Archive)]
struct Footprint {
    x: f32,
    before: Option<Rc<Footprint>>,
}

impl Drop for Footprint {
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(footprint) = before {
            before = Rc::into_inner(footprint).and_then(|mut footprint| footprint.before.take());
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::temp_dir().join("archive-scene.sav");
    let wheel = Rc::new(Mesh { points: vec![[0.0, 0.5, 1.0]; 1000] });
    let car = Node::new("car", None);
    let axle = Node::new("axle", None);
    car.add(Rc::clone(&axle));
    axle.add(Node::new("left", Some(&wheel)));
    axle.add(Node::new("right", Some(&wheel)));
    archive::save(&path, &car)?;
    println!("{} bytes, with the mesh of both wheels once", std::fs::metadata(&path)?.len());
    println!("{}", archive::references(&car)?);

    let car: Rc<Node> = archive::load(&path)?;
    let axle = car.children.borrow().first().cloned().ok_or("an axle")?;
    let wheels = axle.children.borrow();
    let [left, right] = wheels.as_slice() else { return Err("two wheels".into()) };
    let (Some(left), Some(of_right)) = (&left.mesh, &right.mesh) else {
        return Err("meshes".into());
    };
    assert!(Rc::ptr_eq(left, of_right));
    println!("{}", right.path());

    let mut trail = None;
    for step in 0..1_000_000_u32 {
        trail = Some(Rc::new(Footprint { x: step as f32, before: trail }));
    }
    archive::save(&path, &trail)?;
    let trail: Option<Rc<Footprint>> = archive::load(&path)?;
    let all = std::iter::successors(trail.as_deref(), |footprint| footprint.before.as_deref());
    println!("{} footprints, the first at {:?}", all.clone().count(), all.last().map(|it| it.x));
    std::fs::remove_file(path)?;
    Ok(())
}
