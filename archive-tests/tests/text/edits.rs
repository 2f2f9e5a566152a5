//! Replaces single values in texts.

use archive::{Archive, ErrorKind, text};
use cpu_time::ThreadTime;

const SOURCE: &str = "\
// the hero of the first act
Save @3 {
  hero = Hero {   // keep
    name = \"Ann\"
    bag = [Item { count = 3 }, none]
    keys = { \"jump\" = ' ', 7 = 'x' }
  }
  at = (1, 2)
}
";

fn edited(path: &str, value: &(impl archive::Serialize + ?Sized)) -> String {
    text::edit(SOURCE, path, value).unwrap()
}

#[test]
fn only_the_value_changes() {
    assert_eq!(edited("hero.name", "Bea"), SOURCE.replace("\"Ann\"", "\"Bea\""));
    assert_eq!(edited("hero.bag[0].count", &4_u8), SOURCE.replace("count = 3", "count = 4"));
    assert_eq!(edited("hero.bag[1]", &5_u8), SOURCE.replace("none", "5"));
    assert_eq!(edited("hero.keys[\"jump\"]", &'j'), SOURCE.replace("' '", "'j'"));
    assert_eq!(edited("hero.keys[7]", &'j'), SOURCE.replace("'x'", "'j'"));
    assert_eq!(edited("at.1", &9_u8), SOURCE.replace("(1, 2)", "(1, 9)"));
    assert_eq!(edited("at", &(3_u8, 4_u8)), SOURCE.replace("(1, 2)", "(3, 4)"));
}

#[test]
fn a_value_of_several_lines_stands_as_deep_as_its_line() {
    let long = vec!["a text that takes more than half of a line".to_owned(); 2];
    let lines = "name = [
      \"a text that takes more than half of a line\"
      \"a text that takes more than half of a line\"
    ]";
    assert_eq!(edited("hero.name", &long), SOURCE.replace("name = \"Ann\"", lines));
}

#[test]
fn a_value_does_not_grow_together_with_its_neighbours() {
    let edited = |source: &str, path: &str| text::edit(source, path, &7_u8).unwrap();
    assert_eq!(edited("{ a = (1)b = 2 }", "a"), "{ a = 7,b = 2 }");
    assert_eq!(edited("[1\"a\"]", "[1]"), "[1,7]");
    assert_eq!(edited("[\"a\"1 2]", "[0]"), "[7,1 2]");
    assert_eq!(edited("[\"a\" (1)]", "[0]"), "[7, (1)]");
    assert_eq!(edited("[\"a\"/* b */, 1]", "[0]"), "[7/* b */, 1]");
    assert_eq!(text::edit("[Torch \"a\"]", "[1]", &(1_u8, true)).unwrap(), "[Torch ,(1, true)]");
    assert_eq!(text::edit("[1\"a\"]", "[0]", &'x').unwrap(), "['x'\"a\"]");
}

#[test]
fn the_root_goes_with_its_version() {
    assert_eq!(text::edit("Hero @2", "", &7_u8).unwrap(), "7");
    assert_eq!(text::edit("Hero @2 { level = 1 } // end", "", &7_u8).unwrap(), "7 // end");
}

#[test]
fn a_path_that_leads_nowhere_is_an_error() {
    let error = text::edit(SOURCE, "hero.bag[2].count", &4_u8).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingField);
    assert!(error.detail().contains("`hero.bag` has no part `[2].count`"), "{error}");
}

#[test]
fn a_mark_of_the_byte_order_stays_in_front() {
    let edited = text::edit("\u{feff}6666", "", &7_u8).unwrap();
    assert_eq!(edited, "\u{feff}7");
    assert_eq!(text::edit(&edited, "", &7_u8).unwrap(), edited);
}

/// New values are written at the versions that the text states, so they keep their meaning.
#[test]
fn a_value_is_written_at_the_versions_that_are_stated() {
    mod metres {
        pub fn of(centi: u16) -> u32 {
            u32::from(centi) * 100
        }

        pub fn back(metres: &u32) -> Result<u16, &'static str> {
            match metres % 100 {
                0 => u16::try_from(metres / 100).map_err(|_| "it is too far"),
                _ => Err("it is no multiple of 100"),
            }
        }
    }

    #[derive(Archive, Debug, PartialEq)]
    struct Item {
        #[archive(was(u16, until = 2, with = metres::of, back = metres::back))]
        dist: u32,
    }

    #[derive(Archive, Debug, PartialEq)]
    struct Hero {
        bag: Vec<Item>,
    }

    let source = "@versions { Item = 1 } Hero @1 { bag = [Item { dist = 3 }, Item { dist = 4 }] }";
    let edited = text::edit(source, "bag[0]", &Item { dist: 500 }).unwrap();
    assert_eq!(edited, source.replace('3', "5"));
    let hero: Hero = text::from_str(&edited).unwrap();
    assert_eq!(hero.bag, [Item { dist: 500 }, Item { dist: 400 }]);

    let all = text::edit(source, "", &Hero { bag: vec![Item { dist: 700 }] }).unwrap();
    assert_eq!(text::from_str::<Hero>(&all).unwrap().bag, [Item { dist: 700 }], "{all}");

    let error = text::edit(source, "bag[0]", &Item { dist: 7 }).unwrap_err();
    assert!(error.to_string().contains("no multiple of 100"), "{error}");
}

#[test]
fn entries_are_found_by_odd_keys_and_by_their_places() {
    let source = r#"Maps { chars = { '"' = 1, '[' = 2, ']' = 3, '\'' = 4 }, set = [5, 6] }"#;
    for (path, old) in [
        (r#"chars['"']"#, "1"),
        ("chars['[']", "2"),
        ("chars[']']", "3"),
        (r"chars['\'']", "4"),
        ("chars{0}", "1"),
        ("chars{3}", "4"),
        ("set{1}", "6"),
        ("set[0]", "5"),
    ] {
        assert_eq!(text::edit(source, path, &7_u8).unwrap(), source.replace(old, "7"), "{path}");
    }
    for path in ["chars{4}", "chars{}", "chars{x}", "set{2}", "chars['x']"] {
        assert_eq!(text::edit(source, path, &7_u8).unwrap_err().kind(), ErrorKind::MissingField);
    }
}

#[test]
fn a_part_within_many_options_is_found() {
    let (open, close) = ("some(".repeat(200_000), ")".repeat(200_000));
    let edited = text::edit(&format!("{open}[1]{close}"), "[0]", &2_u8).unwrap();
    assert_eq!(edited, format!("{open}[2]{close}"));
}

#[test]
fn a_chain_of_links_is_followed_in_a_moment() {
    use std::fmt::Write;

    let mut chain = String::from("{ next = &1 }\n@objects {\n");
    for number in 1..20_000 {
        writeln!(chain, "  &{number} = &{}", number + 1).unwrap();
    }
    chain += "  &20000 = { gold = 5 }\n}\n";
    let start = ThreadTime::now();
    let edited = text::edit(&chain, "next.gold", &6_u8).unwrap();
    assert!(edited.contains("gold = 6"));
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

/// A new root keeps the version that the text states, if the type still has the name there.
#[test]
fn a_root_that_is_exchanged_keeps_the_version_that_is_stated() {
    #[derive(Archive, Debug, PartialEq)]
    struct Hero {
        #[archive(renamed(2, from = "hp"))]
        health: u8,
        #[since(3, default = 1)]
        level: u32,
    }

    let hero = || Hero { health: 7, level: 1 };
    let edited = text::edit("// my hero\nHero @1 { hp = 3 }", "", &hero()).unwrap();
    assert_eq!(edited, "// my hero\nHero @1 { hp = 7 }");
    let edited = text::edit("Hero @2 { health = 3 }", "", &hero()).unwrap();
    assert_eq!(edited, "Hero @2 { health = 7 }");
    let edited = text::edit("Hero @3 { health = 3, level = 2 }", "", &hero()).unwrap();
    assert_eq!(text::from_str::<Hero>(&edited).unwrap(), hero(), "{edited}");
    assert!(edited.starts_with("Hero @3 {"), "{edited}");
    let high = Hero { health: 7, level: 9 };
    let error = text::edit("Hero @1 { hp = 3 }", "", &high).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "level"), "{error}");
}
