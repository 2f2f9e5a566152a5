//! Sequences of one kind read as another: from rows, columns, parts and trees.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Debug;

use archive::{Archive, Compression, Layout, Newer, Options, Value, load_part};

#[derive(Archive)]
#[archive(name = "Held")]
struct Theirs<T> {
    before: u8,
    list: Vec<(bool, T)>,
    after: String,
}

#[derive(Archive, Debug, PartialEq)]
#[archive(name = "Held")]
struct Ours<U> {
    list: Vec<(bool, U)>,
    after: String,
}

/// Checks that every way to read `theirs` gives `ours`, or an error if that is `None`.
#[track_caller]
fn is_read_as<T, U>(theirs: T, ours: Option<U>)
where
    T: Archive + Clone,
    U: Archive + PartialEq + Debug + Clone,
{
    let list = vec![(true, theirs.clone()), (false, theirs)];
    let saved = Theirs { before: 7, list, after: "end".into() };
    let expected = ours
        .map(|ours| Ours { list: vec![(true, ours.clone()), (false, ours)], after: "end".into() });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("held.sav");
    let options = Options::file().newer(Newer::Accept).unknown(archive::UnknownPolicy::Skip);
    for layout in [Layout::Rows, Layout::Columns] {
        for codec in [Compression::None, Compression::Lz4] {
            let bytes = options.clone().layout(layout).compression(codec).to_vec(&saved).unwrap();
            std::fs::write(&path, &bytes).unwrap();
            let tree = Value::from_slice(&bytes).unwrap();
            let ways = [
                options.from_slice::<Ours<U>>(&bytes),
                load_part(&path),
                options.from_value(&tree),
            ];
            for way in ways {
                match &expected {
                    Some(expected) => assert_eq!(way.unwrap(), *expected, "{layout:?} {codec:?}"),
                    None => drop(way.unwrap_err()),
                }
            }
        }
    }
}

#[test]
fn bytes_and_lists() {
    is_read_as(vec![1_u8, 200], Some(vec![1_u16, 200]));
    is_read_as(vec![1_u8, 200], None::<Vec<i8>>);
    is_read_as(vec![1_u16, 200], Some(vec![1_u8, 200]));
    is_read_as(vec![1_u16, 256], None::<Vec<u8>>);
    is_read_as(vec![3_u8, 1], Some(BTreeSet::from([1_u32, 3])));
    is_read_as(vec![3_u8, 1], Some(VecDeque::from([3_i64, 1])));
    is_read_as(vec![3_u8, 1], Some((3_u8, 1_u16)));
    is_read_as(vec![3_u8, 1], None::<(u8, u8, u8)>);
    is_read_as([3_u8, 1], Some(vec![3_u16, 1]));
    is_read_as([3_u8, 1], Some([3_f32, 1.0]));
}

#[test]
fn tuples_and_arrays() {
    is_read_as((1_f32, 2_f32, 3_f32), Some([1_f32, 2.0, 3.0]));
    is_read_as([1_u8, 2], Some((1_u8, 2_u16)));
    is_read_as((1_u8, 2_u8), Some(vec![1_u8, 2]));
    is_read_as((1_u8, 2_u16), Some(vec![1_u32, 2]));
    is_read_as((1_u8, String::new()), None::<Vec<u32>>);
    is_read_as([1_u8, 2, 3], None::<[u8; 2]>);
    is_read_as(vec!["a".to_owned()], Some(["a".to_owned()]));
    is_read_as(vec!["a".to_owned()], Some(("a".to_owned(),)));
    is_read_as(["a".to_owned()], None::<String>);
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Spot {
    x: i16,
    y: i16,
}

#[test]
fn of_structs_all_fields_are_read() {
    let spot = |x| Spot { x, y: 5 };
    is_read_as((spot(1), spot(2)), Some(vec![spot(1), spot(2)]));
    is_read_as([spot(1), spot(2)], Some((spot(1), spot(2))));
    is_read_as(vec![spot(1)], Some((spot(1),)));
}

#[test]
fn a_float_that_is_no_number_keeps_its_bits_or_is_refused() {
    is_read_as(vec![f64::from_bits(0x7ff8_0000_0000_0001)], None::<Vec<f32>>);
    let options = Options::file().newer(Newer::Accept);
    for layout in [Layout::Rows, Layout::Columns] {
        let bytes = options.clone().layout(layout).to_vec(&vec![f64::NAN]).unwrap();
        assert!(options.from_slice::<Vec<f32>>(&bytes).unwrap()[0].is_nan());
    }
}

/// What a struct holds that options hold, of which the program has fewer.
#[derive(Archive, Clone, Debug, PartialEq)]
struct Inner {
    #[archive(default = 0)]
    number: u8,
    #[archive(default)]
    bytes: Vec<u8>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
enum Choice {
    One,
    Two { number: u8 },
}

#[test]
fn options_of_options() {
    let inner = Inner { number: 7, bytes: vec![1] };
    let choice = Choice::Two { number: 7 };
    is_read_as(Some(Some(3_u8)), Some(3_u8));
    is_read_as(Some(Some(3_u8)), Some(Some(3_u8)));
    is_read_as(Some(Some(Some(3_u8))), Some(Some(3_u8)));
    is_read_as(Some(None::<u8>), None::<u8>);
    is_read_as(Some(Some(inner.clone())), Some(inner.clone()));
    is_read_as(Some(Some(inner.clone())), Some(Some(inner.clone())));
    is_read_as(Some(Some(choice.clone())), Some(Some(choice.clone())));

    // The same in texts and JSON, where an option's object is not a struct with a field `some`.
    let options = Options::file().newer(Newer::Accept).unknown(archive::UnknownPolicy::Skip);
    let list = |it: &Inner| vec![(true, Some(Some(it.clone())))];
    let saved = Theirs { before: 7, list: list(&inner), after: "end".into() };
    let expected = Ours { list: vec![(true, Some(inner))], after: "end".into() };
    let json = archive::json::to_string(&saved).unwrap();
    assert_eq!(options.from_json::<Ours<Option<Inner>>>(&json).unwrap(), expected);
    let text = archive::text::to_string(&saved).unwrap();
    assert_eq!(options.from_text::<Ours<Option<Inner>>>(&text).unwrap(), expected);

    let chosen =
        |it: Choice| Theirs { before: 7, list: vec![(true, Some(Some(it)))], after: "end".into() };
    for choice in [choice, Choice::One] {
        let json = archive::json::to_string(&chosen(choice.clone())).unwrap();
        let loaded: Ours<Option<Choice>> = options.from_json(&json).unwrap();
        assert_eq!(loaded.list, [(true, Some(choice))]);
    }
}

/// A field that is called as the object of an option is.
#[derive(Archive, Clone, Debug, PartialEq)]
struct Named {
    #[archive(default = 0, alias = "some")]
    number: u8,
}

#[test]
fn a_field_some_is_no_option() {
    let json = r#"{"list": [[true, {"some": 4}]], "after": "end"}"#;
    let loaded: Ours<Option<Named>> = archive::json::from_str(json).unwrap();
    assert_eq!(loaded.list, [(true, Some(Named { number: 4 }))]);
}
