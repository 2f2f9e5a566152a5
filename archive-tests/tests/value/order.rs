//! Equality and order of trees.

use archive::{Archive, Value};

use crate::game;

#[test]
fn a_tree_can_be_shared_between_threads() {
    fn check<T: Send + Sync + Ord + Clone>() {}
    check::<Value<'static>>();
}

#[test]
fn floats_are_equal_by_their_bits() {
    assert_eq!(Value::from(f32::NAN), Value::from(f32::NAN));
    assert_ne!(Value::from(0.0_f64), Value::from(-0.0_f64));
    assert!(Value::from(-0.0_f64) < Value::from(0.0_f64));
    assert!(Value::from(f32::INFINITY) < Value::from(f32::NAN));
}

#[test]
fn numbers_of_another_width_are_other_values() {
    assert_ne!(Value::from(1_u8), Value::from(1_u16));
    assert_ne!(Value::from(vec![1_u32]), Value::from(vec![1_i32]));
    assert!(Value::from(300_u16) < Value::from(1_u32));
}

#[test]
fn a_list_is_equal_to_its_compact_form() {
    let list = Value::List(vec![Value::U16(1), Value::U16(300)]);
    let Value::Numbers(_) = Value::from(vec![1_u16, 300]) else { panic!("not compact") };
    assert_eq!(list, Value::from(vec![1_u16, 300]));
    assert!(list < Value::from(vec![2_u16]));
    assert!(list > Value::from(vec![1_u16]));
    assert_eq!(Value::List(vec![Value::U8(1)]), Value::from(&[1_u8][..]));
    assert_eq!(Value::from(Vec::<u16>::new()), Value::Bytes(vec![].into()));
}

#[test]
fn names_and_versions_of_types_count() {
    #[derive(Archive)]
    struct A(u8);
    mod other {
        use archive::Archive;

        #[derive(Archive)]
        pub struct B(pub u8);
        #[derive(Archive)]
        #[archive(version = 2)]
        pub struct A(pub u8);
        #[derive(Archive)]
        #[archive(name = "A")]
        pub struct Named {
            pub x: u8,
        }
    }
    let a = Value::of(&A(1)).unwrap();
    for other in [
        Value::of(&other::B(1)).unwrap(),
        Value::of(&other::A(1)).unwrap(),
        Value::of(&other::Named { x: 1 }).unwrap(),
        Value::of(&A(2)).unwrap(),
        Value::from(1_u8),
    ] {
        assert_ne!(a, other);
    }
    assert_eq!(a, Value::of(&A(1)).unwrap());
}

#[test]
fn trees_sort() {
    let mut values = [Value::from("b"), Value::from(2_u8), Value::from("a"), Value::from(1_u8)];
    values.sort();
    assert_eq!(values, [1_u8.into(), 2_u8.into(), "a".into(), "b".into()]);
    assert!(game::tree() > Value::from("b"));
}
