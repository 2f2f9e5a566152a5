//! Finds parts of trees by patterns.

use archive::Value;
use cpu_time::ThreadTime;
use proptest::prelude::*;

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

proptest! {
    #[test]
    fn any_text_is_a_pattern(pattern in "[a-c.\\[\\]{}\"'0-3*\\\\-]{0,12}") {
        let tree = tree();
        for (path, value) in tree.find(&pattern) {
            prop_assert_eq!(tree.get(&path), Some(value));
        }
    }
}
