//! Recursive types, which are rows within their columns.

use std::collections::BTreeMap;

use archive::{Archive, Compression, ErrorKind, Limits, Options, VersionTable};

use crate::check::{comes_back, comes_back_plain};

#[derive(Archive, Debug, PartialEq, Clone)]
enum Tree {
    Leaf,
    Number(i64),
    List(Vec<Tree>),
    Boxed(Box<Tree>),
    Named { entries: BTreeMap<String, Tree>, note: Option<Box<Tree>>, bytes: Vec<u8>, id: [u16; 2] },
}

fn tree(levels: u8) -> Tree {
    match levels {
        0 => Tree::Leaf,
        1 => Tree::Number(-1),
        n if n % 3 < 1 => Tree::List(vec![tree(n - 1), tree(n - 2), Tree::Leaf]),
        n if n % 3 == 1 => Tree::Boxed(Box::new(tree(n - 1))),
        n => Tree::Named {
            entries: [(n.to_string(), tree(n - 1)), ("x".into(), Tree::Leaf)].into(),
            note: (n & 1 == 0).then(|| Box::new(tree(1))),
            bytes: vec![n; usize::from(n)],
            id: [n.into(), 7],
        },
    }
}

#[derive(Archive, Debug, PartialEq, Clone)]
struct Forest {
    name: String,
    root: Tree,
    boxed: Box<Tree>,
    maybe: Option<Tree>,
    many: Vec<Tree>,
    named: BTreeMap<u8, Tree>,
    pair: (Tree, [Tree; 2]),
    nested: Vec<Option<Box<Tree>>>,
    after: u32,
}

fn forest(n: u8) -> Forest {
    Forest {
        name: "dark".into(),
        root: tree(n),
        boxed: Box::new(tree(1)),
        maybe: (n & 1 == 0).then(|| tree(3)),
        many: (0..n).map(tree).collect(),
        named: (0..n).map(|key| (key, tree(key))).collect(),
        pair: (tree(2), [tree(0), tree(5)]),
        nested: vec![None, Some(Box::new(tree(4)))],
        after: 9,
    }
}

#[test]
fn trees_wherever_they_stand() {
    comes_back_plain(&tree(0));
    comes_back_plain(&tree(9));
    comes_back_plain(&vec![tree(5); 3]);
    comes_back_plain(&[tree(1), tree(4)]);
    comes_back_plain(&Some(tree(4)));
    comes_back_plain(&Box::new(tree(4)));
    comes_back_plain(&BTreeMap::from([(String::from("k"), vec![Some(tree(6))])]));
    comes_back_plain(&(0..6).map(forest).collect::<Vec<_>>());
}

#[derive(Archive, Debug, PartialEq, Clone)]
struct Branch {
    name: String,
    kids: Vec<Self>,
    next: Option<Box<Self>>,
}

#[test]
fn a_type_may_name_itself_self() {
    let leaf = |name: &str| Branch { name: name.into(), kids: vec![], next: None };
    let next = Some(Box::new(leaf("d")));
    comes_back(&Branch { kids: vec![leaf("b"), leaf("c")], next, ..leaf("a") });
}

#[test]
fn trees_within_compressed_columns() {
    comes_back(&vec![tree(5); 30]);
    comes_back(&(0..6).map(forest).collect::<Vec<_>>());
}

#[test]
fn a_large_tree_within_compressed_columns() {
    let options = Options::file().compression(Compression::Lz4);
    let trees = vec![tree(8); 50];
    assert_eq!(archive::from_slice::<Vec<Tree>>(&options.to_vec(&trees).unwrap()).unwrap(), trees);
}

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq, Clone)]
    pub struct Room {
        pub name: String,
        pub doors: Vec<Room>,
        pub key: Option<Box<Room>>,
        pub lamp: Lamp,
    }

    #[derive(Archive, Debug, PartialEq, Clone)]
    pub struct Lamp {
        pub power: u16,
    }

    #[derive(Archive, Debug, PartialEq, Clone)]
    pub struct House {
        pub rooms: Vec<Room>,
        pub lamp: Lamp,
    }
}

#[derive(Archive, Debug, PartialEq, Clone)]
struct Room {
    name: String,
    doors: Vec<Room>,
    #[since(2, default = 1)]
    walls: u8,
    key: Option<Box<Room>>,
    lamp: Lamp,
}

#[derive(Archive, Debug, PartialEq, Clone)]
struct Lamp {
    #[archive(was(u16, until = 2))]
    power: u32,
}

#[derive(Archive, Debug, PartialEq, Clone)]
struct House {
    rooms: Vec<Room>,
    lamp: Lamp,
}

fn old(levels: u8) -> v1::Room {
    let lamp = v1::Lamp { power: levels.into() };
    let doors: Vec<_> = (0..levels).map(|n| old(n / 2)).collect();
    let key = (levels % 2 == 1).then(|| Box::new(old(levels / 2)));
    v1::Room { name: levels.to_string(), doors, key, lamp }
}

fn new(levels: u8) -> Room {
    let lamp = Lamp { power: levels.into() };
    let doors: Vec<_> = (0..levels).map(|n| new(n / 2)).collect();
    let key = (levels % 2 == 1).then(|| Box::new(new(levels / 2)));
    Room { name: levels.to_string(), doors, walls: 1, key, lamp }
}

#[test]
fn old_versions_are_loaded_and_written_for() {
    let old = v1::House { rooms: (0..6).map(old).collect(), lamp: v1::Lamp { power: 3 } };
    let new = House { rooms: (0..6).map(new).collect(), lamp: Lamp { power: 3 } };
    let bytes = archive::to_vec(&old).unwrap();
    assert_eq!(archive::from_slice::<House>(&bytes).unwrap(), new);
    assert_eq!(archive::from_reader::<House>(bytes.as_slice()).unwrap(), new);
    let first = Options::file().write_for(&VersionTable::of::<v1::House>().unwrap());
    assert_eq!(first.to_vec(&new).unwrap(), bytes);
    comes_back_plain(&new);

    let mut more = new;
    more.rooms[5].doors[2].walls = 2;
    let error = first.to_vec(&more).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "rooms[5].doors[2].walls"));
}

#[test]
fn levels_within_rows_count_on_from_those_around_them() {
    let boxed = |levels| (0..levels).fold(Tree::Leaf, |tree, _| Tree::Boxed(Box::new(tree)));
    let limits = |depth| Options::file().limits(Limits::new().depth(depth));
    // The tree, and a pointer and a tree 20 times; plus one for an outer pointer.
    for (depth, around) in [(41, None), (42, Some(()))] {
        let to_vec = |options: &Options, tree: Tree| match around {
            None => options.to_vec(&tree),
            Some(()) => options.to_vec(&Box::new(tree)),
        };
        let bytes = to_vec(&limits(depth), boxed(20)).unwrap();
        let error = to_vec(&limits(depth - 1), boxed(20)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit);
        let load = |depth: u32| match around {
            None => limits(depth).from_slice::<Tree>(&bytes),
            Some(()) => limits(depth).from_slice::<Box<Tree>>(&bytes).map(|tree| *tree),
        };
        assert_eq!(load(depth).unwrap(), boxed(20));
        assert_eq!(load(depth - 1).unwrap_err().kind(), ErrorKind::DepthLimit);
    }
}

#[test]
fn errors_within_rows_tell_the_path() {
    #[derive(Archive, Debug, PartialEq)]
    struct Short {
        #[archive(max_len = 3)]
        name: String,
        inner: Vec<Short>,
    }
    mod long {
        #[derive(archive::Archive)]
        pub struct Short {
            pub name: String,
            pub inner: Vec<Short>,
        }
    }
    let leaf = |name: &str| long::Short { name: name.into(), inner: vec![] };
    let values =
        vec![leaf("a"), long::Short { name: "b".into(), inner: vec![leaf("c"), leaf("long")] }];
    let bytes = archive::to_vec(&values).unwrap();
    let error = archive::from_slice::<Vec<Short>>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, "[1].inner[1].name"));
}

#[derive(Archive, Debug, PartialEq, Clone)]
struct Twig {
    twigs: Vec<Twig>,
}

#[derive(Archive, Debug, PartialEq, Clone)]
enum Sum {
    Zero,
    Of(u8),
    All(Vec<Sum>),
    Two(Box<Sum>, Box<Sum>),
    Wide([u64; 16]),
}

#[derive(Archive, Debug, PartialEq, Clone)]
struct Hall {
    doors: Vec<Door>,
}

#[derive(Archive, Debug, PartialEq, Clone)]
struct Door {
    halls: Vec<Hall>,
}

/// One byte in rows becomes much more in memory, which the bound of a load must allow.
#[test]
fn many_small_values_are_within_the_memory_of_a_load() {
    comes_back(&Twig { twigs: vec![Twig { twigs: vec![] }; 20_000] });
    comes_back(&vec![Twig { twigs: vec![Twig { twigs: vec![] }; 100] }; 200]);
    comes_back(&Sum::All(vec![Sum::Of(1); 20_000]));
    comes_back(&Sum::All(vec![Sum::Two(Box::new(Sum::Zero), Box::new(Sum::Zero)); 20_000]));
    let hall = Hall { doors: vec![Door { halls: vec![] }] };
    comes_back(&Hall { doors: vec![Door { halls: vec![hall; 100] }; 300] });
}

/// Today's types are larger than those that were saved.
#[test]
fn many_small_values_of_an_older_version_are_within_it_too() {
    mod shipped {
        #[derive(archive::Archive, Clone)]
        pub struct Twig {
            pub twigs: Vec<Twig>,
        }
    }
    #[derive(Archive)]
    struct Twig {
        twigs: Vec<Twig>,
        #[since(2, default = [7; 32])]
        more: [u64; 32],
    }
    let old = shipped::Twig { twigs: vec![shipped::Twig { twigs: vec![] }; 5_000] };
    let bytes = archive::to_vec(&old).unwrap();
    let loaded: Twig = archive::from_slice(&bytes).unwrap();
    assert!(loaded.twigs.iter().all(|twig| twig.twigs.is_empty() && twig.more == [7; 32]));
    assert_eq!((loaded.twigs.len(), loaded.more), (5_000, [7; 32]));
}
