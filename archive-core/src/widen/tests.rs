use alloc::vec;

use super::*;

#[test]
fn an_integer_narrows_within_its_range() {
    assert_eq!(<i64 as Widen<u32>>::widen(7), 7);
    assert_eq!(Widen::<u32>::narrow(&7_i64), Some(7));
    assert_eq!(Widen::<u32>::narrow(&-1_i64), None);
}

#[test]
fn a_float_narrows_only_exactly() {
    assert_eq!(Widen::<f32>::narrow(&0.5_f64), Some(0.5));
    assert_eq!(Widen::<f32>::narrow(&0.1_f64), None);
    assert_eq!(Widen::<u8>::narrow(&256.0_f32), None);
    assert_eq!(Widen::<u8>::narrow(&-0.0_f32), None);
    assert!(Widen::<f32>::narrow(&f64::NAN).is_some_and(f32::is_nan));
}

#[test]
fn what_a_collection_holds_widens() {
    let wide = <Vec<u16> as Widen<Vec<u8>>>::widen(vec![1, 2]);
    assert_eq!(wide, [1_u16, 2]);
    assert_eq!(Widen::<Vec<u8>>::narrow(&vec![1_u16, 256]), None);
    assert_eq!(<[f64; 2] as Widen<[f32; 2]>>::widen([0.5, 1.0]), [0.5_f64, 1.0]);
    let map = BTreeMap::from([("a", 1_u32)]);
    assert_eq!(Widen::<BTreeMap<&str, u8>>::narrow(&map), Some(BTreeMap::from([("a", 1)])));
    let shared = <Vec<Rc<u8>> as Widen<Vec<u8>>>::widen(vec![1]);
    assert_eq!(shared, [Rc::new(1)]);
    assert_eq!(
        Widen::<Vec<Vec<u8>>>::narrow(&vec![vec![1_i64], vec![]]),
        Some(vec![vec![1], vec![]])
    );
    assert_eq!(<Option<u32> as Widen<Option<u8>>>::widen(None), None);
    assert_eq!(Widen::<Option<u8>>::narrow(&Some(256_u32)), None);
    assert_eq!(Widen::<Option<u8>>::narrow(&None::<u32>), Some(None));
    assert_eq!(<Option<Rc<u8>> as Widen<Option<u8>>>::widen(Some(1)), Some(Rc::new(1)));
}

#[test]
fn none_has_no_narrower_form() {
    assert_eq!(Widen::<u8>::narrow(&None), None);
    assert_eq!(<Option<u8> as Widen<u8>>::widen(1), Some(1));
}

#[test]
fn a_pointer_is_its_value() {
    assert_eq!(<u8 as Widen<Box<u8>>>::widen(Box::new(1)), 1);
    assert_eq!(<Arc<u8> as Widen<Rc<u8>>>::widen(Rc::new(1)), Arc::new(1));
    assert_eq!(<String as Widen<Box<str>>>::widen("a".into()), "a");
}

#[test]
fn a_sequence_narrows_to_an_array_of_its_length() {
    let values = <Vec<u8> as Widen<[u8; 2]>>::widen([1, 2]);
    assert_eq!(Widen::<[u8; 2]>::narrow(&values), Some([1, 2]));
    assert_eq!(Widen::<[u8; 3]>::narrow(&values), None);
}
