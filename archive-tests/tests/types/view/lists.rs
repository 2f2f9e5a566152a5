//! Lists of references.

use std::collections::BTreeMap;

use archive::Serialize;

use super::{Item, Save, all_options};

#[test]
fn lists_of_references_are_taken_many_at_a_time() {
    let (numbers, texts): (Vec<u32>, Vec<String>) = (0..200).map(|at| (at, at.to_string())).unzip();
    let lists: Vec<Vec<u8>> = numbers.iter().map(|at| at.to_le_bytes().to_vec()).collect();
    let items = Save::new(200).chunks;
    assert_alike(numbers.iter().collect(), &numbers);
    assert_alike(texts.iter().collect(), &texts);
    assert_alike(texts.iter().map(String::as_str).collect(), &texts);
    assert_alike(lists.iter().collect(), &lists);
    assert_alike(lists.iter().map(Vec::as_slice).collect(), &lists);
    assert_alike(items.iter().collect(), &items);
    let bools: Vec<bool> = numbers.iter().map(|at| at % 3 == 0).collect();
    let boxed: Vec<Box<Item>> = items.iter().map(|it| Box::new(it.ground.clone())).collect();
    let maps: Vec<BTreeMap<u32, u8>> = numbers.iter().map(|at| [(*at, 1)].into()).collect();
    assert_alike(bools.iter().collect(), &bools);
    assert_alike(boxed.iter().collect(), &boxed);
    assert_alike(maps.iter().collect(), &maps);
    let places: Vec<[i32; 2]> = items.iter().map(|item| item.at).collect();
    assert_alike(places.iter().collect(), &places);
    let pairs = items.iter().map(|item| (item.name.clone(), item.tiles.clone())).collect();
    assert_alike(items.iter().map(|item| (&item.name, &item.tiles)).collect(), &pairs);
    let options = items.iter().cloned().map(Some).collect();
    assert_alike(items.iter().map(Some).collect(), &options);
}

#[track_caller]
fn assert_alike<R: Serialize, T: Serialize>(references: Vec<R>, values: &Vec<T>) {
    for options in all_options() {
        assert_eq!(options.to_vec(&references).unwrap(), options.to_vec(values).unwrap());
    }
}
