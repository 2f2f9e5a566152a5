//! JSON files.

use std::fs;

use archive::{Archive, Context, ErrorKind, Newer, Options, Unknown, json};

#[derive(Archive, Debug, Default, PartialEq)]
#[archive(after_load = Settings::look_up)]
struct Settings {
    volume: f32,
    #[archive(default = Vec::new())]
    names: Vec<String>,
    #[archive(unknown)]
    unknown: Unknown,
}

impl Settings {
    fn look_up(&mut self, context: &mut Context) {
        self.names.extend(context.get::<String>().cloned());
    }
}

#[test]
fn a_value_is_saved_and_loaded() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("settings.json");
    assert_eq!(json::load_or_default::<Settings>(&path).unwrap(), Settings::default());
    let error = json::load::<Settings>(&path).unwrap_err();
    assert_eq!((error.kind(), error.file()), (ErrorKind::Io, Some(&*path)));

    json::save(&path, &Settings { volume: 0.5, ..Settings::default() }).unwrap();
    insta::assert_snapshot!(fs::read_to_string(&path).unwrap(), @r#"
    {
      "@versions": {
        "Settings": 1
      },
      "volume": 0.5,
      "names": []
    }
    "#);
    assert_eq!(json::load::<Settings>(&path).unwrap().volume, 0.5);
    let loaded: Settings = Options::file().load_json_with(&path, &mut "Ann".to_owned()).unwrap();
    assert_eq!(loaded.names, ["Ann"]);
}

#[test]
fn options_hold_and_what_is_unknown_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("settings.json");
    let newer = r#"{ "@versions": { "Settings": 9 }, "volume": 0.25, "hdr": true }"#;
    fs::write(&path, newer).unwrap();
    let error = json::load_or_default::<Settings>(&path).unwrap_err();
    assert_eq!((error.kind(), error.file()), (ErrorKind::TooNew, Some(&*path)));
    let options = Options::file().newer(Newer::Accept).unknown(Unknown::Retain);
    let settings: Settings = options.load_json(&path).unwrap();
    assert_eq!(settings.volume, 0.25);
    options.save_json(&path, &settings).unwrap();
    assert!(fs::read_to_string(&path).unwrap().contains("\"hdr\": true"));
}

#[test]
fn a_file_that_is_refused_stays_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("settings.json");
    archive::save(&path, &1_u8).unwrap();
    let before = fs::read(&path).unwrap();
    let error = json::load_or_default::<Settings>(&path).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidUtf8, Some(0)));
    assert!(error.to_string().contains("if `save` wrote the file, read it with `load`"), "{error}");

    // A value that is mutably borrowed cannot be saved.
    let changed = std::cell::RefCell::new(1_u8);
    let held = changed.borrow_mut();
    let error = json::save(&path, &changed).unwrap_err();
    assert_eq!(error.file(), Some(&*path));
    drop(held);
    assert_eq!(fs::read(&path).unwrap(), before);
}
