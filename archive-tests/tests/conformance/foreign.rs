//! Every type of other crates that is data, each crate with the values at its edges.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};

use archive::{Archive, ErrorKind, Layout, Options};
use archive_tests::readable::READABLE;
use arrayvec::{ArrayString, ArrayVec};
use chrono::{DateTime, Utc};
use compact_str::CompactString;
use glam::*;
use indexmap::{IndexMap, IndexSet};
use ordered_float::{NotNan, OrderedFloat};
use smallvec::{SmallVec, smallvec};
use smol_str::SmolStr;
use uuid::Uuid;

use crate::standard::owned;
use crate::table::Table;

#[test]
fn every_type_of_other_crates_passes_every_archive() {
    let mut table = Table::default();
    vectors(&mut table);
    matrices(&mut table);
    texts(&mut table);
    lists(&mut table);
    maps(&mut table);
    others(&mut table);
    insta::assert_snapshot!(table.shown());
}

fn vectors(table: &mut Table) {
    let (two, four) = (Vec2::new(-0.0, f32::MAX), Vec4::new(1.0, f32::INFINITY, -1.5, 0.1));
    let three = (Vec3::new(1.0, f32::MIN, 0.1), Vec3A::new(-0.0, 1.5, f32::NEG_INFINITY));
    owned(table, "vectors of f32", vec![(two, three, four, Quat::IDENTITY), Default::default()]);
    let two = DVec2::new(-0.0, f64::MAX);
    let (three, four) = (DVec3::new(1.0, f64::MIN, 0.1), DVec4::new(1.0, f64::EPSILON, -1.5, 0.1));
    owned(table, "vectors of f64", vec![(two, three, four, DQuat::IDENTITY), Default::default()]);
    let two = (I8Vec2::MIN, I16Vec2::MIN, IVec2::MIN, I64Vec2::MIN);
    let three = (I8Vec3::MAX, I16Vec3::MAX, IVec3::MAX, I64Vec3::MAX);
    let four = (I8Vec4::MIN, I16Vec4::NEG_ONE, IVec4::MIN, I64Vec4::NEG_ONE);
    owned(table, "signed vectors", vec![(two, three, four), Default::default()]);
    let two = (U8Vec2::MAX, U16Vec2::MAX, UVec2::MAX, U64Vec2::MAX);
    let three = (U8Vec3::ONE, U16Vec3::MAX, UVec3::ONE, U64Vec3::MAX);
    let four = (U8Vec4::MAX, U16Vec4::ONE, UVec4::MAX, U64Vec4::ONE);
    owned(table, "unsigned vectors", vec![(two, three, four), Default::default()]);
    let bools = (BVec2::new(true, false), BVec3::TRUE, BVec4::new(false, true, false, true));
    let wide = (BVec3A::new(true, false, true), BVec4A::new(false, true, true, false));
    owned(table, "vectors of bools", vec![(bools, wide), Default::default()]);
    let words = (USizeVec2::MAX, USizeVec3::ONE, USizeVec4::ZERO);
    let signed = (ISizeVec2::MIN, ISizeVec3::NEG_ONE, ISizeVec4::MAX);
    owned(table, "vectors of words", vec![(words, signed), Default::default()]);
    let many = (vec![Vec3::X, Vec3::NEG_Y], vec![Vec4::W], [Vec3A::Z; 3], Some(Quat::IDENTITY));
    owned(table, "vectors, many", vec![many, Default::default()]);
}

fn matrices(table: &mut Table) {
    let small = (Mat2::from_cols_array(&[1.0, 2.0, 3.0, 4.0]), DMat2::IDENTITY);
    let middle = (Mat3::from_diagonal(Vec3::Y), Mat3A::IDENTITY, DMat3::IDENTITY);
    let large = (Mat4::from_translation(Vec3::new(1.0, 2.0, 3.0)), DMat4::ZERO);
    owned(table, "matrices", vec![(small, middle, large), Default::default()]);
    let flat = (Affine2::from_translation(Vec2::Y), DAffine2::IDENTITY);
    let deep = (Affine3A::from_translation(Vec3::X), DAffine3::IDENTITY);
    let plain = Affine3::from_translation(Vec3::Z);
    owned(table, "affine transforms", vec![(flat, deep, plain), Default::default()]);
    owned(table, "matrices, many", vec![vec![Mat4::IDENTITY; 70], vec![]]);
}

fn texts(table: &mut Table) {
    let long = "a text that stands in no place of its own";
    let all = ["", "torch", long];
    owned(table, "small texts", all.map(SmolStr::from).to_vec());
    owned(table, "compact texts", all.map(CompactString::from).to_vec());
    owned(table, "texts in arrays", all.map(|it| ArrayString::<48>::from(it).unwrap()).to_vec());
}

fn lists(table: &mut Table) {
    let texts = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect::<Vec<String>>();
    let small = |it: Vec<u16>| {
        let of_texts = SmallVec::<[String; 1]>::from_vec(texts(&["a", "b"]));
        (SmallVec::<[u16; 4]>::from_vec(it), of_texts)
    };
    owned(table, "small lists", vec![small(vec![]), small(vec![1, 2]), small((0..300).collect())]);
    owned(table, "small bytes", vec![SmallVec::<[u8; 2]>::from_slice(&[1, 2, 3]), smallvec![]]);
    let numbers: ArrayVec<f32, 3> = [1.5, -0.0].into_iter().collect();
    let of_texts: ArrayVec<String, 1> = texts(&["a"]).into_iter().collect();
    owned(table, "lists in arrays", vec![(numbers, of_texts), Default::default()]);
}

fn maps(table: &mut Table) {
    type Hashed = hashbrown::HashMap<String, usize>;
    let entries = || ["b", "", "aaa"].map(|it| (it.to_owned(), it.len()));
    owned(table, "other hash maps", vec![Hashed::from(entries()), Hashed::new()]);
    let mut sorted: IndexMap<String, usize> = entries().into();
    sorted.sort_keys();
    owned(table, "maps in an order of their own", vec![sorted, IndexMap::new()]);
    let sets = (hashbrown::HashSet::<i32>::from([3, -1, 2]), IndexSet::<i32>::from([3, -1, 2]));
    owned(table, "other sets", vec![sets, Default::default()]);
}

fn others(table: &mut Table) {
    owned(table, "ids", vec![Uuid::nil(), Uuid::max(), Uuid::from_u128(0x1234_5678 << 64)]);
    let floats = (OrderedFloat(f32::NAN), OrderedFloat(-0.0_f64));
    owned(table, "floats with an order", vec![(floats, NotNan::new(1.5_f32).unwrap())]);
    let times = [DateTime::<Utc>::MIN_UTC, DateTime::UNIX_EPOCH, DateTime::<Utc>::MAX_UTC];
    owned(table, "dates", times.to_vec());
}

/// `serde_json::Value` is a format that sorts the keys of a map; all others keep their order.
#[test]
fn the_order_of_a_map_is_kept_where_the_format_has_one() {
    let map: IndexMap<String, u8> = ["b", "", "aaa"].map(|it| (it.to_owned(), 7)).into();
    for archive in READABLE {
        let saved = archive.save(&map, None).unwrap();
        let loaded: IndexMap<String, u8> = archive.load(&saved, &Options::file(), &mut ()).unwrap();
        assert_eq!(loaded, map);
        let is_kept = loaded.keys().eq(map.keys());
        assert_eq!(is_kept, archive.name != "json of serde", "{}", archive.name);
    }
}

#[derive(Archive)]
#[archive(name = "Holder")]
struct Holder<T> {
    held: T,
}

/// What is said of a value of one type that is none of another which is stored as the same, in columns and rows.
#[track_caller]
fn refused<T: Archive, U: Archive>(held: T) -> String {
    let held = Holder { held };
    let layouts = [Layout::Columns, Layout::Rows].map(|layout| {
        let saved = Options::file().layout(layout).to_vec(&held).unwrap();
        let refused = archive::from_slice::<Holder<U>>(&saved).err().expect("it is no value");
        refused.to_string()
    });
    layouts.join("\n")
}

/// A leap second is stored as the second behind it, so that as keys they could not be told apart, and the last one is none.
#[test]
fn leap_seconds() {
    let second = |nanos| DateTime::<Utc>::from_timestamp(1_483_228_799, nanos).unwrap();
    let (leap, next) = (second(1_500_000_000), second(0) + chrono::TimeDelta::milliseconds(1500));
    let loaded: DateTime<Utc> = archive::from_slice(&archive::to_vec(&leap).unwrap()).unwrap();
    assert!(loaded == next && leap != next);
    let twice = archive::to_vec(&BTreeSet::from([leap, next])).unwrap_err();
    assert_eq!(twice.kind(), ErrorKind::Unrepresentable, "{twice}");
    let end = DateTime::<Utc>::MAX_UTC;
    let last = DateTime::<Utc>::from_timestamp(end.timestamp(), 1_999_999_999).unwrap();
    assert_eq!(archive::to_vec(&last).unwrap_err().kind(), ErrorKind::Unrepresentable);
}

#[test]
fn what_is_no_value_is_refused() {
    let keys = Options::message().to_vec(&IndexMap::<u8, u8>::from([(1, 7), (9, 7)])).unwrap();
    let twice: Vec<u8> = keys.iter().map(|byte| if *byte == 9 { 1 } else { *byte }).collect();
    let errors = [
        refused::<_, ArrayVec<u16, 2>>(vec![1_u16, 2, 3]),
        refused::<_, ArrayString<3>>("torch".to_owned()),
        refused::<_, NotNan<f32>>(f32::NAN),
        refused::<_, DateTime<Utc>>(SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 60)),
        archive::from_slice::<IndexMap<u8, u8>>(&twice).unwrap_err().to_string(),
    ];
    insta::assert_snapshot!(errors.join("\n\n"));
}
