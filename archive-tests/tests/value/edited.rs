//! Edits archives without the types that wrote them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use archive::{
    Archive, Compound, Compression, Error, ErrorKind, Layout, Options, Value, edit_archive,
    edit_file,
};

/// Collects all files below a directory.
fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

#[test]
fn every_file_that_was_ever_shipped_is_written_again() {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("golden"), &mut paths);
    let mut count = 0;
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        if Value::from_slice(&bytes).is_err() {
            continue;
        }
        let again = edit_archive(&bytes, |_| Ok(())).unwrap();
        assert!(again == bytes, "{}", path.display());
        count += 1;
    }
    assert!(count > 90, "{count}");
}

#[derive(Archive, Clone, Debug, Default, PartialEq)]
struct Hero {
    name: String,
    level: u8,
    #[archive(was(u16, until = 2))]
    gold: u32,
    speed: Option<f32>,
    bag: Vec<Item>,
    flags: BTreeMap<String, i16>,
    seen: BTreeSet<u16>,
    hashed: HashMap<String, u8>,
    ids: HashSet<u32>,
    class: Class,
    raw: Vec<u8>,
    at: (u8, [i32; 2]),
}

#[derive(Archive, Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Item {
    id: String,
    count: u16,
}

#[derive(Archive, Clone, Debug, Default, PartialEq)]
enum Class {
    #[default]
    Fighter,
    Mage {
        mana: u8,
    },
}

fn hero() -> Hero {
    Hero {
        name: "Ann".into(),
        level: 7,
        bag: vec![Item { id: "torch".into(), count: 1 }],
        flags: [("met".into(), 1)].into(),
        seen: [3, 9].into(),
        hashed: [("a".into(), 1), ("b".into(), 2), ("c".into(), 3)].into(),
        ids: (0..40).collect(),
        class: Class::Mage { mana: 9 },
        raw: vec![1, 2],
        at: (1, [2, 3]),
        ..Hero::default()
    }
}

fn ways() -> impl Iterator<Item = Options> {
    [Layout::Rows, Layout::Columns].into_iter().flat_map(|layout| {
        [Compression::None, Compression::Lz4, Compression::Zstd(3)]
            .map(|codec| Options::file().layout(layout).compression(codec))
    })
}

#[test]
fn a_file_that_is_not_changed_keeps_its_bytes() {
    for level in [1, 3, 19] {
        let options = Options::file().compression(Compression::Zstd(level));
        let bytes = options.to_vec(&hero()).unwrap();
        assert_eq!(edit_archive(&bytes, |_| Ok(())).unwrap(), bytes);
    }
}

#[test]
fn what_is_changed_is_loaded_by_the_types() {
    for options in ways() {
        let bytes = options.to_vec(&hero()).unwrap();
        let edited = edit_archive(&bytes, |tree| {
            tree.set("name", "Bob")?;
            tree.set("level", 8)?;
            tree.set("gold", 70_000_u64)?;
            tree.set("speed", 1.5)?;
            tree.set("bag[0].count", 300)?;
            tree.insert("flags[\"seen\"]", -4)?;
            tree.insert("seen[0]", 4)?;
            tree.insert("hashed[\"0\"]", 4)?;
            tree.set("class.mana", 10)?;
            tree.set("raw", vec![7_u8])?;
            tree.set("at[1][0]", -2)?;
            Ok(())
        });
        let mut expected = hero();
        expected.name = "Bob".into();
        (expected.level, expected.gold, expected.speed) = (8, 70_000, Some(1.5));
        expected.bag[0].count = 300;
        expected.flags.insert("seen".into(), -4);
        expected.seen.insert(4);
        expected.hashed.insert("0".into(), 4);
        expected.class = Class::Mage { mana: 10 };
        (expected.raw, expected.at) = (vec![7], (1, [-2, 3]));
        let edited = edited.unwrap();
        assert_eq!(archive::from_slice::<Hero>(&edited).unwrap(), expected);
        // The value and the header are those that the program itself would have saved.
        let again = options.to_vec(&expected).unwrap();
        let hash =
            |bytes: &[u8]| archive::hash(&archive::from_slice::<Hero>(bytes).unwrap()).unwrap();
        assert_eq!(hash(&edited), hash(&again));
        assert_eq!(edited[..44][4..16], again[..44][4..16], "layout, codec, flags and lengths");
    }
}

#[test]
fn what_the_schema_does_not_allow_is_refused() {
    type Edit = fn(&mut Value<'_>) -> Result<(), Error>;
    let edits: [(&str, Edit); 9] = [
        ("level", |tree| tree.set("level", 256).map(drop)),
        ("level", |tree| tree.set("level", "high").map(drop)),
        ("name", |tree| tree.set("name", 7).map(drop)),
        ("speed", |tree| tree.set("speed", "fast").map(drop)),
        ("bag[0].count", |tree| tree.set("bag[0].count", -1).map(drop)),
        ("class.mana", |tree| tree.set("class.mana", 1000).map(drop)),
        ("at[1]", |tree| tree.set("at[1]", vec![1, 2, 3]).map(drop)),
        ("flags", |tree| tree.set("flags", 1).map(drop)),
        ("", |tree| {
            *tree = Value::from(3);
            Ok(())
        }),
    ];
    for options in ways() {
        let bytes = options.to_vec(&hero()).unwrap();
        for (path, edit) in edits {
            let error = edit_archive(&bytes, edit).unwrap_err();
            assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, path), "{error}");
        }
    }
}

#[test]
fn what_the_schema_does_not_know_is_refused() {
    fn item(name: &str, fields: &[&str]) -> Compound<'static> {
        let all = fields.iter().map(|field| match *field {
            "id" => ("id", Value::from("rope")),
            other => (other, Value::from(1)),
        });
        Compound::of_struct(name, all)
    }
    type Edit = fn(&mut Value<'_>) -> Result<(), Error>;
    let edits: [(&str, ErrorKind, Edit); 11] = [
        ("cheat", ErrorKind::UnknownField, |tree| tree.insert("cheat", true)),
        ("bag[0].cheat", ErrorKind::UnknownField, |tree| tree.insert("bag[0].cheat", 1)),
        ("class.cheat", ErrorKind::UnknownField, |tree| tree.insert("class.cheat", 1)),
        ("bag[0].price", ErrorKind::UnknownField, |tree| {
            tree.set("bag[0]", item("Item", &["id", "count", "price"])).map(drop)
        }),
        ("bag[0].count", ErrorKind::CannotWrite, |tree| {
            tree.set("bag[0]", item("Item", &["id"])).map(drop)
        }),
        ("bag[0]", ErrorKind::CannotWrite, |tree| {
            tree.set("bag[0]", item("Thing", &["id", "count"])).map(drop)
        }),
        ("class", ErrorKind::CannotWrite, |tree| {
            tree.set("class", Compound::of_variant("Class", "Thief", [])).map(drop)
        }),
        ("class", ErrorKind::CannotWrite, |tree| tree.set("class", "Fighter").map(drop)),
        ("", ErrorKind::CannotWrite, |tree| {
            let Value::Struct(it) = &*tree else { panic!("no struct") };
            let fields: Vec<_> =
                it.fields().map(|(name, it)| (name.to_owned(), it.clone())).collect();
            let fields = fields.iter().map(|(name, value)| (name.as_str(), value.clone()));
            *tree = Compound::of_struct("Villain", fields).into();
            Ok(())
        }),
        ("flags[\"met\"]", ErrorKind::KeyOrder, |tree| twice(tree, "flags")),
        ("hashed[\"a\"]", ErrorKind::KeyOrder, |tree| twice(tree, "hashed")),
    ];
    let mut told = Vec::new();
    for options in ways() {
        let bytes = options.to_vec(&hero()).unwrap();
        told.clear();
        for (path, kind, edit) in &edits {
            let error = edit_archive(&bytes, edit).unwrap_err();
            assert_eq!(error.kind(), *kind, "{error}");
            if *kind != ErrorKind::KeyOrder {
                assert_eq!(error.path(), *path, "{error}");
            }
            told.push(error.to_string());
        }
    }
    insta::assert_snapshot!(told.join("\n\n"));
}

/// Inserts the first key of a map a second time.
fn twice(tree: &mut Value<'_>, map: &str) -> Result<(), Error> {
    let Some(Value::Map(entries)) = tree.get_mut(map) else { panic!("no map") };
    entries.push((entries[0].0.clone(), Value::from(9)));
    Ok(())
}

#[test]
fn what_is_new_is_made_of_its_names() {
    for options in ways() {
        let bytes = options.to_vec(&Hero::default()).unwrap();
        let edited = edit_archive(&bytes, |tree| {
            let torch = [("count", Value::from(2)), ("id", Value::from("torch"))];
            tree.insert("bag[0]", Compound::of_struct("Item", torch))?;
            tree.set("class", Compound::of_variant("Class", "Mage", [("mana", Value::from(3))]))?;
            Ok(())
        });
        let bag = vec![Item { id: "torch".into(), count: 2 }];
        let hero = Hero { bag, class: Class::Mage { mana: 3 }, ..Hero::default() };
        let edited = edited.unwrap();
        assert_eq!(archive::from_slice::<Hero>(&edited).unwrap(), hero);
        let edited = edit_archive(&edited, |tree| {
            tree.set("class", Compound::of_variant("Class", "Fighter", [])).map(drop)
        });
        let hero = Hero { class: Class::Fighter, ..hero };
        assert_eq!(archive::from_slice::<Hero>(&edited.unwrap()).unwrap(), hero);
    }
}

#[test]
fn keys_beside_objects_are_put_in_their_order() {
    #[derive(Archive, Debug)]
    struct Scene {
        names: HashMap<String, Rc<Item>>,
        owners: HashMap<Rc<Item>, u8>,
        ids: HashSet<u32>,
    }
    let lamp = Rc::new(Item { id: "lamp".into(), count: 1 });
    let names = [("b".to_owned(), Rc::clone(&lamp)), ("d".to_owned(), Rc::clone(&lamp))].into();
    let scene = Scene { names, owners: [(lamp, 3)].into(), ids: [7, 9].into() };
    for options in ways() {
        let bytes = options.to_vec(&scene).unwrap();
        let edited = edit_archive(&bytes, |tree| {
            let lamp = tree.get("root.names[\"b\"]").unwrap().clone();
            for name in ["a", "c", "e"] {
                tree.insert(&format!("root.names[\"{name}\"]"), lamp.clone())?;
            }
            tree.insert("root.ids[0]", 1000_u32)
        });
        let loaded: Scene = archive::from_slice(&edited.unwrap()).unwrap();
        assert_eq!((loaded.names.len(), loaded.ids.len(), loaded.owners.len()), (5, 3, 1));
        assert!(Rc::ptr_eq(&loaded.names["a"], &loaded.names["d"]));
    }
}

#[test]
fn a_message_has_no_schema_to_be_edited_by() {
    let message = Options::message().to_vec(&hero()).unwrap();
    let error = edit_archive(&message, |_| Ok(())).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
}

#[derive(Archive)]
struct Room {
    main: Rc<Item>,
    lights: Vec<Rc<Item>>,
}

#[test]
fn objects_are_changed_for_all_who_own_them() {
    let main = Rc::new(Item { id: "lamp".into(), count: 1 });
    let other = Rc::new(Item { id: "candle".into(), count: 2 });
    let room = Room { lights: vec![Rc::clone(&main), other], main };
    for options in ways() {
        let bytes = options.to_vec(&room).unwrap();
        assert_eq!(edit_archive(&bytes, |_| Ok(())).unwrap(), bytes);
        let edited = edit_archive(&bytes, |tree| tree.set("lights[0].count", 9).map(drop)).unwrap();
        let loaded: Room = archive::from_slice(&edited).unwrap();
        assert!(Rc::ptr_eq(&loaded.main, &loaded.lights[0]));
        assert_eq!((loaded.main.count, loaded.lights[1].count), (9, 2));

        // Objects without owners are dropped.
        let edited = edit_archive(&bytes, |tree| tree.set("main", tree_link(&bytes)).map(drop));
        let edited =
            edit_archive(&edited.unwrap(), |tree| tree.remove("lights[0]").map(drop)).unwrap();
        let loaded: Room = archive::from_slice(&edited).unwrap();
        assert!(Rc::ptr_eq(&loaded.main, &loaded.lights[0]));
        assert_eq!((&*loaded.main.id, loaded.lights.len()), ("candle", 1));
        assert_eq!(edited, options.to_vec(&loaded).unwrap());

        // A link to a missing object, a value that is no link, and a link into no table.
        let error = edit_archive(&bytes, |tree| tree.remove("Item[1]").map(drop)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidLink, "{error}");
        let error = edit_archive(&bytes, |tree| tree.set("root.main", 3).map(drop)).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "main"), "{error}");
        let error = edit_archive(&bytes, |tree| tree.set("Item", 3).map(drop)).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::InvalidLink, "main"), "{error}");
        // The path of the error is that of the edit.
        let count = |tree: &mut Value<'_>| tree.set("Item[0].count", 70_000).map(drop);
        let error = edit_archive(&bytes, count).unwrap_err();
        let told = (ErrorKind::CannotWrite, "Item[0].count");
        assert_eq!((error.kind(), error.path()), told, "{error}");
    }
}

/// The link to the second light of a room.
fn tree_link(room: &[u8]) -> Value<'static> {
    let tree = Value::from_slice(room).unwrap();
    let Value::Struct(graph) = &tree else { panic!("no graph") };
    let Some(Value::Struct(root)) = graph.get("root") else { panic!("no room") };
    let Some(Value::List(lights)) = root.get("lights") else { panic!("no lights") };
    lights[1].clone().into_owned()
}

#[test]
fn a_file_is_changed_as_a_whole_or_not_at_all() {
    let directory = tempfile::tempdir().unwrap();
    let slot = directory.path().join("slot.sav");
    archive::save(&slot, &hero()).unwrap();
    edit_file(&slot, |tree| tree.set("bag[0].id", "rope").map(drop)).unwrap();
    assert_eq!(archive::load::<Hero>(&slot).unwrap().bag[0].id, "rope");

    let error = edit_file(&slot, |tree| tree.set("level", 999).map(drop)).unwrap_err();
    assert!(
        error.to_string().contains("slot.sav: level: the number 999 does not fit in a u8"),
        "{error}"
    );
    assert_eq!(archive::load::<Hero>(&slot).unwrap().level, 7);
    assert!(edit_file(directory.path().join("none"), |_| Ok(())).unwrap_err().is_not_found());
}

/// Errors point to the inserted value, not to a file.
#[test]
fn a_value_that_is_edited_tells_what_was_put_there() {
    type Edit = fn(&mut Value<'static>) -> Result<(), Error>;
    let edits: [Edit; 4] = [
        |tree| tree.set("class", "Hard").map(drop),
        |tree| tree.set("level", 300).map(drop),
        |tree| tree.set("class", Compound::of_variant("Class", "Thief", [])).map(drop),
        |tree| {
            let lamp = Rc::new(Item { id: "lamp".into(), count: 1 });
            tree.set("bag", Value::of(&[Rc::clone(&lamp), lamp])?).map(drop)
        },
    ];
    let told: Vec<String> = edits
        .iter()
        .map(|edit| archive::edit(&mut hero(), edit).unwrap_err().to_string())
        .collect();
    insta::assert_snapshot!(told.join("\n\n"));
}
