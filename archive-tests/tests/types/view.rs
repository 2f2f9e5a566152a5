//! Views: structs of references that are saved as another type.

mod enums;
mod lists;
mod objects;

use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{Archive, Describe, ErrorKind, Layout, Options, Value, VersionTable};

/// All that a game has.
#[derive(Archive, Clone, Debug, PartialEq)]
struct Save {
    /// Shown in the menu.
    title: String,
    #[archive(removed(mana: u16, until = 2, default = 3), meta(min = 1))]
    #[archive(was(u8, until = 3))]
    level: u32,
    chunks: Vec<Chunk>,
    #[archive(renamed(2, from = "items"))]
    bag: BTreeMap<String, Item>,
    best: Option<Item>,
    #[archive(skip)]
    frames: u64,
    #[since(3, default = [0.5].into())]
    #[archive(max_len = 4)]
    heights: Vec<f32>,
    raw: Vec<u8>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Chunk {
    at: [i32; 2],
    name: String,
    tiles: Vec<u16>,
    #[since(2, default = Item { id: "grass".into(), count: 1 })]
    ground: Item,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Item {
    id: String,
    #[since(2, default = 1)]
    count: u32,
}

#[derive(Archive)]
#[archive(save_as = Save)]
struct View<'a> {
    title: &'a str,
    level: u32,
    chunks: Vec<ChunkView<'a>>,
    bag: BTreeMap<&'a str, &'a Item>,
    best: Option<&'a Item>,
    #[archive(max_len = 4)]
    heights: &'a [f32],
    raw: &'a [u8],
    #[archive(skip)]
    _seen: bool,
}

#[derive(Archive)]
#[archive(save_as = Chunk)]
struct ChunkView<'a> {
    at: [i32; 2],
    #[archive(with = upper)]
    name: &'a str,
    tiles: &'a [u16],
    ground: &'a Item,
}

mod upper {
    pub(super) type Stored = String;

    pub(super) fn to_stored(name: &str) -> String {
        name.to_uppercase()
    }
}

impl Save {
    fn new(count: u32) -> Self {
        let item = |id: u32| Item { id: format!("item {id}"), count: id };
        let chunk = |at: i32| Chunk {
            at: [at, -at],
            name: format!("CHUNK {at}"),
            tiles: (0..at.unsigned_abs() as u16 % 5).collect(),
            ground: item(at.unsigned_abs() % 3),
        };
        Self {
            title: "The cave".into(),
            level: 12,
            chunks: (0..count as i32).map(chunk).collect(),
            bag: (0..count / 2).map(|id| (format!("slot {id}"), item(id))).collect(),
            best: Some(item(7)),
            frames: 0,
            heights: vec![1.0, 2.5],
            raw: vec![1, 2, 3],
        }
    }

    fn view(&self) -> View<'_> {
        View {
            title: &self.title,
            level: self.level,
            chunks: self.chunks.iter().map(Chunk::view).collect(),
            bag: self.bag.iter().map(|(slot, item)| (slot.as_str(), item)).collect(),
            best: self.best.as_ref(),
            heights: &self.heights,
            raw: &self.raw,
            _seen: true,
        }
    }
}

impl Chunk {
    fn view(&self) -> ChunkView<'_> {
        ChunkView { at: self.at, name: &self.name, tiles: &self.tiles, ground: &self.ground }
    }
}

fn all_options() -> impl Iterator<Item = Options> {
    let layouts = [Layout::Rows, Layout::Columns];
    layouts.into_iter().flat_map(|layout| {
        let with = move |options: Options| options.layout(layout);
        [Options::file(), Options::message(), Options::file().by_value(true)].map(with)
    })
}

#[test]
fn a_view_is_saved_as_the_other_type_is() {
    for count in [0, 1, 3, 200] {
        let save = Save::new(count);
        for options in all_options() {
            let bytes = options.to_vec(&save.view()).unwrap();
            assert_eq!(bytes, options.to_vec(&save).unwrap());
            assert_eq!(options.from_slice::<Save>(&bytes).unwrap(), save);
            let mut streamed = Vec::new();
            options.to_writer(&mut streamed, &save.view()).unwrap();
            assert_eq!(options.from_reader::<Save>(streamed.as_slice()).unwrap(), save);
        }
        let (view, text) = (save.view(), archive::text::to_string(&save).unwrap());
        assert_eq!(archive::text::to_string(&view).unwrap(), text);
        assert_eq!(
            archive::json::to_string(&view).unwrap(),
            archive::json::to_string(&save).unwrap()
        );
        assert_eq!(Value::of(&view).unwrap(), Value::of(&save).unwrap());
        assert_eq!(archive::hash(&view).unwrap(), archive::hash(&save).unwrap());
    }
}

#[test]
fn a_view_has_the_schema_and_the_history_of_the_other_type() {
    assert_eq!(View::schema(), Save::schema());
    for version in [1, 2, 3] {
        let of = |versions: VersionTable| versions.at::<Save>(version).unwrap();
        let (own, other) = (VersionTable::of::<View>(), VersionTable::of::<Save>());
        let (own, other) = (of(own.unwrap()), of(other.unwrap()));
        assert_eq!(View::schema_at(&own).unwrap(), Save::schema_at(&other).unwrap());
    }
}

#[test]
fn a_view_is_not_written_for_an_older_version_of_its_type_but_of_its_parts() {
    let save = Save::new(3);
    for options in all_options() {
        let older = VersionTable::of::<Save>().unwrap();
        let error = options.clone().write_for(&older.clone().at::<Save>(2).unwrap());
        let error = error.to_vec(&save.view()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::CannotWrite);
        assert!(
            error.detail().contains("`View` cannot be written for version 2 of `Save`"),
            "{error}"
        );

        let mut parts = save.clone();
        parts.bag.values_mut().chain(&mut parts.best).for_each(|item| item.count = 1);
        parts.chunks.iter_mut().for_each(|chunk| chunk.ground.count = 1);
        let options = options.write_for(&older.at::<Item>(1).unwrap());
        let bytes = options.to_vec(&parts.view()).unwrap();
        assert_eq!(bytes, options.to_vec(&parts).unwrap());
        assert_eq!(Options::file().from_slice::<Save>(&bytes).unwrap(), parts);
    }
}

#[test]
fn the_limits_of_a_view_hold() {
    let save = Save { heights: vec![0.0; 5], ..Save::new(3) };
    let error = archive::to_vec(&save.view()).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, "heights"));
}

/// The same name and size as `u32`, but for the type.
#[derive(Archive)]
#[archive(save_as = Item)]
struct Wrong<'a> {
    id: &'a str,
    count: &'a f32,
}

#[derive(Archive)]
#[archive(save_as = Chunk)]
struct WrongWithin<'a> {
    at: &'a [i32],
    name: &'a str,
    tiles: &'a [u16],
    ground: Wrong<'a>,
}

#[test]
fn a_view_with_a_field_of_another_type_is_refused() {
    for options in all_options() {
        for _ in 0..3 {
            let error = options.to_vec(&Wrong { id: "torch", count: &1.0 }).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Shape);
            assert!(
                error.detail().contains("`count` is `f32` in `Wrong`, but `u32` in `Item`"),
                "{error}"
            );
        }
        let ground = Wrong { id: "torch", count: &1.0 };
        let wrong = WrongWithin { at: &[1, 2], name: "", tiles: &[], ground };
        let error = options.to_vec(&wrong).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Shape);
        assert!(error.detail().contains("`at` is `list<i32>` in `WrongWithin`"), "{error}");
    }
}

/// For any world; its items are behind a pointer.
#[derive(Archive, Debug, PartialEq)]
struct World<T> {
    items: Vec<T>,
    many: [T; 2],
}

#[derive(Archive)]
#[archive(save_as = World<T>)]
struct WorldView<'a, T> {
    items: Vec<&'a T>,
    many: &'a [T; 2],
}

#[derive(Archive)]
#[archive(save_as = World<T>)]
struct OtherView<'a, T, V> {
    items: &'a [V],
    many: [&'a T; 2],
}

#[test]
fn a_generic_view_looks_at_the_types_of_each_instance() {
    let world = World { items: vec![1_u16, 2], many: [3, 4] };
    let view = WorldView { items: world.items.iter().collect(), many: &world.many };
    let other = OtherView { items: &world.items, many: world.many.each_ref() };
    let wrong = OtherView { items: &[1_u8], many: world.many.each_ref() };
    for options in all_options() {
        let bytes = options.to_vec(&world).unwrap();
        assert_eq!(options.to_vec(&view).unwrap(), bytes);
        assert_eq!(options.to_vec(&other).unwrap(), bytes);
        assert_eq!(options.to_vec(&wrong).unwrap_err().kind(), ErrorKind::Shape);
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Node {
    name: String,
    children: Vec<Node>,
}

#[derive(Archive)]
#[archive(save_as = Node)]
struct NodeView<'a> {
    name: &'a str,
    children: Vec<NodeView<'a>>,
}

#[test]
fn a_view_of_a_recursive_type_contains_views() {
    fn view(node: &Node) -> NodeView<'_> {
        NodeView { name: &node.name, children: node.children.iter().map(view).collect() }
    }
    let node = |name: &str, children| Node { name: name.into(), children };
    let root = node("a", vec![node("b", vec![]), node("c", vec![node("d", vec![])])]);
    for options in all_options() {
        let bytes = options.to_vec(&view(&root)).unwrap();
        assert_eq!(bytes, options.to_vec(&root).unwrap());
        assert_eq!(options.from_slice::<Node>(&bytes).unwrap(), root);
    }
}

#[derive(Archive)]
struct Scene {
    nodes: Vec<Rc<Item>>,
    selected: Rc<Item>,
    #[archive(by_value)]
    copied: Rc<Item>,
    boxed: Box<Item>,
}

#[derive(Archive)]
#[archive(save_as = Scene)]
#[expect(clippy::borrowed_box, reason = "a box is stored as such")]
struct SceneView<'a> {
    nodes: &'a [Rc<Item>],
    selected: &'a Rc<Item>,
    #[archive(by_value)]
    copied: &'a Rc<Item>,
    boxed: &'a Box<Item>,
}

#[derive(Archive)]
#[archive(save_as = Scene)]
struct Unboxed<'a> {
    nodes: &'a [Rc<Item>],
    selected: &'a Rc<Item>,
    #[archive(by_value)]
    copied: &'a Rc<Item>,
    boxed: &'a Item,
}

#[test]
fn a_view_shares_what_its_parts_share() {
    let nodes = [1, 2].map(|count| Rc::new(Item { id: "torch".into(), count }));
    let boxed = Box::new(Item { id: "rope".into(), count: 1 });
    let [_, selected] = &nodes;
    let scene = SceneView { nodes: &nodes, selected, copied: selected, boxed: &boxed };
    let unboxed = Unboxed { nodes: &nodes, selected, copied: selected, boxed: &boxed };
    for layout in [Layout::Rows, Layout::Columns] {
        let options = Options::file().layout(layout);
        let loaded: Scene = options.from_slice(&options.to_vec(&scene).unwrap()).unwrap();
        assert!(Rc::ptr_eq(&loaded.nodes[1], &loaded.selected));
        assert!(!Rc::ptr_eq(&loaded.copied, &loaded.selected));
        assert_eq!((loaded.copied, loaded.boxed), (nodes[1].clone(), boxed.clone()));
        let error = options.to_vec(&unboxed).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Shape);
        assert!(error.detail().contains("another `Item` in `Unboxed` than in `Scene`"), "{error}");
    }
}
