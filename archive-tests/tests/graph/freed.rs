//! A refused load frees all objects, even those in circles that own each other.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap, LinkedList, VecDeque};
use std::rc::{Rc, Weak};
use std::sync::Mutex;

use archive::{Archive, Context, Deserialize, ErrorKind, Layout, Object, Options, Value};
use indexmap::IndexMap;

thread_local! {
    static LIVE: Cell<i32> = const { Cell::new(0) };
}

/// Counts the live objects.
#[derive(Debug)]
struct Token;

impl Default for Token {
    fn default() -> Self {
        LIVE.set(LIVE.get() + 1);
        Self
    }
}

impl Drop for Token {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
    }
}

trait Thing: Object {
    fn holder(&self) -> &Holder;
}

archive::registry! { dyn Thing as "Thing" { Holder as "holder", Hooked as "hooked" } }

impl Thing for Holder {
    fn holder(&self) -> &Holder {
        self
    }
}

impl Thing for Hooked {
    fn holder(&self) -> &Holder {
        &self.0
    }
}

/// Each of these may close a circle.
#[derive(Archive, Default)]
struct Holder {
    option: RefCell<Option<Rc<Node>>>,
    list: RefCell<Vec<Rc<Node>>>,
    pair: RefCell<(u8, Option<Rc<Node>>)>,
    ring: RefCell<VecDeque<Rc<Node>>>,
    linked: RefCell<LinkedList<Rc<Node>>>,
    tree: RefCell<BTreeMap<u8, Rc<Node>>>,
    hashed: RefCell<HashMap<u8, Rc<Node>>>,
    indexed: RefCell<IndexMap<u8, Rc<Node>>>,
    cells: BTreeMap<u8, RefCell<Option<Rc<Node>>>>,
    things: RefCell<Vec<Rc<dyn Thing>>>,
    locked: Mutex<Option<Rc<Node>>>,
    boxed: Option<Box<Holder>>,
    once: RefCell<OnceCell<Rc<Node>>>,
    weak: RefCell<Weak<Node>>,
    #[archive(skip)]
    _token: Token,
}

#[derive(Archive, Default)]
#[archive(after_load = Self::seen)]
struct Hooked(Holder);

impl Hooked {
    fn seen(&mut self) {}
}

#[derive(Archive)]
enum Node {
    Plain(Box<Holder>),
    Hooked { it: Box<Hooked> },
    Object(Box<dyn Thing>),
}

impl Node {
    fn holder(&self) -> &Holder {
        match self {
            Self::Plain(holder) => holder,
            Self::Hooked { it } => &it.0,
            Self::Object(thing) => thing.holder(),
        }
    }
}

/// Links one node to another, to close a circle.
type Close = fn(&Holder, &Rc<Node>);

const CLOSES: &[Close] = &[
    |from, to| *from.option.borrow_mut() = Some(Rc::clone(to)),
    |from, to| from.list.borrow_mut().extend([Rc::clone(to), Rc::clone(to)]),
    |from, to| from.pair.borrow_mut().1 = Some(Rc::clone(to)),
    |from, to| from.ring.borrow_mut().push_back(Rc::clone(to)),
    |from, to| from.linked.borrow_mut().push_back(Rc::clone(to)),
    |from, to| drop(from.tree.borrow_mut().insert(1, Rc::clone(to))),
    |from, to| drop(from.hashed.borrow_mut().insert(1, Rc::clone(to))),
    |from, to| drop(from.indexed.borrow_mut().insert(1, Rc::clone(to))),
    |from, to| *from.cells[&1].borrow_mut() = Some(Rc::clone(to)),
    |from, to| {
        let thing = Hooked(Holder { option: RefCell::new(Some(Rc::clone(to))), ..holder() });
        from.things.borrow_mut().push(Rc::new(thing));
    },
    |from, to| *from.locked.lock().unwrap() = Some(Rc::clone(to)),
    |from, to| *from.boxed.as_ref().unwrap().option.borrow_mut() = Some(Rc::clone(to)),
    |from, to| from.once.borrow_mut().set(Rc::clone(to)).ok().unwrap(),
];

fn holder() -> Holder {
    let boxed = Some(Box::default());
    Holder { boxed, cells: [(1, RefCell::default())].into(), ..Holder::default() }
}

/// A circle of three nodes of different kinds, followed by a value that may be refused.
fn circle(close: Close) -> (Rc<Node>, bool) {
    let nodes = [
        Rc::new(Node::Plain(Box::new(holder()))),
        Rc::new(Node::Hooked { it: Box::new(Hooked(holder())) }),
        Rc::new(Node::Object(Box::new(holder()))),
    ];
    for (at, node) in nodes.iter().enumerate() {
        let next = &nodes[(at + 1) % 3];
        close(node.holder(), next);
        *next.holder().weak.borrow_mut() = Rc::downgrade(node);
    }
    (Rc::clone(&nodes[0]), true)
}

/// Takes circles apart.
fn part(holder: &Holder) {
    let mut next: Vec<_> = holder.option.take().into_iter().collect();
    next.extend(holder.list.take());
    next.extend(holder.pair.take().1);
    next.extend(holder.ring.take());
    next.extend(holder.linked.take());
    next.extend(holder.tree.take().into_values());
    next.extend(holder.hashed.take().into_values());
    next.extend(holder.indexed.take().into_values());
    next.extend(holder.cells.values().filter_map(RefCell::take));
    next.extend(holder.locked.lock().unwrap().take());
    next.extend(holder.once.take().into_inner());
    next.iter().for_each(|node| part(node.holder()));
    holder.boxed.iter().for_each(|it| part(it));
    holder.things.take().iter().for_each(|it| part(it.holder()));
}

/// Loads a circle and takes it apart, and checks that nothing is left. Says whether it loaded.
fn leaves_nothing(
    what: &str,
    load: impl FnOnce() -> Result<(Rc<Node>, bool), archive::Error>,
) -> bool {
    LIVE.set(0);
    let is_loaded = load().map(|(node, _)| part(node.holder())).is_ok();
    assert_eq!(LIVE.get(), 0, "{what}");
    is_loaded
}

/// Damages each byte of rows and columns, also as trees; and damages a text and JSON.
#[test]
fn what_is_refused_leaves_nothing_behind() {
    for (at, close) in CLOSES.iter().enumerate() {
        let root = circle(*close);
        let mut refused = 0;
        for layout in [Layout::Rows, Layout::Columns] {
            let options = Options::file().layout(layout).checksum(false);
            let bytes = options.to_vec(&root).unwrap();
            assert!(leaves_nothing("as it is", || options.from_slice(&bytes)));
            for byte in archive_tests::wire::body_start(&bytes)..bytes.len() {
                for with in [1, 2, 0xff] {
                    let mut bytes = bytes.clone();
                    bytes[byte] ^= with;
                    let what = format!("{at}, {layout:?}: byte {byte} ^ {with}");
                    refused += u32::from(!leaves_nothing(&what, || options.from_slice(&bytes)));
                    let Ok(tree) = Value::from_slice(&bytes) else { continue };
                    leaves_nothing(&what, || tree.to());
                }
            }
        }
        assert!(refused > 20, "{at}: {refused}");
        let text = archive::text::to_string(&root).unwrap().replace("true", "3");
        assert!(!leaves_nothing(&text, || archive::text::from_str(&text)));
        let json = archive::json::to_string(&root).unwrap().replace("true", "3");
        assert!(!leaves_nothing(&json, || archive::json::from_str(&json)));
        part(root.0.holder());
    }
}

/// Functions of the program refuse values, using what was lent.
#[test]
fn what_a_hook_refuses_leaves_nothing_behind() {
    #[derive(Archive)]
    #[archive(validate = Self::judge)]
    struct World {
        node: Rc<Node>,
    }

    impl World {
        fn judge(&self, context: &mut Context<'_>) -> Result<(), String> {
            assert_eq!(context.get::<u8>(), Some(&mut 7));
            Err(format!("{} nodes are too many", Rc::strong_count(&self.node)))
        }
    }

    fn refuses<'a, T: Deserialize<'a>>(load: impl FnOnce(&mut u8) -> Result<T, archive::Error>) {
        LIVE.set(0);
        let error = load(&mut 7).err().unwrap();
        assert!(error.to_string().contains("nodes are too many"), "{error}");
        assert_eq!(LIVE.get(), 0);
    }

    let world = World { node: circle(CLOSES[0]).0 };
    for options in crate::ways() {
        let bytes = options.to_vec(&world).unwrap();
        refuses(|lent| options.from_slice_with::<World>(&bytes, lent));
    }
    let text = archive::text::to_string(&world).unwrap();
    refuses(|lent| Options::file().from_text_with::<World>(&text, lent));
    part(world.node.holder());
}

/// Drops its nodes from the front, each of which leads to the next one.
#[derive(Archive)]
struct Chain {
    nodes: Vec<Rc<Link>>,
}

#[derive(Archive)]
struct Link {
    id: u32,
    next: Option<Rc<Link>>,
}

impl Chain {
    fn of(len: u32) -> Self {
        let mut nodes: Vec<Rc<Link>> = Vec::new();
        for id in (0..len).rev() {
            let next = nodes.last().cloned();
            nodes.push(Rc::new(Link { id, next }));
        }
        nodes.reverse();
        Self { nodes }
    }
}

const LONG: u32 = 200_000;

/// The value itself drops without recursion, and so does what is left of it.
#[test]
fn a_refused_chain_of_any_length_is_dropped() {
    #[derive(Archive)]
    struct World {
        chain: Chain,
        end: End,
    }

    #[derive(Archive)]
    #[archive(validate = End::refuse)]
    struct End;

    impl End {
        fn refuse(&self) -> Result<(), &'static str> {
            Err("no world ends so")
        }
    }

    let world = World { chain: Chain::of(LONG), end: End };
    for options in [Options::message(), Options::file()] {
        let bytes = options.to_vec(&world).unwrap();
        assert_eq!(options.from_slice::<World>(&bytes).err().unwrap().kind(), ErrorKind::Hook);
    }
    let text = archive::text::to_string(&world).unwrap();
    let error = archive::text::from_str::<World>(&text).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Hook);
}

#[test]
fn a_removed_chain_of_any_length_is_dropped() {
    mod v1 {
        #[derive(archive::Archive)]
        pub(super) struct World {
            pub(super) chain: super::Chain,
            pub(super) level: u32,
        }
    }

    #[derive(Archive, Debug, PartialEq)]
    struct World {
        #[archive(removed(chain: Chain, until = 2))]
        level: u32,
    }

    let old = v1::World { chain: Chain::of(LONG), level: 7 };
    for options in [Options::message(), Options::file()] {
        let bytes = options.to_vec(&old).unwrap();
        assert_eq!(options.from_slice::<World>(&bytes).unwrap(), World { level: 7 });
    }
}
