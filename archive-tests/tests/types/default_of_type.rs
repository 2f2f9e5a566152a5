//! `default` on a struct: its `Default` gives those of its fields.

use archive::{Archive, ErrorKind, Options, Value, VersionTable, text};

#[derive(Archive, Debug, PartialEq)]
#[archive(default, version = 3)]
struct Settings {
    volume: f32,
    #[since(2)]
    width: u32,
    #[since(3)]
    keys: Vec<String>,
    #[since(3, default = 7)]
    own: u8,
    #[archive(skip)]
    frames: u64,
    #[archive(removed(mode: u8, until = 2, default = 1))]
    last: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { volume: 0.8, width: 1280, keys: vec!["jump".into()], own: 9, frames: 60, last: true }
    }
}

/// As it was.
mod shipped {
    #[derive(archive::Archive)]
    pub(super) struct Settings {
        pub(super) volume: f32,
        pub(super) mode: u8,
        pub(super) last: bool,
    }
}

#[derive(Archive, Debug, PartialEq)]
#[archive(default)]
struct Pair(u8, #[since(2)] u16);

impl Default for Pair {
    fn default() -> Self {
        Self(3, 4)
    }
}

#[derive(Archive, Debug, PartialEq)]
#[archive(default)]
struct Flat {
    #[archive(flatten)]
    base: Base,
    #[since(2)]
    #[archive(flatten)]
    more: More,
}

#[derive(Archive, Debug, PartialEq)]
struct Base {
    x: u8,
}

#[derive(Archive, Debug, PartialEq)]
struct More {
    y: u8,
    #[default = 9]
    z: u8,
}

impl Default for Flat {
    fn default() -> Self {
        Self { base: Base { x: 1 }, more: More { y: 2, z: 3 } }
    }
}

#[derive(Archive, Debug, Default, PartialEq)]
#[archive(default)]
struct Of<T: Default> {
    value: T,
    #[since(2)]
    others: Vec<T>,
}

#[test]
fn a_text_may_lack_any_field() {
    let expected = Settings { own: 7, ..Settings::default() };
    assert_eq!(text::from_str::<Settings>("{}").unwrap(), expected);
    assert_eq!(archive::json::from_str::<Settings>("{}").unwrap(), expected);
    let quiet = text::from_str::<Settings>("{ volume = 0 }").unwrap();
    assert_eq!(quiet, Settings { volume: 0.0, ..expected });
    assert_eq!(text::from_str::<Pair>("()").unwrap(), Pair::default());
    assert_eq!(text::from_str::<Of<u8>>("{ value = 7 }").unwrap(), Of { value: 7, others: vec![] });
    let (settings, mistakes) = text::from_str_lenient::<Settings>("{ width = wide }").unwrap();
    assert_eq!((settings, mistakes.len()), (Settings { own: 7, ..Settings::default() }, 1));
}

#[test]
fn a_flattened_struct_of_which_nothing_is_there_has_the_default_of_the_whole() {
    assert_eq!(text::from_str::<Flat>("{}").unwrap(), Flat::default());
    let some = text::from_str::<Flat>("{ y = 7 }").unwrap();
    assert_eq!(some, Flat { more: More { y: 7, z: 9 }, ..Flat::default() });
    let old = text::from_str::<Flat>("Flat @1 { x = 5 }").unwrap();
    assert_eq!(old, Flat { base: Base { x: 5 }, ..Flat::default() });
}

#[test]
fn an_older_file_lacks_the_newer_fields() {
    let old = shipped::Settings { volume: 0.5, mode: 2, last: false };
    for options in [Options::file(), Options::message()] {
        let loaded: Settings = options.from_slice(&options.to_vec(&old).unwrap()).unwrap();
        let expected = Settings { volume: 0.5, own: 7, last: false, ..Settings::default() };
        assert_eq!(loaded, expected);
    }
}

#[test]
fn an_older_program_gets_what_holds_the_default() {
    let first = VersionTable::of::<Settings>().unwrap().at::<Settings>(1).unwrap();
    let options = Options::file().write_for(&first);
    let settings = Settings { own: 7, ..Settings::default() };
    let old: shipped::Settings =
        Options::file().from_slice(&options.to_vec(&settings).unwrap()).unwrap();
    assert_eq!((old.volume, old.mode, old.last), (0.8, 1, true));
    let error = options.to_vec(&Settings { width: 1, ..settings }).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "width"));
}

#[test]
fn the_defaults_are_those_of_the_trait() {
    let defaults = archive::defaults::<Settings>().unwrap();
    let expected = Value::of(&Settings { own: 7, ..Settings::default() }).unwrap();
    assert_eq!(expected.beyond(&defaults), None);
}

/// A field that has another's name, or a text that contains it, is not that field.
#[test]
fn a_default_that_only_mentions_a_name_uses_no_field() {
    struct Base {
        level: u8,
    }
    const BASE: Base = Base { level: 4 };

    #[derive(Archive, Debug, PartialEq)]
    struct Start {
        level: u8,
    }

    #[derive(Archive, Debug, PartialEq)]
    struct Hero {
        level: u8,
        #[archive(default = BASE.level)]
        first: u8,
        #[archive(default = Start { level: 3 })]
        start: Start,
        #[archive(default = "at level 1")]
        title: String,
        #[archive(default = *level)]
        own: u8,
        #[archive(default = format!("level {level}"))]
        shown: String,
        #[archive(default = Start { level: level.saturating_add(1) })]
        next: Start,
    }

    let found: Hero = text::from_str("{ level = 2 }").unwrap();
    let expected = Hero {
        level: 2,
        first: 4,
        start: Start { level: 3 },
        title: "at level 1".into(),
        own: 2,
        shown: "level 2".into(),
        next: Start { level: 3 },
    };
    assert_eq!(found, expected);
    let defaults = archive::defaults::<Hero>().unwrap();
    insta::assert_snapshot!(defaults, @r#"Hero { first = 4, start = Start { level = 3 }, title = "at level 1" }"#);
    let short = Options::file().omit_defaults(true).to_text(&expected).unwrap();
    insta::assert_snapshot!(short, @r#"
    @versions { Start = 1 }
    Hero @1 {
      level = 2
      own = 2
      shown = "level 2"
      next = Start { level = 3 }
    }
    "#);
}
