//! Finds parts of trees by patterns.

use archive::{Archive, Error, ErrorKind, Value};
use cpu_time::ThreadTime;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::game::tree;

fn paths(pattern: &str) -> Vec<String> {
    tree().find(pattern).into_iter().map(|(path, _)| path).collect()
}

#[test]
fn a_star_is_any_part() {
    assert_eq!(
        paths("hero.bag[*].count"),
        ["hero.bag[0].count", "hero.bag[1].count", "hero.bag[2].count"]
    );
    assert_eq!(paths("stock[*].item_id.*"), ["stock[7].item_id.0", "stock[9].item_id.0"]);
    assert_eq!(paths("ores.*"), ["ores[Iron]", "ores[Gold]"]);
    assert_eq!(paths("names[*]"), [r#"names["odd \"name\"\n"]"#, r#"names["torch"]"#]);
    assert_eq!(paths("places[*]"), ["places{0}", "places{1}"]);
    assert_eq!(paths("*.name"), ["hero.name"]);
    assert_eq!(paths("hero.pet.bag[1].*"), ["hero.pet.bag[1].item_id", "hero.pet.bag[1].count"]);
}

#[test]
fn two_stars_are_any_number_of_parts() {
    assert_eq!(paths("**.name"), ["hero.name", "hero.pet.name"]);
    assert_eq!(paths("**.weights[0]"), ["hero.pet.weights[0]", "hero.weights[0]"]);
    assert_eq!(paths("**.item_id").len(), 3 + 3 + 2);
    assert_eq!(paths("seed.**"), ["seed", "seed[0]", "seed[1]", "seed[2]", "seed[3]"]);
    assert_eq!(paths("**.bag.**.count").len(), 6);
    assert_eq!(paths("**.**.**.name"), ["hero.name", "hero.pet.name"]);
    assert_eq!(paths("**.*"), paths("**")[1..]);
}

#[test]
fn a_pattern_without_stars_is_a_path() {
    assert_eq!(tree().find("hero.level"), [("hero.level".into(), &Value::U32(3))]);
    assert_eq!(tree().find(""), [(String::new(), &tree())]);
    assert_eq!(paths("hero.lavel"), [""; 0]);
    assert_eq!(paths("hero..level"), [""; 0]);
}

#[test]
fn every_part_is_found_by_the_path_it_is_found_with() {
    let tree = tree();
    let all = tree.find("**");
    assert!(all.len() > 60, "{}", all.len());
    for (path, value) in all {
        assert_eq!(tree.get(&path), Some(value), "{path}");
    }
}

#[test]
fn many_stars_take_no_longer_than_there_are_parts() {
    let mut tree = Value::from(0_u8);
    for _ in 0..100 {
        tree = Value::List(vec![tree, Value::from(1_u8)]);
    }
    let tree = Value::List(vec![tree; 100]);
    let start = ThreadTime::now();
    assert_eq!(tree.find("**.x.".repeat(20).trim_end_matches('.')).len(), 0);
    assert_eq!(
        tree.find(&format!("{}**", "**.[*].".replace(".[", "[").repeat(20))).len(),
        100 * 2 * 82
    );
    assert!(start.elapsed().as_secs() < 20);
}

/// The paths that a pattern changes, if nothing is changed.
fn changed(tree: &mut Value<'_>, pattern: &str) -> Vec<String> {
    let mut paths = vec![];
    let count = tree.change(pattern, |path, _| {
        paths.push(path.to_owned());
        Ok(())
    });
    assert_eq!(count.unwrap(), paths.len());
    paths
}

/// Changes a part to `value`.
fn to<'a>(value: Value<'a>) -> impl FnMut(&str, &mut Value<'a>) -> Result<(), Error> {
    move |_, part| {
        part.clone_from(&value);
        Ok(())
    }
}

#[test]
fn what_is_found_can_be_changed() {
    for pattern in ["**", "**.count", "*.name", "seed[*]", "ores.*", "**.weights[0]", "hero", ""] {
        let mut tree = tree();
        let mut changed = changed(&mut tree, pattern);
        assert_eq!(tree, self::tree(), "{pattern}");
        changed.sort_unstable();
        let mut found = paths(pattern);
        found.sort_unstable();
        assert_eq!(changed, found, "{pattern}");
    }
    let mut tree = tree();
    assert_eq!(tree.change("**.count", to(Value::U32(9))).unwrap(), 8);
    assert!(tree.find("**.count").iter().all(|(_, count)| **count == Value::U32(9)));
}

#[test]
fn parts_are_changed_before_what_contains_them() {
    let mut tree = Value::of(&vec![(1_u8, vec![2_u16, 3])]).unwrap();
    assert_eq!(changed(&mut tree, "**"), ["[0][0]", "[0][1][0]", "[0][1][1]", "[0][1]", "[0]", ""]);
}

#[test]
fn numbers_stay_compact_unless_one_is_no_longer_one() {
    let mut tree = Value::of(&(vec![1_u8, 2, 3], vec![4_u32, 5])).unwrap();
    tree.change("[*][1]", to(Value::U32(7))).unwrap();
    assert_eq!(tree.get("[0]"), Some(&Value::List(vec![1_u8.into(), Value::U32(7), 3_u8.into()])));
    assert!(matches!(tree.get("[1]"), Some(Value::Numbers(numbers)) if numbers.len() == 2));
    assert_eq!(tree.get("[1][1]"), Some(&Value::U32(7)));
}

#[test]
fn a_change_may_fail_and_a_pattern_be_wrong() {
    let mut tree = tree();
    let error = tree.change("hero..level", |_, _| Ok(())).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::WrongPath, "hero"));
    let error = tree.change("hero.bag[*]", |_, item| item.set("cuont", 1).map(drop)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongPath);
    assert_eq!(tree, self::tree());
}

#[derive(Archive)]
struct Stack {
    count: u32,
}

#[test]
fn shared_objects_are_changed_once() {
    let stack = Rc::new(Stack { count: 3 });
    let mut tree = Value::of(&vec![Rc::clone(&stack), stack]).unwrap();
    let changed = tree.change("**.count", |_, count| {
        assert_eq!(*count, Value::U32(3));
        *count = Value::U32(6);
        Ok(())
    });
    assert_eq!(changed.unwrap(), 1);
    let loaded: Vec<Rc<Stack>> = tree.to().unwrap();
    assert_eq!((loaded[1].count, Rc::ptr_eq(&loaded[0], &loaded[1])), (6, true));
}

#[test]
fn every_entry_of_a_large_map_is_changed_in_linear_time() {
    let entries: BTreeMap<String, u32> = (0..200_000).map(|at| (at.to_string(), at)).collect();
    let mut tree = Value::of(&entries).unwrap();
    let start = ThreadTime::now();
    let count = tree.change("[*]", to(Value::U32(1))).unwrap();
    assert!(start.elapsed().as_secs() < 10);
    assert_eq!(count, 200_000);
    assert!(tree.to::<BTreeMap<String, u32>>().unwrap().values().all(|value| *value == 1));
}

proptest! {
    #[test]
    fn any_text_is_a_pattern(pattern in "[a-c.\\[\\]{}\"'0-3*\\\\-]{0,12}") {
        let tree = tree();
        for (path, value) in tree.find(&pattern) {
            prop_assert_eq!(tree.get(&path), Some(value));
        }
    }
}
