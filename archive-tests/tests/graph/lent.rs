//! What a caller lends, and how often hooks see it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{Archive, Context, ErrorKind, Handle, Layout, Options, Resolve};

use crate::ways;

/// Hooks register themselves here.
#[derive(Default)]
struct World {
    seen: Vec<u32>,
    /// The id that is refused.
    refuses: Option<u32>,
    lets_in_again: bool,
}

/// Of a fixed size, so that lists of it are read by loops of their own.
#[derive(Archive, Debug, PartialEq)]
#[archive(after_load = Tile::enter, validate = Tile::check)]
struct Tile {
    id: u32,
    #[archive(skip)]
    is_in: bool,
}

impl Tile {
    fn enter(&mut self, context: &mut Context<'_>) -> Result<(), String> {
        let world = context.get::<World>().ok_or("no world was lent")?;
        if world.seen.contains(&self.id) && !world.lets_in_again {
            return Err(format!("{} is in the world already", self.id));
        }
        if world.refuses == Some(self.id) {
            return Err(format!("{} is not let in", self.id));
        }
        world.seen.push(self.id);
        self.is_in = true;
        Ok(())
    }

    /// Fails unless the tile was registered.
    fn check(&self) -> Result<(), &'static str> {
        if self.is_in { Ok(()) } else { Err("it was not entered") }
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Plan {
    name: String,
    tiles: Vec<Tile>,
    named: BTreeMap<String, (Tile, Option<Box<Tile>>)>,
    last: Tile,
}

fn tile(id: u32) -> Tile {
    Tile { id, is_in: true }
}

/// A plan with tiles of these numbers and the three that follow.
fn plan(tiles: std::ops::Range<u32>) -> Plan {
    let end = tiles.end;
    Plan {
        name: "plan".into(),
        tiles: tiles.map(tile).collect(),
        named: [("door".into(), (tile(end), Some(Box::new(tile(end + 1)))))].into(),
        last: tile(end + 2),
    }
}

/// The same among shared objects, which are read in another way.
#[derive(Archive, Debug, PartialEq)]
struct Shared {
    plan: Plan,
    both: (Rc<u8>, Rc<u8>),
    cell: Rc<RefCell<Vec<Tile>>>,
    after: Vec<Tile>,
}

fn shared(tiles: std::ops::Range<u32>) -> Shared {
    let one = Rc::new(7);
    let start = tiles.end + 3;
    Shared {
        plan: plan(tiles),
        both: (Rc::clone(&one), one),
        cell: Rc::new(RefCell::new((start..start + 20).map(tile).collect())),
        after: (start + 20..start + 60).map(tile).collect(),
    }
}

/// Loads a value from every form, and checks that the world saw each tile once.
fn each_sees<T: Archive + PartialEq + std::fmt::Debug>(value: &T, ids: std::ops::Range<u32>) {
    for options in ways() {
        let bytes = options.to_vec(value).unwrap();
        let mut world = World::default();
        let loaded: T = options.from_slice_with(&bytes, &mut world).unwrap();
        assert_eq!(loaded, *value);
        // Objects are built when a link first leads to them, or at the end.
        world.seen.sort_unstable();
        assert!(world.seen.iter().copied().eq(ids.clone()), "{:?}", world.seen);
    }
}

#[test]
fn hooks_see_what_is_lent_once_for_each_value() {
    for count in [1, 7, 8, 100, 2000] {
        each_sees(&plan(0..count), 0..count + 3);
        each_sees(&(0..count).map(tile).collect::<Vec<_>>(), 0..count);
        each_sees(&shared(0..count), 0..count + 63);
    }
}

/// The error of a world that refuses this id, and the ids that it accepted before.
fn refusal<T: Archive>(options: &Options, value: &T, id: u32) -> (archive::Error, Vec<u32>) {
    let bytes = options.to_vec(value).unwrap();
    let mut world = World { refuses: Some(id), ..World::default() };
    let error = options.from_slice_with::<T>(&bytes, &mut world).err().unwrap();
    (error, world.seen)
}

#[test]
fn hooks_that_ran_before_one_that_refused_do_not_run_again() {
    let (plan, shared) = (plan(0..100), shared(0..100));
    let paths = [(0, "tiles[0]"), (57, "tiles[57]"), (99, "tiles[99]"), (102, "last")];
    let named = [(100, "named{0}[0]"), (101, "named{0}[1]")];
    for options in ways() {
        for (id, path) in paths.into_iter().chain(named) {
            let (error, seen) = refusal(&options, &plan, id);
            assert_eq!((error.kind(), error.path()), (ErrorKind::Hook, path), "{error}");
            assert!(error.to_string().contains(&format!("{id} is not let in")), "{error}");
            assert_eq!(seen, (0..id).collect::<Vec<_>>(), "{path}");

            let (error, seen) = refusal(&options, &shared, id);
            assert_eq!((error.kind(), error.path()), (ErrorKind::Hook, &*format!("plan.{path}")));
            assert!(error.to_string().contains(&format!("{id} is not let in")), "{error}");
            assert_eq!(seen, (0..id).collect::<Vec<_>>(), "{path}");
        }
        let (error, seen) = refusal(&options, &shared, 140);
        assert_eq!((error.kind(), error.path()), (ErrorKind::Hook, "after[17]"), "{error}");
        let times = |id: &u32| seen.iter().filter(|seen| *seen == id).count();
        assert!(seen.iter().all(|id| times(id) == 1), "{seen:?}");
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Signed {
    tiles: Vec<Tile>,
    is_true: bool,
    name: String,
}

#[test]
fn what_is_damaged_behind_hooks_is_found_without_them() {
    let signed = Signed { tiles: (0..40).map(tile).collect(), is_true: true, name: "abcd".into() };
    for layout in [Layout::Rows, Layout::Columns] {
        let options = Options::message().layout(layout);
        let bytes = options.to_vec(&signed).unwrap();
        let at = bytes.windows(4).position(|part| part == b"abcd").unwrap();
        let mut damaged = bytes.clone();
        damaged[at + 2] = 0xff;
        let mut world = World::default();
        let error = options.from_slice_with::<Signed>(&damaged, &mut world).unwrap_err();
        // All texts of a column are checked at once.
        let path = if layout == Layout::Rows { "name" } else { "" };
        assert_eq!((error.kind(), error.path()), (ErrorKind::InvalidUtf8, path), "{error}");
        let mut nobody = World::default();
        let plain = options.from_slice_with::<Signed>(&bytes, &mut nobody).unwrap();
        assert_eq!((plain, nobody.seen.len()), (signed.clone_of(), 40));
        // Rows are read in order; all columns are checked before any value is built.
        let seen = if layout == Layout::Rows { 0..40 } else { 0..0 };
        assert!(world.seen.iter().copied().eq(seen), "{:?}", world.seen);
    }
}

impl Signed {
    fn clone_of(&self) -> Self {
        let tiles = self.tiles.iter().map(|it| tile(it.id)).collect();
        Self { tiles, is_true: self.is_true, name: self.name.clone() }
    }
}

/// Loads only through the careful reader, which is type-erased.
struct Departing(Vec<Tile>);

impl archive::Describe for Departing {
    const TYPE: &'static archive::Type = <(u8, Vec<Tile>)>::TYPE;
}

impl archive::Serialize for Departing {
    fn serialize<A: archive::OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        let tiles: Vec<Tile> = self.0.iter().map(|it| tile(it.id)).collect();
        (3_u8, tiles).serialize(archive)
    }
}

impl<'a> archive::Deserialize<'a> for Departing {
    fn deserialize<A: archive::InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let (_, tiles) = <(u8, Vec<Tile>)>::deserialize(archive)?;
        match core::any::type_name::<A>().contains("dyn") {
            true => Ok(Self(tiles)),
            false => Err(archive::Error::new(ErrorKind::Shape, "only the careful reader").into()),
        }
    }
}

#[test]
fn a_type_by_hand_that_only_careful_readers_take_is_seen_by_its_hooks() {
    #[derive(Archive)]
    struct Holder {
        first: Vec<Tile>,
        departing: Departing,
    }
    let first: Vec<Tile> = (0..20).map(tile).collect();
    let holder = Holder { first, departing: Departing((20..40).map(tile).collect()) };
    for options in ways() {
        let bytes = options.to_vec(&holder).unwrap();
        // What was registered before is registered again: the only case in which a hook runs twice.
        let mut world = World { lets_in_again: true, ..World::default() };
        let loaded: Holder = options.from_slice_with(&bytes, &mut world).unwrap();
        let tiles = loaded.first.iter().chain(&loaded.departing.0);
        assert!(tiles.map(|tile| (tile.id, tile.is_in)).eq((0..40).map(|id| (id, true))));
    }
}

struct Texture;

/// Knows the textures.
struct Assets(BTreeMap<u32, &'static str>);

impl Resolve<u32> for Texture {
    type Object = &'static str;
    type World = Assets;

    fn resolve(id: &mut u32, assets: &mut Assets) -> Option<&'static str> {
        assets.0.get(id).copied()
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Wall {
    tile: Tile,
    texture: Handle<u32, Texture>,
}

fn wall(id: u32, texture: u32) -> Wall {
    Wall { tile: tile(id), texture: Handle::unresolved(texture) }
}

#[test]
fn several_things_are_lent_as_a_tuple() {
    let walls: Vec<Wall> = (0..20).map(|id| wall(id, id % 2)).collect();
    let assets = || Assets([(0, "stone"), (1, "wood")].into());
    for options in ways() {
        let bytes = options.to_vec(&walls).unwrap();
        let (mut world, mut assets) = (World::default(), assets());
        let loaded: Vec<Wall> = options.from_slice_with(&bytes, (&mut world, &mut assets)).unwrap();
        assert_eq!(world.seen.len(), 20);
        assert_eq!(loaded[3].texture.get(), Some(&"wood"));

        // In any order, nested, and with values that nobody asks for.
        let mut world = World::default();
        let all = (&mut 5_u8, (&mut assets, &mut world), &mut "other");
        let loaded: Vec<Wall> = options.from_slice_with(&bytes, all).unwrap();
        assert_eq!((loaded[2].texture.get(), world.seen.len()), (Some(&"stone"), 20));

        let mut poor = Assets([(0, "stone")].into());
        let mut world = World::default();
        let all = (&mut world, &mut poor);
        let error = options.from_slice_with::<Vec<Wall>>(&bytes, all).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::Unresolved, "[1].texture"));
        assert!(error.to_string().contains("no object has the id 1"), "{error}");
        assert_eq!(world.seen, [0, 1]);

        let error =
            options.from_slice_with::<Vec<Wall>>(&bytes, &mut World::default()).unwrap_err();
        assert!(error.to_string().contains("but something else was lent"), "{error}");
    }
}

/// A level that is stored within another file, and loaded while that is.
#[derive(Archive)]
#[archive(after_load = Level::open)]
struct Level {
    packed: Vec<u8>,
    #[archive(skip)]
    tiles: Vec<Tile>,
}

impl Level {
    fn open(&mut self, context: &mut Context<'_>) -> Result<(), archive::Error> {
        self.tiles = Options::file().from_slice_with(&self.packed, context.reborrow())?;
        Ok(())
    }
}

#[test]
fn a_hook_lends_on_what_was_lent() {
    let packed = |tiles: std::ops::Range<u32>| {
        archive::to_vec(&tiles.map(tile).collect::<Vec<_>>()).unwrap()
    };
    let level = |tiles| Level { packed: packed(tiles), tiles: Vec::new() };
    let levels = vec![level(0..10), level(10..30)];
    for options in ways() {
        let bytes = options.to_vec(&levels).unwrap();
        let mut world = World::default();
        let loaded: Vec<Level> = options.from_slice_with(&bytes, &mut world).unwrap();
        assert_eq!((loaded[1].tiles.len(), world.seen.len()), (20, 30));

        let mut world = World { refuses: Some(12), ..World::default() };
        let error = options.from_slice_with::<Vec<Level>>(&bytes, &mut world).err().unwrap();
        assert!(error.to_string().contains("12 is not let in"), "{error}");
        assert_eq!(world.seen, (0..12).collect::<Vec<_>>());
    }
}

/// A converter makes its value by what is lent.
#[derive(Archive, Debug, PartialEq)]
struct Named {
    #[archive(was(u32, until = 2, with = Named::find))]
    texture: String,
    tile: Tile,
}

impl Named {
    fn find(id: u32, context: &mut Context<'_>) -> Result<String, String> {
        let assets = context.get::<Assets>().ok_or("no assets were lent")?;
        Ok((*assets.0.get(&id).ok_or_else(|| format!("no texture {id}"))?).to_owned())
    }
}

#[test]
fn converters_are_lent_it_too() {
    mod shipped {
        #[derive(archive::Archive)]
        #[archive(name = "Tile")]
        pub(super) struct Tile {
            pub(super) id: u32,
        }
        #[derive(archive::Archive)]
        pub(super) struct Named {
            pub(super) texture: u32,
            pub(super) tile: Tile,
        }
    }
    let old = |id: u32| shipped::Named { texture: id / 9, tile: shipped::Tile { id } };
    let old: Vec<shipped::Named> = (0..20).map(old).collect();
    for options in ways() {
        let bytes = options.to_vec(&old).unwrap();
        let (mut world, mut assets) =
            (World::default(), Assets([(0, "stone"), (1, "wood"), (2, "tin")].into()));
        let all = (&mut world, &mut assets);
        let loaded: Vec<Named> = options.from_slice_with(&bytes, all).unwrap();
        assert_eq!((loaded[12].texture.as_str(), world.seen.len()), ("wood", 20));

        let (mut world, mut assets) = (World::default(), Assets([(0, "stone")].into()));
        let all = (&mut world, &mut assets);
        let error = options.from_slice_with::<Vec<Named>>(&bytes, all).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::Convert, "[9].texture"));
        assert!(error.to_string().contains("no texture 1"), "{error}");
        assert_eq!(world.seen, (0..9).collect::<Vec<_>>());
    }
}

#[test]
fn several_lent_values_are_used_together() {
    let (mut one, mut two, mut text) = (1_u32, 2_u32, "a".to_owned());
    let both = archive::to_vec(&Both(3)).unwrap();
    Options::file().from_slice_with::<Both>(&both, &mut text).unwrap();
    let lent = (&mut one, &mut two, &mut text);
    Options::file().from_slice_with::<Both>(&both, lent).unwrap();
    assert_eq!((one, two, text.as_str()), (2, 1, "anone3"));
}

/// Swaps two numbers, if they are lent.
#[derive(Archive)]
#[archive(after_load = Both::meet)]
struct Both(u8);

impl Both {
    fn meet(&mut self, context: &mut Context<'_>) {
        let Some((text, one, two)) = context.get_all::<(String, u32, u32)>() else {
            return context.get::<String>().unwrap().push_str("none");
        };
        std::mem::swap(one, two);
        text.push_str(&self.0.to_string());
        assert!(context.get_all::<(String, u64)>().is_none());
    }
}
