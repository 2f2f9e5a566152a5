//! The place where two worlds differ.

use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{HashTree, hash_tree};

use crate::world::{Cell, Order, UnitId, World, world};

/// The path of the first difference that a change makes.
fn after(change: impl FnOnce(&mut World)) -> Option<String> {
    let ours = world();
    let mut theirs = ours.clone();
    change(&mut theirs);
    let (ours, theirs) = (hash_tree(&ours).unwrap(), hash_tree(&theirs).unwrap());
    let (there, back) = (ours.first_difference(&theirs), theirs.first_difference(&ours));
    assert_eq!(there, back);
    there
}

fn path(change: impl FnOnce(&mut World)) -> String {
    after(change).unwrap()
}

#[test]
fn none() {
    assert_eq!(after(|_| ()), None);
}

#[test]
fn a_field() {
    assert_eq!(path(|world| world.tick = 8), "tick");
    assert_eq!(path(|world| world.units[3].position.x = 0.0), "units[3].position.x");
    assert_eq!(path(|world| world.leader.as_mut().unwrap().health = 1), "leader.health");
}

#[test]
fn the_first_of_several() {
    let change = |world: &mut World| {
        world.noise.clear();
        world.units[4].health = 0;
        world.units[2].position.y = 0.0;
    };
    assert_eq!(path(change), "units[2].position.y");
}

#[test]
fn an_element() {
    assert_eq!(path(|world| world.heights[63] = 0.5), "heights[63]");
    assert_eq!(path(|world| world.chat[0].push('!')), "chat[0]");
    assert_eq!(path(|world| world.units[1].goal = Some((1, 3))), "units[1].goal[1]");
}

#[test]
fn bytes_are_one_part() {
    assert_eq!(path(|world| world.noise[1] = 0), "noise");
}

#[test]
fn lengths() {
    assert_eq!(path(|world| world.heights.push(1.0)), "heights[100]");
    assert_eq!(path(|world| world.heights.truncate(40)), "heights[40]");
    assert_eq!(path(|world| world.units.clear()), "units");
}

#[test]
fn a_value_that_is_there_on_one_side_only() {
    assert_eq!(path(|world| world.units[1].goal = None), "units[1].goal");
    assert_eq!(path(|world| world.leader = None), "leader");
}

#[test]
fn a_variant() {
    assert_eq!(path(|world| world.units[0].order = Order::Stay), "units[0].order");
    let follow = Order::Follow(UnitId(2));
    assert_eq!(path(move |world| world.units[0].order = follow), "units[0].order");
    // Both variants have an equal x and y.
    let flee = Order::Flee { x: 3, y: 4 };
    assert_eq!(path(move |world| world.units[0].order = flee), "units[0].order");
    let go = Order::Go { x: 3, y: 5 };
    assert_eq!(path(move |world| world.units[0].order = go), "units[0].order.y");
}

#[test]
fn an_entry_is_named_by_its_key() {
    let wood = |world: &mut World| world.stock.get_mut("wood").unwrap().count = 41;
    assert_eq!(path(wood), r#"stock["wood"].count"#);
    assert_eq!(path(|world| *world.cells.get_mut(&(7, -7)).unwrap() = Cell::Wall), "cells[7, -7]");
    let order = |world: &mut World| {
        world.orders.insert(UnitId(3), Order::Follow(UnitId(2)));
    };
    assert_eq!(path(order), "orders[3].0.0");
}

#[test]
fn a_key_that_is_there_on_one_side_only() {
    let last = |world: &mut World| {
        world.stock.remove("wood");
    };
    assert_eq!(path(last), r#"stock["wood"]"#);
    let ours = hash_tree(&world()).unwrap();
    let mut other = world();
    other.stock.remove("gold");
    let theirs = hash_tree(&other).unwrap();
    assert_eq!(ours.first_difference(&theirs).unwrap(), r#"stock["gold"]"#);
    assert_eq!(theirs.first_difference(&ours).unwrap(), r#"stock["wood"]"#);
}

#[test]
fn the_value_as_a_whole() {
    let (ours, theirs) = (hash_tree(&1_u8).unwrap(), hash_tree(&2_u8).unwrap());
    assert_eq!(ours.first_difference(&theirs).unwrap(), "");
}

/// As in texts (FORMAT.md §10.2), not as Rust prints them.
#[test]
fn keys_that_are_floats() {
    use ordered_float::OrderedFloat;
    fn with(key: impl archive::Archive + Ord) -> String {
        let tree = |map: &_| hash_tree::<BTreeMap<_, u8>>(map).unwrap();
        let mut map = BTreeMap::from([(key, 1)]);
        let before = tree(&map);
        map.values_mut().for_each(|value| *value = 2);
        before.first_difference(&tree(&map)).unwrap()
    }
    for (key, path) in [
        (1e20, "[1e+20]"),
        (1e13, "[1e+13]"),
        (1e-6, "[0.000001]"),
        (-0.0, "[-0.0]"),
        (3_985_450.3, "[3985450.2]"),
        (f32::NAN, "[nan]"),
        (f32::from_bits(0x7fc0_0001), "[nan(0x7fc00001)]"),
        (f32::NEG_INFINITY, "[-inf]"),
    ] {
        assert_eq!(with(OrderedFloat(key)), path);
        // In a tree with objects, which is hashed by other code.
        let shared = Rc::new(0_u8);
        let tree = |value| {
            let map = BTreeMap::from([(OrderedFloat(key), value)]);
            hash_tree(&(map, shared.clone(), shared.clone())).unwrap()
        };
        let other = tree(1).first_difference(&tree(2)).unwrap();
        assert_eq!(other, format!("root[0]{path}"));
    }
    for (key, path) in [(1e-5, "[0.00001]"), (1e16, "[1e+16]")] {
        assert_eq!(with(OrderedFloat::<f64>(key)), path);
    }
}

#[test]
fn a_long_key_is_cut() {
    let tree = |value: u8| {
        let key = "a".repeat(1000);
        hash_tree(&BTreeMap::from([(key, value)])).unwrap()
    };
    let expected = format!("[\"{}..]", "a".repeat(39));
    assert_eq!(tree(1).first_difference(&tree(2)).unwrap(), expected);
}

#[test]
fn where_parts_are_scarce_one_stands_for_several() {
    let ours: Vec<(u16, u16)> = (0..1000).map(|n| (n, n)).collect();
    let mut theirs = ours.clone();
    theirs[999].1 = 0;
    let trees = |most| (HashTree::of(&ours, most).unwrap(), HashTree::of(&theirs, most).unwrap());
    let found = |most| {
        let (ours, theirs) = trees(most);
        assert!(ours.parts() <= most);
        ours.first_difference(&theirs).unwrap()
    };
    assert_eq!(found(0), "");
    assert_eq!(found(10), "[900..]");
    assert_eq!(found(300), "[996..]");
    assert_eq!(found(1000), "[999]");
    assert_eq!(found(2999), "[999]");
    assert_eq!(found(3000), "[999][1]");
}

/// A large list does not use up its neighbours' parts of the tree.
#[test]
fn every_field_has_its_share() {
    let ours = (vec![0_u16; 1_000_000], world());
    let mut theirs = ours.clone();
    theirs.1.units[3].goal = Some((2, 2));
    let (ours, theirs) = (hash_tree(&ours).unwrap(), hash_tree(&theirs).unwrap());
    assert_eq!(ours.first_difference(&theirs).unwrap(), "[1].units[3].goal[0]");
}
