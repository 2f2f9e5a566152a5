//! When an older program saves a newer one's data again, it keeps what it does not know.

mod classes;
mod edges;
mod history;
mod hostile;
mod keys;
mod lookups;
mod parts;
mod programs;
mod seen;
mod texts;
mod wider;

use archive::{
    Archive, Compression, Deserialize, Error, ErrorKind, Layout, Newer, Options, Outcome,
    SchemaPolicy, Unknown, Value, VersionTable, text,
};
use archive_tests::golden::golden;
use programs::{new, newer, newer_played, old, play};

/// Both layouts, with and without compression.
fn forms() -> Vec<Options> {
    let mut forms = Vec::new();
    for layout in [Layout::Rows, Layout::Columns] {
        for codec in [Compression::None, Compression::Lz4] {
            forms.push(Options::file().layout(layout).compression(codec));
        }
    }
    forms
}

fn retain() -> Options {
    Options::file().newer(Newer::Accept).unknown(Unknown::Retain)
}

/// The older program's value, loaded from the newer one's save.
fn loaded() -> old::Save {
    retain().from_slice(&archive::to_vec(&newer()).unwrap()).unwrap()
}

#[test]
fn an_older_program_changes_what_it_knows_and_keeps_the_rest() {
    for form in forms() {
        let theirs = form.to_vec(&newer()).unwrap();
        for options in forms() {
            let mut save: old::Save = retain().from_slice(&theirs).unwrap();
            play(&mut save);
            let mine = options.to_vec(&save).unwrap();

            let expected = newer_played();
            // The newer program loads it, and would have written the same bytes.
            assert_eq!(archive::from_slice::<new::Save>(&mine).unwrap(), expected);
            assert!(mine == options.to_vec(&expected).unwrap());
            // The older one can load it again, too.
            assert_eq!(retain().from_slice::<old::Save>(&mine).unwrap(), save);
        }
    }
}

#[test]
fn a_holder_tells_what_it_keeps() {
    let save = loaded();
    assert_eq!(save.extra.names().collect::<Vec<_>>(), ["guild", "hearts", "pets"]);
    assert_eq!(save.extra.get("hearts"), Some(&Value::U8(2)));
    assert_eq!((save.extra.get("level"), save.extra.variant()), (None, None));
    assert_eq!(save.bag[1].extra.names().collect::<Vec<_>>(), ["enchanted", "gems"]);
    assert_eq!(save.hero.1.get("1"), Some(&Value::Char('♥')));
    let old::Event::Other(flew) = &save.log[1] else { panic!("not unknown") };
    assert_eq!((flew.variant(), flew.is_empty()), (Some("Flew"), false));
    assert_eq!(flew.get("to"), Some(&Value::Str("Rome".into())));
    let old::Event::Fought { extra, .. } = &save.log[2] else { panic!("no fight") };
    assert_eq!(extra.get("won"), Some(&Value::Bool(true)));
    let old::Event::Other(sang) = &save.log[3] else { panic!("not unknown") };
    assert_eq!(
        format!("{sang:?} {:?} {:?}", save.hero, Unknown::new()),
        "Sang {} Hero(\"Ann\", {\"1\": '♥'}) {}"
    );
    assert!(Unknown::default().is_empty() && !sang.is_empty());
}

#[test]
fn what_is_kept_is_that_of_a_golden_file() {
    let mut save = loaded();
    save.level = 13;
    for (form, options) in
        [("columns", Options::file()), ("file", Options::file().layout(Layout::Rows))]
    {
        let mine = golden("retain", 2, form, &options.to_vec(&save).unwrap());
        let expected = new::Save { depth: 13, ..newer() };
        assert_eq!(archive::from_slice::<new::Save>(&mine).unwrap(), expected);
        assert_eq!(retain().from_slice::<old::Save>(&mine).unwrap(), save);
    }
}

#[test]
fn every_way_to_save_writes_the_same() {
    let save = loaded();
    for options in forms() {
        let bytes = options.to_vec(&save).unwrap();
        assert_eq!(options.encoded_len(&save).unwrap(), bytes.len());
        let mut buffer = vec![0; bytes.len()];
        assert_eq!(options.write_into(&save, &mut buffer).unwrap(), bytes.len());
        assert!(buffer == bytes);
        let short = options.write_into(&save, &mut buffer[1..]).unwrap_err();
        assert_eq!((short.kind(), short.needed()), (ErrorKind::BufferTooSmall, Some(bytes.len())));
        let mut kept = archive::Buffer::new();
        assert!(options.to_buffer(&save, &mut kept).unwrap() == bytes);
        assert!(options.to_buffer(&save, &mut kept).unwrap() == bytes);
        let mut stream = Vec::new();
        options.to_writer(&mut stream, &save).unwrap();
        assert!(stream == bytes);
    }
    let directory = tempfile::tempdir().unwrap();
    let slot = directory.path().join("slot1.sav");
    archive::save(&slot, &save).unwrap();
    assert_eq!(archive::load::<new::Save>(&slot).unwrap(), newer());
}

#[test]
fn a_value_that_kept_nothing_is_saved_as_ever() {
    let mut save = loaded();
    assert_ne!(save, old::Save { extra: Unknown::new(), ..save.clone() });
    save.extra = Unknown::new();
    save.bag.clear();
    save.places.clear();
    save.hero.1 = Unknown::new();
    save.log =
        vec![old::Event::Slept, old::Event::Fought { foe: "wolf".into(), extra: Unknown::new() }];
    save.mood = old::Mood::Angry;
    for options in forms() {
        let bytes = options.to_vec(&save).unwrap();
        assert_eq!(archive::from_slice::<old::Save>(&bytes).unwrap(), save);
        assert_eq!(archive::from_slice::<new::Save>(&bytes).unwrap().hearts, 3);
    }
    assert!(Options::message().to_vec(&save).is_ok());
}

fn refused(result: Result<Vec<u8>, Error>) -> (ErrorKind, String) {
    let error = result.unwrap_err();
    (error.kind(), error.path().to_owned())
}

#[test]
fn messages_and_older_versions_say_that_they_cannot_keep_it() {
    let save = loaded();
    let retained = |path: &str| (ErrorKind::Retained, path.to_owned());
    assert_eq!(refused(Options::message().to_vec(&save)), retained("guild"));
    let mut room = [0; 4096];
    let error = Options::message().write_into(&save, &mut room).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Retained);
    let bare = Options::file().schema(SchemaPolicy::Fingerprint);
    assert_eq!(refused(bare.to_vec(&save)), retained("guild"));
    for layout in [Layout::Rows, Layout::Columns] {
        let today =
            Options::file().layout(layout).write_for(&VersionTable::of::<old::Save>().unwrap());
        assert_eq!(refused(today.to_vec(&save)), retained("guild"));
    }
    let inner = old::Save { extra: Unknown::new(), ..save };
    assert_eq!(refused(Options::message().to_vec(&inner)), retained("bag[0].enchanted"));
}

#[test]
fn who_asks_to_skip_it_saves_without() {
    let mut save = loaded();
    let skip = |options: Options| options.unknown(Unknown::Skip);
    // An unknown variant cannot be left out.
    assert_eq!(
        refused(skip(Options::file()).to_vec(&save)),
        (ErrorKind::Retained, "log[1]".to_owned())
    );
    save.log.retain(|event| !matches!(event, old::Event::Other(_)));
    save.mood = old::Mood::Calm;
    let mut all = forms();
    all.extend([Options::message(), Options::file().schema(SchemaPolicy::Fingerprint)]);
    for options in all {
        let bytes = skip(options.clone()).to_vec(&save).unwrap();
        let without: old::Save = archive::from_slice(&bytes).unwrap();
        assert_eq!((without.level, without.bag.len(), without.log.len()), (12, 2, 3));
        assert!(without.extra.is_empty());
        assert!(bytes == options.to_vec(&without).unwrap(), "{options:?}");
        let mut room = vec![0; bytes.len()];
        assert_eq!(skip(options).write_into(&save, &mut room).unwrap(), bytes.len());
        assert!(room == bytes);
    }
}

#[test]
fn what_the_newer_program_no_longer_has_is_named_unless_it_holds_its_default() {
    let mut save = loaded();
    assert_eq!(save.health, 1.0);
    save.health = 0.5;
    for options in forms() {
        let error = options.to_vec(&save).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "health"));
        assert_eq!(
            error.detail(),
            "the program that wrote the loaded archive has no such field, and the value is not its default"
        );
    }
}

#[test]
fn values_made_by_the_older_program_hold_nothing_new() {
    let mut save = loaded();
    save.bag.push(old::Item { name: "rope".into(), count: 9, extra: Unknown::new() });
    let saved: new::Save = archive::from_slice(&archive::to_vec(&save).unwrap()).unwrap();
    let rope = new::Item { enchanted: None, name: "rope".into(), count: 9, gems: Vec::new() };
    assert_eq!(saved.bag.last(), Some(&rope));
    // The new field is a `bool` without a default, so there is no value for it.
    save.log.push(old::Event::Fought { foe: "bat".into(), extra: Unknown::new() });
    let error = archive::to_vec(&save).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "log[5].won"));
}

#[test]
fn a_type_without_a_holder_refuses_what_it_would_lose() {
    #[derive(Archive, Debug)]
    struct Save {
        #[archive(alias = "depth")]
        level: u32,
        bag: Vec<Item>,
        #[archive(unknown)]
        extra: Unknown,
    }
    #[derive(Archive, Debug)]
    struct Item {
        name: String,
    }
    let error = retain().from_slice::<Save>(&archive::to_vec(&newer()).unwrap()).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownField, "bag[0].enchanted"));
    assert!(error.to_string().contains("#[archive(unknown)]"), "{error}");
    let _ = |save: Save| (save.level, save.bag.into_iter().map(|item| item.name), save.extra);
}

#[test]
fn a_report_tells_what_is_retained() {
    let bytes = archive::to_vec(&newer()).unwrap();
    let report = retain().report::<old::Save>(&bytes).unwrap();
    let retained = report.notes().iter().filter(|note| note.outcome == Outcome::Retained);
    let paths: Vec<_> = retained.map(|note| &*note.path).collect();
    assert_eq!(
        paths,
        [
            "bag[].enchanted",
            "bag[].gems",
            "hero.1",
            "log[].Fought.won",
            "log[].Flew",
            "log[].Sang",
            "places[].enchanted",
            "places[].gems",
            "mood.Merry",
            "guild",
            "hearts",
            "pets"
        ]
    );
    assert!(report.is_lossless());
    let note = report.notes().iter().find(|note| note.path == "hearts").unwrap();
    assert_eq!((&*note.type_name, note.versions), ("Save", (2, 1)));
    assert!(
        report.to_string().contains("hearts is unknown here, and is retained (Save @2, here @1)\n")
    );
    let skipped = retain().unknown(Unknown::Skip).report::<old::Save>(&bytes).unwrap();
    let hearts = skipped.notes().iter().find(|note| note.path == "hearts").unwrap();
    assert_eq!((hearts.outcome, skipped.is_lossless()), (Outcome::Dropped, false));
}

#[test]
fn unknown_variants_are_kept_whatever_becomes_of_fields() {
    let theirs = vec![new::Mood::Merry, new::Mood::Angry, new::Mood::Merry];
    for form in forms() {
        let bytes = form.to_vec(&theirs).unwrap();
        for unknown in [Unknown::Error, Unknown::Skip, Unknown::Retain] {
            let options = Options::file().newer(Newer::Accept).unknown(unknown);
            let mut moods: Vec<old::Mood> = options.from_slice(&bytes).unwrap();
            assert!(matches!(
                &moods[..],
                [old::Mood::Other(_), old::Mood::Angry, old::Mood::Other(_)]
            ));
            moods.push(old::Mood::Calm);
            let saved: Vec<new::Mood> = archive::from_slice(&form.to_vec(&moods).unwrap()).unwrap();
            assert_eq!(saved[2..], [new::Mood::Merry, new::Mood::Calm]);
        }
    }
}

#[test]
fn texts_json_and_trees_show_what_is_kept() {
    let save = loaded();
    assert_eq!(text::to_string(&save).unwrap(), text::to_string(&newer()).unwrap());
    assert_eq!(
        archive::json::to_string(&save).unwrap(),
        archive::json::to_string(&newer()).unwrap()
    );
    assert_eq!(Value::of(&save).unwrap(), Value::of(&newer()).unwrap());
    assert_eq!(text::from_str::<new::Save>(&text::to_string(&save).unwrap()).unwrap(), newer());
}

#[test]
fn an_edit_and_a_copy_keep_it() {
    let mut save = loaded();
    archive::edit(&mut save, |tree| tree.set("bag[1].count", 4_u16).map(drop)).unwrap();
    assert_eq!(save.bag[1].count, 4);
    let copy = archive::deep_copy(&save).unwrap();
    assert_eq!(copy, save);
    let saved: new::Save = archive::from_slice(&archive::to_vec(&copy).unwrap()).unwrap();
    assert_eq!((saved.bag[1].count, saved.bag[1].enchanted.as_deref()), (4, Some("frost")));
}

/// Loads by name, retaining unknown fields.
fn load<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Error> {
    retain().from_slice(bytes)
}

#[test]
fn a_variant_that_nothing_keeps_is_named_in_both_layouts() {
    #[derive(Archive, Debug)]
    enum Mood {
        Calm,
        Angry,
    }
    for options in forms() {
        let bytes = options.to_vec(&vec![new::Mood::Angry, new::Mood::Merry]).unwrap();
        let error = retain().from_slice::<Vec<Mood>>(&bytes).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownTag, "[1]"), "{error}");
        assert_eq!(error.detail(), "the variant `Mood::Merry` is unknown here");
        let skip = options.newer(archive::Newer::Accept);
        let error = skip.from_slice::<Vec<Mood>>(&bytes).unwrap_err();
        assert_eq!(error.detail(), "the variant `Mood::Merry` is unknown here");
        assert!(error.to_string().contains("`#[archive(unknown)] Other(Unknown)`"), "{error}");
    }
    let _ = (Mood::Calm, Mood::Angry);
}
