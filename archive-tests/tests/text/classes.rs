//! Objects of a trait as people write them: the key of a class in place of the name of its type.

use std::rc::Rc;

use archive::{Archive, Object, Options, text};

trait Part: Object {
    fn say(&self) -> String;
}

macro_rules! parts {
    ($($ty:ty)*) => {$(
        impl Part for $ty {
            fn say(&self) -> String {
                format!("{self:?}")
            }
        }
    )*};
}

#[derive(Archive, Debug)]
struct Hp(u32);

#[derive(Archive, Debug)]
struct Place(i8, i8);

#[derive(Archive, Debug)]
struct Pair((u8, u8));

#[derive(Archive, Debug)]
struct Tag;

#[derive(Archive, Debug, Default)]
struct Turn {
    #[archive(default)]
    angle: f32,
    #[since(2, default = Team::Red)]
    team: Team,
}

#[derive(Archive, Debug)]
struct Side(Team);

#[derive(Archive, Debug)]
struct Bag(Vec<u8>, String);

#[derive(Archive, Debug, Default)]
enum Team {
    #[default]
    Red,
    Blue(u8),
}

parts! { Hp Place Pair Tag Turn Side Bag Team u64 }

archive::registry! {
    dyn Part as "Part" {
        Hp as "hp" | "health",
        Place as "place",
        Pair as "pair",
        Tag as "tag",
        Turn as "turn" renamed 2 from "rotation",
        Side as "side",
        Bag as "bag",
        Team as "team",
        u64 as "number",
    }
}

#[derive(Archive)]
struct Prefab {
    parts: Vec<Box<dyn Part>>,
    shared: Vec<Rc<dyn Part>>,
}

fn said(source: &str) -> String {
    let source = format!("{{ parts = [{source}], shared = [{source}] }}");
    let prefab: Prefab = text::from_str(&source).unwrap_or_else(|it| panic!("{it}"));
    let all: Vec<String> = prefab.parts.iter().map(|it| it.say()).collect();
    let shared: Vec<String> = prefab.shared.iter().map(|it| it.say()).collect();
    assert_eq!(all, shared);
    // Without the types, a text is read in the same way, except for aliases, and a class whose key was another one at first.
    let file = archive::to_vec(&prefab).unwrap();
    if !["health", "rotation", "turn"].iter().any(|key| source.contains(key)) {
        let file = text::to_archive(&source, &file).unwrap();
        let prefab: Prefab = archive::from_slice(&file).unwrap();
        assert_eq!(prefab.parts.iter().map(|it| it.say()).collect::<Vec<_>>(), all);
    }
    // What is written has both names.
    let written: Prefab = text::from_str(&text::to_string(&prefab).unwrap()).unwrap();
    assert_eq!(written.parts.iter().map(|it| it.say()).collect::<Vec<_>>(), all);
    all.join(", ")
}

#[test]
fn the_key_of_a_class_stands_for_the_name_of_its_type() {
    for (long, short) in [
        ("hp(Hp(3))", "hp(3)"),
        ("health(Hp(3))", "health(3)"),
        ("place(Place(1, -2))", "place(1, -2)"),
        ("pair(Pair((1, 2)))", "pair(Pair((1, 2)))"),
        ("tag(Tag)", "tag"),
        ("tag(Tag)", "tag()"),
        ("tag(Tag)", "tag {}"),
        ("turn(Turn { angle = 2, team = Blue(3) })", "turn { team = Blue(3), angle = 2 }"),
        ("rotation(Turn { angle = 2 })", "turn { angle = 2 }"),
        ("side(Side(Red))", "side(Red)"),
        ("bag(Bag([1, 2], \"x\"))", "bag([1, 2], \"x\")"),
        ("hp(Hp(3)), tag(Tag), hp(Hp(4))", "hp(3), tag, hp(4)"),
    ] {
        assert_eq!(said(short), said(long), "{short}");
    }
}

#[test]
fn what_was_read_before_means_the_same() {
    for (source, expected) in [
        ("hp((3))", "Hp(3)"),
        ("hp { `0` = Hp(3) }", "Hp(3)"),
        ("place((1, -2))", "Place(1, -2)"),
        ("turn({ angle = 1.5 })", "Turn { angle: 1.5, team: Red }"),
        ("turn({})", "Turn { angle: 0.0, team: Red }"),
        ("tag(())", "Tag"),
        ("team(Red), team(Blue(3))", "Red, Blue(3)"),
        ("number(7)", "7"),
    ] {
        assert_eq!(said(source), expected, "{source}");
    }
}

#[test]
fn a_mistake_in_the_fields_is_where_it_is() {
    let error = |source: &str| {
        let source = format!("{{ parts = [{source}], shared = [] }}");
        let Err(error) = Options::file().from_text::<Prefab>(&source) else { panic!("{source}") };
        let file = archive::to_vec(&Prefab { parts: vec![], shared: vec![] }).unwrap();
        let other = text::to_archive(&source, &file).unwrap_err();
        (error.path().to_owned(), error.column(), error.detail().to_owned(), other.column())
    };
    for (source, path, column, detail) in [
        ("hp(-1)", "parts[0].0.0", 15, "expected a u32, found `-1`"),
        ("hp(1, 2)", "parts[0].0", 12, "number of values: expected 1, found 2"),
        ("hp", "parts[0].0.0", 12, "the field `0` is missing"),
        ("place { x = 1 }", "parts[0].0", 20, "the fields of `Place` have no names"),
        ("hp(Health(3))", "parts[0].0", 15, "expected `Hp`, found `Health`"),
    ] {
        let found = error(source);
        assert_eq!((&*found.0, found.1), (path, Some(column)), "{source}: {found:?}");
        assert!(found.2.starts_with(detail), "{source}: {found:?}");
    }
}

/// What was written short is written in full, with its comments.
#[test]
fn rewriting_keeps_the_comments() {
    let source = "Prefab @1 {
  parts = [
    hp(3) // weak
    turn {
      angle = 2 // degrees
      team = Red
    }
    tag // it
  ]
  shared = []
}
";
    let prefab: Prefab = text::from_str(source).unwrap();
    let written = text::rewrite(source, &prefab).unwrap();
    for part in [
        "hp(Hp(3))  // weak",
        "Turn { angle = 2.0, team = Red }\n",
        "// degrees",
        "tag(Tag)  // it",
    ] {
        assert!(written.contains(part), "{part}: {written}");
    }
    // An edit changes nothing else. Its path is that of the text.
    let edited = text::edit(source, "parts[1].angle", &3.5_f32).unwrap();
    assert_eq!(edited, source.replace("angle = 2 ", "angle = 3.5 "));
}
