//! Looking names up takes time in proportion to their number, however many fields and variants the other program has.

use std::time::Duration;

use archive::schema::{BodyDef, FieldsDef, TypeDef, TypeRef, VariantDef};
use archive::{Archive, Compound, Layout, Options, Record, Schema, Style, Unknown, Value};
use archive_tests::made::{BYTE, a_struct, field, file, list};
use archive_tests::wire;
use cpu_time::ThreadTime;

use super::retain;

/// Much more than a debug build needs, much less than quadratic work takes.
const LONG: Duration = Duration::from_secs(2);

/// Runs something that looks many names up.
fn quick<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let start = ThreadTime::now();
    let result = run();
    let elapsed = start.elapsed();
    assert!(elapsed < LONG, "{what}: {elapsed:?}");
    result
}

/// A record of many fields, all of them dirty, as a peer may send it.
fn sent(names: &[String], value: u8) -> Record {
    let fields = names.iter().map(|name| (name.as_str(), Value::U8(value)));
    let fields = Value::Struct(Compound::of_struct("", fields));
    let mut record = Value::of(&Record::new(7_u8)).unwrap();
    record.set("fields", Value::of(&fields).unwrap()).unwrap();
    record.set("dirty", Value::of(names).unwrap()).unwrap();
    record.to().unwrap()
}

#[test]
fn records_of_many_fields_are_compared_and_updated() {
    let mut names: Vec<String> = (0..40_000).map(|index| format!("f{index}")).collect();
    let here = sent(&names, 1);
    names.reverse();
    let (same, there) = (sent(&names, 1), sent(&names, 2));
    assert!(quick("==", || here == same && here != there));
    let update = quick("update_to", || here.update_to(&there).unwrap());
    assert_eq!((update.set().count(), update.removed().count()), (names.len(), 0));
    assert!(quick("update", || there.update()) == update);
}

#[test]
fn a_holder_of_many_fields_is_saved_and_shown() {
    #[derive(Archive)]
    struct Hero {
        level: u8,
        #[archive(unknown)]
        extra: Unknown,
    }
    let count = 40_000;
    let mut fields = vec![field("level", BYTE)];
    fields.extend((0..count).map(|index| field(&format!("f{index}"), BYTE)));
    let schema = Schema { root: TypeRef::Named(0), types: vec![a_struct("Hero", fields)] };
    let theirs = file(&schema, &vec![7; count + 1]);
    let hero: Hero = retain().from_slice(&theirs).unwrap();
    assert_eq!((hero.level, hero.extra.names().count()), (7, count));

    let rows = Options::file().layout(Layout::Rows);
    let saved = quick("save", || rows.to_vec(&hero).unwrap());
    let tree = quick("tree", || Value::of(&hero).unwrap());
    let expected = Value::from_slice(&theirs).unwrap();
    assert!(tree == expected && Value::from_slice(&saved).unwrap() == expected);
}

/// A list of values of an enum with so many variants, without its first two.
fn file_of_variants(count: u32) -> Vec<u8> {
    let variant = |(name, tag): (String, u32)| {
        let fields = FieldsDef { style: Style::Unit, list: vec![] };
        VariantDef { name, tag, fields, doc: String::new(), meta: vec![] }
    };
    let known = [("Calm".to_owned(), 0), ("Angry".to_owned(), 1)];
    let others = (2..count).map(|tag| (format!("V{tag}"), tag));
    let (args, doc, meta) = (vec![], String::new(), vec![]);
    let body = BodyDef::Enum(known.into_iter().chain(others).map(variant).collect());
    let def = TypeDef { name: "Mood".into(), args, version: 1, body, doc, meta };
    let schema = Schema { root: list(TypeRef::Named(0)), types: vec![def] };
    let mut values = Vec::new();
    wire::varint(&mut values, u64::from(count));
    (0..count).rev().for_each(|tag| wire::varint(&mut values, u64::from(tag)));
    file(&schema, &values)
}

#[test]
fn many_unknown_variants_are_saved() {
    #[derive(Archive)]
    enum Mood {
        Calm,
        Angry,
        #[archive(unknown)]
        Other(Unknown),
    }
    let theirs = file_of_variants(20_000);
    let moods: Vec<Mood> = retain().from_slice(&theirs).unwrap();
    let others = moods.iter().filter(|mood| matches!(mood, Mood::Other(_))).count();
    assert_eq!((moods.len(), others), (20_000, 19_998));
    assert!(matches!(moods[19_998..], [Mood::Angry, Mood::Calm]));

    let rows = quick("rows", || Options::file().layout(Layout::Rows).to_vec(&moods).unwrap());
    let expected = Value::from_slice(&theirs).unwrap();
    assert!(Value::from_slice(&rows).unwrap() == expected);
    let columns = Options::file().layout(Layout::Columns);
    let columns = quick("columns", || columns.to_vec(&moods).unwrap());
    assert!(Value::from_slice(&columns).unwrap() == expected);
}

#[test]
fn values_of_many_variants_are_edited() {
    let theirs = file_of_variants(20_000);
    let edited = quick("edit", || {
        archive::edit_archive(&theirs, |tree| tree.remove("[0]").map(drop)).unwrap()
    });
    let mut expected = Value::from_slice(&theirs).unwrap();
    expected.remove("[0]").unwrap();
    assert!(Value::from_slice(&edited).unwrap() == expected);
}

#[test]
fn many_fields_are_put_in_another_order() {
    let mut names: Vec<String> = (0..40_000).map(|index| format!("f{index}")).collect();
    let fields = names.iter().map(|name| field(name, BYTE)).collect();
    let schema = Schema { root: TypeRef::Named(0), types: vec![a_struct("Hero", fields)] };
    let theirs = file(&schema, &vec![7; names.len()]);
    names.reverse();
    let fields = names.iter().map(|name| (name.as_str(), Value::U8(7)));
    let turned = Value::Struct(Compound::of_struct("Hero", fields));
    let edited = quick("edit", || {
        archive::edit_archive(&theirs, |tree| {
            *tree = turned;
            Ok(())
        })
    });
    assert!(Value::from_slice(&edited.unwrap()).unwrap() == Value::from_slice(&theirs).unwrap());
}
