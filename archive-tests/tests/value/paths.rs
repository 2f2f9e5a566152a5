//! Finds parts of trees by paths.

use std::collections::BTreeMap;

use archive::{Archive, ErrorKind, Value};
use proptest::prelude::*;

use crate::game::{self, Item, ItemId, Ore, Save, item, tree};

#[test]
fn a_path_leads_through_every_kind_of_part() {
    let tree = tree();
    let get = |path| tree.get(path).unwrap_or_else(|| panic!("{path}"));
    assert_eq!(get(""), &tree);
    assert_eq!(get("hero.name"), &Value::from("Ada"));
    assert_eq!(get("hero.bag[2].count"), &Value::U32(30));
    assert_eq!(get("hero.bag[2].item_id.0"), &Value::U16(3));
    assert_eq!(get("hero.bag[2].item_id[0]"), &Value::U16(3));
    assert_eq!(get("hero[\"level\"]"), &Value::U32(3));
    assert_eq!(get("hero.pet.name"), &Value::from("Rex"));
    assert_eq!(get("hero.weights[1]"), &Value::F32(1.0));
    assert_eq!(get("seed[3]"), &Value::U8(4));
    assert_eq!(get("stock[9].count"), &Value::U32(2));
    assert_eq!(get("names[\"torch\"]"), &Value::U32(1));
    assert_eq!(get(r#"names["odd \"name\"\n"]"#), &Value::U32(2));
    assert_eq!(get("ores[Gold]"), &Value::U64(5));
    assert_eq!(get("places{1}"), &Value::Char('b'));
    assert!(matches!(get("hero.pet"), Value::Option(Some(_))));
}

#[test]
fn a_path_that_leads_to_nothing_gives_nothing() {
    let tree = tree();
    for path in [
        "heroo",
        "hero.bag[3]",
        "hero.bag.x",
        "hero.name.x",
        "hero.pet.pet.name",
        "stock[8]",
        "stock.count",
        "names[torch]",
        "places{2}",
        "seed[4]",
        "hero..name",
        "hero.",
        "*",
        "**",
        "hero.bag[*]",
        "hero.bag[-1]",
        "stock[-9]",
        "hero.weights[1].x",
        "stock[99999999]",
    ] {
        assert_eq!(tree.get(path), None, "{path}");
        assert_eq!(tree.clone().get_mut(path), None, "{path}");
        for error in
            [tree.clone().set(path, 1_u8).unwrap_err(), tree.clone().remove(path).unwrap_err()]
        {
            assert_eq!(error.kind(), ErrorKind::WrongPath, "{path}: {error}");
        }
    }
}

#[test]
fn keys_of_every_kind_are_named() {
    fn has<K: Archive + Ord>(key: K, path: &str) {
        let mut tree = Value::of(&BTreeMap::from([(key, 7_u8)])).unwrap();
        assert_eq!(tree.get(path), Some(&Value::U8(7)), "{path}");
        assert_eq!(tree.set(path, 8_u8).unwrap(), Value::U8(7));
    }
    has(-3_i8, "[-3]");
    has(u128::MAX, "[340282366920938463463374607431768211455]");
    has(true, "[true]");
    has('\'', r"['\'']");
    has(String::new(), r#"[""]"#);
    has(Ore::Iron, "[Iron]");
    has(ItemId(7), "[7]");
    has((1_u8, 2_u8), "{0}");
}

#[test]
fn a_value_that_was_set_is_there() {
    let mut tree = tree();
    assert_eq!(tree.set("hero.level", 4_u32).unwrap(), Value::U32(3));
    assert_eq!(tree.set("hero.pet.name", "Rover").unwrap(), Value::from("Rex"));
    assert_eq!(tree.set("stock[7].count", 70_u32).unwrap(), Value::U32(1));
    let mut save = game::save();
    save.hero.level = 4;
    save.hero.pet.as_mut().unwrap().name = "Rover".into();
    save.stock.insert(ItemId(7), item(7, 70));
    assert_eq!(tree.to::<Save>().unwrap(), save);
    assert_eq!(tree.set("", 1_u8).unwrap(), Value::of(&save).unwrap());
    assert_eq!(tree, Value::U8(1));
}

#[test]
fn a_number_in_a_list_is_set_in_the_compact_form() {
    let mut tree = tree();
    assert_eq!(tree.get("hero.weights[0]"), Some(&Value::F32(0.5)));
    assert_eq!(tree.set("hero.weights[0]", 9.0_f32).unwrap(), Value::F32(0.5));
    assert_eq!(tree.get("hero.weights[0]"), Some(&Value::F32(9.0)));
    assert!(matches!(tree.get("hero.weights"), Some(Value::Numbers(_))));
    assert_eq!(tree.set("seed[1]", 9_u8).unwrap(), Value::U8(2));
    assert_eq!(tree.get("seed"), Some(&Value::Bytes(vec![1, 9, 3, 4].into())));
}

#[test]
fn a_list_of_numbers_takes_other_values_too() {
    let mut tree = tree();
    tree.set("hero.weights[1]", "heavy").unwrap();
    let weights = [Value::F32(0.5), "heavy".into(), Value::F32(2.0)];
    assert_eq!(tree.get("hero.weights"), Some(&Value::List(weights.to_vec())));
    tree.set("seed[0]", 300_u16).unwrap();
    assert_eq!(tree.get("seed[0]"), Some(&Value::U16(300)));
    *tree.get_mut("seed[1]").unwrap() = Value::Unit;
    assert_eq!(tree.get("seed[1]"), Some(&Value::Unit));
}

#[test]
fn elements_are_put_in_and_taken_out() {
    let mut tree = Value::of(&(vec![1_u16, 3], vec!["a"], [1_u8, 3])).unwrap();
    tree.insert("[0][1]", 2_u16).unwrap();
    tree.insert("[0][3]", 4_u16).unwrap();
    tree.insert("[1][0]", "b").unwrap();
    tree.insert("[2][1]", 2_u8).unwrap();
    assert_eq!(tree.get("[0]"), Some(&Value::from(vec![1_u16, 2, 3, 4])));
    assert_eq!(tree.get("[1]"), Some(&Value::from(vec!["b", "a"])));
    assert_eq!(tree.get("[2]"), Some(&Value::from(vec![1_u8, 2, 3])));
    assert_eq!(tree.remove("[0][0]").unwrap(), Value::U16(1));
    assert_eq!(tree.remove("[1][1]").unwrap(), "a".into());
    assert_eq!(tree.remove("[2][2]").unwrap(), Value::U8(3));
    assert!(matches!(tree.get("[0]"), Some(Value::Numbers(it)) if it.len() == 3));
    assert!(matches!(tree.get("[2]"), Some(Value::Bytes(it)) if **it == [1, 2]));
    assert!(tree.insert("[0][4]", 1_u16).is_err());
    tree.insert("[0][0]", "x").unwrap();
    assert_eq!(tree.get("[0][0]"), Some(&"x".into()));
}

#[test]
fn a_new_entry_has_a_key_like_the_others() {
    let mut tree = tree();
    tree.insert("stock[8]", Value::of(&item(8, 80)).unwrap()).unwrap();
    tree.insert("names[\"key\"]", 3_u32).unwrap();
    tree.remove("ores[Gold]").unwrap();
    tree.insert("ores[Gold]", 6_u64).unwrap();
    let mut save = game::save();
    save.stock.insert(ItemId(8), item(8, 80));
    save.names.insert("key".into(), 3);
    save.ores.insert(Ore::Gold, 6);
    assert_eq!(tree.to::<Save>().unwrap(), save);
    assert_eq!(tree.get("stock"), Value::of(&save).unwrap().get("stock"));
    assert_eq!(tree.get("names"), Value::of(&save).unwrap().get("names"));
    assert!(tree.insert("names[\"key\"]", 3_u32).is_err());
    assert!(tree.insert("names[7]", 3_u32).is_err());
    assert!(tree.insert("stock[70000]", 3_u32).is_err());
    assert!(tree.insert("places{0}", 'x').is_err());
}

#[test]
fn the_first_entry_of_a_map_has_a_key_that_any_type_takes() {
    let mut tree = Value::of(&BTreeMap::<i8, u8>::new()).unwrap();
    tree.insert("[-3]", 1_u8).unwrap();
    assert_eq!(tree.to::<BTreeMap<i8, u8>>().unwrap(), BTreeMap::from([(-3, 1)]));
}

/// Nothing tells the type of the keys, and there are no other entries to compare with.
#[test]
fn the_first_entry_of_a_map_of_enums_comes_with_the_map() {
    let mut tree = Value::of(&BTreeMap::<game::Ore, u8>::new()).unwrap();
    let error = tree.insert("[Iron]", 1).unwrap_err();
    let help = "set the whole map: it has no entries, so nothing tells what its keys are";
    assert_eq!(error.help(), help);
}

#[test]
fn a_field_is_added_to_one_struct_and_no_other() {
    let mut tree = tree();
    tree.insert("hero.bag[0].owner", "Ada").unwrap();
    assert_eq!(tree.get("hero.bag[0].owner"), Some(&"Ada".into()));
    assert_eq!(tree.get("hero.bag[1].owner"), None);
    assert_eq!(tree.remove("hero.bag[0].owner").unwrap(), "Ada".into());
    assert_eq!(tree, game::tree());
    assert!(tree.insert("hero.level", 1_u32).is_err());
    let removed = tree.remove("hero.bag[1].count").unwrap();
    assert_eq!(removed, Value::U32(20));
    assert!(tree.to::<Save>().unwrap_err().path().ends_with("bag[1].count"));
}

#[test]
fn a_tree_without_a_game_is_built_and_loaded() {
    #[derive(Archive, Debug, PartialEq)]
    struct Bag {
        items: Vec<Item>,
    }
    let mut tree = Value::of(&Bag { items: vec![item(1, 1)] }).unwrap();
    let copy = tree.get("items[0]").unwrap().clone();
    tree.insert("items[1]", copy).unwrap();
    tree.set("items[1].count", 5_u8).unwrap();
    assert_eq!(tree.to::<Bag>().unwrap(), Bag { items: vec![item(1, 1), item(1, 5)] });
}

proptest! {
    #[test]
    fn any_key_is_found_by_its_path(keys in prop::collection::btree_set(any::<String>(), 1..8)) {
        let map: BTreeMap<&String, usize> = keys.iter().zip(0..).collect();
        let tree = Value::of(&map.iter().map(|(k, v)| ((*k).clone(), *v as u64)).collect::<BTreeMap<_, _>>()).unwrap();
        for (key, number) in map {
            let path = format!("[{key:?}]");
            prop_assert_eq!(tree.get(&path), Some(&Value::U64(number as u64)), "{}", path);
        }
    }

    #[test]
    fn any_text_is_a_path_or_none(path in any::<String>(), odd in "[a-c.\\[\\]{}\"'0-9*\\\\-]{0,12}") {
        for path in [path, odd] {
            let mut tree = tree();
            let there = tree.get(&path).cloned();
            match tree.set(&path, "new") {
                Ok(old) => {
                    prop_assert_eq!(Some(old), there);
                    prop_assert_eq!(tree.get(&path), Some(&"new".into()));
                }
                Err(error) => {
                    prop_assert_eq!(there, None);
                    prop_assert_eq!(error.kind(), ErrorKind::WrongPath);
                }
            }
            let _ = tree.insert(&path, 1_u8);
            let _ = tree.remove(&path);
        }
    }
}

/// In a tree with objects, `root` is the value itself, but a field may have that name, too.
#[test]
fn a_field_called_root_is_found_whether_there_are_objects_or_not() {
    use std::rc::Rc;

    #[derive(Archive)]
    struct Scene {
        root: Settings,
        level: u8,
        nodes: Vec<Rc<u32>>,
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Settings {
        volume: u8,
    }
    for nodes in [vec![], vec![Rc::new(9)]] {
        let has_objects = !nodes.is_empty();
        let scene = Scene { root: Settings { volume: 3 }, level: 5, nodes };
        let mut tree = Value::of(&scene).unwrap();
        assert_eq!(tree.get("root.volume"), Some(&Value::U8(3)));
        assert_eq!(tree.get("level"), Some(&Value::U8(5)));
        assert_eq!(tree.set("root.volume", 4_u8).unwrap(), Value::U8(3));
        assert_eq!(tree.get("root.volume"), Some(&Value::U8(4)));
        let error = tree.set("root.loud", 4_u8).unwrap_err().to_string();
        assert!(error.contains("has no field `loud`"), "{error}");
        if has_objects {
            // The paths of `find` and `diff` start outside the root.
            assert_eq!(tree.get("root.root.volume"), Some(&Value::U8(4)));
            assert_eq!(tree.get("root.level"), Some(&Value::U8(5)));
            assert_eq!(tree.get("nodes[0]"), tree.get("root.nodes[0]"));
            assert_eq!(tree.get("u32[0]"), Some(&Value::U32(9)));
            assert_eq!(
                tree.get("root.root").unwrap().to::<Settings>().unwrap(),
                Settings { volume: 4 }
            );
        }
    }
}
