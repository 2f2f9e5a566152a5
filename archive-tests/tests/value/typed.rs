//! Converts values to trees and back.

use std::borrow::Cow;
use std::collections::BTreeMap;

use archive::{
    Archive, Compression, Context, ErrorKind, Layout, Limits, Options, SchemaPolicy, Unknown,
    Value, VersionTable,
};

#[derive(Archive, Clone, Debug, PartialEq)]
#[archive(version = 2)]
struct Hero {
    name: String,
    level: u32,
    #[since(2, default = vec![])]
    weights: Vec<f32>,
    bag: BTreeMap<String, Item>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
enum Item {
    Torch { left: u16 },
    Key(u8),
}

fn hero() -> Hero {
    let bag = BTreeMap::from([("a".into(), Item::Torch { left: 9 }), ("b".into(), Item::Key(1))]);
    Hero { name: "Ada".into(), level: 3, weights: vec![0.5, 1.0], bag }
}

#[test]
fn a_tree_of_a_value_is_that_of_its_file() {
    let file = Options::file().layout(Layout::Rows).to_vec(&hero()).unwrap();
    assert_eq!(Value::of(&hero()).unwrap(), Value::from_slice(&file).unwrap());
}

#[test]
fn a_tree_becomes_its_value_again() {
    assert_eq!(Value::of(&hero()).unwrap().to::<Hero>().unwrap(), hero());
}

#[test]
fn a_tree_is_made_of_what_has_no_size() {
    assert_eq!(Value::of("torch").unwrap(), Value::Str("torch".into()));
}

#[test]
fn many_values_without_bytes_make_a_tree() {
    let units = vec![(); 60_000];
    let tree = Value::of(&units).unwrap();
    assert_eq!(tree.to::<Vec<()>>().unwrap(), units);
}

#[test]
fn a_tree_of_an_older_version_has_its_fields() {
    let table = VersionTable::of::<Hero>().unwrap().with("Hero", 1);
    let hero = Hero { weights: vec![], ..hero() };
    let Value::Struct(tree) = Options::file().write_for(&table).to_value(&hero).unwrap() else {
        panic!("no struct")
    };
    assert_eq!((tree.version(), tree.get("weights")), (1, None));
    assert_eq!(Value::Struct(tree).to::<Hero>().unwrap(), hero);
}

#[test]
fn text_in_a_tree_is_borrowed_from_the_file() {
    let file = Options::file().layout(Layout::Rows).to_vec("torch").unwrap();
    let text: Cow<'_, str> = Value::from_slice(&file).unwrap().to().unwrap();
    assert!(matches!(text, Cow::Borrowed("torch")));
}

#[test]
fn an_unknown_field_is_refused_or_left_out() {
    #[derive(Archive, Debug, PartialEq)]
    struct Hero {
        level: u8,
    }
    let tree = Value::of(&hero()).unwrap();
    assert_eq!(tree.to::<Hero>().unwrap_err().kind(), ErrorKind::UnknownField);
    let skip = Options::file().unknown(Unknown::Skip);
    assert_eq!(skip.from_value::<Hero>(&tree).unwrap(), Hero { level: 3 });
}

#[test]
fn converters_of_a_tree_are_lent_something() {
    mod shipped {
        #[derive(archive::Archive)]
        pub struct Tool {
            pub name: u16,
        }
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Tool {
        #[archive(was(u16, until = 2, with = name_of))]
        name: String,
    }
    fn name_of(id: u16, context: &mut Context<'_>) -> Result<String, &'static str> {
        let names = context.get::<Vec<&str>>().ok_or("no names were lent")?;
        names.get(usize::from(id)).map(|name| String::from(*name)).ok_or("no such tool")
    }
    let tree = Value::of(&shipped::Tool { name: 1 }).unwrap();
    let tool = Options::file().from_value_with::<Tool>(&tree, &mut vec!["axe", "rope"]);
    assert_eq!(tool.unwrap(), Tool { name: "rope".into() });
    assert_eq!(tree.to::<Tool>().unwrap_err().kind(), ErrorKind::Convert);
}

#[test]
fn limits_hold_for_trees() {
    let deep = Options::file().limits(Limits::new().depth(1));
    assert_eq!(deep.to_value(&hero()).unwrap_err().kind(), ErrorKind::DepthLimit);
    let tree = Value::of(&hero()).unwrap();
    assert_eq!(deep.from_value::<Hero>(&tree).unwrap_err().kind(), ErrorKind::DepthLimit);
    let tree = Value::of(&vec![String::from("a"); 100_000]).unwrap();
    let small = Options::file().limits(Limits::new().max_alloc(1000));
    assert_eq!(small.from_value::<Vec<String>>(&tree).unwrap_err().kind(), ErrorKind::MemoryLimit);
    assert_eq!(tree.to::<Vec<String>>().unwrap().len(), 100_000);
}

#[test]
fn compressed_rows_have_a_tree() {
    for compression in [Compression::Lz4, Compression::Zstd(3)] {
        let options = Options::file().layout(Layout::Rows).compression(compression);
        let file = options.to_vec(&hero()).unwrap();
        assert_eq!(Value::from_slice(&file).unwrap(), Value::of(&hero()).unwrap());
        let file = options.to_vec(&"a".repeat(100_000)).unwrap();
        let small = Options::file().limits(Limits::new().max_alloc(1000));
        assert_eq!(small.value_from_slice(&file).unwrap_err().kind(), ErrorKind::MemoryLimit);
    }
}

#[test]
fn a_tree_is_loaded_from_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let slot = directory.path().join("slot1.sav");
    assert!(Value::load(&slot).unwrap_err().is_not_found());
    Options::file().layout(Layout::Rows).save(&slot, &hero()).unwrap();
    assert_eq!(Value::load(&slot).unwrap(), Value::of(&hero()).unwrap());
    archive::save(&slot, &hero()).unwrap();
    assert_eq!(Value::load(&slot).unwrap(), Value::of(&hero()).unwrap());
    Options::file().schema(SchemaPolicy::Fingerprint).save(&slot, &hero()).unwrap();
    let error = Value::load(&slot).unwrap_err();
    assert_eq!((error.kind(), error.file()), (ErrorKind::Unsupported, Some(&*slot)));
}

#[test]
fn a_tree_of_another_type_is_refused_unless_a_part_is_asked_for() {
    #[derive(Archive, Debug, PartialEq)]
    struct Level {
        level: u8,
    }
    #[derive(Archive, Debug, PartialEq)]
    #[archive(renamed(2, from = "Hero"))]
    struct Champion {
        #[archive(alias = "level")]
        rank: u8,
    }
    let tree = Value::of(&hero()).unwrap();
    let skip = Options::file().unknown(Unknown::Skip);
    for error in [tree.to::<Level>().unwrap_err(), skip.from_value::<Level>(&tree).unwrap_err()] {
        assert_eq!(error.kind(), ErrorKind::WrongType, "{error}");
        assert_eq!(error.detail(), "the tree is a `Hero`, not a `Level`");
    }
    assert_eq!(tree.to_part::<Level>().unwrap(), Level { level: 3 });
    assert_eq!(skip.from_value::<Champion>(&tree).unwrap(), Champion { rank: 3 });
}

/// The game's save before it used archives, in a format without field names.
mod before {
    #[derive(archive::Archive, serde::Deserialize)]
    pub struct SaveGame {
        pub level: u8,
        pub hp: f32,
    }
}

#[test]
fn what_another_format_held_goes_through_the_history() {
    #[derive(Archive, Debug, PartialEq)]
    struct SaveGame {
        #[archive(was(u8, until = 2))]
        level: u32,
        #[archive(renamed(3, from = "hp"))]
        health: f32,
        #[since(4, default = 100)]
        stamina: u16,
    }
    let old: before::SaveGame = serde_json::from_str("[12, 0.5]").unwrap();
    let game: SaveGame = Value::of(&old).unwrap().to().unwrap();
    assert_eq!(game, SaveGame { level: 12, health: 0.5, stamina: 100 });
}
