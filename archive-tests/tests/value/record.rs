//! Data records: named fields of any type that track changes.

use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{Archive, ErrorKind, Options, Record, Tracking, Value, text};

#[derive(Archive, Clone, Debug, PartialEq)]
struct Torch {
    position: [f32; 3],
    lit: bool,
    #[since(2, default = 10)]
    fuel: u32,
    owner: Option<String>,
}

fn torch() -> Torch {
    Torch { position: [1.0, 2.0, 3.0], lit: false, fuel: 5, owner: Some("Ann".into()) }
}

fn send<T: Archive>(value: &T) -> T {
    let bytes = Options::message().to_vec(value).unwrap();
    Options::message().from_slice(&bytes).unwrap()
}

#[test]
fn a_record_is_made_of_a_struct_and_makes_it_again() {
    let record = Record::of("torch#1", &torch()).unwrap();
    assert_eq!(record.to::<Torch>().unwrap(), torch());
    assert_eq!(record.keys().collect::<Vec<_>>(), ["position", "lit", "fuel", "owner"]);
    assert_eq!((record.type_name(), record.len(), record.is_dirty()), ("Torch", 4, false));
}

#[test]
fn a_record_of_a_variant_has_its_fields() {
    #[derive(Archive, Debug, PartialEq)]
    enum Shape {
        Circle { radius: f32 },
        Box(u8, u8),
        Nothing,
    }
    let mut record = Record::of(1_u8, &Shape::Circle { radius: 1.0 }).unwrap();
    assert_eq!((record.type_name(), record.variant()), ("Shape", Some("Circle")));
    assert!(record.set("radius", &2.0_f32).unwrap());
    assert_eq!(send(&record).to::<Shape>().unwrap(), Shape::Circle { radius: 2.0 });
    let record = Record::of(1_u8, &Shape::Box(3, 4)).unwrap();
    assert_eq!(record.keys().collect::<Vec<_>>(), ["0", "1"]);
    assert_eq!(record.to::<Shape>().unwrap(), Shape::Box(3, 4));
    assert_eq!(Record::of(1_u8, &Shape::Nothing).unwrap().to::<Shape>().unwrap(), Shape::Nothing);
}

#[test]
fn a_record_of_a_value_without_fields_has_one() {
    #[derive(Archive, Debug, PartialEq)]
    #[archive(transparent)]
    struct Meters(f32);

    let mut record = Record::of(1_u8, &vec![7_u32]).unwrap();
    assert_eq!(record.keys().collect::<Vec<_>>(), ["value"]);
    record.set("value", &[8_u32, 9]).unwrap();
    assert_eq!(send(&record).to::<Vec<u32>>().unwrap(), [8, 9]);
    assert_eq!(Record::of(1_u8, &Meters(0.5)).unwrap().to::<Meters>().unwrap(), Meters(0.5));
    assert_eq!(
        Record::of(1_u8, &Some(torch())).unwrap().to::<Option<Torch>>().unwrap(),
        Some(torch())
    );
    let error = record.to::<String>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert!(error.detail().contains("a list"), "{error}");
    // A struct may have a field named `value`.
    assert_eq!(record.to::<Lone>().unwrap(), Lone { value: vec![8, 9] });
    record.set("more", &1_u8).unwrap();
    assert_eq!(record.to::<Vec<u32>>().unwrap_err().kind(), ErrorKind::Mismatch);
}

#[derive(Archive, Debug, PartialEq)]
struct Lone {
    value: Vec<u32>,
}

#[test]
fn fields_are_got_by_name_and_type() {
    let record = Record::of(1_u8, &torch()).unwrap();
    assert_eq!(record.get::<[f32; 3]>("position").unwrap(), [1.0, 2.0, 3.0]);
    // A wider type works.
    assert_eq!(record.get::<u64>("fuel").unwrap(), 5);
    let error = record.get::<u32>("feul").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongPath);
    assert!(error.detail().contains("did you mean `fuel`?"), "{error}");
    let error = record.get::<String>("fuel").unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Mismatch, "fuel"));
}

#[test]
fn a_field_is_dirty_when_it_changes_or_whenever_it_is_set() {
    let mut record = Record::of(1_u8, &torch()).unwrap();
    assert!(!record.set("lit", &false).unwrap());
    assert!(!record.is_dirty());
    assert!(record.set("lit", &true).unwrap());
    assert_eq!(record.dirty().collect::<Vec<_>>(), ["lit"]);
    record.clean();
    let mut record = record.tracking(Tracking::OnSet);
    assert!(record.set("lit", &true).unwrap());
    assert_eq!(record.dirty().collect::<Vec<_>>(), ["lit"]);
}

#[test]
fn what_is_shared_is_a_field_as_any_other() {
    #[derive(Archive, Debug, PartialEq)]
    struct Npc {
        name: Rc<str>,
        hp: u32,
        friends: Vec<Rc<str>>,
    }
    let name: Rc<str> = "Ann".into();
    let npc = Npc { name: Rc::clone(&name), hp: 5, friends: vec![name, "Bob".into()] };
    let mut record = Record::of(1_u8, &npc).unwrap();
    assert_eq!(record.type_name(), "Npc");
    assert_eq!(record.keys().collect::<Vec<_>>(), ["name", "hp", "friends"]);
    assert!(record.set("hp", &7_u32).unwrap());
    assert_eq!(record.get::<String>("name").unwrap(), "Ann");
    assert_eq!(send(&record).to::<Npc>().unwrap(), Npc { hp: 7, ..npc });
}

#[test]
fn what_is_shared_is_set_by_value() {
    #[derive(Archive, Debug, PartialEq)]
    struct Hero {
        hp: u8,
        name: Option<Rc<str>>,
    }
    let hero = |name: &str| Hero { hp: 1, name: Some(name.into()) };
    let mut record = Record::of("hero", &hero("Ann")).unwrap();
    assert!(record.set("name", &hero("Bob").name).unwrap());
    assert_eq!(record.to::<Hero>().unwrap(), hero("Bob"));
    assert_eq!(record, Record::of("hero", &hero("Bob")).unwrap());
}

#[test]
fn an_update_has_what_is_dirty_and_nothing_else() {
    let mut record = Record::of("torch#1", &torch()).unwrap();
    record.set("position", &[4.0_f32, 5.0, 6.0]).unwrap();
    record.set("colour", &"red").unwrap();
    record.remove("owner");
    record.set_deleted(true);
    let update = record.update();
    let mut set: Vec<_> = update.set().map(|(name, _)| name.to_owned()).collect();
    set.sort();
    assert_eq!(set, ["colour", "position"]);
    assert_eq!(update.removed().collect::<Vec<_>>(), ["owner"]);
    assert_eq!(update.deleted(), Some(true));
}

#[test]
fn records_are_equal_by_what_they_hold() {
    let record = Record::of("torch#1", &torch()).unwrap();
    let with = |change: fn(&mut Record)| {
        let mut other = record.clone();
        change(&mut other);
        other
    };
    assert_ne!(record, Record::of("torch#2", &torch()).unwrap());
    assert_ne!(record, with(|other| drop(other.set("lit", &true))));
    assert_ne!(record, with(|other| drop(other.remove("owner"))));
    assert_ne!(record, with(|other| other.set_deleted(true)));
    assert_eq!(record, record.clone().tracking(Tracking::OnSet));
    assert_ne!(
        Record::of(1_u8, &Lone { value: vec![] }).unwrap(),
        Record::of(1_u8, &vec![0_u32; 0]).unwrap()
    );
}

/// An update may order fields differently; records are equal in any order.
#[test]
fn the_order_in_which_fields_came_does_not_matter() {
    let mut here = Record::new(1_u8);
    let mut there = here.clone();
    here.set("name", "torch").unwrap();
    here.set("fuel", &3_u8).unwrap();
    there.apply(&here.update()).unwrap();
    assert_eq!(there, here);
    assert_ne!(there.keys().collect::<Vec<_>>(), here.keys().collect::<Vec<_>>());
}

#[test]
fn two_sides_agree_after_an_update() {
    let mut here = Record::of("torch#1", &torch()).unwrap();
    let mut there = send(&here);
    assert_eq!(there, here);

    here.set("position", &[0.0_f32; 3]).unwrap();
    here.set("colour", "red").unwrap();
    here.remove("owner");
    here.set_deleted(true);
    let update = here.update();
    let whole = Options::message().encoded_len(&here).unwrap();
    let sent = Options::message().encoded_len(&update).unwrap();
    assert!(sent < whole, "{sent} of {whole} bytes");
    there.apply(&send(&update)).unwrap();
    assert_eq!(there, here);
    assert!(!there.is_dirty());
    assert!(there.is_deleted());

    here.clean();
    assert!(here.update().is_empty());
    assert_eq!(here.update_to(&there).unwrap(), here.update());
}

#[test]
fn the_difference_of_two_records_is_an_update() {
    let mut old = Record::of(7_u32, &torch()).unwrap();
    let mut new = Record::of(7_u32, &Torch { lit: true, owner: None, ..torch() }).unwrap();
    new.remove("fuel");
    let update = old.update_to(&new).unwrap();
    assert_eq!(update.set().map(|(name, _)| name).collect::<Vec<_>>(), ["lit", "owner"]);
    assert_eq!(update.removed().collect::<Vec<_>>(), ["fuel"]);
    old.apply(&update).unwrap();
    assert_eq!(old, new);
}

#[test]
fn no_update_makes_a_record_one_of_another_type() {
    let list = Record::of(1_u8, &vec![1_u32]).unwrap();
    let lone = Record::of(1_u8, &Lone { value: vec![2] }).unwrap();
    let error = list.update_to(&lone).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert!(
        error.detail().contains("made from no type, but the other from `Lone` version 1"),
        "{error}"
    );
}

#[test]
fn an_update_for_another_record_is_refused() {
    let update = Record::new(1_u32).update();
    let error = Record::new("one").apply(&update).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert!(error.detail().contains("for record 1, but this is record \"one\""), "{error}");
}

#[test]
fn a_record_is_saved_in_every_form() {
    let mut record = Record::of("torch#1", &torch()).unwrap();
    record.set("lit", &true).unwrap();
    record.set_deleted(true);
    for options in [Options::file(), Options::message()] {
        let mut buffer = vec![0; options.encoded_len(&record).unwrap()];
        assert_eq!(options.write_into(&record, &mut buffer).unwrap(), buffer.len());
        let loaded: Record = options.from_slice(&buffer).unwrap();
        assert_eq!(loaded, record);
        assert_eq!(loaded.update(), record.update());
    }
    let loaded: Record = text::from_str(&text::to_string(&record).unwrap()).unwrap();
    assert_eq!(loaded, record);
}

#[test]
fn a_tree_is_a_value_like_any_other() {
    #[derive(Archive, Debug, PartialEq)]
    struct Mod {
        name: String,
        settings: Value<'static>,
        all: Vec<Value<'static>>,
    }
    #[derive(Archive)]
    enum Kind {
        Sword(u8),
        Bow { range: f64 },
        Fist,
    }
    let kinds = vec![Kind::Sword(1), Kind::Bow { range: 2.5 }, Kind::Fist, Kind::Sword(9)];
    let all = vec![
        Value::of(&kinds).unwrap(),
        Value::of(&(u128::MAX, -1_i8, 'x', true, (), Some(Some(0.5_f32)), None::<u8>)).unwrap(),
        Value::of(&vec![1_u16, 2]).unwrap(),
        Value::of(&vec![0_u8; 40]).unwrap(),
        Value::of(&std::collections::BTreeMap::from([("a", vec![torch()])])).unwrap(),
    ];
    let it = Mod { name: "more".into(), settings: Value::of(&torch()).unwrap(), all };
    for options in [Options::file(), Options::message()] {
        let bytes = options.to_vec(&it).unwrap();
        assert_eq!(options.from_slice::<Mod>(&bytes).unwrap(), it);
    }
}

#[test]
fn hostile_trees_are_refused() {
    let tree = Value::of(&vec![torch(), torch()]).unwrap();
    let bytes = Options::message().to_vec(&tree).unwrap();
    let mut damaged = bytes.clone();
    for at in 0..bytes.len() {
        assert!(Options::message().from_slice::<Value<'static>>(&bytes[..at]).is_err());
        for flip in [1, 0x20, 0x80, 0xff] {
            damaged[at] ^= flip;
            let _ = Options::message().from_slice::<Value<'static>>(&damaged);
            damaged[at] ^= flip;
        }
    }
    // Nested lists, each of which claims all remaining bytes.
    let mut nested = Vec::new();
    for _ in 0..400 {
        nested.extend([0x22, 0xff, 0xff, 0x03]);
    }
    nested.resize(70_000, 0);
    #[derive(Archive)]
    #[archive(crate = crate, name = "std.Value")]
    struct Raw(Vec<u8>);
    let raw = Options::message().to_vec(&Raw(nested)).unwrap();
    let error = Options::message().from_slice::<Value<'static>>(&raw).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidValue, "{error}");
}

#[test]
fn a_copy_of_a_prototype_is_what_it_says_beyond_it() {
    let prototype = Value::of(&torch()).unwrap();
    let copy = Torch { fuel: 99, ..torch() };
    let beyond = Value::of(&copy).unwrap().beyond(&prototype).unwrap();
    assert_eq!(beyond.to_string(), "Torch { fuel = 99 }");
    let sent: Value<'static> = send(&beyond);
    // The prototype has changed since then.
    let mut loaded = Value::of(&Torch { lit: true, ..torch() }).unwrap();
    loaded.merge(sent);
    assert_eq!(loaded.to::<Torch>().unwrap(), Torch { lit: true, fuel: 99, ..torch() });
    assert_eq!(prototype.beyond(&prototype), None);
}

#[test]
fn what_a_copy_says_beyond_its_prototype_makes_the_copy() {
    #[derive(Archive, Clone, Debug, PartialEq)]
    struct Bag {
        counts: BTreeMap<String, u32>,
        spare: Option<Box<Bag>>,
        torch: Option<Torch>,
    }
    let counts = |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), 1)).collect();
    let bag = |names: &[&str], torch| Bag { counts: counts(names), spare: None, torch };
    let within =
        |outer: &Bag, inner: &Bag| Bag { spare: Some(Box::new(inner.clone())), ..outer.clone() };
    let small = [bag(&[], None), bag(&["oil"], Some(torch())), bag(&["oil", "rope"], None)];
    let nested = small.iter().flat_map(|outer| small.iter().map(|inner| within(outer, inner)));
    let all: Vec<Bag> = small.iter().cloned().chain(nested).collect();
    for base in &all {
        for copy in &all {
            let mut tree = Value::of(base).unwrap();
            if let Some(beyond) = Value::of(copy).unwrap().beyond(&tree) {
                tree.merge(beyond);
            }
            assert_eq!(tree.to::<Bag>().unwrap(), *copy, "over {base:?}");
        }
    }
}

/// What is no struct is in a field of its own, whatever the fields of a struct within it are called.
#[test]
fn options_of_structs_come_back() {
    #[derive(Archive, Debug, PartialEq)]
    struct Layer {
        value: Option<Box<Layer>>,
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Score {
        value: u32,
    }
    for value in [
        None,
        Some(Layer { value: None }),
        Some(Layer { value: Some(Box::new(Layer { value: None })) }),
    ] {
        assert_eq!(Record::of(1_u8, &value).unwrap().to::<Option<Layer>>().unwrap(), value);
    }
    for value in [None, Some(Score { value: 3 })] {
        assert_eq!(Record::of(1_u8, &value).unwrap().to::<Option<Score>>().unwrap(), value);
    }
    let mut made = Record::new(1_u8);
    made.set("value", &3_u32).unwrap();
    assert_eq!(made.to::<Score>().unwrap(), Score { value: 3 });
    assert_eq!(made.to::<Option<Score>>().unwrap(), Some(Score { value: 3 }));
    assert_eq!(made.to::<u32>().unwrap(), 3);
}
