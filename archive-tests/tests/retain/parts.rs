//! Retained fields in values that are parts of loaded ones, or that come from several archives.

use archive::{Archive, ErrorKind, Options, Unknown, Value, text};

use super::programs::{new, newer, newer_played, old, play};
use super::{forms, loaded, retain};

#[test]
fn a_part_of_what_was_loaded_is_saved_as_the_newer_program_would() {
    let (save, theirs) = (loaded(), newer());
    for options in forms() {
        let saved = options.to_vec(&save.bag[1]).unwrap();
        assert!(saved == options.to_vec(&theirs.bag[1]).unwrap());
        assert_eq!(retain().from_slice::<old::Item>(&saved).unwrap(), save.bag[1]);

        assert!(options.to_vec(&save.bag).unwrap() == options.to_vec(&theirs.bag).unwrap());
        assert!(options.to_vec(&save.log[1]).unwrap() == options.to_vec(&theirs.log[1]).unwrap());
        assert!(options.to_vec(&save.places).unwrap() == options.to_vec(&theirs.places).unwrap());
        let (mine, both) =
            ((&save.hero, 7_u8, Some(&save.mood)), (&theirs.hero, 7_u8, Some(&theirs.mood)));
        assert!(options.to_vec(&mine).unwrap() == options.to_vec(&both).unwrap());
    }
    assert_eq!(text::to_string(&save.bag).unwrap(), text::to_string(&theirs.bag).unwrap());
    assert_eq!(Value::of(&save.log).unwrap(), Value::of(&theirs.log).unwrap());
    let copy = archive::deep_copy(&save.bag[1]).unwrap();
    assert_eq!(copy, save.bag[1]);
}

#[test]
fn values_of_several_files_of_one_program_are_saved_together() {
    let mut played = loaded();
    play(&mut played);
    for options in forms() {
        let saves = vec![loaded(), played.clone()];
        let mine = options.to_vec(&saves).unwrap();
        assert!(mine == options.to_vec(&vec![newer(), newer_played()]).unwrap());
        assert_eq!(retain().from_slice::<Vec<old::Save>>(&mine).unwrap(), saves);
    }
}

#[test]
fn parts_of_several_files_of_one_program_are_saved_together() {
    let item = new::Item { count: 77, ..newer().bag[1].clone() };
    for options in forms() {
        let mut save = loaded();
        save.bag.push(retain().from_slice(&options.to_vec(&item).unwrap()).unwrap());
        let mut theirs = newer();
        theirs.bag.push(item.clone());
        assert!(options.to_vec(&save).unwrap() == options.to_vec(&theirs).unwrap());
    }
}

#[test]
fn what_the_newer_program_is_not_known_to_have_is_no_place_for_it() {
    #[derive(Archive)]
    struct Slots {
        first: old::Save,
    }
    let error = archive::to_vec(&Slots { first: loaded() }).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Retained);
    assert_eq!(
        error.to_string(),
        "the retained parts come from an archive of `Save`, which has no `Slots`\n  help: save the values \
         that were loaded from it separately, or put other values in place of the retained variants and \
         objects, and drop retained fields with `Options::unknown(Unknown::Skip)`"
    );
}

#[test]
fn generic_types_are_found_by_their_arguments() {
    mod newer {
        #[derive(archive::Archive)]
        pub(super) struct Pair<T> {
            pub(super) one: T,
            pub(super) other: T,
            #[since(2, default = 1)]
            pub(super) weight: u8,
        }
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Pair<T> {
        one: T,
        other: T,
        #[archive(unknown)]
        extra: Unknown,
    }
    let (bytes, names) =
        (newer::Pair { one: 1_u8, other: 2, weight: 3 }, ["a", "b"].map(String::from));
    let [one, other] = names;
    let theirs = (bytes, newer::Pair { one, other, weight: 4 });
    let mine: (Pair<u8>, Pair<String>) =
        retain().from_slice(&archive::to_vec(&theirs).unwrap()).unwrap();
    assert_eq!(archive::to_vec(&mine.0).unwrap(), archive::to_vec(&theirs.0).unwrap());
    assert_eq!(archive::to_vec(&mine.1).unwrap(), archive::to_vec(&theirs.1).unwrap());
}

#[test]
fn a_variant_in_a_part_of_a_file_is_kept_in_every_layout() {
    #[derive(Archive)]
    struct Part {
        mood: old::Mood,
    }
    for options in forms() {
        let file = std::io::Cursor::new(options.to_vec(&newer()).unwrap());
        let part: Part = Options::file().part_from_reader(file).unwrap();
        assert!(options.to_vec(&part.mood).unwrap() == options.to_vec(&newer().mood).unwrap());
    }
}
