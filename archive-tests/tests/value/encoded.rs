//! The bytes of trees: equal ones have the same (FORMAT.md §11).

use std::rc::Rc;

use archive::{Archive, Compound, Error, ErrorKind, Numbers, Options, Value};
use proptest::prelude::*;

use crate::any;

/// The bytes of the tree alone.
fn bytes(value: &Value<'static>) -> Vec<u8> {
    let message = Options::message();
    let header = message.to_vec(&Value::Unit).unwrap().len() - 2;
    let bytes = message.to_vec(value).unwrap();
    assert_eq!(archive::from_slice::<Value<'static>>(&bytes).unwrap(), *value);
    // The tree's own length is one byte.
    bytes[header + 1..].to_vec()
}

#[test]
fn lists_of_numbers_of_one_kind_are_compact() {
    let list = |values: &[Value<'static>]| bytes(&Value::List(values.to_vec()));
    assert_eq!(list(&[Value::U8(1)]), [0x10, 1, 1]);
    assert_eq!(list(&[Value::U16(1), Value::U16(2)]), [0x25, 3, 2, 1, 0, 2, 0]);
    assert_eq!(list(&[Value::U8(1), Value::Bool(true)]), [0x22, 2, 2, 1, 1, 1]);
    assert_eq!(bytes(&Value::Tuple(vec![Value::U8(1)])), [0x23, 1, 2, 1]);
    assert_eq!(bytes(&Value::from(vec![1_u16, 2])), [0x25, 3, 2, 1, 0, 2, 0]);
}

#[test]
fn an_empty_sequence_is_a_list() {
    let mut emptied = Value::from(vec![1_u16]);
    emptied.remove("[0]").unwrap();
    let numbers: &Numbers<'_> = match &emptied {
        Value::Numbers(numbers) => numbers,
        other => panic!("{other:?}"),
    };
    assert!(numbers.is_empty());
    for value in [Value::List(vec![]), Value::Bytes(vec![].into()), emptied.clone()] {
        assert_eq!(bytes(&value), [0x22, 0]);
    }
}

/// Reads a tree of these bytes.
fn read(tree: &[u8]) -> Result<Value<'static>, Error> {
    let mut bytes = Options::message().to_vec(&Value::Unit).unwrap();
    bytes.truncate(bytes.len() - 2);
    bytes.push(u8::try_from(tree.len()).unwrap());
    bytes.extend_from_slice(tree);
    archive::from_slice(&bytes)
}

#[test]
fn readers_accept_other_forms() {
    assert_eq!(read(&[0x22, 1, 2, 1]).unwrap(), Value::from(vec![1_u8]));
    assert_eq!(read(&[0x10, 0]).unwrap(), Value::List(vec![]));
    assert_eq!(read(&[0x25, 3, 0]).unwrap(), Value::List(vec![]));
}

/// One reader would take the first of them, and another the last.
#[test]
fn two_fields_of_one_name_are_refused() {
    for count in [2, 12] {
        let names: Vec<String> = (0..count).map(|at| format!("f{at}")).collect();
        let fields = || names.iter().map(|name| (name.as_str(), Value::U8(1)));
        let whole = Value::from(Compound::of_struct("P", fields()));
        let sent = Options::message().to_vec(&whole).unwrap();
        assert_eq!(archive::from_slice::<Value<'static>>(&sent).unwrap(), whole);
        let mut forged = sent.clone();
        let at = forged.windows(3).position(|it| it == b"\x02f1").unwrap();
        forged[at + 2] = b'0';
        let error = archive::from_slice::<Value<'static>>(&forged).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidValue);

        let twice = fields().chain([("f0", Value::U8(2))]);
        let made = Value::from(Compound::of_struct("P", twice));
        let error = Options::message().to_vec(&made).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::CannotWrite);
    }
}

#[test]
fn only_a_variant_has_the_name_of_one() {
    let unit = |code, variant: &[u8]| [&[code, 0, 1, b'A', 1][..], variant, &[2, 0]].concat();
    assert!(read(&unit(0x26, &[0])).is_ok());
    assert_eq!(read(&unit(0x26, &[1, b'B'])).unwrap_err().kind(), ErrorKind::InvalidValue);
    assert!(read(&unit(0x27, &[1, b'B'])).is_ok());
}

#[test]
fn a_borrowed_element_changes_no_hash() {
    for value in [Value::from(vec![1_u8, 2]), Value::from(vec![0.5_f32, 1.0])] {
        let mut loose = value.clone();
        assert!(loose.get_mut("[0]").is_some());
        assert_eq!(loose, value);
        assert_eq!(archive::hash(&loose).unwrap(), archive::hash(&value).unwrap());
        let trees = [&loose, &value].map(|value| archive::hash_tree(value).unwrap());
        assert_eq!(trees[0].first_difference(&trees[1]), None);
        let files = [&loose, &value].map(|value| archive::to_vec(&vec![value.clone(); 3]).unwrap());
        assert_eq!(files[0], files[1]);
    }
}

/// Links lead to the objects, one by one.
#[test]
fn tables_of_numbers_are_lists() {
    #[derive(Archive)]
    struct Pair(Rc<u16>, Rc<u16>);
    let tree = Value::of(&Pair(Rc::new(7), Rc::new(8))).unwrap();
    let whole = bytes(&tree);
    assert!(whole.ends_with(&[0x22, 2, 3, 7, 0, 3, 8, 0]), "{whole:x?}");
    let graph = |table| Compound::of_struct("std.Graph", [("root", Value::Unit), ("u16", table)]);
    let compact = Value::from(graph(Value::from(vec![7_u16, 8])));
    let list = Value::from(graph(Value::List(vec![Value::U16(7), Value::U16(8)])));
    assert_eq!(bytes(&compact), bytes(&list));
}

/// The same tree with every compact sequence as a list.
fn loose(value: &Value<'static>) -> Value<'static> {
    let all = |values: &[Value<'static>]| values.iter().map(loose).collect();
    match value {
        Value::Bytes(bytes) => Value::List(bytes.iter().map(|byte| Value::U8(*byte)).collect()),
        Value::Numbers(numbers) => Value::List(numbers.iter().collect()),
        Value::List(values) => Value::List(all(values)),
        Value::Tuple(values) => Value::Tuple(all(values)),
        Value::Map(entries) => {
            Value::Map(entries.iter().map(|(key, value)| (loose(key), loose(value))).collect())
        }
        Value::Option(inner) => Value::from(inner.as_deref().map(loose)),
        other => other.clone(),
    }
}

proptest! {
    #[test]
    fn equal_trees_have_the_same_bytes(tree in any::tree()) {
        let loose = loose(&tree);
        prop_assert_eq!(&loose, &tree);
        prop_assert_eq!(archive::to_vec(&loose).unwrap(), archive::to_vec(&tree).unwrap());
    }
}
