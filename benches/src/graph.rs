//! A scene of shared nodes, saved and loaded with all links by each library that keeps them.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::hint::black_box;
use std::rc::{Rc, Weak};
use std::time::Duration;

use archive::{Layout, Options};
use fory::{Fory, RcWeak};
#[cfg(feature = "fyrox")]
use fyrox_core::algebra::Vector3;
#[cfg(feature = "fyrox")]
use fyrox_core::visitor::{Visit, VisitResult, Visitor};

use crate::clock::Start;
use crate::data::scene::{LEN, Plain, generate};
use crate::sample::{Plan, Times, interleaved};

/// One library's measurements on the scene.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The library.
    pub name: &'static str,
    /// Whether it is ours.
    pub is_ours: bool,
    /// The saved size.
    pub len: usize,
    /// Saving into a new buffer.
    pub save: Times,
    /// Loading without dropping.
    pub load: Times,
}

/// Nodes for one library, and how to build them and take them apart.
macro_rules! nodes {
    ($module:ident: $($derive:path)*, $transform:tt $weak:ident, $down:expr) => {
        mod $module {
            use super::*;

            #[derive($($derive),*)]
            pub(super) struct Node {
                name: String,
                transform: $transform,
                children: Vec<Rc<RefCell<Node>>>,
                parent: $weak<RefCell<Node>>,
            }

            pub(super) type Root = Rc<RefCell<Node>>;

            pub(super) fn build(plain: &[Plain]) -> Root {
                let node = |plain: &Plain| {
                    let (name, transform) = (plain.name.clone(), plain.transform.into());
                    let (children, parent) = (Vec::new(), $weak::new());
                    Rc::new(RefCell::new(Node { name, transform, children, parent }))
                };
                let nodes: Vec<Root> = plain.iter().map(node).collect();
                for (plain, node) in plain.iter().zip(&nodes) {
                    let mut node = node.borrow_mut();
                    node.children = plain.children.iter().map(|at| Rc::clone(&nodes[*at])).collect();
                    if let Some(parent) = plain.parent {
                        node.parent = $down(&nodes[parent]);
                    }
                }
                Rc::clone(&nodes[0])
            }

            /// The nodes in the order in which they are found, each shared one once.
            pub(super) fn plain(root: &Root) -> Vec<Plain> {
                let mut numbers = HashMap::from([(Rc::as_ptr(root), 0)]);
                let mut nodes = vec![Rc::clone(root)];
                let mut next = 0;
                while let Some(node) = nodes.get(next).cloned() {
                    for child in &node.borrow().children {
                        numbers.entry(Rc::as_ptr(child)).or_insert_with(|| {
                            nodes.push(Rc::clone(child));
                            nodes.len() - 1
                        });
                    }
                    next += 1;
                }
                let number = |node: &Root| numbers[&Rc::as_ptr(node)];
                let plain = |node: &Root| {
                    let node = node.borrow();
                    Plain {
                        name: node.name.clone(),
                        transform: node.transform.into(),
                        children: node.children.iter().map(number).collect(),
                        parent: node.parent.upgrade().as_ref().map(number),
                    }
                };
                nodes.iter().map(plain).collect()
            }
        }
    };
}
nodes! { ours: archive::Archive, [f32; 3] Weak, Rc::downgrade }
nodes! { of_fory: fory::ForyStruct, [f32; 3] RcWeak, RcWeak::from }
#[cfg(feature = "fyrox")]
type Vector = Vector3<f32>;
#[cfg(feature = "fyrox")]
nodes! { of_fyrox: Visit Default Debug, Vector Weak, Rc::downgrade }

/// A library to measure on the scene.
struct Cell {
    name: &'static str,
    save: Box<dyn FnMut() -> Vec<u8>>,
    load: Box<dyn Fn(&[u8]) -> Box<dyn Any>>,
    saved: Vec<u8>,
}

impl Cell {
    /// Panics if the loaded scene differs from the saved one.
    fn new<T: 'static>(
        name: &'static str,
        mut save: impl FnMut() -> Vec<u8> + 'static,
        load: impl Fn(&[u8]) -> T + 'static,
        plain: fn(&T) -> Vec<Plain>,
        expected: &[Plain],
    ) -> Self {
        let saved = save();
        assert!(plain(&load(&saved)) == expected, "{name} loads another scene");
        let load = move |bytes: &[u8]| -> Box<dyn Any> { Box::new(load(bytes)) };
        Self { name, save: Box::new(save), load: Box::new(load), saved }
    }

    fn save(&mut self, times: u32) -> Duration {
        timed(times, || Box::new((self.save)()))
    }

    fn load(&self, times: u32) -> Duration {
        timed(times, || (self.load)(black_box(&self.saved)))
    }
}

/// The time to make something, not counting the time to drop it.
fn timed(times: u32, mut make: impl FnMut() -> Box<dyn Any>) -> Duration {
    (0..times)
        .map(|_| {
            let start = Start::now();
            let made = black_box(make());
            let time = start.elapsed();
            drop(made);
            time
        })
        .sum()
}

/// Measures each library. fyrox's visitor searches all objects for each pointer that it saves, so
/// it gets only one turn.
#[must_use]
pub fn measure(plan: Plan) -> Vec<Scene> {
    let nodes = generate(LEN);
    let expected = &ours::plain(&ours::build(&nodes));
    let ours = |name, layout| {
        let (root, options) = (ours::build(&nodes), Options::file().layout(layout));
        let save = {
            let options = options.clone();
            move || options.to_vec(&root).unwrap()
        };
        let load = move |bytes: &[u8]| options.from_slice::<ours::Root>(bytes).unwrap();
        Cell::new(name, save, load, ours::plain, expected)
    };
    let quick = [
        ours("archive rows, file", Layout::Rows),
        ours("archive columns, file", Layout::Columns),
        fory(&nodes, expected),
    ];
    #[allow(unused_mut, reason = "a feature adds to it")]
    let mut scenes = sample(quick, plan);
    #[cfg(feature = "fyrox")]
    {
        let once = Plan { least_turns: 1, most_turns: 1, time: std::time::Duration::ZERO };
        scenes.extend(sample([fyrox(&nodes, expected)], once));
    }
    scenes
}

fn sample<const N: usize>(mut cells: [Cell; N], plan: Plan) -> Vec<Scene> {
    let saves = interleaved(N, plan, |i, times| cells[i].save(times));
    let loads = interleaved(N, plan, |i, times| cells[i].load(times));
    let scenes = cells.iter().zip(saves).zip(loads).map(|((cell, save), load)| {
        let (name, len) = (cell.name, cell.saved.len());
        Scene { name, is_ours: name.starts_with("archive"), len, save, load }
    });
    scenes.collect()
}

fn fory(nodes: &[Plain], expected: &[Plain]) -> Cell {
    let mut fory = Fory::builder().xlang(false).track_ref(true).build();
    fory.register::<of_fory::Node>(1).unwrap();
    let (root, fory) = (of_fory::build(nodes), Rc::new(fory));
    let save = {
        let fory = Rc::clone(&fory);
        move || fory.serialize(&root).unwrap()
    };
    let load = move |bytes: &[u8]| fory.deserialize::<of_fory::Root>(bytes).unwrap();
    Cell::new("fory", save, load, of_fory::plain, expected)
}

#[cfg(feature = "fyrox")]
fn fyrox(nodes: &[Plain], expected: &[Plain]) -> Cell {
    let mut root = of_fyrox::build(nodes);
    let save = move || {
        let mut visitor = Visitor::new();
        root.visit("Root", &mut visitor).unwrap();
        visitor.save_binary_to_vec().unwrap()
    };
    let load = |bytes: &[u8]| {
        let mut visitor = Visitor::load_binary_from_memory(bytes).unwrap();
        let mut root = of_fyrox::Root::default();
        root.visit("Root", &mut visitor).unwrap();
        root
    };
    Cell::new("fyrox-core", save, load, of_fyrox::plain, expected)
}
