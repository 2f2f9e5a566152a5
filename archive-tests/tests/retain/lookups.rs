//! Looking names up takes time in proportion to their number, however many fields and variants the other program has.

#[expect(dead_code, reason = "another test uses all of it")]
#[path = "../by_name/made.rs"]
mod made;

use std::time::Duration;

use archive::schema::TypeRef;
use archive::{Archive, Compound, Layout, Options, Record, Schema, Unknown, Value};
use cpu_time::ThreadTime;
use made::{BYTE, a_struct, field, file};

use super::retain;

/// Much more than a debug build needs, much less than quadratic work takes.
const LONG: Duration = Duration::from_secs(3);

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
