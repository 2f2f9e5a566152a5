//! The differences between two trees, and patches from one to the other.

use std::collections::BTreeMap;

use archive::{Archive, Change, Diff, ErrorKind, Value};
use cpu_time::ThreadTime;
use proptest::prelude::*;

use crate::any;
use crate::diff_work::moved;
use crate::game::{self, Save, item};

/// The readable differences that a change makes in a save.
fn told(change: impl Fn(&mut Save)) -> String {
    let mut save = game::save();
    change(&mut save);
    let (from, to) = (game::tree(), Value::of(&save).unwrap());
    let diff = from.diff(&to);
    let mut value = from.clone();
    diff.apply(&mut value).unwrap();
    assert_eq!(value, to);
    diff.inverse().apply(&mut value).unwrap();
    assert_eq!(value, from);
    diff.to_string()
}

#[test]
fn equal_trees_do_not_differ() {
    assert!(game::tree().diff(&game::tree()).is_empty());
    assert_eq!(told(|_| {}), "");
    assert!(Value::from(vec![1_u16]).diff(&Value::List(vec![Value::U16(1)])).is_empty());
}

#[test]
fn a_changed_part_is_named_by_its_path() {
    assert_eq!(told(|save| save.hero.level = 4), "hero.level: 3 -> 4");
    assert_eq!(told(|save| save.hero.bag[1].count = 5), "hero.bag[1].count: 20 -> 5");
    assert_eq!(told(|save| save.hero.weights[2] = 7.5), "hero.weights[2]: 2.0 -> 7.5");
    assert_eq!(told(|save| save.seed = [9; 4]), "seed: 4 bytes -> another 4 bytes");
}

#[test]
fn entries_are_named_by_their_keys() {
    assert_eq!(told(|save| save.names.clear()).lines().count(), 2);
    assert_eq!(
        told(|save| {
            save.names.remove("torch");
            save.names.insert("bow".into(), 3);
            save.stock.get_mut(&game::ItemId(9)).unwrap().count = 0;
            save.ores.insert(game::Ore::Iron, 0);
        }),
        "stock[9].count: 2 -> 0\nnames[\"torch\"]: 1 removed\nnames[\"bow\"]: 3 added\nores[Iron]: 4 -> 0"
    );
    assert_eq!(
        told(|save| {
            save.places.insert((0, 0), 'z');
            save.places.insert((2, 3), 'y');
        }),
        "places{1}: 'b' -> 'y'\nplaces{0}: 'z' added"
    );
}

#[test]
fn elements_come_go_and_move() {
    assert_eq!(
        told(|save| save.hero.bag.truncate(2)),
        "hero.bag[2]: Item { item_id: ItemId(3), count: 30 } removed"
    );
    assert_eq!(told(|save| save.hero.bag.rotate_left(1)), "hero.bag[0] moved to [2]");
    assert_eq!(
        told(|save| {
            save.hero.bag.swap(0, 2);
            save.hero.bag.push(item(4, 40));
        })
        .lines()
        .last()
        .unwrap(),
        "hero.bag[3]: Item { item_id: ItemId(4), count: 40 } added"
    );
}

#[test]
fn an_element_beside_one_that_is_gone_is_still_itself() {
    let text = told(|save| {
        save.hero.bag.remove(0);
        save.hero.bag[0].count = 5;
    });
    let gone = "hero.bag[0]: Item { item_id: ItemId(1), count: 10 } removed";
    assert_eq!(text, format!("hero.bag[1].count: 20 -> 5\n{gone}"));
}

#[test]
fn what_is_behind_an_option_is_part_of_it() {
    let pet = |save: &mut Save| save.hero.pet.as_mut().unwrap().level = 9;
    assert_eq!(told(pet), "hero.pet.level: 3 -> 9");
    assert_eq!(
        told(|save| save.hero.pet = None),
        "hero.pet: Some(Hero { name: \"Rex\", level: 3, bag: [Item { item_id: Ite.. -> None"
    );
    let (some, other) = (Value::from(Some(Some(1_u8))), Value::from(Some(Some(2_u8))));
    assert_eq!(some.diff(&other).to_string(), "Some(Some(1)) -> Some(Some(2))");
}

#[test]
fn what_has_another_type_or_width_changes_as_a_whole() {
    let (a, b) = (Value::from(1_u8), Value::from(1_u16));
    assert_eq!(a.diff(&b).to_string(), "1 (u8) -> 1 (u16)");
    let (a, b) = (Value::of(&item(1, 2)).unwrap(), Value::of(&game::ItemId(1)).unwrap());
    let diff = a.diff(&b);
    assert!(matches!(diff.changes(), [Change::Changed { from, to, .. }] if *from == a && *to == b));
}

#[test]
fn long_values_are_told_in_short() {
    let (a, b) = (Value::from("a\n".repeat(1 << 20)), Value::from(vec!["b"; 1 << 20]));
    let start = ThreadTime::now();
    let text = a.diff(&b).to_string();
    assert!(start.elapsed().as_secs() < 20);
    assert!(text.len() < 150 && text.starts_with("\"a\\na\\n"), "{text}");
}

/// A diff is printed alike before and after it was saved.
#[test]
fn what_is_empty_is_told_alike_by_all() {
    let (a, b) = (Value::from(vec![0_u8]), Value::Bytes(Vec::new().into()));
    let diff = a.diff(&b);
    let saved = archive::to_vec(&diff).unwrap();
    let loaded: archive::Diff = archive::from_slice(&saved).unwrap();
    assert_eq!(loaded.to_string(), diff.to_string());
    assert!(diff.to_string().ends_with("[]"), "{diff}");
}

#[test]
fn a_field_that_was_put_in_is_added() {
    let (a, mut b) = (game::tree(), game::tree());
    b.insert("hero.bag[1].owner", "Ada").unwrap();
    b.remove("hero.level").unwrap();
    assert_eq!(a.diff(&b).to_string(), "hero.bag[1].owner: \"Ada\" added\nhero.level: 3 removed");
}

#[test]
fn many_numbers_change_as_a_whole() {
    let (a, b) = (Value::from(vec![1_i32; 100]), Value::from(vec![2_i32; 100]));
    assert_eq!(a.diff(&b).changes().len(), 1);
    let a = Value::from((0..100).collect::<Vec<i32>>());
    let mut b = a.clone();
    b.set("[7]", 700_i32).unwrap();
    b.insert("[50]", 800_i32).unwrap();
    assert_eq!(a.diff(&b).to_string(), "[7]: 7 -> 700\n[50]: 800 added");
}

#[test]
fn a_difference_is_made_only_to_what_it_was_made_from() {
    let (a, mut b) = (game::tree(), game::tree());
    b.set("hero.level", 4_u32).unwrap();
    b.set("hero.name", "Bob").unwrap();
    b.insert("names[\"bow\"]", 1_u32).unwrap();
    b.remove("hero.bag[1]").unwrap();
    let diff = a.diff(&b);
    type Edit = fn(&mut Value<'static>);
    let others: [Edit; 4] = [
        |it| drop(it.set("hero.level", 5_u32)),
        |it| drop(it.insert("names[\"bow\"]", 2_u32)),
        |it| drop(it.remove("hero.bag[2]").and_then(|_| it.remove("hero.bag[1]"))),
        |it| drop(it.set("hero", 1_u8)),
    ];
    let mut text = String::new();
    for other in others {
        let mut value = a.clone();
        other(&mut value);
        let before = value.clone();
        let error = diff.apply(&mut value).unwrap_err();
        assert_eq!((error.kind(), value), (ErrorKind::WrongPath, before), "{error}");
        text.push_str(&format!("{error}\n\n"));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn what_was_done_elsewhere_is_undone_there() {
    let pair = |second: &str| {
        let mut value = Value::of(&item(1, 2)).unwrap();
        value.insert(second, 1_u8).unwrap();
        value
    };
    let diff = pair("a").diff(&pair("b"));
    let mut other = pair("a");
    other.remove("count").unwrap();
    other.remove("item_id").unwrap();
    let before = other.clone();
    assert_eq!(diff.apply(&mut other).unwrap_err().path(), "b");
    assert_eq!(other, before);
}

#[test]
fn an_entry_is_added_to_a_smaller_map() {
    let map = |keys: &str| {
        let entries = keys.chars().map(|key| (key.to_string(), 1_u8));
        Value::of(&entries.collect::<BTreeMap<_, _>>()).unwrap()
    };
    let diff = map("abc").diff(&map("abcd"));
    let mut other = map("a");
    diff.apply(&mut other).unwrap();
    assert_eq!(other, map("ad"));
    diff.inverse().apply(&mut other).unwrap();
    assert_eq!(other, map("a"));

    // It is taken out from where it was put.
    let two =
        |count: u8| Value::Tuple(vec![map(if count == 1 { "abc" } else { "abcd" }), count.into()]);
    let mut other = Value::Tuple(vec![map("a"), 7_u8.into()]);
    let before = other.clone();
    assert!(two(1).diff(&two(2)).apply(&mut other).is_err());
    assert_eq!(other, before);
}

#[test]
fn the_error_for_a_shorter_list_names_its_length() {
    let diff = Value::from(vec!["a", "b"]).diff(&Value::from(vec!["a", "b", "c"]));
    let error = diff.apply(&mut Value::from(vec!["a"])).unwrap_err();
    let detail = "the difference was made from a list of at least 2, but there are 1 here";
    assert_eq!((error.path(), error.detail()), ("[2]", detail));
}

/// `[2]` names both `2` and the id of that number.
#[test]
fn an_entry_is_undone_where_it_was_changed() {
    let map = |[a, b, c]: [&'static str; 3]| {
        vec![(Value::I8(2), a.into()), (Value::I8(-3), b.into()), (Value::I8(5), c.into())]
    };
    let (from, to) = (map(["X", "P", "R"]), map(["Y", "Q", "S"]));
    let diff = Value::Map(from).diff(&Value::Map(to));
    let mut other = map(["X", "P", "other"]);
    let id = archive::Compound::of_struct("Id", [("0", Value::U64(2))]);
    other.insert(2, (id.into(), "Z".into()));
    let mut other = Value::Map(other);
    let before = other.clone();
    assert!(diff.apply(&mut other).is_err());
    assert_eq!(other, before);
}

#[test]
fn large_lists_are_compared_in_little_more_than_their_length() {
    let start = ThreadTime::now();
    let list = |numbers: &mut dyn Iterator<Item = u32>| {
        Value::List(numbers.map(|it| Value::from(it.to_string())).collect())
    };
    let a = list(&mut (0..100_000));
    for b in [
        list(&mut (0..100_000).rev()),
        list(&mut (50_000..150_000)),
        list(&mut (0..100_000).map(|it| it * 7919 % 100_000)),
        list(&mut (0..100_000).map(|it| it % 10)),
        list(&mut (200_000..300_000)),
    ] {
        let mut value = a.clone();
        a.diff(&b).apply(&mut value).unwrap();
        assert_eq!(value, b);
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn large_maps_are_compared_in_little_more_than_their_length() {
    let start = ThreadTime::now();
    let map = |numbers: &mut dyn Iterator<Item = u64>| {
        Value::of(&numbers.map(|it| (it, it)).collect::<BTreeMap<_, _>>()).unwrap()
    };
    let a = map(&mut (0..50_000));
    let changed = Value::of(&(0..50_000_u64).map(|it| (it, it + 1)).collect::<BTreeMap<_, _>>());
    for b in [map(&mut (0..100_000)), map(&mut (0..50_000).map(|it| it * 2)), changed.unwrap()] {
        for (from, to) in [(&a, &b), (&b, &a)] {
            let mut value = from.clone();
            from.diff(to).apply(&mut value).unwrap();
            assert_eq!(value, *to);
        }
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn deep_trees_are_compared_once() {
    let deep = |leaf: u8| {
        (0..256).fold(Value::from(leaf), |inner, _| {
            Value::List(vec![Value::from(Some(inner)), Value::from("a".repeat(100))])
        })
    };
    let (a, b) = (deep(1), deep(2));
    let diff = a.diff(&b);
    assert_eq!(diff.changes().len(), 1);
    let mut value = a;
    diff.apply(&mut value).unwrap();
    assert_eq!(value, b);
}

fn makes(a: &Value<'static>, b: &Value<'static>) -> Result<(), TestCaseError> {
    let diff = a.diff(b);
    prop_assert_eq!(diff.is_empty(), a == b);
    let mut value = a.clone();
    diff.apply(&mut value).unwrap();
    prop_assert_eq!(&value, b, "{}", diff);
    diff.inverse().apply(&mut value).unwrap();
    prop_assert_eq!(&value, a, "{}", diff);
    Ok(())
}

/// An integer takes the kind of the number that it replaces.
fn is_same_number(a: &Value<'_>, b: &Value<'_>) -> bool {
    fn same<T: Archive + PartialEq>(a: &Value<'_>, b: &Value<'_>) -> bool {
        a.to::<T>().is_ok_and(|a| b.to::<T>().is_ok_and(|b| a == b))
    }
    same::<i128>(a, b) || same::<u128>(a, b) || same::<f64>(a, b)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_difference_makes_any_tree_any_other(a in any::tree(), b in any::tree()) {
        makes(&a, &b)?;
    }

    #[test]
    fn a_difference_makes_any_tree_one_that_was_edited(
        a in any::tree(), edits in prop::collection::vec(any::edit(), 0..5)
    ) {
        makes(&a, &any::edited(&a, &edits))?;
    }

    #[test]
    fn a_difference_makes_any_list_any_other(
        a in prop::collection::vec(0..12_u16, 0..40), b in prop::collection::vec(0..12_u16, 0..40)
    ) {
        makes(&Value::from(a.clone()), &Value::from(b.clone()))?;
        let texts = |list: &[u16]| Value::from(list.iter().map(u16::to_string).collect::<Vec<_>>());
        makes(&texts(&a), &texts(&b))?;
        makes(&texts(&a), &Value::from(b))?;
    }

    #[test]
    fn what_fits_no_other_tree_leaves_it_as_it_was(
        a in any::tree(), b in any::tree(), edits in prop::collection::vec(any::edit(), 1..3)
    ) {
        let other = any::edited(&a, &edits);
        let mut value = other.clone();
        if a.diff(&b).apply(&mut value).is_err() {
            prop_assert_eq!(value, other);
        }
    }

    #[test]
    fn any_part_of_any_tree_is_found_and_set(tree in any::tree(), value in any::tree()) {
        for (path, part) in tree.find("**") {
            // Maps that a file could not hold may contain a key twice.
            if tree.get(&path) == Some(part) {
                let mut edited = tree.clone();
                prop_assert_eq!(&edited.set(&path, value.clone()).unwrap(), part);
                let found = edited.get(&path).unwrap();
                prop_assert!(found == &value || is_same_number(found, &value), "{path}: {found}");
            }
        }
    }
}

#[test]
fn a_field_is_not_added_to_a_list() {
    #[derive(archive::Archive)]
    struct Purse {
        gold: u32,
    }

    let after = Value::of(&Purse { gold: 5 }).unwrap();
    let mut before = after.clone();
    before.remove("gold").unwrap();
    let diff = before.diff(&after);
    assert!(diff.changes().iter().any(|change| matches!(change, Change::Added { .. })));
    let mut list = Value::List(vec![Value::Str("x".into()), Value::Bool(true)]);
    let was = list.clone();
    assert!(diff.apply(&mut list).is_err());
    assert_eq!(list, was);
}

/// A value may have 512 levels, and a thread's stack 2 MiB.
#[test]
fn values_of_all_levels_are_compared_on_a_small_stack() {
    let nested = |leaf: u8, wrap: fn(Value<'static>) -> Value<'static>| {
        (1..512).fold(Value::from(leaf), |value, _| wrap(value))
    };
    let wraps: [fn(Value<'static>) -> Value<'static>; 4] = [
        |value| Value::List(vec![value]),
        |value| Value::Tuple(vec![value]),
        |value| Value::Map(vec![(Value::U8(1), value)]),
        |value| archive::Compound::of_struct("S", [("f", value)]).into(),
    ];
    let compare = move || {
        for wrap in wraps {
            let (a, b) = (nested(1, wrap), nested(2, wrap));
            let diff = a.diff(&b);
            let mut value = a.clone();
            diff.apply(&mut value).unwrap();
            assert_eq!((diff.changes().len(), value), (1, b));
        }
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(compare).unwrap().join().unwrap();
}

/// Changes are taken back in the other direction.
#[test]
fn changes_of_a_large_map_are_taken_back_in_linear_time() {
    let map = |value: u32| Value::of(&BTreeMap::from_iter((0..20_000_u32).map(|it| (it, value))));
    let (from, to) = (map(1).unwrap(), map(2).unwrap());
    let diff = from.diff(&to);
    assert_eq!(diff.changes().len(), 20_000);
    let took = |diff: &Diff, value: &mut Value<'_>| {
        let start = ThreadTime::now();
        diff.apply(value).unwrap();
        start.elapsed()
    };
    let mut value = from.clone();
    let forth = took(&diff, &mut value);
    assert_eq!(value, to);
    let back = took(&diff.inverse(), &mut value);
    assert_eq!(value, from);
    assert!(back < forth * 20, "{forth:?}, and back {back:?}");
}

#[test]
fn elements_move_within_every_kind_of_list() {
    let lists = |all: [u8; 6]| {
        Value::Tuple(vec![
            Value::from(all.to_vec()),
            Value::from(all.map(u32::from).to_vec()),
            Value::from(all.map(|it| it.to_string()).to_vec()),
        ])
    };
    let (from, to) = (lists([1, 2, 3, 4, 5, 6]), lists([2, 3, 4, 5, 6, 1]));
    for place in 0..3 {
        let path = format!("[{place}]");
        let moved = |from, to| moved(&path, from, to);
        let mut value = from.clone();
        moved(0, 5).apply(&mut value).unwrap();
        assert_eq!(value.get(&path), to.get(&path));
        moved(5, 0).apply(&mut value).unwrap();
        assert_eq!(value, from);
        assert!(moved(0, 6).apply(&mut value).is_err());
        assert!(moved(6, 0).apply(&mut value).is_err());
        assert_eq!(value, from);
    }
}
