//! Random graphs come back as they were.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

use archive::{Archive, Buffer, Compression, Layout, Object, Options, Value};
use archive_tests::golden::save;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::ways;

/// A node, whose number no other has.
#[derive(Archive, Debug)]
struct Node {
    id: u32,
    name: Rc<str>,
    strong: RefCell<Vec<Rc<Node>>>,
    best: RefCell<Option<Rc<Node>>>,
    weak: RefCell<Vec<Weak<Node>>>,
    things: RefCell<Vec<Rc<dyn Thing>>>,
    // What is in no cell leads to smaller numbers only, so that no circle is without one.
    firm: Option<Rc<Node>>,
    known: Weak<Node>,
    prize: Option<Rc<dyn Thing>>,
    own: Box<dyn Thing>,
}

trait Thing: Object {}

#[derive(Archive, Debug)]
struct Gem {
    id: u32,
    carat: u8,
}

#[derive(Archive, Debug)]
struct Chest {
    id: u32,
    maker: Option<Rc<Node>>,
    seen: Weak<Node>,
    within: RefCell<Vec<Rc<dyn Thing>>>,
    owner: RefCell<Weak<Node>>,
    keeper: RefCell<Option<Rc<Node>>>,
}

impl Thing for Gem {}
impl Thing for Chest {}

impl std::fmt::Debug for dyn Thing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a thing")
    }
}

archive::registry! { dyn Thing as "Thing" { Gem as "gem", Chest as "chest" } }

type Root = (Vec<Rc<Node>>, Vec<Weak<Node>>, Vec<Rc<dyn Thing>>);

/// The kind of an edge, and its two objects; each modulo the number of choices.
type Edge = (u8, u16, u16);

fn thing(things: &[Rc<dyn Thing>], at: usize) -> Option<&Chest> {
    (*things[at % things.len()]).as_any().downcast_ref()
}

/// A graph of this many objects, half of them nodes, with edges between them.
fn graph(count: usize, edges: &[Edge], roots: &[u16]) -> Root {
    let names: Vec<Rc<str>> = ["", "north", "north"].into_iter().map(Rc::from).collect();
    let (mut nodes, mut things) = (Vec::<Rc<Node>>::new(), Vec::<Rc<dyn Thing>>::new());
    for id in 0..u32::try_from(count.max(2)).unwrap() {
        let at = usize::try_from(id).unwrap();
        let (kind, from, to) = edges.get(at % (edges.len() + 1)).copied().unwrap_or_default();
        let node = |at: u16| nodes.get(usize::from(at) % (nodes.len() * 2 + 1)).cloned();
        let known = node(from.rotate_left(3)).as_ref().map(Rc::downgrade).unwrap_or_default();
        let prize = things.get(usize::from(from) % (things.len() * 2 + 1)).cloned();
        if id % 2 == 0 {
            let thing: Rc<dyn Thing> = match kind % 3 {
                0 => Rc::new(Gem { id, carat: kind }),
                _ => Rc::new(Chest { maker: node(to), seen: known, ..chest(id) }),
            };
            things.push(thing);
            continue;
        }
        let own: Box<dyn Thing> = match from % 3 {
            0 => Box::new(Gem { id, carat: 1 }),
            _ => {
                let within = RefCell::new(vec![Rc::clone(&things[at % things.len()])]);
                Box::new(Chest { within, ..chest(id) })
            }
        };
        let (strong, best, weak, things) = Default::default();
        let (name, firm) = (Rc::clone(&names[usize::from(to) % 3]), node(to));
        let node = Node { id, name, strong, best, weak, things, firm, known, prize, own };
        nodes.push(Rc::new(node));
    }
    let node = |at: u16| &nodes[usize::from(at) % nodes.len()];
    for (kind, from, to) in edges {
        let (it, at) = (node(*from), usize::from(*to) % things.len());
        match kind % 8 {
            0 | 1 => it.strong.borrow_mut().push(Rc::clone(node(*to))),
            2 => *it.best.borrow_mut() = Some(Rc::clone(node(*to))),
            3 => it.weak.borrow_mut().push(Rc::downgrade(node(*to))),
            4 => it.things.borrow_mut().push(Rc::clone(&things[at])),
            kind => {
                let Some(chest) = thing(&things, usize::from(*from)) else { continue };
                match kind {
                    5 => chest.within.borrow_mut().push(Rc::clone(&things[at])),
                    6 => *chest.owner.borrow_mut() = Rc::downgrade(node(*to)),
                    _ => *chest.keeper.borrow_mut() = Some(Rc::clone(node(*to))),
                }
            }
        }
    }
    let strong: Vec<_> = roots.iter().map(|at| Rc::clone(node(*at))).collect();
    let weak = roots.iter().map(|at| Rc::downgrade(node(at.wrapping_add(1)))).collect();
    (
        strong,
        weak,
        roots.iter().map(|at| Rc::clone(&things[usize::from(*at) % things.len()])).collect(),
    )
}

fn chest(id: u32) -> Chest {
    let owner = RefCell::new(Weak::new());
    let (maker, within, keeper) = Default::default();
    Chest { id, maker, seen: Weak::new(), within, owner, keeper }
}

/// Where the edges of an object lead, for each field.
type Edges = Vec<Vec<Option<u32>>>;

/// The shape of a graph, in terms of its objects' numbers. Isomorphic graphs are equal.
#[derive(Debug, Default, PartialEq)]
struct Form {
    /// For each node its name, the number of the name's object, and its edges.
    nodes: BTreeMap<u32, (String, usize, Edges)>,
    things: BTreeMap<u32, Edges>,
    roots: Edges,
}

/// Finds the form of a graph.
#[derive(Default)]
struct Walk {
    nodes: BTreeMap<u32, Rc<Node>>,
    things: BTreeMap<u32, Rc<dyn Thing>>,
    open: Vec<Rc<Node>>,
    open_things: Vec<Rc<dyn Thing>>,
}

impl Walk {
    fn of(root: &Root) -> Self {
        let mut walk = Self::default();
        root.0.iter().for_each(|it| walk.node(it));
        root.2.iter().for_each(|it| walk.thing(it));
        loop {
            if let Some(node) = walk.open.pop() {
                node.strong.borrow().iter().for_each(|it| walk.node(it));
                node.best.borrow().iter().for_each(|it| walk.node(it));
                node.firm.iter().for_each(|it| walk.node(it));
                node.prize.iter().for_each(|it| walk.thing(it));
                node.things.borrow().iter().for_each(|it| walk.thing(it));
                walk.chest(&*node.own);
            } else if let Some(thing) = walk.open_things.pop() {
                walk.chest(&*thing);
            } else {
                return walk;
            }
        }
    }

    /// Checks that each number belongs to one object.
    fn node(&mut self, node: &Rc<Node>) {
        match self.nodes.get(&node.id) {
            Some(known) => assert!(Rc::ptr_eq(known, node), "node {} is there twice", node.id),
            None => {
                self.nodes.insert(node.id, Rc::clone(node));
                self.open.push(Rc::clone(node));
            }
        }
    }

    fn thing(&mut self, thing: &Rc<dyn Thing>) {
        match self.things.get(&id(&**thing)) {
            Some(known) => assert!(Rc::ptr_eq(known, thing), "a thing is there twice"),
            None => {
                self.things.insert(id(&**thing), Rc::clone(thing));
                self.open_things.push(Rc::clone(thing));
            }
        }
    }

    fn chest(&mut self, thing: &dyn Thing) {
        if let Some(chest) = thing.as_any().downcast_ref::<Chest>() {
            chest.within.borrow().iter().for_each(|it| self.thing(it));
            chest.keeper.borrow().iter().for_each(|it| self.node(it));
            chest.maker.iter().for_each(|it| self.node(it));
        }
    }

    fn form(&self, root: &Root) -> Form {
        let mut names: Vec<Rc<str>> = Vec::new();
        let mut form = Form::default();
        for (id, node) in &self.nodes {
            let known = names.iter().position(|name| Rc::ptr_eq(name, &node.name));
            let name = known.unwrap_or(names.len());
            if known.is_none() {
                names.push(Rc::clone(&node.name));
            }
            let mut edges = vec![
                node.strong.borrow().iter().map(|it| Some(it.id)).collect(),
                vec![node.best.borrow().as_ref().map(|it| it.id)],
                vec![node.firm.as_ref().map(|it| it.id), self.weak(&node.known)],
                vec![node.prize.as_ref().map(|it| self::id(&**it))],
                node.weak.borrow().iter().map(|it| self.weak(it)).collect(),
                node.things.borrow().iter().map(|it| Some(self::id(&**it))).collect(),
            ];
            edges.extend(self.edges(&*node.own));
            form.nodes.insert(*id, (node.name.to_string(), name, edges));
        }
        let things = self.things.iter().map(|(id, thing)| (*id, self.edges(&**thing)));
        form.things = things.collect();
        form.roots = vec![
            root.0.iter().map(|it| Some(it.id)).collect(),
            root.1.iter().map(|it| self.weak(it)).collect(),
            root.2.iter().map(|it| Some(id(&**it))).collect(),
        ];
        form
    }

    /// What a weak pointer refers to, if anything in the graph holds it.
    fn weak(&self, weak: &Weak<Node>) -> Option<u32> {
        weak.upgrade().map(|it| it.id).filter(|id| self.nodes.contains_key(id))
    }

    fn edges(&self, thing: &dyn Thing) -> Edges {
        match thing.as_any().downcast_ref::<Chest>() {
            None => vec![vec![Some(id(thing))]],
            Some(chest) => vec![
                vec![Some(chest.id)],
                chest.within.borrow().iter().map(|it| Some(id(&**it))).collect(),
                vec![self.weak(&chest.owner.borrow()), self.weak(&chest.seen)],
                vec![chest.maker.as_ref().map(|it| it.id)],
                vec![chest.keeper.borrow().as_ref().map(|it| it.id)],
            ],
        }
    }

    /// Takes the circles apart, so that the objects are freed.
    fn part(&self) {
        for node in self.nodes.values() {
            node.strong.take();
            node.best.take();
            node.things.take();
        }
        for thing in self.things.values() {
            if let Some(chest) = (**thing).as_any().downcast_ref::<Chest>() {
                chest.within.take();
                chest.keeper.take();
            }
        }
    }
}

fn id(thing: &dyn Thing) -> u32 {
    let thing = thing.as_any();
    let gem = thing.downcast_ref::<Gem>().map(|gem| gem.id);
    gem.or_else(|| thing.downcast_ref::<Chest>().map(|chest| chest.id)).unwrap()
}

fn fail(error: archive::Error) -> TestCaseError {
    TestCaseError::fail(error.to_string())
}

/// Checks that a graph has this form and saves as these bytes, and takes it apart.
fn is(loaded: &Root, form: &Form, options: &Options, bytes: &[u8]) -> Result<(), TestCaseError> {
    let walk = Walk::of(loaded);
    prop_assert_eq!(&walk.form(loaded), form);
    prop_assert!(options.to_vec(loaded).map_err(fail)? == bytes, "it is saved as other bytes");
    walk.part();
    Ok(())
}

fn comes_back(root: &Root) -> Result<(), TestCaseError> {
    let walk = Walk::of(root);
    let form = walk.form(root);
    let zstd = |layout| Options::file().layout(layout).compression(Compression::Zstd(1));
    let mut buffer = Buffer::new();
    let more = [zstd(Layout::Rows), zstd(Layout::Columns)];
    for options in ways().into_iter().chain(more) {
        let bytes = save(&options, root).map_err(fail)?;
        for _ in 0..2 {
            prop_assert!(options.to_buffer(root, &mut buffer).map_err(fail)? == bytes);
        }
        let mut stream = Vec::new();
        options.to_writer(&mut stream, root).map_err(fail)?;
        is(&options.from_reader(&*stream).map_err(fail)?, &form, &options, &bytes)?;
        is(&options.from_slice(&bytes).map_err(fail)?, &form, &options, &bytes)?;
        // A message has no schema.
        if let Ok(tree) = Value::from_slice(&bytes) {
            is(&tree.to().map_err(fail)?, &form, &options, &bytes)?;
            // Tools that use only the text do not know which links are late, either.
            let text = archive::text::of_archive(&bytes).map_err(fail)?;
            let json = archive::json::of_archive(&bytes).map_err(fail)?;
            let again = archive::text::to_archive(&text, &bytes).map_err(fail)?;
            is(&archive::from_slice(&again).map_err(fail)?, &form, &options, &bytes)?;
            let again = archive::json::to_archive(&json, &bytes).map_err(fail)?;
            is(&archive::from_slice(&again).map_err(fail)?, &form, &options, &bytes)?;
        }
    }
    let tree = Value::of(root).map_err(fail)?;
    let loaded: Root = tree.to().map_err(fail)?;
    prop_assert!(Value::of(&loaded).map_err(fail)? == tree, "another tree comes back");
    let message = Options::message();
    let text = archive::text::to_string(root).map_err(fail)?;
    let bytes = message.to_vec(root).map_err(fail)?;
    is(&archive::text::from_str(&text).map_err(fail)?, &form, &message, &bytes)?;
    let json = archive::json::to_string(root).map_err(fail)?;
    is(&archive::json::from_str(&json).map_err(fail)?, &form, &message, &bytes)?;
    is(&loaded, &form, &message, &message.to_vec(root).map_err(fail)?)?;
    walk.part();
    Ok(())
}

fn config(cases: u32) -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    if asked { ProptestConfig::default() } else { ProptestConfig::with_cases(cases) }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn small_graphs_come_back(
        count in 1_usize..12,
        edges in prop::collection::vec(any::<Edge>(), 0..24),
        roots in prop::collection::vec(any::<u16>(), 1..3),
    ) {
        comes_back(&graph(count, &edges, &roots))?;
    }
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn large_graphs_come_back(
        count in 1_usize..=1000,
        edges in prop::collection::vec(any::<Edge>(), 0..3000),
        roots in prop::collection::vec(any::<u16>(), 1..10),
    ) {
        comes_back(&graph(count, &edges, &roots))?;
    }
}

/// A gem inside a node of a circle, in one table with a chest of the circle.
#[test]
fn what_stands_within_a_circle_is_built_with_it() {
    let edges = [
        (0, 0, 0),
        (142, 45930, 0),
        (7, 0, 0),
        (0, 18341, 0),
        (0, 0, 0),
        (0, 8, 0),
        (0, 0, 0),
        (0, 36381, 32128),
    ];
    comes_back(&graph(7, &edges, &[2661])).unwrap();
}
