//! Columns through `&mut dyn OutputArchive` and `&mut dyn InputArchive`.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use archive::{Archive, Options};
use archive_tests::erased::Erased;

#[derive(Archive, Debug, PartialEq, Clone)]
enum Tree {
    Leaf,
    Text(String, u16),
    Branch { parts: Vec<Tree>, named: BTreeMap<u8, Tree>, next: Option<Box<Tree>> },
}

#[derive(Archive, Debug, PartialEq, Clone)]
struct World {
    name: String,
    tiles: Vec<(u8, [i16; 2], Option<char>)>,
    state: Result<u32, String>,
    tree: Tree,
    many: Vec<Tree>,
    maps: HashMap<u8, BTreeMap<String, Vec<u8>>>,
    flags: [bool; 3],
    boxed: Box<u128>,
    unit: (),
}

fn tree(levels: u8) -> Tree {
    match levels {
        0 => Tree::Leaf,
        1 => Tree::Text("t".into(), 1),
        n => Tree::Branch {
            parts: vec![tree(n - 1), tree(n - 2)],
            named: [(n, tree(n - 1))].into(),
            next: (n & 1 == 0).then(|| Box::new(tree(n / 2))),
        },
    }
}

fn world(n: u8) -> World {
    World {
        name: n.to_string(),
        tiles: (0..n).map(|n| (n, [n.into(), 2], (n & 1 == 0).then_some('x'))).collect(),
        state: if n & 1 == 0 { Ok(n.into()) } else { Err("no".into()) },
        tree: tree(n),
        many: (0..n).map(tree).collect(),
        maps: (0..n).map(|n| (n, [(n.to_string(), vec![n])].into())).collect(),
        flags: [n > 1, true, false],
        boxed: Box::new(u128::MAX),
        unit: (),
    }
}

fn the_same_either_way<T: Archive + Clone + PartialEq + Debug>(value: &T) {
    for options in [Options::file(), Options::file().checksum(false)] {
        let bytes = options.to_vec(value).unwrap();
        let erased = Erased(value.clone());
        assert_eq!(options.to_vec(&erased).unwrap(), bytes);
        assert_eq!(options.from_slice::<Erased<T>>(&bytes).unwrap(), erased);
    }
}

#[test]
fn bytes_and_values_are_the_same() {
    the_same_either_way(&world(5));
    the_same_either_way(&tree(6));
    the_same_either_way(&Some(tree(3)));
    the_same_either_way(&vec![Some(Box::new(tree(3))), None]);
    the_same_either_way(&vec![Some(1_u8), None]);
    the_same_either_way(&vec![vec![String::from("x")], vec![]]);
}

#[test]
fn parts_of_a_value_may_be_erased_alone() {
    let worlds: Vec<World> = (0..5).map(world).collect();
    let erased: Vec<Erased<World>> = worlds.iter().cloned().map(Erased).collect();
    let bytes = archive::to_vec(&worlds).unwrap();
    assert_eq!(archive::to_vec(&erased).unwrap(), bytes);
    assert_eq!(archive::from_slice::<Vec<Erased<World>>>(&bytes).unwrap(), erased);
    let trees: BTreeMap<u8, Erased<Tree>> = (0..5).map(|n| (n, Erased(tree(n)))).collect();
    let bytes = archive::to_vec(&trees).unwrap();
    assert_eq!(archive::from_slice::<BTreeMap<u8, Erased<Tree>>>(&bytes).unwrap(), trees);
}

#[test]
fn an_older_version_is_the_same_either_way() {
    mod v1 {
        #[derive(archive::Archive)]
        pub struct Lamp {
            pub power: u8,
            pub kind: Option<String>,
        }
    }
    #[derive(Archive, Debug, PartialEq, Clone)]
    struct Lamp {
        #[archive(was(u8, until = 2))]
        power: u32,
        kind: Option<String>,
        #[since(2, default = [1, 2])]
        place: [u16; 2],
    }
    let old: Vec<v1::Lamp> = (0..4).map(|power| v1::Lamp { power, kind: None }).collect();
    let bytes = archive::to_vec(&old).unwrap();
    let direct: Vec<Lamp> = archive::from_slice(&bytes).unwrap();
    let erased: Erased<Vec<Lamp>> = archive::from_slice(&bytes).unwrap();
    assert_eq!(erased.0, direct);
    let options = Options::file().write_for(&archive::VersionTable::of_archive(&bytes).unwrap());
    assert_eq!(options.to_vec(&direct).unwrap(), bytes);
    assert_eq!(options.to_vec(&erased).unwrap(), bytes);
}
