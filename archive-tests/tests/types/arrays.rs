//! Arrays larger than a stack: boxes hold them, and they are never on a stack.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;

use archive::{Archive, Compression, Layout, Options, Value};

/// Tiles on each side of a map. A `Tile` has 12 bytes, so a map has 3 MiB.
const SIDE: usize = 512;

type Map<T> = Box<[[T; SIDE]; SIDE]>;

#[derive(Archive, Clone, Copy, Debug, PartialEq)]
struct Tile {
    kind: u8,
    height: f32,
    #[since(2, default = None)]
    owner: Option<u16>,
}

#[derive(Archive, Debug, PartialEq)]
struct World {
    tiles: Map<Tile>,
    heights: Map<f32>,
    fog: Map<bool>,
    raw: Box<[u8; SIDE * SIDE]>,
    names: Box<[String; SIDE]>,
    owners: Option<Box<[Option<Tile>; SIDE * SIDE]>>,
}

/// What is in no box: in an array of what the stack is to hold, and in one that is built on the heap and moved.
#[derive(Archive, Debug, PartialEq)]
struct Region {
    tiles: [Tile; 256],
    names: [String; 700],
}

fn boxed<T: Clone + std::fmt::Debug, const N: usize>(value: T) -> Box<[T; N]> {
    vec![value; N].try_into().unwrap()
}

fn world() -> World {
    let tile = Tile { kind: 3, height: 1.5, owner: Some(4) };
    let mut world = World {
        tiles: boxed([tile; SIDE]),
        heights: boxed([0.5; SIDE]),
        fog: boxed([true; SIDE]),
        raw: boxed(7),
        names: boxed("plain".into()),
        owners: Some(boxed(None)),
    };
    world.tiles[SIDE - 1][1].kind = 9;
    world.heights[1][SIDE - 1] = -1.0;
    world.fog[7][7] = false;
    world.raw[SIDE] = 1;
    world.names[SIDE - 1] = "last".into();
    world.owners.as_mut().unwrap()[5] = Some(tile);
    world
}

/// Runs on a spawned thread's stack, which is smaller than one map of tiles.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn boxed_arrays_load_on_a_small_stack_from_every_layout() {
    on_a_small_stack(|| {
        let world = world();
        for layout in [Layout::Rows, Layout::Columns] {
            for codec in [Compression::None, Compression::Lz4] {
                let bytes =
                    Options::file().layout(layout).compression(codec).to_vec(&world).unwrap();
                assert!(archive::from_slice::<World>(&bytes).unwrap() == world, "{layout:?}");
            }
        }
        let message = Options::message().to_vec(&world).unwrap();
        assert!(archive::from_slice::<World>(&message).unwrap() == world);
    });
}

#[test]
fn boxed_arrays_of_an_older_version_load_on_a_small_stack() {
    on_a_small_stack(|| {
        let mut world = world();
        let older = archive::VersionTable::new().with("Tile", 1).with("World", 1);
        world.tiles.as_flattened_mut().iter_mut().for_each(|tile| tile.owner = None);
        world.owners = None;
        for options in [Options::message(), Options::file(), Options::file().layout(Layout::Rows)] {
            let bytes = options.write_for(&older).to_vec(&world).unwrap();
            assert!(archive::from_slice::<World>(&bytes).unwrap() == world);
        }
    });
}

#[test]
fn boxed_arrays_load_on_a_small_stack_from_text_and_trees() {
    on_a_small_stack(|| {
        let world = world();
        let text = archive::text::to_string(&world).unwrap();
        assert!(archive::text::from_str::<World>(&text).unwrap() == world);
        let tree = Value::of(&world).unwrap();
        assert!(tree.to::<World>().unwrap() == world);
        assert!(archive::deep_copy(&world).unwrap() == world);
    });
}

#[test]
fn pointers_to_boxed_arrays_share_them() {
    on_a_small_stack(|| {
        let map = Rc::new(RefCell::new(boxed::<_, { SIDE * SIDE }>(1.5_f64)));
        let bytes = archive::to_vec(&(Rc::clone(&map), map)).unwrap();
        let (a, b): (Rc<RefCell<Box<[f64; SIDE * SIDE]>>>, Rc<_>) =
            archive::from_slice(&bytes).unwrap();
        assert!(Rc::ptr_eq(&a, &b) && a.borrow()[SIDE] == 1.5);
        let shared: Arc<Box<[u64; SIDE * SIDE]>> = Arc::new(boxed(9));
        let bytes = archive::to_vec(&shared).unwrap();
        assert!(archive::from_slice::<Arc<Box<[u64; SIDE * SIDE]>>>(&bytes).unwrap() == shared);
    });
}

#[test]
fn an_array_that_is_cut_short_is_an_error() {
    let region = Region {
        tiles: [Tile { kind: 1, height: 0.0, owner: None }; 256],
        names: [const { String::new() }; 700],
    };
    for options in [Options::message(), Options::file()] {
        let bytes = options.to_vec(&region).unwrap();
        assert!(archive::from_slice::<Region>(&bytes).unwrap() == region);
        for len in [bytes.len() - 1, bytes.len() / 2] {
            archive::from_slice::<Region>(&bytes[..len]).unwrap_err();
        }
    }
}
