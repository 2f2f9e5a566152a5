//! Mistakes in files whose settings have comments, as those that games ship have.

use std::collections::BTreeMap;

use archive::{Archive, text};

#[derive(Archive, Debug, Default, PartialEq)]
#[archive(default)]
struct Set {
    name: String,
    width: u32,
    fov: f32,
    video: Video,
    keys: BTreeMap<String, u32>,
    lang: String,
}

#[derive(Archive, Debug, Default, PartialEq)]
#[archive(default)]
struct Video {
    vsync: bool,
    mode: String,
}

const GOOD: &str = r#"Set {
  // Shown to { others }.
  name = "Ann"
  /* In pixels,
     of the window. */
  width = 1920 // at least "640
  // In degrees.
  fov = 70
  // Isn't for the /* faint.
  video = {
    /* or not { */ vsync = true
    // See the manual.
    mode = "full"
  }
  /* From a map. */
  keys = {
    "jump" = 32
    // Two of them.
    "duck" = 17
  }
  // Two letters.
  lang = "de"
}
"#;

/// The settings that are as in [`GOOD`], and the lines of the mistakes.
fn kept(source: &str) -> (Vec<&'static str>, Vec<Option<u32>>) {
    let good: Set = text::from_str(GOOD).unwrap();
    let (set, mistakes) = text::from_str_lenient::<Set>(source).unwrap_or_else(|error| {
        panic!("{error}\n{source}");
    });
    let all = [
        ("name", set.name == good.name),
        ("width", set.width == good.width),
        ("fov", set.fov == good.fov),
        ("video", set.video == good.video),
        ("keys", set.keys == good.keys),
        ("lang", set.lang == good.lang),
    ];
    let kept = all.into_iter().filter(|(_, is_kept)| *is_kept).map(|(name, _)| name);
    (kept.collect(), mistakes.iter().map(|it| it.line()).collect())
}

/// What is lost of [`GOOD`] with this instead of one part, and the lines of the mistakes.
fn lost(part: &str, instead: &str) -> (Vec<&'static str>, Vec<Option<u32>>) {
    assert_eq!(GOOD.matches(part).count(), 1, "{part}");
    let (kept, lines) = kept(&GOOD.replace(part, instead));
    let all = ["name", "width", "fov", "video", "keys", "lang"];
    (all.into_iter().filter(|name| !kept.contains(name)).collect(), lines)
}

#[test]
fn a_mistake_above_a_comment_costs_one_setting() {
    for (part, instead, name, line) in [
        (r#"name = "Ann""#, "name = Ann Lee", "name", 3),
        (r#"name = "Ann""#, "name", "name", 3),
        (r#"name = "Ann""#, "name Ann", "name", 3),
        (r#"name = "Ann""#, r#"name: "Ann""#, "name", 3),
        ("width = 1920 //", "width = 1920 px //", "width", 6),
        ("width = 1920 //", "width //", "width", 6),
        ("fov = 70", "fov = 70 90", "fov", 8),
        ("fov = 70", "fov = 70 degrees", "fov", 8),
        ("fov = 70", "fov", "fov", 8),
        (r#"lang = "de""#, r#"lang "de""#, "lang", 22),
        (r#"lang = "de""#, "lang = d e", "lang", 22),
        (r#"lang = "de""#, "lang", "lang", 22),
    ] {
        let (lost, lines) = lost(part, instead);
        assert_eq!((lost, lines), (vec![name], vec![Some(line)]), "{instead}");
    }
}

#[test]
fn a_missing_sign_before_a_group_costs_the_group() {
    for (part, instead, name, line) in [
        ("video = {", "video {", "video", 10),
        ("video = {", "video{", "video", 10),
        ("video = {", "video Video {", "video", 10),
        ("keys = {", "keys {", "keys", 16),
    ] {
        let (lost, lines) = lost(part, instead);
        assert_eq!((lost, lines), (vec![name], vec![Some(line)]), "{instead}");
    }
}

#[test]
fn a_stray_bracket_costs_its_line_also_at_the_end() {
    for (part, instead, name) in [
        (r#"lang = "de""#, r#"la{ng = "de""#, "lang"),
        (r#"lang = "de""#, r#"la(ng = "de""#, "lang"),
        (r#"lang = "de""#, r#"lang = ["de""#, "lang"),
        ("fov = 70", "fo{v = 70", "fov"),
    ] {
        assert_eq!(lost(part, instead).0, [name], "{instead}");
    }
}

#[test]
fn a_comment_hides_brackets_and_quotes() {
    let unclosed = |part: &str, instead: &str| {
        let (lost, lines) = lost(part, instead);
        assert_eq!(lines.len(), 1, "{instead}: {lost:?}");
        lost
    };
    assert!(unclosed("mode = \"full\"\n  }\n", "mode = \"full\"\n").len() <= 1);
    assert!(unclosed("\"duck\" = 17\n  }\n", "\"duck\" = 17\n").len() <= 1);
    assert!(unclosed("lang = \"de\"\n}\n", "lang = \"de\"\n").is_empty());
    assert!(unclosed("/* In pixels,", "/* In pixels, */ px /* and").is_empty());
}

/// What an editor or a full disk left of a file.
#[test]
fn a_file_that_was_cut_keeps_what_is_before_the_last_line() {
    let plain = "Set {\n  name = \"Ann\"\n  width = 1920\n  fov = 70\n  video = {\n    vsync = true\n    mode = \"full\"\n  }\n  lang = \"de\"\n}\n";
    let good: Set = text::from_str(plain).unwrap();
    for cut in plain.find("\n  width").unwrap()..plain.len() {
        let source = &plain[..cut];
        let (set, mistakes) = text::from_str_lenient::<Set>(source).unwrap_or_else(|error| {
            panic!("{error}\n{source}");
        });
        let whole = |name: &str| source.contains(&format!("{name}\n"));
        let named = [("Ann\"", set.name == good.name), ("1920", set.width == good.width)];
        for (name, is_kept) in [("70", set.fov == good.fov), ("de\"", set.lang == good.lang)] {
            assert!(is_kept || !whole(name), "{source}: {mistakes:?}");
        }
        for (name, is_kept) in named {
            assert!(is_kept || !whole(name), "{source}: {mistakes:?}");
        }
        assert!(set.video.vsync || !whole("true"), "{source}: {mistakes:?}");
        assert_eq!(mistakes.is_empty(), text::from_str::<Set>(source).is_ok(), "{source}");
    }
    for end in ["x", "-", ".", "0", ")"] {
        let source = plain.trim_end().strip_suffix('}').unwrap().to_owned() + end;
        let (set, mistakes) = text::from_str_lenient::<Set>(&source).unwrap();
        assert_eq!((set, mistakes.is_empty()), (text::from_str(plain).unwrap(), false), "{end}");
    }
}

#[test]
fn a_blank_of_another_kind_costs_nothing() {
    for blank in ["\u{a0}", "\u{2028}", "\u{3000}", "\u{200b}", "\u{2028} // it"] {
        let source = GOOD.replace("  fov = 70", &format!("{blank}\n  fov = 70"));
        assert_eq!(kept(&source).0.len(), 6, "{blank:?}");
    }
    let error = text::from_str::<Set>("{\n  fov = 70\n\u{a0}\n  width = 3\n}").unwrap_err();
    assert_eq!(error.line(), Some(3));
    assert!(error.to_string().contains(r"`\u{a0}` looks like a blank"), "{error}");
}

#[test]
fn a_comment_above_a_misspelt_type_does_not_matter() {
    let source = GOOD.replace("Set {", "// Settings (see [wiki] {\nSett {");
    assert_eq!(
        kept(&source),
        (vec!["name", "width", "fov", "video", "keys", "lang"], vec![Some(2)])
    );
}

/// One wrong word is found where it is.
#[test]
fn the_strict_error_is_where_the_mistake_is() {
    let error = |part: &str, instead: &str| {
        let error = text::from_str::<Set>(&GOOD.replace(part, instead)).unwrap_err();
        let excerpt = error.to_string();
        let help = excerpt.lines().last().unwrap_or_default().trim().to_owned();
        (error.line(), error.column(), help)
    };
    let quotes = "help: put text of several words in quotes; or remove `Lee`; or write `Lee = value` on a line of its own";
    assert_eq!(error(r#"name = "Ann""#, "name = Ann Lee"), (Some(3), Some(14), quotes.to_owned()));
    let number = "help: remove it; or write a comma before the next key";
    assert_eq!(error("fov = 70", "fov = 70 000"), (Some(8), Some(12), number.to_owned()));
    let place = error(r#"name = "Ann""#, r#"name = "Ann" "Lee""#);
    assert_eq!((place.0, place.2), (Some(3), number.to_owned()));
    let field = "help: write `name = value`; or first close what was opened on line 1, with `}`";
    assert_eq!(error(r#"name = "Ann""#, "name"), (Some(3), Some(3), field.to_owned()));
    let group = "help: write `video = {`";
    assert_eq!(error("video = {", "video {"), (Some(10), Some(9), group.to_owned()));
}
