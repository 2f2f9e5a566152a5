//! Changes values of a program's types by path, or overwrites parts of them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{Archive, ErrorKind, Newer, Options, Unknown, Value};

#[derive(Archive, Clone, Debug, PartialEq)]
#[archive(validate = Save::check)]
struct Save {
    hero: Hero,
    bag: Vec<Item>,
    stock: BTreeMap<String, u32>,
    mood: Mood,
    #[archive(skip)]
    frames: u64,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Hero {
    name: String,
    #[archive(max_len = 3)]
    titles: Vec<String>,
    place: Option<(f32, f32)>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Item {
    id: String,
    count: u16,
}

#[derive(Archive, Clone, Debug, PartialEq)]
enum Mood {
    Calm,
    Angry { at: String, days: u8 },
}

impl Save {
    fn check(&self) -> Result<(), &'static str> {
        if self.bag.len() <= 2 { Ok(()) } else { Err("a bag holds two items") }
    }
}

fn save() -> Save {
    Save {
        hero: Hero { name: "Ann".into(), titles: vec!["Sir".into()], place: None },
        bag: vec![item("torch", 3)],
        stock: [("iron".to_owned(), 2), ("wood".to_owned(), 5)].into(),
        mood: Mood::Angry { at: "Bob".into(), days: 2 },
        frames: 7,
    }
}

fn item(id: &str, count: u16) -> Item {
    Item { id: id.into(), count }
}

/// Some of the fields, as an editor or a peer sends them.
#[derive(Archive)]
struct Patch<T> {
    hero: T,
}

#[derive(Archive)]
struct Place {
    place: (f32, f32),
}

#[derive(Archive)]
struct Titles {
    titles: Vec<String>,
}

#[derive(Archive)]
struct Misspelt {
    nmae: String,
}

#[derive(Archive)]
struct Things<T> {
    bag: Vec<T>,
    stock: BTreeMap<String, u32>,
    mood: Mood,
}

#[derive(Archive)]
struct Heavy {
    id: String,
    count: u32,
}

fn things<T>(bag: Vec<T>) -> Things<T> {
    Things { bag, stock: [("gold".to_owned(), 1)].into(), mood: Mood::Calm }
}

/// The kind and path of the error for a patch, which must leave the value unchanged.
#[track_caller]
fn refused<T: Archive>(patch: &T) -> (ErrorKind, String) {
    let mut save = save();
    let error = archive::update(&mut save, Value::of(patch).unwrap()).unwrap_err();
    assert_eq!(save, self::save());
    (error.kind(), error.path().to_owned())
}

#[test]
fn only_what_an_update_names_is_overwritten() {
    let mut save = save();
    let patch = Patch { hero: Place { place: (1.5, 0.0) } };
    archive::update(&mut save, Value::of(&patch).unwrap()).unwrap();
    let hero = Hero { place: Some((1.5, 0.0)), ..self::save().hero };
    // Skipped fields get their defaults, as after a load.
    assert_eq!(save, Save { hero, frames: 0, ..self::save() });
}

#[test]
fn lists_maps_and_other_variants_are_overwritten_as_a_whole() {
    let mut save = save();
    archive::update(&mut save, Value::of(&things(vec![item("rope", 1)])).unwrap()).unwrap();
    assert_eq!((save.bag, save.mood), (vec![item("rope", 1)], Mood::Calm));
    assert_eq!(save.stock, [("gold".to_owned(), 1)].into());
    assert_eq!(save.hero, self::save().hero);
}

#[test]
fn what_the_type_refuses_changes_nothing() {
    let full = refused(&things(vec![item("rope", 1), item("rope", 1), item("rope", 1)]));
    assert_eq!(full, (ErrorKind::Hook, String::new()));
    let titles = Titles { titles: ["a", "b", "c", "d"].map(String::from).into() };
    assert_eq!(refused(&Patch { hero: titles }), (ErrorKind::MaxLen, "hero.titles".to_owned()));
    let misspelt = refused(&Patch { hero: Misspelt { nmae: "Bob".into() } });
    assert_eq!(misspelt, (ErrorKind::UnknownField, "hero.nmae".to_owned()));
    let heavy = refused(&things(vec![Heavy { id: "rope".into(), count: 70_000 }]));
    assert_eq!(heavy, (ErrorKind::InvalidValue, "bag[0].count".to_owned()));
}

#[test]
fn an_edit_leads_to_one_value_by_its_path() {
    let mut save = save();
    archive::edit(&mut save, |tree| {
        tree.set("bag[0].count", 9_u16)?;
        tree.set("mood.days", 4_u8)?;
        tree.set("stock[\"wood\"]", 1_u32)?;
        tree.remove("hero.titles[0]").map(drop)
    })
    .unwrap();
    assert_eq!((save.bag[0].count, save.stock["wood"], save.hero.titles.len()), (9, 1, 0));
    assert_eq!(save.mood, Mood::Angry { at: "Bob".into(), days: 4 });
}

#[test]
fn a_path_to_nothing_changes_nothing() {
    let mut save = save();
    let error = archive::edit(&mut save, |tree| {
        tree.set("bag[0].count", 9_u16)?;
        tree.set("bag[0].weight", 1_u16).map(drop)
    })
    .unwrap_err();
    assert_eq!((error.kind(), &save), (ErrorKind::WrongPath, &self::save()));
}

/// A save whose items are shared.
#[derive(Archive, Debug, PartialEq)]
struct Shared {
    bag: Vec<Rc<Item>>,
    hand: Option<Rc<Item>>,
    root: u8,
}

fn shared() -> Shared {
    let torch = Rc::new(item("torch", 3));
    Shared { bag: vec![Rc::new(item("rope", 1)), Rc::clone(&torch)], hand: Some(torch), root: 7 }
}

#[test]
fn what_is_shared_is_edited_for_all_who_own_it() {
    let mut save = shared();
    archive::edit(&mut save, |tree| tree.set("hand.count", 4_u16).map(drop)).unwrap();
    assert_eq!(save.bag, [item("rope", 1).into(), item("torch", 4).into()]);
    assert!(Rc::ptr_eq(&save.bag[1], save.hand.as_ref().unwrap()));
}

#[test]
fn paths_and_patterns_of_a_tree_lead_to_what_is_shared() {
    let mut tree = Value::of(&shared()).unwrap();
    assert_eq!(tree.get("bag[1].count"), Some(&Value::U16(3)));
    assert_eq!(tree.get("bag[1].count"), tree.get("hand.count"));
    assert_eq!((tree.get("bag[2].count"), tree.get("bag[0].0")), (None, None));
    // The value itself and one of its fields are both named `root`.
    assert_eq!(
        (tree.get("root.root"), tree.get("root.bag")),
        (Some(&Value::U8(7)), tree.get("bag"))
    );
    *tree.get_mut("hand.count").unwrap() = Value::U16(5);
    tree.insert("bag[0].rare", true).unwrap();
    assert_eq!(tree.remove("bag[0].rare").unwrap(), Value::Bool(true));
    let error = tree.set("bag[1].conut", 1_u8).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::WrongPath, "bag[1]"));
    assert!(error.to_string().contains("did you mean `count`?"), "{error}");
    let found = tree.find("**.count");
    let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["Item[0].count", "Item[1].count"]);
    for (path, value) in found.into_iter().chain(tree.find("**")) {
        assert_eq!(tree.get(&path), Some(value), "{path}");
    }
    let found = tree.find("bag[*]");
    assert!(found.len() == 2 && found[1].0 == "root.bag[1]");
    assert_eq!(tree.to::<Shared>().unwrap().hand.unwrap().count, 5);
}

#[test]
fn a_link_that_changes_is_a_change() {
    let (mut before, after) = (Value::of(&shared()).unwrap(), shared());
    let after = Shared { hand: Some(Rc::clone(&after.bag[0])), ..after };
    let after = Value::of(&after).unwrap();
    let diff = before.diff(&after);
    assert_eq!(diff.changes().iter().map(|it| it.path()).collect::<Vec<_>>(), ["root.hand"]);
    diff.apply(&mut before).unwrap();
    assert_eq!(before, after);
}

/// Trees may be made up, so their links may lead anywhere.
#[test]
fn paths_end_at_links_that_lead_nowhere_or_round() {
    use std::cell::RefCell;

    #[derive(Archive)]
    struct Ring(RefCell<Option<Rc<Ring>>>);

    let ring = Rc::new(Ring(RefCell::new(None)));
    *ring.0.borrow_mut() = Some(Rc::clone(&ring));
    let mut tree = Value::of(&ring).unwrap();
    assert!(tree.get("0.0.0.0").is_some());
    let link = tree.get("root").unwrap().clone();
    tree.set("Ring[0]", link).unwrap();
    // The row number of the link.
    assert_eq!(tree.get("0"), Some(&Value::U32(0)));
    assert!(tree.set("0.0", 1_u8).is_err() && tree.get_mut("0.0").is_none());
    tree.set("Ring", Value::from(Vec::<u8>::new())).unwrap();
    assert_eq!(tree.get("0"), Some(&Value::U32(0)));
    assert_eq!(tree.get("0.0"), None);
    ring.0.borrow_mut().take();
}

#[test]
fn shared_objects_are_edited_as_they_are() {
    #[derive(Archive)]
    struct Twice {
        id: u32,
        a: Option<Rc<Self>>,
        b: Option<Rc<Self>>,
    }

    // Without sharing, it would be 2^60 objects.
    let mut top = None;
    for id in 0..60 {
        top = Some(Rc::new(Twice { id, a: top.clone(), b: top }));
    }
    archive::edit(&mut top, |tree| tree.set("id", 7_u32).map(drop)).unwrap();
    let top = top.unwrap();
    assert_eq!(top.id, 7);
    assert!(Rc::ptr_eq(top.a.as_ref().unwrap(), top.b.as_ref().unwrap()));
    assert_eq!(top.a.as_ref().unwrap().id, 58);

    #[derive(Archive, Default)]
    struct Node {
        id: u32,
        next: RefCell<Option<Rc<Node>>>,
    }

    let mut ring = Rc::new(Node::default());
    *ring.next.borrow_mut() = Some(Rc::clone(&ring));
    archive::edit(&mut ring, |tree| tree.set("id", 7_u32).map(drop)).unwrap();
    assert_eq!(ring.id, 7);
    let next = ring.next.borrow_mut().take().unwrap();
    assert!(Rc::ptr_eq(&next, &ring));
}

#[test]
fn what_retained_something_is_edited_for_all_who_share_it() {
    mod newer {
        use std::rc::Rc;

        use archive::Archive;

        #[derive(Archive)]
        pub struct Node {
            pub v: u8,
        }

        #[derive(Archive)]
        pub struct Root {
            pub x: Rc<Node>,
            pub y: Rc<Node>,
            #[since(2, default = 0)]
            pub c: u8,
        }
    }

    #[derive(Archive)]
    struct Node {
        v: u8,
    }

    #[derive(Archive)]
    struct Root {
        x: Rc<Node>,
        y: Rc<Node>,
        #[archive(unknown)]
        extra: Unknown,
    }

    let node = Rc::new(newer::Node { v: 1 });
    let saved = newer::Root { x: Rc::clone(&node), y: node, c: 5 };
    let keep = Options::file().newer(Newer::Accept).unknown(Unknown::Retain);
    let mut root: Root = keep.from_slice(&archive::to_vec(&saved).unwrap()).unwrap();
    assert!(Rc::ptr_eq(&root.x, &root.y));
    archive::edit(&mut root, |tree| tree.set("x.v", 9_u8).map(drop)).unwrap();
    assert_eq!((root.x.v, root.y.v), (9, 9));
    assert!(Rc::ptr_eq(&root.x, &root.y));
    assert!(!root.extra.is_empty());
    let back: newer::Root = archive::from_slice(&archive::to_vec(&root).unwrap()).unwrap();
    assert_eq!((back.x.v, back.c), (9, 5));
    assert!(Rc::ptr_eq(&back.x, &back.y));
}

/// What `beyond` gives for trees by value has no links; an update applies it to the linked objects.
#[test]
fn an_update_reaches_what_is_shared() {
    #[derive(Archive, Clone, Debug, PartialEq)]
    struct Hero {
        gear: Rc<Gear>,
        spare: Option<Rc<Gear>>,
        mood: Rc<Option<Mood>>,
    }
    #[derive(Archive, Clone, Debug, PartialEq)]
    struct Gear {
        weight: u32,
        #[since(2, default = 1)]
        worth: u32,
        bound: Option<Rc<Gear>>,
    }
    let gear = |weight, worth, bound| Rc::new(Gear { weight, worth, bound });
    let angry = |days| Rc::new(Some(Mood::Angry { at: "Bob".into(), days }));
    let by_value = Options::file().by_value(true);
    let beyond = |copy: &Hero, base: &Hero| {
        let copy = by_value.to_value(copy).unwrap();
        copy.beyond(&by_value.to_value(base).unwrap()).unwrap()
    };

    let bound = gear(1, 2, None);
    let base = Hero { gear: gear(3, 4, Some(bound.clone())), spare: Some(bound), mood: angry(5) };
    let heavier = gear(3, 4, Some(gear(9, 2, None)));
    let over = beyond(&Hero { gear: heavier, ..base.clone() }, &base);
    let mut hero = base.clone();
    archive::update(&mut hero, over).unwrap();
    // The change is visible to all owners.
    let changed = hero.gear.bound.as_ref().unwrap();
    assert_eq!(**changed, Gear { weight: 9, worth: 2, bound: None });
    assert!(Rc::ptr_eq(changed, hero.spare.as_ref().unwrap()));

    let over = beyond(&Hero { mood: angry(6), ..base.clone() }, &base);
    let mut hero = base.clone();
    archive::update(&mut hero, over).unwrap();
    assert_eq!(hero, Hero { mood: angry(6), ..base.clone() });

    // Another variant, or none, replaces the link.
    for mood in [Some(Mood::Calm), None] {
        let copy = Hero { mood: Rc::new(mood), ..base.clone() };
        let mut hero = base.clone();
        archive::update(&mut hero, beyond(&copy, &base)).unwrap();
        assert_eq!(hero, copy);
    }
}

/// If nothing is shared, an update brings its own objects.
#[test]
fn an_update_of_what_shares_nothing_may_share() {
    #[derive(Archive, Debug, PartialEq)]
    struct Hero {
        hp: u8,
        worn: Option<Rc<str>>,
        spare: Option<Rc<str>>,
    }
    #[derive(Archive)]
    struct Part {
        worn: Option<Rc<str>>,
        spare: Option<Rc<str>>,
    }
    let mut hero = Hero { hp: 7, worn: None, spare: None };
    let bow = Some(Rc::from("bow"));
    let part = Value::of(&Part { worn: bow.clone(), spare: bow }).unwrap();
    archive::update(&mut hero, part).unwrap();
    assert_eq!((hero.hp, hero.worn.as_deref()), (7, Some("bow")));
    assert!(Rc::ptr_eq(hero.worn.as_ref().unwrap(), hero.spare.as_ref().unwrap()));
}

/// Rust's float literals are `f64`s, and may be set where an `f32` is expected.
#[test]
fn literals_take_the_place_of_an_f32() {
    #[derive(Archive, Debug, PartialEq)]
    struct Ball {
        speed: f32,
        best: Option<f32>,
        at: Vec<f32>,
        far: f64,
    }
    let mut ball = Ball { speed: 0.5, best: Some(1.0), at: vec![0.0, 1.0], far: 0.5 };
    let file = archive::to_vec(&ball).unwrap();
    let change = |tree: &mut Value<'static>| {
        tree.set("speed", 0.85)?;
        tree.set("best", 0.1)?;
        tree.set("at[1]", 1e-7)?;
        tree.set("far", 0.1_f32)?;
        Ok(())
    };
    archive::edit(&mut ball, change).unwrap();
    let (best, at, far) = (Some(0.1), vec![0.0, 1e-7], f64::from(0.1_f32));
    assert_eq!(ball, Ball { speed: 0.85, best, at, far });
    let edited = archive::edit_archive(&file, |tree| tree.set("speed", 0.85).map(drop)).unwrap();
    assert_eq!(archive::from_slice::<Ball>(&edited).unwrap().speed, 0.85);
    // Of two that are as near, texts print one and Rust the other.
    for literal in [3_985_450.2, 3_985_450.3] {
        archive::edit(&mut ball, |tree| tree.set("speed", literal).map(drop)).unwrap();
        assert_eq!(ball.speed, 3_985_450.3);
    }
    // An `f64` with more digits than an `f32` holds is refused.
    let error = archive::edit(&mut ball, |tree| tree.set("speed", 0.123_456_789_01).map(drop));
    assert_eq!(error.unwrap_err().kind(), ErrorKind::InvalidValue);
    let mut record = archive::Record::of(1_u8, &ball).unwrap();
    record.set("best", &0.7_f64).unwrap();
    assert_eq!(record.to::<Ball>().unwrap().best, Some(0.7));
}
