//! Parts of values that are set to what someone typed.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{Archive, Compression, ErrorKind, Layout, Options, Value, text};

#[derive(Archive, Clone, Debug, PartialEq)]
#[archive(version = 3, validate = Game::check)]
struct Game {
    gold: u64,
    #[archive(max_len = 8)]
    name: String,
    bag: Vec<Item>,
    keys: BTreeMap<String, char>,
    target: Option<(i32, i32)>,
    boss: Rc<RefCell<Boss>>,
    #[archive(skip)]
    frames: u32,
}

#[derive(Archive, Clone, Debug, PartialEq)]
#[archive(version = 2)]
struct Item {
    id: String,
    count: u8,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Boss {
    phase: Phase,
}

#[derive(Archive, Clone, Debug, PartialEq)]
enum Phase {
    Asleep,
    Angry { since: f32 },
}

impl Game {
    fn check(&self) -> Result<(), &'static str> {
        if self.gold == 13 { Err("no luck") } else { Ok(()) }
    }
}

fn game() -> Game {
    Game {
        gold: 5,
        name: "Ann".into(),
        bag: vec![Item { id: "torch".into(), count: 1 }],
        keys: BTreeMap::from([("jump".into(), ' ')]),
        target: None,
        boss: Rc::new(RefCell::new(Boss { phase: Phase::Asleep })),
        frames: 0,
    }
}

#[track_caller]
fn sets(path: &str, text: &str, change: impl FnOnce(&mut Game)) {
    let (mut found, mut expected) = (game(), game());
    text::set(&mut found, path, text).unwrap();
    change(&mut expected);
    assert_eq!(found, expected);
    // And a tool that does not know the types.
    for file in ways().map(|options| options.to_vec(&game()).unwrap()) {
        let edited = text::set_in_archive(&file, path, text).unwrap();
        assert_eq!(archive::from_slice::<Game>(&edited).unwrap(), expected);
    }
}

fn ways() -> impl Iterator<Item = Options> {
    let layouts = [Layout::Rows, Layout::Columns];
    let plain = layouts.map(|layout| Options::file().layout(layout));
    plain.into_iter().flat_map(|file| [file.clone().compression(Compression::Lz4), file])
}

#[test]
fn any_part_takes_what_its_type_reads() {
    sets("gold", "18446744073709551615", |it| it.gold = u64::MAX);
    sets("name", "\"Bo\"", |it| it.name = "Bo".into());
    sets("name", "  \"B\\u{f6}\" // a comment\n", |it| it.name = "Bö".into());
    sets("bag[0].count", "9", |it| it.bag[0].count = 9);
    sets("bag[0].count", "/* of */ 9 // nine", |it| it.bag[0].count = 9);
    sets("keys", "\u{feff}{}", |it| it.keys.clear());
    sets("bag", "[]", |it| it.bag.clear());
    sets("bag[0]", "{ id = \"rope\", count = 2 }", |it| {
        it.bag[0] = Item { id: "rope".into(), count: 2 };
    });
    sets("keys[\"jump\"]", "'j'", |it| it.keys = BTreeMap::from([("jump".into(), 'j')]));
    sets("target", "(3,\n -4)", |it| it.target = Some((3, -4)));
    sets("boss.phase", "Angry { since = 1.5 }", |it| {
        it.boss.borrow_mut().phase = Phase::Angry { since: 1.5 };
    });
    let mut number = 1_u8;
    text::set(&mut number, "", "2").unwrap();
    assert_eq!(number, 2);
}

#[test]
fn errors_have_the_place_in_what_was_typed_and_change_nothing() {
    let refused = |path: &str, typed: &str| {
        let mut found = game();
        let error = text::set(&mut found, path, typed).unwrap_err();
        assert_eq!(found, game());
        error.to_string()
    };
    insta::assert_snapshot!(
        [
            refused("gold", "a lot"),
            refused("gold", "-1"),
            refused("gold", "1, name = \"Bo\""),
            refused("gold", "13"),
            refused("bag[0].count", "/* all */ -3 // none"),
            refused("gold", ""),
            refused("gold", "1 @objects { &1 = 2 }"),
            refused("name", "\"far too long\""),
            refused("bag[0]", "{\n  id = \"rope\"\n  count = 300\n}"),
            refused("boss.phase", "Angri { since = 1.5 }"),
            refused("silver", "1"),
            refused("bag[1].count", "1"),
            refused("bag[0].cuont", "1"),
            refused("keys[jump]", "'j'"),
            refused("keys[\"run\"]", "'r'"),
            refused("bag[0]", "{ id = \"rope\", count = 3 % }"),
            refused("gold.x", "1"),
        ]
        .join("\n\n")
    );
}

/// Texts take the keys of a map as names, too.
#[test]
fn an_entry_by_its_name() {
    let mut all = BTreeMap::from([("a".to_owned(), Item { id: "torch".into(), count: 1 })]);
    text::set(&mut all, "a.count", "2").unwrap();
    assert_eq!(all["a"].count, 2);
    let error = |path| text::set(&mut all.clone(), path, "2").unwrap_err().to_string();
    insta::assert_snapshot!([error("a.cuont"), error("[\"a\"].cuont"), error("b.count")].join("\n"), @r#"
    there is no value at `a.cuont`: `a` has no part `cuont`
      help: name a value in the text, such as `hero.bag[0].count`
    ["a"]: `Item` version 2 has no field `cuont`
      help: did you mean `count`?
    the map has no entry `b`
      help: write the key of an entry in brackets: `["b"]`
    "#);
}

#[test]
fn errors_of_an_archive_without_its_types() {
    let file = archive::to_vec(&game()).unwrap();
    let refused =
        |path: &str, typed: &str| text::set_in_archive(&file, path, typed).unwrap_err().to_string();
    insta::assert_snapshot!(
        [
            refused("gold", "a lot"),
            refused("gold", "1, name = \"Bo\""),
            refused("bag[0].count", "/* all */ 300 // none"),
            refused("bag[0]", "{\n  id = \"rope\"\n}"),
            refused("boss.phase", "Angri { since = 1.5 }"),
            refused("boss.phase", "Angry"),
            refused("target", "(1, 2, 3)"),
            refused("silver", "1"),
            refused("bag[1].count", "1"),
        ]
        .join("\n\n")
    );
    // What only the game knows, it checks.
    let unlucky = text::set_in_archive(&file, "gold", "13").unwrap();
    assert_eq!(archive::from_slice::<Game>(&unlucky).unwrap_err().kind(), ErrorKind::Hook);
    let message = Options::message().to_vec(&game()).unwrap();
    assert!(text::set_in_archive(&message, "gold", "1").is_err());
}

/// A file that an older game wrote is edited as it is, also in fields that are gone.
#[test]
fn an_older_archive() {
    mod shipped {
        #[derive(archive::Archive)]
        pub(super) struct Hero {
            pub(super) hp: u8,
            pub(super) luck: u8,
        }
    }
    #[derive(Archive, Debug, PartialEq)]
    #[archive(removed(luck: u8, until = 2))]
    struct Hero {
        #[archive(renamed(2, from = "hp"), was(u8, until = 2))]
        health: u32,
    }
    let old = archive::to_vec(&shipped::Hero { hp: 7, luck: 3 }).unwrap();
    let edited = text::set_in_archive(&old, "hp", "9").unwrap();
    let edited = text::set_in_archive(&edited, "luck", "4").unwrap();
    assert_eq!(archive::from_slice::<Hero>(&edited).unwrap(), Hero { health: 9 });
    assert_eq!(archive::from_slice::<shipped::Hero>(&edited).unwrap().luck, 4);
    let error = text::set_in_archive(&old, "hp", "900").unwrap_err();
    assert_eq!((error.path(), error.column()), ("hp", Some(1)));
    let error = text::set_in_archive(&old, "health", "9").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongPath);
}

#[test]
fn what_is_lent_reaches_hooks() {
    #[derive(Archive, Debug, PartialEq)]
    #[archive(after_load = Lamp::count)]
    struct Lamp {
        watts: u16,
    }
    impl Lamp {
        fn count(&mut self, context: &mut archive::Context<'_>) -> Result<(), &'static str> {
            *context.get::<u32>().ok_or("nothing was lent")? += 1;
            Ok(())
        }
    }
    let (mut lamp, mut loads) = (Lamp { watts: 40 }, 0_u32);
    text::set_with(&mut lamp, "watts", "60", &mut loads).unwrap();
    assert_eq!((lamp.watts, loads), (60, 1));
    let error = text::set(&mut lamp, "watts", "70").unwrap_err();
    assert_eq!((error.kind(), lamp.watts), (ErrorKind::Hook, 60));
}

/// Bytes are one token of the text, as hex digits, but their elements are parts like those of other lists.
#[test]
fn a_byte_among_others() {
    #[derive(Archive, Clone, Debug, PartialEq)]
    struct Bag {
        ids: Vec<u8>,
        key: [u8; 16],
        tiles: [[u8; 32]; 2],
        boxed: Option<Rc<Vec<u8>>>,
        short: [u8; 3],
    }
    let bag = Bag {
        ids: vec![1, 2],
        key: [7; 16],
        tiles: [[0; 32]; 2],
        boxed: Some(Rc::new(vec![5; 3])),
        short: [1; 3],
    };
    let source = text::to_string(&bag).unwrap();
    let mut expected = bag.clone();
    (expected.ids[1], expected.key[3], expected.tiles[1][31], expected.short[2]) = (9, 255, 16, 4);
    expected.boxed = Some(Rc::new(vec![5, 6, 5]));
    let changes =
        [("ids[1]", 9), ("key[3]", 255), ("tiles[1][31]", 16), ("boxed[1]", 6), ("short[2]", 4)];
    let (mut found, mut edited) = (bag.clone(), source.clone());
    for (path, byte) in changes {
        text::set(&mut found, path, &format!(" {byte} // a byte")).unwrap();
        edited = text::edit(&edited, path, &byte).unwrap();
    }
    assert_eq!(found, expected);
    assert_eq!(edited, text::to_string(&expected).unwrap());
    // As a person may write them.
    assert_eq!(
        text::edit("{ ids = x\"0A-0b 0C\" }", "ids[1]", &255_u8).unwrap(),
        "{ ids = x\"0A-ff 0C\" }"
    );
    for (path, typed) in
        [("ids[2]", "1"), ("ids[0]", "256"), ("ids[0]", "\"a\""), ("ids[0].x", "1")]
    {
        text::set(&mut found, path, typed).unwrap_err();
        assert_eq!(found, expected);
    }
    let error = text::set(&mut found, "ids[0]", "\n 256").unwrap_err();
    assert_eq!((error.line(), error.column(), error.path()), (Some(2), Some(2), "ids[0]"));
    assert!(text::edit(&source, "ids[0]", &256_u16).is_err());
}

/// A flattened struct has no group of its own in texts, but the paths that other functions print have its name.
/// As `Value::find` prints them, and in all ways in which `Value::get` reads them.
#[test]
fn an_entry_by_the_number_in_its_key() {
    #[derive(Archive, Debug, PartialEq, Eq, PartialOrd, Ord)]
    struct Id(u32);
    #[derive(Archive, Debug, PartialEq)]
    struct Unit {
        health: u8,
    }
    #[derive(Archive, Debug, PartialEq)]
    struct World {
        units: BTreeMap<Id, Unit>,
        other: u8,
    }
    let world = |second| {
        let units = [(Id(5), Unit { health: 1 }), (Id(7), Unit { health: second })];
        World { units: units.into(), other: 3 }
    };
    let file = archive::to_vec(&world(2)).unwrap();
    let tree = Value::from_slice(&file).unwrap();
    let found = tree.find("**.health");
    assert_eq!(found[1].0, "units[7].health");
    for path in ["units[7].health", "units{1}.health", r#"["units"][7].health"#] {
        assert_eq!(tree.get(path), Some(&Value::U8(2)), "{path}");
        let edited = text::set_in_archive(&file, path, "9").unwrap();
        assert_eq!(archive::from_slice::<World>(&edited).unwrap(), world(9), "{path}");
        let mut world = world(2);
        text::set(&mut world, path, "9").unwrap();
        assert_eq!(world, archive::from_slice(&edited).unwrap(), "{path}");
        // Errors name the key as a text writes it.
        let error = text::set_in_archive(&file, path, "900").unwrap_err();
        assert_eq!(error.path(), "units[Id(7)].health");
    }
}

#[test]
fn a_flattened_field_by_both_paths() {
    #[derive(Archive, Clone, Debug, PartialEq)]
    struct Hero {
        #[archive(flatten)]
        base: Base,
        name: String,
        pets: BTreeMap<String, Vec<Base>>,
    }
    #[derive(Archive, Clone, Debug, PartialEq)]
    struct Base {
        hp: u8,
        #[archive(flatten)]
        deep: Deep,
    }
    #[derive(Archive, Clone, Debug, PartialEq)]
    struct Deep {
        ids: Vec<u8>,
        at: (u8, u8),
    }
    let base = || Base { hp: 1, deep: Deep { ids: vec![1, 2], at: (3, 4) } };
    let hero = || Hero {
        base: base(),
        name: "Ann".into(),
        pets: BTreeMap::from([("a.b".into(), vec![base()])]),
    };
    let mut paths = Vec::new();
    archive::walk(&hero(), |part| {
        if matches!(part.visit, archive::Visit::Primitive(archive::Primitive::U8(_))) {
            paths.push(part.path.to_owned());
        }
    })
    .unwrap();
    paths.extend(
        ["hp", "ids[1]", "at.0", "deep.at.1", "base.at.1", "pets[\"a.b\"][0].at.0"].map(Into::into),
    );
    paths.extend(["base.deep.ids[1]".into(), "pets[\"a.b\"][0].deep.ids[0]".into()]);
    let is_set = |path: &str| {
        let mut found = hero();
        text::set(&mut found, path, "9").is_ok() && found != hero()
    };
    let refused: Vec<_> = paths.iter().filter(|path| !is_set(path)).collect();
    // Neither a path of a text nor one of a tree.
    assert_eq!(refused, ["deep.at.1", "base.at.1"]);
    assert!(paths.iter().any(|path| path == "base.deep.at[1]"), "{paths:?}");

    for path in ["base", "base.deep", "bose.hp", "base.ph", "base.name", "name.hp"] {
        let mut found = hero();
        let error = text::set(&mut found, path, "9").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::WrongPath, "{path}");
        assert_eq!(found, hero());
    }
    let error = text::set(&mut hero(), "base.hp", "900").unwrap_err();
    insta::assert_snapshot!(error, @r"
    base.hp (line 1, column 1): expected a u8, found `900`
      1 | 900
        | ^^^
      type: Base, version 1
      help: write a whole number from 0 to 255
    ");
    let error = text::set(&mut hero(), "base", "{}").unwrap_err();
    insta::assert_snapshot!(error, @r"
    a text has no value for `base` alone
      help: if it is flattened, set its fields one by one; if serde stores it, take the path that the text has for it
    ");
}

/// A tree with shared objects has the value in its field `root`, which a value may also have.
#[test]
fn a_path_of_a_tree_with_objects() {
    #[derive(Archive, Clone, Debug, PartialEq)]
    struct Game {
        hero: Hero,
        stock: BTreeMap<(u8, u8), u8>,
        gold: u8,
        root: Rc<Node>,
        other: Rc<Node>,
    }
    #[derive(Archive, Clone, Debug, PartialEq)]
    struct Hero {
        hp: u8,
    }
    #[derive(Archive, Clone, Debug, PartialEq)]
    struct Node {
        hp: u8,
        gold: u8,
    }
    let root = Rc::new(Node { hp: 1, gold: 2 });
    let stock = BTreeMap::from([((1, 1), 3)]);
    let game = Game { hero: Hero { hp: 4 }, stock, gold: 5, other: Rc::clone(&root), root };
    let file = archive::to_vec(&game).unwrap();
    let tree = archive::Value::from_slice(&file).unwrap();
    // As `Value::get` reads them, of which each reads another part.
    for path in [
        "root.hero.hp",
        "hero.hp",
        "root.stock{0}",
        "root.hp",
        "root.gold",
        "root.root.gold",
        "gold",
        "other.gold",
    ] {
        let edited = archive::edit_archive(&file, |tree| tree.set(path, 9).map(drop)).unwrap();
        assert_eq!(text::set_in_archive(&file, path, "9").unwrap(), edited, "{path}");
    }
    for (path, part) in tree.find("**").iter().filter(|(_, part)| part.as_u64().is_some()) {
        let set = text::set_in_archive(&file, path, "9");
        assert_eq!(set.is_ok(), !path.starts_with("Node["), "{path} = {part}");
    }
    let error = text::set_in_archive(&file, "Node[0].hp", "9").unwrap_err();
    insta::assert_snapshot!(error, @r"
    a text has no value for `Node[0].hp` alone
      help: a text has no lists of objects: take the path of a field that leads to this one; or use `edit_archive`
    ");

    // The objects of a text may be in another order than those of the file.
    let alone = Game { other: Rc::new(Node { hp: 6, gold: 7 }), ..game.clone() };
    let file = archive::to_vec(&alone).unwrap();
    for path in ["root.gold", "root.root.gold", "other.gold"] {
        let edited = archive::edit_archive(&file, |tree| tree.set(path, 9).map(drop)).unwrap();
        let set = text::set_in_archive(&file, path, "9").unwrap();
        let [edited, set] = [edited, set].map(|it| archive::from_slice::<Game>(&it).unwrap());
        assert_eq!(set, edited, "{path}");
    }

    // Where a value is at hand, its own fields come first.
    let mut found = game.clone();
    text::set(&mut found, "root.gold", "9").unwrap();
    assert_eq!((found.root.gold, found.gold), (9, 5));
    text::set(&mut found, "root.hero.hp", "9").unwrap();
    assert_eq!((found.hero.hp, found.root.hp), (9, 1));
}
