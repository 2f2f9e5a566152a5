//! Merges of trees whose values share objects.

use std::rc::Rc;

use archive::{Archive, Compound, ErrorKind, Options, Value};

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

mod centimetres {
    #[derive(archive::Archive)]
    pub struct Wall {
        pub door: Door,
        pub colour: String,
    }

    #[derive(archive::Archive, Clone)]
    pub struct Door {
        pub name: String,
        pub width: f32,
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Wall {
    door: Door,
    #[archive(renamed(2, from = "colour"))]
    paint: String,
}

#[derive(Archive, Debug, PartialEq)]
struct Door {
    name: String,
    #[archive(removed(width: f32, until = 2, into = |door: &mut Self, it| door.width = it / 100.0, back = |door: &Self| door.width * 100.0))]
    #[since(2, default = 1.0, replaces(width))]
    width: f32,
}

/// A prefab in another unit.
#[test]
fn what_is_of_another_version_is_refused_where_a_field_means_something_else() {
    let prefab = centimetres::Door { name: "door".into(), width: 80.0 };
    let placed = centimetres::Door { width: 250.0, ..prefab.clone() };
    let beyond = Value::of(&placed).unwrap().beyond(&Value::of(&prefab).unwrap()).unwrap();
    let mut door = Door { name: "door".into(), width: 0.8 };
    let error = archive::update(&mut door, beyond).unwrap_err();
    assert_eq!((error.kind(), door.width), (ErrorKind::Mismatch, 0.8));
    insta::assert_snapshot!(error, @"
    `width` of `Door` version 1 means something else in version 2
      help: convert the older value with `Value::to` before its fields are taken; the version of a tree that a program makes is that of `Compound::at_version`
    ");
    // Nested, and in the other direction.
    let door_today = Door { name: "gate".into(), width: 2.0 };
    let mut wall = centimetres::Wall { door: placed.clone(), colour: "red".into() };
    let today = Value::of(&Wall { door: door_today, paint: "red".into() }).unwrap();
    assert_eq!(archive::update(&mut wall, today).unwrap_err().kind(), ErrorKind::Mismatch);
    assert_eq!(wall.door.width, 250.0);

    // Fields that have not changed are taken, and so is what was converted before.
    let name = Compound::of_struct("Door", [("name", "gate".into())]);
    archive::update(&mut door, name.into()).unwrap();
    assert_eq!(door, Door { name: "gate".into(), width: 0.8 });
    let (before, after) = (Value::of(&prefab).unwrap(), Value::of(&placed).unwrap());
    let [before, after] = [before, after].map(|it| Value::of(&it.to::<Door>().unwrap()).unwrap());
    archive::update(&mut door, after.beyond(&before).unwrap()).unwrap();
    assert_eq!(door.width, 2.5);
}
