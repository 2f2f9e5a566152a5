//! Comments are kept when a value is saved again.

use archive::{Archive, ErrorKind, text};

#[derive(Archive, Debug, PartialEq)]
struct Settings {
    #[archive(removed(name: String, until = 2))]
    #[archive(renamed(2, from = "sound"), alias = "loudness")]
    volume: f32,
    #[since(2, default = 1280)]
    width: u32,
    keys: Vec<Key>,
    #[archive(removed(mouse: Mouse, until = 2))]
    colors: std::collections::BTreeMap<String, u32>,
}

#[derive(Archive, Debug, PartialEq)]
struct Key {
    action: String,
    codes: Vec<u16>,
    held: Option<bool>,
}

#[derive(Archive, Debug, PartialEq)]
struct Mouse {
    speed: f32,
}

const OLD: &str = "\
// At the top.

@versions { Key = 1, Mouse = 1 } // versions
/* Above
   the root. */
Settings @1 { // opens
  // the player's
  name = \"Ann\" // first
  sound = /* loud */ 0.5, // at night
  // all keys
  keys = [ // open list
    Key { action = \"jump\", codes = [32], held = none } // space
    // second
    Key {
      action = \"run\" // fast
      codes = [1, /* two */ 2]
      held = none
      // end of run
    }
    Key { action = \"duck\", codes = [], held = none } // gone below
    // end of keys
  ]
  mouse = { speed = 1.0 /* slow */ }
  colors = { \"red\" = 1, // r
    \"blue\" = 2 /* b */ }
  // end of settings
} // closed
// At the bottom.
";

const NEW: &str = "\
// At the top.
@versions { Key = 1 }  // versions
/* Above
   the root. */
Settings @2 {  // opens
  /* loud */
  volume = 0.75  // at night
  width = 1280
  // all keys
  keys = [  // open list
    Key { action = \"jump\", codes = [32], held = none }  // space
    // second
    Key {
      action = \"run\"  // fast
      codes = [
        1
        /* two */
        2
      ]
      held = none
      // end of run
    }
    // gone below
    // end of keys
  ]
  colors = {
    \"blue\" = 2  /* b */
    \"red\" = 1  // r
  }
  // the player's
  // first
  /* slow */
  // end of settings
}  // closed
// At the bottom.
";

fn settings() -> Settings {
    let mut settings: Settings = text::from_str(OLD).unwrap();
    settings.keys.pop();
    settings.volume = 0.75;
    settings
}

#[test]
fn comments_stand_where_they_stood() {
    let new = text::rewrite(OLD, &settings()).unwrap();
    assert_eq!(new, NEW);
    assert_eq!(text::from_str::<Settings>(&new).unwrap(), settings());
    assert_eq!(text::rewrite(&new, &settings()).unwrap(), new);
}

#[test]
fn comments_of_the_last_value_on_a_line_and_of_keys_with_another_name() {
    #[derive(Archive, Debug, PartialEq, Eq, PartialOrd, Ord)]
    enum Action {
        Fire,
        #[archive(renamed(2, from = "Jump"))]
        Leap,
        Run,
    }
    type Keys = std::collections::BTreeMap<Action, char>;
    for (old, new) in [
        ("{ Fire = 'f' /* f */ }", "{\n  Fire = 'f'  /* f */\n}\n"),
        (
            "{\n  Jump = ' ' // space bar\n  // fast\n  Run = 'r'\n}",
            "{\n  Leap = ' '  // space bar\n  // fast\n  Run = 'r'\n}\n",
        ),
    ] {
        let keys: Keys = text::from_str(&format!("@versions {{ Action = 1 }} {old}")).unwrap();
        assert_eq!(
            text::rewrite(old, &keys).unwrap(),
            format!("@versions {{ Action = 2 }}\n{new}")
        );
    }
}

#[test]
fn a_text_without_comments_is_written_anew() {
    let written = text::to_string(&settings()).unwrap();
    assert_eq!(text::rewrite("{ loudness = 1 }", &settings()).unwrap(), written);
    let error = text::rewrite("{ volume = ", &settings()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Syntax);
}

/// A comment anywhere is kept in the new text and does not change the value.
#[test]
fn no_comment_is_lost() {
    let is_in_text = |at: usize| OLD[..at].matches('"').count() % 2 == 1;
    let places = (0..OLD.len()).filter(|at| !is_in_text(*at));
    let mut count = 0;
    for at in places {
        for comment in ["/*here*/", "//here\n"] {
            let source = format!("{}{comment}{}", &OLD[..at], &OLD[at..]);
            // Not inside names and numbers.
            let Ok(read) = text::from_str::<Settings>(&source) else { continue };
            let new = text::rewrite(&source, &read).unwrap();
            assert_eq!(new.matches(comment.trim_end()).count(), 1, "{source}\n{new}");
            assert_eq!(text::from_str::<Settings>(&new).unwrap(), read, "{source}\n{new}");
            assert_eq!(text::rewrite(&new, &read).unwrap(), new, "{source}");
            count += 1;
        }
    }
    assert!(count > 500, "{count}");
}

#[test]
fn values_without_groups_and_shared_objects_have_comments() {
    assert_eq!(
        text::rewrite("// above\n3 // behind\n// below", &4_u8).unwrap(),
        "// above\n4  // behind\n// below\n"
    );
    assert_eq!(text::rewrite("[1] // all", &vec![1_u16, 2]).unwrap(), "[1, 2]  // all\n");
    let shared = std::rc::Rc::new(String::from("a"));
    let source = "[&1, &1] // links\n@objects { // objects\n  &1 = \"a\" // the first\n}";
    let new = text::rewrite(source, &vec![shared.clone(), shared]).unwrap();
    for comment in ["// links", "// objects", "// the first"] {
        assert_eq!(new.matches(comment).count(), 1, "{new}");
    }
    assert_eq!(text::from_str::<Vec<std::rc::Rc<String>>>(&new).unwrap().len(), 2);
}

#[test]
fn a_deep_text_with_many_comments_is_endured() {
    let deep = format!("{}{}/*c*/", "[/*a*/".repeat(100_000), "]/*b*/".repeat(100_000));
    let new = text::rewrite(&deep, &7_u8).unwrap();
    assert_eq!(new.matches("/*").count(), 200_001);
    assert_eq!(text::from_str::<u8>(&new).unwrap(), 7);
}

#[test]
fn a_file_keeps_the_comments_of_who_edits_it() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("settings.txt");
    assert!(text::load_or_default::<Vec<u16>>(&path).unwrap().is_empty());
    text::save(&path, &settings()).unwrap();
    assert_eq!(text::load::<Settings>(&path).unwrap(), settings());
    std::fs::write(&path, OLD).unwrap();
    text::save(&path, &settings()).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), NEW);

    // A person's mistake: the closing bracket is missing.
    std::fs::write(&path, "{ volume = 0.3, // quiet\n").unwrap();
    let error = text::save(&path, &settings()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Syntax, "{error}");
    assert!(error.to_string().contains("move it away"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{ volume = 0.3, // quiet\n");
    // A file without any text does not load, but may be replaced.
    std::fs::write(&path, " \n").unwrap();
    let error = text::load_or_default::<Vec<u16>>(&path).unwrap_err();
    assert!(error.to_string().contains("settings.txt"), "{error}");
    text::save(&path, &settings()).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text::to_string(&settings()).unwrap());
    // What a person wrote in another encoding is not lost.
    for other in [&b"{ volume = 0.3 } // \xe9t\xe9"[..], b"\xff\xfe{\0}\0"] {
        std::fs::write(&path, other).unwrap();
        let error = text::save(&path, &settings()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidUtf8, "{error}");
        assert!(error.to_string().contains("move it away"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), other);
    }
    let error = text::save(directory.path(), &settings()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
}

#[derive(Archive, Debug, PartialEq)]
struct Keys {
    keys: Vec<String>,
    bound: std::collections::BTreeMap<String, char>,
    at: (u8, u8),
    steps: Vec<Step>,
}

#[derive(Archive, Debug, PartialEq)]
struct Step {
    by: i8,
    of: Option<String>,
}

fn keys(keys: &[&str], steps: &[i8]) -> Keys {
    Keys {
        keys: keys.iter().map(|&key| key.into()).collect(),
        bound: [("jump".into(), 'j'), ("duck".into(), 'd')].into(),
        at: (1, 2),
        steps: steps.iter().map(|by| Step { by: *by, of: None }).collect(),
    }
}

/// A group that would fit on one line takes several if a part has a comment.
#[test]
fn a_group_with_comments_in_it_takes_several_lines() {
    let source = r#"@versions { Step = 1 }
Keys @1 {
  keys = [
    "w" // forward
    // not to be changed
    "s"
  ]
  bound = {
    "duck" = 'd' // down
    "jump" = 'j'
    // more to come
  }
  at = (1, 2) // here
  steps = [
    Step {
      by = 1 // one
      of = none
    }
    Step { by = -1, of = none }
  ]
}
"#;
    let value = keys(&["w", "s"], &[1, -1]);
    assert_eq!(text::from_str::<Keys>(source).unwrap(), value);
    let expected = source.replace(" // forward", "  // forward").replace(" // down", "  // down");
    let expected = expected.replace(" // here", "  // here").replace(" // one", "  // one");
    assert_eq!(text::rewrite(source, &value).unwrap(), expected);
    assert_eq!(text::rewrite(&expected, &value).unwrap(), expected);
}

/// Elements of lists are identified by their values, wherever they are.
#[test]
fn comments_follow_the_elements_of_lists() {
    let source = "Keys @1 {\n  keys = [\n    \"w\" // forward\n    \"s\" // back\n    \"x\" // gone\n  ]\n  \
                  bound = {}\n  at = (1, 2)\n  steps = [\n    { by = 5 } // by name\n    Step { by = 7, of = none } // seven\n  ]\n}\n";
    let new = text::rewrite(source, &keys(&["new", "s", "w"], &[7, 5])).unwrap();
    for line in [
        "\"new\"\n",
        "\"s\"  // back\n",
        "\"w\"  // forward\n",
        "Step { by = 7, of = none }  // seven\n",
    ] {
        assert!(new.contains(&format!("    {line}")), "{new}");
    }
    assert_eq!(new.matches("//").count(), 5, "{new}");
    // An element with a new value keeps its place.
    let new = text::rewrite(source, &keys(&["w", "k", "x"], &[])).unwrap();
    assert!(new.contains("\"k\"  // back\n"), "{new}");
    // So do equal elements.
    let new = text::rewrite("[\n  1 // a\n  1 // b\n  1\n  1 // d\n]", &vec![1_u16; 3]).unwrap();
    assert_eq!(new, "[\n  1  // a\n  1  // b\n  1\n  // d\n]\n");
}

/// A new field, a renamed one, another order, no struct name, and other spellings of numbers.
#[test]
fn comments_follow_elements_that_are_spelt_otherwise() {
    #[derive(Archive)]
    struct Peer {
        #[archive(renamed(2, from = "host"))]
        name: String,
        #[default = 4000]
        port: u16,
        #[since(2, default = 1)]
        weight: u8,
    }
    let source = "@versions { Peer = 1 }\n[\n  { host = \"a\" } // about a\n  Peer { port = 0x10, host = \"b\" } // about b\n  \
                  { host = \"c\", port = 7 } // about c\n]\n";
    let mut peers: Vec<Peer> = text::from_str(source).unwrap();
    peers.remove(0);
    let new = text::rewrite(source, &peers).unwrap();
    assert_eq!(
        new,
        "@versions { Peer = 2 }\n[\n  Peer { name = \"b\", port = 16, weight = 1 }  // about b\n  \
         Peer { name = \"c\", port = 7, weight = 1 }  // about c\n  // about a\n]\n"
    );
    let source = "[\n0x10 // sixteen\n1_000 // thousand\n+5 // five\nsome(4) // four\n]";
    let numbers = vec![Some(1000_u32), Some(4), Some(5)];
    let new = text::rewrite(source, &numbers).unwrap();
    assert_eq!(new, "[\n  1000  // thousand\n  4  // four\n  5  // five\n  // sixteen\n]\n");
}

#[test]
fn many_elements_that_are_the_same_take_time_in_proportion() {
    let source = format!("[{}]", "1 // one\n".repeat(50_000));
    let new = text::rewrite(&source, &vec![1_u16; 40_000]).unwrap();
    assert_eq!(new.matches("// one").count(), 50_000);
    let other = format!("[2\n{}]", "1 // one\n".repeat(50_000));
    let new = text::rewrite(&other, &vec![1_u16; 40_000]).unwrap();
    assert_eq!(new.matches("// one").count(), 50_000);
    // Structs that are identified by their fields.
    #[derive(Archive)]
    struct Peer {
        port: u16,
        #[default = 1]
        weight: u8,
    }
    let source = format!("[{}]", "{ port = 7 } // seven\n".repeat(20_000));
    let peers: Vec<Peer> = (0..15_000).map(|_| Peer { port: 7, weight: 1 }).collect();
    let new = text::rewrite(&source, &peers).unwrap();
    assert_eq!(new.matches("// seven").count(), 20_000);
    let first = "@versions { Peer = 1 }\n[\n  Peer { port = 7, weight = 1 }  // seven\n";
    assert!(new.starts_with(first), "{}", &new[..80]);
}
