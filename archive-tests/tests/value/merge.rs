//! Merges of trees whose values share objects.

use std::rc::Rc;

use archive::{Archive, Options, Value};

/// The table of its objects has the name of a variant.
#[derive(Archive, Debug, PartialEq)]
enum Item {
    Item(u32),
    Nothing,
}

#[derive(Archive, Debug, PartialEq)]
struct Hands {
    left: Rc<Item>,
    right: Rc<Item>,
    count: u8,
}

fn hands(left: Item, right: Item, count: u8) -> Hands {
    Hands { left: Rc::new(left), right: Rc::new(right), count }
}

#[test]
fn a_link_is_no_variant_of_the_name_of_its_table() {
    let mut here = hands(Item::Nothing, Item::Item(5), 1);
    let over = hands(Item::Item(1), Item::Item(9), 2);
    let tree = Options::file().by_value(true).to_value(&over).unwrap();
    archive::update(&mut here, tree).unwrap();
    assert_eq!(here, over);
}

#[test]
fn links_of_a_copy_replace_links() {
    let (a, b) = (Rc::new(Item::Item(70)), Rc::new(Item::Item(80)));
    let mut tree = Value::of(&Hands { left: b, right: a, count: 1 }).unwrap();
    let mut over = tree.clone();
    over.set("count", 2_u8).unwrap();
    tree.merge(over.clone());
    assert_eq!(tree, over);
    assert_eq!(tree.to::<Hands>().unwrap(), hands(Item::Item(80), Item::Item(70), 2));
}

#[test]
fn variants_of_other_types_are_not_merged() {
    #[derive(Archive)]
    enum Left {
        Some { a: u8 },
    }
    #[derive(Archive)]
    enum Right {
        Some { b: u8 },
    }
    let mut tree = Value::of(&Left::Some { a: 1 }).unwrap();
    let over = Value::of(&Right::Some { b: 2 }).unwrap();
    tree.merge(over.clone());
    assert_eq!(tree, over);
}
