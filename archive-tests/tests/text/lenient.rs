//! Texts with mistakes, which cost no more than the parts that have them.

mod commented;
mod damage;
mod hooks;
mod lists;
mod open;
mod versions;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{Archive, ErrorKind, Options, Unknown, text};

#[derive(Archive, Clone, Debug, Default, PartialEq)]
struct Settings {
    #[archive(default = 0.5)]
    volume: f32,
    #[archive(default)]
    name: String,
    #[archive(default)]
    window: Window,
    #[archive(default)]
    keys: BTreeMap<String, Key>,
    #[archive(default)]
    friends: Vec<Friend>,
}

#[derive(Archive, Clone, Debug, Default, PartialEq)]
#[archive(validate = Window::check)]
struct Window {
    size: (u16, u16),
    #[archive(default = true)]
    full: bool,
}

impl Window {
    fn check(&self) -> Result<(), &'static str> {
        if self.full && self.size.0 == 0 { Err("nothing to see") } else { Ok(()) }
    }
}

#[derive(Archive, Clone, Copy, Debug, PartialEq)]
enum Key {
    Space,
    Char(char),
    Mouse { button: u8 },
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Friend {
    name: String,
    #[default = 1]
    color: u32,
}

impl Settings {
    fn forget(&mut self, key: &str) {
        assert!(self.keys.remove(key).is_some());
    }
}

const GOOD: &str = r#"Settings {
  volume = 0.25  // at night
  name = "Zoë", window = Window { size = (1280, 720), full = false }
  keys = { "jump" = Space, "map" = Char('m'), "fire" = Mouse { button = 1 } }
  friends = [Friend { name = "Bo", color = 7 }, Friend { name = "Cy", color = 8 }, Friend { name = "Di", color = 9 }]
}
"#;

fn good() -> Settings {
    text::from_str(GOOD).unwrap()
}

/// Loads the settings with one part replaced, and returns them and the mistakes.
#[track_caller]
fn with(part: &str, instead: &str) -> (Settings, Vec<String>) {
    assert_eq!(GOOD.matches(part).count(), 1, "{part}");
    let source = GOOD.replace(part, instead);
    let (settings, mistakes) = text::from_str_lenient(&source).unwrap();
    (settings, mistakes.iter().map(ToString::to_string).collect())
}

/// Checks that a mistake costs what `lost` does to the settings, and that it alone is told.
#[track_caller]
fn costs(part: &str, instead: &str, told: &str, lost: impl FnOnce(&mut Settings)) {
    let (settings, mistakes) = with(part, instead);
    let mut left = good();
    lost(&mut left);
    assert_eq!(settings, left);
    assert_eq!(mistakes.len(), 1, "{mistakes:?}");
    assert!(mistakes[0].contains(told), "{}", mistakes[0]);
}

#[test]
fn a_text_without_mistakes_loads_as_ever() {
    let (settings, mistakes) = text::from_str_lenient::<Settings>(GOOD).unwrap();
    assert_eq!(settings, good());
    assert!(mistakes.is_empty());
}

#[test]
fn a_mistake_costs_the_part_that_has_it() {
    costs("0.25", "loud", "volume (line 2, column 12): expected an f32", |it| it.volume = 0.5);
    costs(r#""Zoë""#, "17", "name (line 3, column 10): expected text between quotes", |it| {
        it.name.clear()
    });
    costs("full = false", "full = no", "window.full (line 3", |it| it.window.full = true);
    costs("'m'", "mm", r#"keys["map"]"#, |it| it.forget("map"));
    costs("Space", "Spce", "did you mean `Space`?", |it| it.forget("jump"));
    costs("color = 8", "color = red", "friends[1].color (line 5", |it| it.friends[1].color = 1);
    costs("color = 9", "colour = 9", "did you mean `color`?", |it| it.friends[2].color = 1);
    costs("volume =", "volum =", "did you mean `volume`?", |it| it.volume = 0.5);
    costs("volume = 0.25", "volume = 0.25, brightness = 3", "no field `brightness`", |_| {});
    costs("volume = 0.25", "volume = 0.25, volume = 0.75", "twice", |_| {});
}

#[test]
fn what_cannot_do_without_a_part_is_left_out_with_it() {
    costs("(1280, 720)", "(1280)", "window.size", |it| it.window = Window::default());
    costs("size =", "sise =", "did you mean `size`?", |it| it.window = Window::default());
    costs("button = 1", "button = left", "button", |it| it.forget("fire"));
    costs(r#""Cy""#, "Cy", "friends[1].name", |it| drop(it.friends.remove(1)));
    costs("full = false", "full = true, size = (0, 1)", "twice", |it| it.window.full = true);
    let found = "window (line 3, column 26): `validate` refused the value: nothing to see";
    costs("(1280, 720), full = false", "(0, 720)", found, |it| it.window = Window::default());
}

#[test]
fn all_mistakes_are_told_in_the_order_of_their_lines() {
    let source = GOOD
        .replace("0.25", "loud")
        .replace("720", "high")
        .replace("'m'", "mm")
        .replace("color = 7", "color = 7.5")
        .replace("\"Di\"", "Di");
    let (settings, mistakes) = text::from_str_lenient::<Settings>(&source).unwrap();
    assert_eq!(settings.keys.len(), 2);
    let friend = |name: &str, color| Friend { name: name.into(), color };
    assert_eq!(settings.friends, [friend("Bo", 1), friend("Cy", 8)]);
    assert_eq!(
        settings,
        Settings {
            volume: 0.5,
            window: Window::default(),
            keys: settings.keys.clone(),
            friends: settings.friends.clone(),
            ..good()
        }
    );
    let places: Vec<_> =
        mistakes.iter().map(|it| (it.line().unwrap(), it.path().to_owned())).collect();
    assert_eq!(places.iter().map(|it| it.0).collect::<Vec<_>>(), [2, 3, 4, 5, 5]);
    assert_eq!(mistakes[4].path(), "friends[2].name");
    // The excerpt shows the line as it was written.
    assert!(mistakes[1].excerpt().contains("(1280, high), full = false }"));
}

#[test]
fn a_mistake_that_nothing_can_do_without_is_the_error() {
    #[derive(Archive, Debug)]
    struct Level {
        width: u32,
        #[default = 3]
        lives: u8,
    }
    let error =
        text::from_str_lenient::<Level>("Level { lives = many, width = wide }").unwrap_err();
    assert!(error.to_string().starts_with("width (line 1, column 31): expected a u32"), "{error}");
    let error = text::from_str_lenient::<Level>("Level { lives = many }").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingField);
    let error = text::from_str_lenient::<Level>("Level @7 { width = 1 }").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooNew);
    let error = text::from_str_lenient::<Level>("Level { width 1 }").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Syntax);
    let error = text::from_str_lenient::<[u8; 3]>("[1, 2, 300]").unwrap_err();
    assert!(error.to_string().starts_with("[2] (line 1, column 8)"), "{error}");
}

#[test]
fn too_many_mistakes_are_an_error() {
    let wrong = |count: usize| {
        let entries: String = (0..count).map(|key| format!("{key} = wrong, ")).collect();
        text::from_str_lenient::<BTreeMap<u32, u8>>(&format!("{{ {entries} 1000 = 1 }}"))
    };
    let (map, mistakes) = wrong(64).unwrap();
    assert_eq!((map.len(), mistakes.len()), (1, 64));
    let error = wrong(65).unwrap_err();
    assert!(error.to_string().contains("[64]"), "{error}");
}

/// Each line without grammar takes several looks at the whole text.
#[test]
fn large_texts_may_have_fewer_lines_without_grammar() {
    let loads = |len: usize, lines: usize| {
        let (comment, mistakes) = (format!("// {}\n", "-".repeat(len)), "width 9\n".repeat(lines));
        let text = format!("{comment}Settings {{\n{mistakes}}}");
        text::from_str_lenient::<Settings>(&text).map(|(_, mistakes)| mistakes.len()).ok()
    };
    assert_eq!(loads(30_000, 60), Some(60));
    assert_eq!(loads(1 << 20, 3), Some(3));
    assert_eq!(loads(1 << 20, 9), None);
}

#[test]
fn an_object_without_owners_goes_with_the_last() {
    #[derive(Archive, Debug)]
    struct Scene {
        #[archive(default)]
        lamps: Option<[Rc<Lamp>; 3]>,
        #[archive(default)]
        best: Option<Rc<Lamp>>,
    }
    #[derive(Archive, Debug)]
    struct Lamp {
        #[default = 40]
        watts: u16,
        #[archive(default)]
        on: RefCell<bool>,
    }
    let source = "Scene { lamps = [&1, &2, 3], best = &1 } @objects {
        &1 = Lamp { watts = many, on = true }
        &2 = Lamp { watts = 60 }
    }";
    let (scene, mistakes) = text::from_str_lenient::<Scene>(source).unwrap();
    assert!(scene.lamps.is_none());
    let best = scene.best.unwrap();
    assert_eq!((best.watts, *best.on.borrow()), (40, true));
    let told: Vec<_> = mistakes.iter().map(|it| it.line()).collect();
    assert_eq!(told, [Some(1), Some(2)], "{mistakes:?}");
}

#[test]
fn policies_hold() {
    let source = GOOD.replace("volume =", "loudness = 1, volume =").replace("'m'", "mm");
    let skip = Options::file().unknown(Unknown::Skip);
    let (settings, mistakes) = skip.from_text_lenient::<Settings>(&source).unwrap();
    assert_eq!((settings.keys.len(), mistakes.len()), (2, 1));
    let marked = format!(
        "\u{feff}{}",
        GOOD.replace("Settings {\n  volume = 0.25", "Settings { volume = loud")
    );
    let (settings, mistakes) = text::from_str_lenient::<Settings>(&marked).unwrap();
    assert_eq!(settings, Settings { volume: 0.5, ..good() });
    assert_eq!(mistakes[0].column(), Some(21));
}

#[test]
fn a_line_without_grammar_is_left_out() {
    let lost = |broken: &str| {
        let source = format!(
            "Settings {{\n  volume = 0.25\n  {broken}\n  keys = {{ \"jump\" = Space }}\n  name = \"Bo\"\n}}\n"
        );
        let strict = text::from_str::<Settings>(&source).unwrap_err();
        assert_eq!(strict.kind(), ErrorKind::Syntax, "{strict}");
        let (settings, mistakes) = text::from_str_lenient::<Settings>(&source).unwrap();
        assert_eq!((settings.volume, settings.keys.len(), &*settings.name), (0.25, 1, "Bo"));
        assert_eq!(settings.window, Window::default());
        assert_eq!(mistakes[0].to_string(), strict.to_string());
        mistakes.len()
    };
    assert_eq!(lost("window = 80%"), 1);
    assert_eq!(lost("window = Window { size = (1, 2), full = \"no }"), 1);
    assert_eq!(lost("# wide"), 1);
    assert_eq!(lost("friends = [Friend { name = \"B\" } %]"), 1);
    // All lines of a group whose start is lost.
    assert_eq!(lost("window = % Window {\n  full = false\n  size = (1, 2)\n  }"), 1);
    // A group or a value that is missing is noticed later.
    for broken in ["window = Window {", "friends = [", "window", "window ="] {
        let source = format!("Settings {{\n  {broken}\n  volume = 0.25\n}}\n");
        let (settings, mistakes) = text::from_str_lenient::<Settings>(&source).unwrap();
        assert_eq!(settings, Settings { volume: 0.25, ..Settings::default() }, "{broken}");
        let strict = text::from_str::<Settings>(&source).unwrap_err().to_string();
        assert_eq!((mistakes.len(), mistakes[0].to_string()), (1, strict));
    }
    // So is a bracket that closes too early.
    let early = "Settings {\n  name = \"Bo\"\n  }\n  volume = 0.25\n}\n";
    let (settings, mistakes) = text::from_str_lenient::<Settings>(early).unwrap();
    assert_eq!(settings, Settings { name: "Bo".into(), volume: 0.25, ..Settings::default() });
    assert_eq!(mistakes.iter().filter_map(|it| it.line()).collect::<Vec<_>>(), [4]);
    let long = "Settings {\n".to_owned() + &"%\n".repeat(65) + "}";
    assert_eq!(text::from_str_lenient::<Settings>(&long).unwrap_err().line(), Some(2));
}

/// Whatever is typed anywhere, what loads is what strict loading gives, or comes with a mistake; and what is refused has
/// the same error as ever.
#[test]
fn any_typing_error() {
    for at in (0..GOOD.len()).filter(|at| GOOD.is_char_boundary(*at)) {
        for typed in ["?", "x", "7", " ", "{", ",", "\"", "="] {
            let end = at + GOOD[at..].chars().next().map_or(0, char::len_utf8);
            let source = [&GOOD[..at], typed, &GOOD[end..]].concat();
            let strict = text::from_str::<Settings>(&source);
            match text::from_str_lenient::<Settings>(&source) {
                Ok((settings, mistakes)) if mistakes.is_empty() => {
                    assert_eq!(settings, strict.unwrap())
                }
                Ok(_) => assert!(strict.is_err(), "{source}"),
                Err(error) => {
                    assert_eq!(error.to_string(), strict.unwrap_err().to_string());
                }
            }
        }
    }
}

#[test]
fn errors_name_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("settings.txt");
    std::fs::write(&path, GOOD.replace("0.25", "loud")).unwrap();
    let (settings, mistakes) = text::load_lenient::<Settings>(&path).unwrap();
    assert_eq!(settings, Settings { volume: 0.5, ..good() });
    assert!(mistakes[0].to_string().contains("settings.txt: volume (line 2"), "{}", mistakes[0]);
    // What was taken instead is saved, and comments stay.
    text::save(&path, &settings).unwrap();
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(saved.contains("volume = 0.5  // at night"), "{saved}");
    std::fs::write(&path, "Credits {}").unwrap();
    let error = text::load_lenient::<Settings>(&path).unwrap_err();
    assert!(error.to_string().contains("settings.txt"), "{error}");
    let error = text::load_lenient::<Settings>(directory.path().join("none")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
}

#[test]
fn a_mistake_that_is_noticed_in_the_next_line_costs_its_own() {
    let lines =
        |lines: &[&str]| format!("Settings {{\n  name = \"Bo\"\n{}\n}}\n", lines.join("\n"));
    let costs = |source: &[&str], volume: f32, told: &str| {
        let (settings, mistakes) = text::from_str_lenient::<Settings>(&lines(source)).unwrap();
        assert_eq!(settings, Settings { volume, name: "Bo".into(), ..Settings::default() });
        let [mistake] = &mistakes[..] else { panic!("{mistakes:?}") };
        assert!(mistake.to_string().contains(told), "{mistake}");
    };
    let missing = "the value before it may be missing";
    costs(&["  volume =", "  friends = []"], 0.5, missing);
    costs(&["  volume", "  friends = []"], 0.5, "expected `=` between a key and its value");
    costs(&["  volume = 0,25 // at night", "  friends = []"], 0.5, "there is a comma in a number");
    costs(
        &["  volume = 0.25", "  friends = ["],
        0.25,
        "expected `]`, to close what was opened on line 4",
    );
    let open = ["  volume = 0.25", "  friends = [", "    { name = \"Cy\" }", "  keys = {}"];
    let (settings, mistakes) = text::from_str_lenient::<Settings>(&lines(&open)).unwrap();
    assert_eq!((settings.friends[0].name.as_str(), settings.volume), ("Cy", 0.25));
    assert_eq!(mistakes.len(), 1);
    assert!(mistakes[0].to_string().contains("its `]` or `)` may be missing above"));
}

#[test]
fn brackets_at_the_end_may_be_missing_or_too_many() {
    let told = |source: &str| {
        let (settings, mistakes) = text::from_str_lenient::<Settings>(source).unwrap();
        assert_eq!(settings, good(), "{source}");
        mistakes.iter().map(|it| it.detail().to_owned()).collect::<Vec<_>>()
    };
    let end = GOOD.trim_end().strip_suffix('}').unwrap();
    assert_eq!(told(end), ["this group is never closed"]);
    let (settings, mistakes) =
        text::from_str_lenient::<Settings>(end.trim_end().strip_suffix(']').unwrap()).unwrap();
    assert_eq!((settings, mistakes.len()), (good(), 1));
    assert_eq!(told(&format!("{GOOD}}}")), ["this closes a group that was never opened"]);
    for empty in ["", "\n\n", "\u{feff}", "// nothing"] {
        let (settings, mistakes) = text::from_str_lenient::<Settings>(empty).unwrap();
        assert_eq!(settings, Settings { volume: 0.5, ..Settings::default() });
        assert_eq!(mistakes.len(), 1, "{mistakes:?}");
    }
}

#[test]
fn the_name_of_the_type_may_be_misspelt_but_not_another() {
    let (settings, mistakes) =
        text::from_str_lenient::<Settings>(&GOOD.replace("Settings", "Setings")).unwrap();
    assert_eq!(settings, good());
    assert_eq!(mistakes[0].detail(), "expected `Settings`, found `Setings`");
    // As the library writes it, with its version.
    let ours = text::to_string(&good()).unwrap().replace("Settings @1", "Setings @1");
    let (settings, mistakes) = text::from_str_lenient::<Settings>(&ours).unwrap();
    assert_eq!((settings, mistakes.len()), (good(), 1), "{ours}");
    let of_another = ours.replace("@1", "@2");
    let error = text::from_str_lenient::<Settings>(&of_another).unwrap_err();
    assert_eq!(error.detail(), "expected `Settings`, found `Setings`");
    assert!(error.help().contains("only in a text of today's version, 1"), "{error}");
    let other = GOOD.replace("Settings", "Credits");
    let error = text::from_str_lenient::<Settings>(&other).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongType);
}
