//! Arbitrary trees, including ones that no archive can hold.

use archive::{Archive, Value};
use proptest::prelude::*;

#[derive(Archive)]
struct Pair<T> {
    first: T,
    second: u8,
}

#[derive(Archive)]
struct Id(u8);

#[derive(Archive)]
enum Kind {
    None,
    Some(u8),
    Many { count: u8 },
}

/// A struct or variant with its fields replaced.
fn made(of: Value<'static>, fields: Vec<Value<'static>>) -> Value<'static> {
    let mut value = of;
    for (path, field) in ["first", "second", "0", "count"].iter().zip(fields) {
        if value.get(path).is_some() {
            value.set(path, field).unwrap();
        }
    }
    value
}

fn compound() -> impl Strategy<Value = Value<'static>> + Clone {
    prop_oneof![
        Just(Value::of(&Pair { first: 0_u8, second: 0 }).unwrap()),
        Just(Value::of(&Id(0)).unwrap()),
        Just(Value::of(&Kind::None).unwrap()),
        Just(Value::of(&Kind::Some(0)).unwrap()),
        Just(Value::of(&Kind::Many { count: 0 }).unwrap()),
    ]
}

fn leaf() -> impl Strategy<Value = Value<'static>> {
    prop_oneof![
        Just(Value::Unit),
        any::<bool>().prop_map(Value::from),
        (0..4_u8).prop_map(Value::from),
        (0..4_u16).prop_map(Value::from),
        (-2..2_i32).prop_map(Value::from),
        prop::sample::select(vec![0.0_f32, -0.0, 1.5, f32::NAN]).prop_map(Value::from),
        prop::sample::select(vec!['a', '\'', '\n']).prop_map(Value::from),
        prop::sample::select(vec!["", "a", "b\"]", "c.d"]).prop_map(Value::from),
        prop::collection::vec(0..3_u8, 0..4).prop_map(Value::from),
        prop::collection::vec(0..3_u16, 0..6).prop_map(Value::from),
        prop::collection::vec(0..60_i64, 20..60).prop_map(Value::from),
    ]
}

/// A tree with few distinct parts, so that two trees have much in common.
pub fn tree() -> impl Strategy<Value = Value<'static>> {
    leaf().prop_recursive(4, 48, 6, |inner| {
        let many = prop::collection::vec(inner.clone(), 0..6);
        prop_oneof![
            many.clone().prop_map(Value::List),
            many.clone().prop_map(Value::Tuple),
            prop::collection::vec((inner.clone(), inner.clone()), 0..5).prop_map(Value::Map),
            prop::collection::vec((leaf(), inner.clone()), 0..4).prop_map(Value::Map),
            prop::collection::btree_map(0..6_u8, inner.clone(), 0..5).prop_map(|map| {
                Value::Map(map.into_iter().map(|(key, value)| (key.into(), value)).collect())
            }),
            prop::option::of(inner.clone()).prop_map(Value::from),
            (compound(), many.clone()).prop_map(|(of, fields)| made(of, fields)),
            (compound(), inner, "[a-c]|first|odd name").prop_map(|(mut of, field, name)| {
                let _ = of.insert(&format!("[{name:?}]"), field);
                of
            }),
        ]
    })
}

/// A change somewhere in a tree.
#[derive(Clone, Debug)]
pub enum Edit {
    Set(Value<'static>),
    Insert(Value<'static>),
    Remove,
    Rotate,
}

pub fn edit() -> impl Strategy<Value = (prop::sample::Index, Edit)> {
    let edit = prop_oneof![
        tree().prop_map(Edit::Set),
        tree().prop_map(Edit::Insert),
        Just(Edit::Remove),
        Just(Edit::Rotate),
    ];
    (any::<prop::sample::Index>(), edit)
}

pub fn edited(tree: &Value<'static>, edits: &[(prop::sample::Index, Edit)]) -> Value<'static> {
    let mut tree = tree.clone();
    for (at, edit) in edits {
        let paths: Vec<String> = tree.find("**").into_iter().map(|(path, _)| path).collect();
        let path = at.get(&paths);
        match edit {
            Edit::Set(value) => drop(tree.set(path, value.clone())),
            Edit::Insert(value) => drop(tree.insert(path, value.clone())),
            Edit::Remove => drop(tree.remove(path)),
            Edit::Rotate => {
                if let Some(Value::List(values)) = tree.get_mut(path) {
                    let middle = values.len() / 2;
                    values.rotate_left(middle);
                }
            }
        }
    }
    tree
}
