//! Archives that visit objects: a walk, and a custom one.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::{Rc, Weak};
use std::sync::Arc;

use archive::{
    Archive, Error, ErrorKind, Held, OutputArchive, Part, Primitive, Serialize, Shared, Visit, walk,
};

trait Thing: archive::Object {}

#[derive(Archive)]
struct Chest {
    gold: u32,
}

impl Thing for Chest {}

archive::registry! { dyn Thing as "Thing" { Chest as "chest" } }

#[derive(Archive)]
struct Node {
    name: Rc<str>,
    parent: RefCell<Weak<Node>>,
    links: RefCell<Vec<Rc<Node>>>,
}

fn node(name: &Rc<str>) -> Rc<Node> {
    Rc::new(Node { name: Rc::clone(name), parent: RefCell::default(), links: RefCell::default() })
}

fn line(part: &Part<'_>) -> Option<String> {
    let what = match &part.visit {
        Visit::Primitive(value) => format!("{value:?}"),
        Visit::None => "none".to_owned(),
        Visit::Struct(shape) => shape.name.to_owned(),
        Visit::Variant(_, variant) => variant.name.to_owned(),
        Visit::List(len) => format!("list of {len}"),
        Visit::Link(number) => format!("-> {number}"),
        _ => return None,
    };
    let object = part.object.map_or_else(String::new, |number| format!(" ({number})"));
    Some(format!("{} = {what}{object}", part.path))
}

fn walked<T: Serialize + ?Sized>(value: &T) -> String {
    let mut lines = Vec::new();
    walk(value, |part| lines.extend(line(part))).unwrap();
    lines.join("\n")
}

#[test]
fn each_object_is_visited_once_and_circles_end() {
    let name = Rc::from("stone");
    let (root, child) = (node(&name), node(&Rc::from("moss")));
    root.links.borrow_mut().extend([Rc::clone(&child), Rc::clone(&root), Rc::clone(&child)]);
    *child.parent.borrow_mut() = Rc::downgrade(&root);
    insta::assert_snapshot!(walked(&*root), @r#"
     = Node
    name = Str("stone") (0)
    parent = none
    links = list of 3
    links[0] = Node (1)
    links[0].name = Str("moss") (2)
    links[0].parent = -> 3
    links[0].links = list of 0
    links[1] = Node (3)
    links[1].name = -> 0
    links[1].parent = none
    links[1].links = list of 3
    links[1].links[0] = -> 1
    links[1].links[1] = -> 3
    links[1].links[2] = -> 1
    links[2] = -> 1
    "#);
    root.links.borrow_mut().clear();
}

#[test]
fn weak_pointers_are_links_to_what_comes_later_or_not_at_all() {
    let (held, elsewhere) = (Rc::new(1_u8), Rc::new(2_u8));
    let gone = Rc::downgrade(&Rc::new(3_u8));
    let value = (Rc::downgrade(&held), Rc::downgrade(&elsewhere), gone, held);
    insta::assert_snapshot!(walked(&value), @r"
    [0] = -> 0
    [1] = -> 1
    [2] = none
    [3] = U8(1) (0)
    ");
}

#[test]
fn an_object_that_is_a_pointer_to_another_is_told_with_it() {
    let inner = Rc::new(7_u8);
    let value = (Rc::new(Rc::clone(&inner)), inner);
    insta::assert_snapshot!(walked(&value), @r"
    [0] = -> 1 (0)
    [0] = U8(7) (1)
    [1] = -> 1
    ");
}

#[test]
fn traits_share_too() {
    let chest = Arc::new(Chest { gold: 7 });
    let any: Arc<dyn Thing> = chest.clone();
    let lines = walked(&(any, chest));
    insta::assert_snapshot!(lines, @r"
    [0] = chest (0)
    [0].0 = Chest
    [0].0.gold = U32(7)
    [1] = -> 0
    ");
}

#[test]
fn what_is_deep_comes_last() {
    let first = node(&Rc::from("0"));
    let mut last = Rc::clone(&first);
    for number in 1..100_000 {
        let next = node(&Rc::from(number.to_string()));
        last.links.borrow_mut().push(Rc::clone(&next));
        last = next;
    }
    last.links.borrow_mut().push(Rc::clone(&first));
    let (mut names, mut numbers) = (BTreeSet::new(), BTreeSet::new());
    let mut links = Vec::new();
    walk(&first, |part| {
        assert!(part.path.len() < 1000, "paths begin anew");
        assert!(part.object.is_none_or(|number| numbers.insert(number)), "visited once");
        match &part.visit {
            Visit::Primitive(Primitive::Str(name)) => assert!(names.insert(name.to_string())),
            Visit::Link(number) => links.push(*number),
            _ => {}
        }
        if let Some(number) =
            part.path.strip_prefix('&').and_then(|path| path.parse::<usize>().ok())
        {
            assert!(part.object.is_none_or(|object| object == number));
        }
    })
    .unwrap();
    assert_eq!((names.len(), numbers.len()), (100_000, 200_000));
    assert_eq!(links.iter().filter(|number| **number == 0).count(), 1, "the last to the first");
    let others: BTreeSet<_> = links.iter().filter(|number| **number > 0).collect();
    assert_eq!(others.len() + 1, links.len(), "and one to each that is deep");

    // Drop the list without recursion.
    drop(first);
    while let Some(previous) = { Rc::into_inner(last) } {
        let Some(next) = previous.links.borrow_mut().pop() else { break };
        last = next;
    }
}

#[test]
fn what_fails_in_a_deep_object_is_told_with_its_number() {
    let deep = node(&Rc::from("deep"));
    let chain = (0..40).fold(Rc::clone(&deep), |inner, _| {
        let outer = node(&Rc::from("outer"));
        outer.links.borrow_mut().push(inner);
        outer
    });
    let borrowed = deep.links.borrow_mut();
    let mut last = None;
    let walked = walk(&chain, |part| last = part.object.or(last));
    let error = walked.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{error}");
    let path = error.path();
    assert!(path.starts_with('&') && path.ends_with(".links[0].links"), "{path}");
    assert_eq!(path.matches('&').count(), 1, "{path}");
    assert_eq!(path.matches("links").count(), 40 - 31, "{path}");
    drop(borrowed);
}

/// Counts the numbers in a value with a work list, visiting each object once.
#[derive(Default)]
struct Count {
    numbers: usize,
    met: BTreeMap<usize, usize>,
    open: Vec<Held>,
}

/// The program's own error type.
#[derive(Debug)]
struct Failed(String);

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self(error.to_string())
    }
}

impl OutputArchive for Count {
    type Error = Failed;

    fn primitive(&mut self, _: Primitive<'_>) -> Result<(), Failed> {
        self.numbers += 1;
        if self.numbers > 1_000_000 { Err(Failed("too many".into())) } else { Ok(()) }
    }

    fn meet_shared(&mut self, object: Shared<'_>) -> Result<bool, Failed> {
        let times = self.met.entry(object.address()).or_default();
        if *times == 0 {
            self.open.push(object.hold());
        }
        *times += 1;
        Ok(true)
    }

    fn meet_weak(&mut self, object: Shared<'_>) -> Result<bool, Failed> {
        Ok(self.met.contains_key(&object.address()))
    }
}

impl Count {
    fn of<T: Serialize>(value: &T) -> Result<Self, Failed> {
        let mut count = Self::default();
        value.serialize(&mut count)?;
        while let Some(object) = count.open.pop() {
            object.visit(&mut count)?;
        }
        Ok(count)
    }
}

#[derive(Archive)]
struct Cells {
    cells: Vec<Rc<Cell<u32>>>,
    #[archive(with = text)]
    notes: Vec<u8>,
}

/// Saves text as pieces that nothing else owns.
mod text {
    use std::rc::Rc;

    pub type Stored = Vec<Rc<u8>>;

    pub fn to_stored(notes: &[u8]) -> Stored {
        notes.iter().copied().map(Rc::new).collect()
    }

    pub fn from_stored(stored: Stored) -> Vec<u8> {
        stored.iter().map(|note| **note).collect()
    }
}

#[test]
fn an_archive_of_a_program_takes_each_object_once() {
    // 64 levels, each of which contains the next twice.
    let mut shared = node(&Rc::from("last"));
    for _ in 0..64 {
        let next = node(&Rc::from("next"));
        next.links.borrow_mut().extend([Rc::clone(&shared), shared]);
        shared = next;
    }
    let count = Count::of(&shared).unwrap();
    assert_eq!((count.numbers, count.met.len()), (65, 2 * 65));

    let cell = Rc::new(Cell::new(7));
    let value = Cells { cells: vec![cell.clone(), cell], notes: vec![1, 2, 3] };
    let count = Count::of(&(value, Rc::new(vec![0_u8; 5]))).unwrap();
    assert_eq!(count.met.values().copied().max(), Some(2));
    assert_eq!((count.numbers, count.met.len()), (1 + 3 + 1, 1 + 3 + 1));
}

#[test]
fn the_error_of_a_program_comes_back_from_an_object() {
    let many = Rc::new(vec![(1_u8, 2_u16); 600_000]);
    let Failed(error) = Count::of(&many).err().unwrap();
    assert_eq!(error, "too many");
}
