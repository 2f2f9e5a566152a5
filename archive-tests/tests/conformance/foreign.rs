//! Every supported type of other crates, each with edge cases.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};

use archive::{Archive, Describe, ErrorKind, Layout, Options};
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
    let two = (Vec2::new(-0.0, f32::MAX), DVec2::new(-0.0, f64::MAX), Vec3A::new(-0.0, 1.5, 0.1));
    let three = (Vec3::new(1.0, f32::MIN, 0.1), DVec3::new(1.0, f64::MIN, 0.1));
    let four = (Vec4::new(1.0, f32::INFINITY, -1.5, 0.1), DVec4::new(1.0, f64::EPSILON, -1.5, 0.1));
    let turns = (Quat::from_rotation_x(0.5), DQuat::IDENTITY);
    let many = (vec![Vec3::X, Vec3::NEG_Y], vec![Vec4::W], [Vec3A::Z; 3], Some(Quat::IDENTITY));
    owned(table, "vectors of floats", vec![(two, three, four, turns, many), Default::default()]);
    let two = (I8Vec2::MIN, I16Vec2::MIN, IVec2::MIN, I64Vec2::MIN, ISizeVec2::MIN);
    let three = (I8Vec3::MAX, I16Vec3::MAX, IVec3::MAX, I64Vec3::MAX, ISizeVec3::MAX);
    let four = (I8Vec4::MIN, I16Vec4::NEG_ONE, IVec4::MIN, I64Vec4::NEG_ONE, ISizeVec4::ONE);
    let signed = (two, three, four);
    let two = (U8Vec2::MAX, U16Vec2::MAX, UVec2::MAX, U64Vec2::MAX, USizeVec2::MAX);
    let three = (U8Vec3::ONE, U16Vec3::MAX, UVec3::ONE, U64Vec3::MAX, USizeVec3::ONE);
    let four = (U8Vec4::MAX, U16Vec4::ONE, UVec4::MAX, U64Vec4::ONE, USizeVec4::MAX);
    let unsigned = (two, three, four);
    let bools = (BVec2::new(true, false), BVec3::TRUE, BVec4::new(false, true, false, true));
    let wide = (BVec3A::new(true, false, true), BVec4A::new(false, true, true, false));
    owned(table, "other vectors", vec![(signed, unsigned, bools, wide), Default::default()]);
}

fn matrices(table: &mut Table) {
    let small = (Mat2::from_cols_array(&[1.0, 2.0, 3.0, 4.0]), DMat2::IDENTITY);
    let middle = (Mat3::from_diagonal(Vec3::Y), Mat3A::IDENTITY, DMat3::IDENTITY);
    let large = (Mat4::from_translation(Vec3::new(1.0, 2.0, 3.0)), DMat4::ZERO);
    let flat = (Affine2::from_translation(Vec2::Y), DAffine2::IDENTITY);
    let deep = (Affine3A::from_translation(Vec3::X), DAffine3::IDENTITY, Affine3::IDENTITY);
    let many = vec![Mat4::IDENTITY; 70];
    let none = Default::default();
    owned(table, "matrices", vec![(small, middle, large, flat, deep, many), none]);
}

fn texts(table: &mut Table) {
    let all = ["", "torch", "a text that stands in no place of its own"].map(|text| {
        let short = ArrayString::<48>::from(text).unwrap();
        (SmolStr::from(text), CompactString::from(text), short)
    });
    owned(table, "small texts", all.to_vec());
}

fn lists(table: &mut Table) {
    let texts = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect::<Vec<String>>();
    let small = |it: Vec<u16>| {
        let of_texts = SmallVec::<[String; 1]>::from_vec(texts(&["a", "b"]));
        let bytes: SmallVec<[u8; 2]> = smallvec![1, 2, 3];
        let numbers: ArrayVec<f32, 3> = [1.5, -0.0].into_iter().collect();
        let one: ArrayVec<String, 1> = texts(&["a"]).into_iter().collect();
        (SmallVec::<[u16; 4]>::from_vec(it), of_texts, bytes, numbers, one)
    };
    let all = vec![small(vec![]), small(vec![1, 2]), small((0..300).collect()), Default::default()];
    owned(table, "small lists", all);
}

fn maps(table: &mut Table) {
    type Hashed = hashbrown::HashMap<String, usize>;
    let entries = || ["b", "", "aaa"].map(|it| (it.to_owned(), it.len()));
    let mut sorted: IndexMap<String, usize> = entries().into();
    sorted.sort_keys();
    let sets = (hashbrown::HashSet::<i32>::from([3, -1, 2]), IndexSet::<i32>::from([3, -1, 2]));
    let all = vec![(Hashed::from(entries()), sorted, sets), Default::default()];
    owned(table, "maps and sets", all);
}

fn others(table: &mut Table) {
    let ids = [Uuid::nil(), Uuid::max(), Uuid::from_u128(0x1234_5678 << 64)];
    let floats = (OrderedFloat(f32::NAN), OrderedFloat(-0.0_f64), NotNan::new(1.5_f32).unwrap());
    let times = [DateTime::<Utc>::MIN_UTC, DateTime::UNIX_EPOCH, DateTime::<Utc>::MAX_UTC];
    let all = ids.into_iter().zip(times).map(|(id, time)| (id, floats, time));
    owned(table, "ids, floats and times", all.collect());
}

/// Ids are written as bytes, and are read as people paste them or as numbers.
#[test]
fn ids_are_written_for_people() {
    #[derive(Archive, Debug, PartialEq)]
    struct Hero {
        id: Uuid,
        color: [u8; 4],
    }

    let hero = Hero { id: Uuid::from_u128(0x550e8400_e29b_41d4_a716_446655440000), color: [7; 4] };
    let text = archive::text::to_string(&hero).unwrap();
    let json = archive::json::to_string(&hero).unwrap();
    assert!(text.contains(r#"id = x"550e8400e29b41d4a716446655440000""#), "{text}");
    assert!(json.contains(r#""id":"550e8400e29b41d4a716446655440000""#), "{json}");
    assert!(text.contains("color = [7, 7, 7, 7]"), "{text}");
    assert!(archive::schema::json_schema(&Hero::schema()).contains("{16}$"));
    let numbers = hero.id.as_bytes().map(|byte| byte.to_string()).join(", ");
    for id in [format!(r#"x"{}""#, hero.id), format!("[{numbers}]")] {
        let text = format!("Hero {{ id = {id}, color = [7, 7, 7, 7] }}");
        assert_eq!(archive::text::from_str::<Hero>(&text).unwrap(), hero);
    }
    for id in [format!(r#""{}""#, hero.id), format!("[{numbers}]")] {
        let json = format!(r#"{{ "id": {id}, "color": "07070707" }}"#);
        assert_eq!(archive::json::from_str::<Hero>(&json).unwrap(), hero);
    }
    let short = r#"{ "id": "550e8400", "color": [7, 7, 7, 7] }"#;
    let error = archive::json::from_str::<Hero>(short).unwrap_err();
    assert!(error.to_string().contains("two hex digits for each"), "{error}");
}

/// `serde_json::Value` sorts the keys of a map; all other archives keep their order.
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

/// The errors for a value that is invalid in another type of the same schema, by layout.
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

/// A leap second is stored as the second after it. They could not be told apart as keys, and the
/// last one is invalid.
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
