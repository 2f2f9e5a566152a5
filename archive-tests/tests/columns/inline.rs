//! Constant data: its columns take no bytes for the first 4096 elements, and hardly any after that, but memory.

use std::array;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use archive::{Archive, Compression, Layout, Options};

/// Loads what was saved in columns, and in a message.
fn loads<T: Archive>(name: &str, value: &T) {
    let columns = Options::file().layout(Layout::Columns);
    let packed = columns.clone().compression(Compression::Lz4);
    for options in [columns, packed, Options::message()] {
        let bytes = options.to_vec(value).unwrap();
        let loaded = options.from_slice::<T>(&bytes);
        let loaded =
            loaded.unwrap_or_else(|error| panic!("{name}, {} bytes: {error}", bytes.len()));
        assert_eq!(options.to_vec(&loaded).unwrap(), bytes, "{name}");
    }
}

/// Large arrays need a large stack in code that is not optimized.
fn apart(check: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(check);
    thread.unwrap().join().unwrap();
}

#[derive(Archive, Clone, Copy, Default)]
struct Tile {
    height: f32,
    light: f32,
    kind: u64,
    owner: Option<u32>,
}

#[derive(Archive, Clone, Copy, Default)]
struct Wide {
    a: [u64; 8],
    b: (u64, u64, u64, u64),
    c: Option<u64>,
    d: Option<Option<u8>>,
    e: u128,
}

#[derive(Archive, Clone, Default)]
enum Slot {
    #[default]
    Empty,
    Full(Tile),
}

#[test]
fn an_array_by_itself() {
    apart(|| {
        loads("u64", &[7_u64; 20_000]);
        loads("f32", &[0.5_f32; 70_000]);
        loads("char", &['x'; 40_000]);
        loads("u128", &[0_u128; 10_000]);
        loads("bool", &[true; 200_000]);
        loads("options", &[Some(3_u8); 50_000]);
        loads("nothing", &[None::<u64>; 50_000]);
        loads("structs", &[Tile::default(); 5_000]);
        loads("wide", &[Wide::default(); 4_096]);
        loads("arrays", &[[Tile::default(); 64]; 64]);
        loads("texts", &array::from_fn::<String, 9_000, _>(|_| String::new()));
        loads("lists", &array::from_fn::<Vec<u64>, 9_000, _>(|_| Vec::new()));
        loads("enums", &array::from_fn::<Slot, 9_000, _>(|_| Slot::Empty));
        loads("boxes", &array::from_fn::<Box<Wide>, 4_096, _>(|_| Box::default()));
    });
}

#[test]
fn arrays_in_a_struct() {
    #[derive(Archive)]
    struct Save {
        name: String,
        tiles: [u64; 16_000],
        fog: RefCell<[[u16; 256]; 64]>,
        grid: Option<([f32; 20_000], [i8; 20_000])>,
    }
    apart(|| {
        let (tiles, fog) = ([0; 16_000], RefCell::new([[1; 256]; 64]));
        let save =
            Save { name: "Ann".into(), tiles, fog, grid: Some(([1.5; 20_000], [0; 20_000])) };
        loads("save", &save);
        loads("boxed", &Box::new(save));
        loads("many", &[[0_u64; 4096]; 6]);
    });
}

#[test]
fn lists_maps_and_pointers() {
    apart(|| {
        for len in [1, 3, 4_095, 4_096, 4_097, 12_000] {
            loads("tiles", &vec![Tile::default(); len]);
            loads("wide", &vec![Wide::default(); len]);
            loads("boxes", &vec![Box::new(Wide::default()); len]);
            loads("nested boxes", &vec![Box::new(Box::new(Wide::default())); len]);
            loads("options", &vec![Some(Box::new([0_u64; 12])); len]);
            loads("slots", &vec![Slot::Full(Tile::default()); len]);
            let shared = |_| Rc::new(Wide::default());
            loads("shared", &(0..len).map(shared).collect::<Vec<_>>());
            let keys = 0..u32::try_from(len).unwrap();
            loads(
                "map",
                &keys.clone().map(|key| (key, Wide::default())).collect::<BTreeMap<_, _>>(),
            );
            let boxed = keys.map(|key| (key, Box::new(Wide::default())));
            loads("hash map", &boxed.collect::<HashMap<_, _>>());
        }
        loads("large elements", &vec![[[0_u32; 128]; 128]; 3]);
        loads("large boxes", &vec![Box::new([[Tile::default(); 32]; 32]); 5]);
    });
}

#[test]
fn a_part_of_a_file() {
    #[derive(Archive)]
    struct World {
        seed: u64,
        tiles: [u32; 40_000],
        names: Vec<String>,
    }
    #[derive(Archive)]
    struct Minimap {
        tiles: [u32; 40_000],
    }
    apart(|| {
        let world = World { seed: 1, tiles: [3; 40_000], names: vec![String::new(); 10] };
        let file = archive::to_vec(&world).unwrap();
        let map: Minimap = Options::file().part_from_reader(std::io::Cursor::new(&file)).unwrap();
        assert_eq!(map.tiles, world.tiles);
    });
}

#[test]
fn an_older_file_whose_array_is_gone() {
    mod shipped {
        #[derive(archive::Archive)]
        pub(super) struct World {
            pub(super) levels: [u8; 30_000],
            pub(super) tiles: [u64; 16_000],
        }
    }
    #[derive(Archive)]
    #[archive(removed(tiles: [u64; 16_000], until = 2))]
    struct World {
        #[archive(was([u8; 30_000], until = 2, with = last))]
        levels: u32,
    }
    fn last(levels: [u8; 30_000]) -> u32 {
        levels[29_999].into()
    }
    apart(|| {
        let old = shipped::World { levels: [7; 30_000], tiles: [9; 16_000] };
        let world: World = archive::from_slice(&archive::to_vec(&old).unwrap()).unwrap();
        assert_eq!(world.levels, 7);
    });
}
