//! Changing the types of fields.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use super::{Change, version};
use crate::table::Table;

pub fn prove(table: &mut Table) {
    integers(table);
    floats(table);
    out_of_range(table);
    options(table);
    pointers(table);
    sequences(table);
    maps(table);
    convert(table);
    convert_both_ways(table);
}

/// A value with these fields before and after a declared change of each.
macro_rules! widened {
    ($($field:ident: $old:ty => $new:ty = $value:expr;)*) => {{
        version! { before: pub struct Save { $(pub $field: $old),* } }
        version! { after: pub struct Save { $(#[archive(was($old, until = 2))] pub $field: $new),* } }
        let old = before::Save { $($field: $value.into()),* };
        let new = after::Save { $($field: $value.into()),* };
        (old, new)
    }};
}

fn integers(table: &mut Table) {
    let (old, new) = widened! {
        a: u8 => u16 = u8::MAX; b: u8 => u128 = u8::MAX; c: u8 => i16 = u8::MAX; d: u8 => i64 = 0_u8;
        e: u16 => u32 = u16::MAX; f: u16 => i32 = u16::MAX; g: u16 => u128 = 1_u16;
        h: u32 => u64 = u32::MAX; i: u32 => i64 = u32::MAX; j: u32 => i128 = 1_u32;
        k: u64 => u128 = u64::MAX; l: u64 => i128 = u64::MAX;
        m: i8 => i16 = i8::MIN; n: i8 => i128 = i8::MIN; o: i16 => i32 = i16::MIN;
        p: i16 => i64 = i16::MIN; q: i32 => i64 = i32::MIN; r: i32 => i128 = -1_i32;
        s: i64 => i128 = i64::MIN; t: i64 => i128 = i64::MAX;
    };
    Change::new("widen integers", old, new).reversible().prove(table);
}

fn floats(table: &mut Table) {
    let (old, new) = widened! {
        a: f32 => f64 = f32::MAX; b: f32 => f64 = -0.0_f32; c: u8 => f32 = u8::MAX;
        d: u16 => f64 = u16::MAX; e: u32 => f64 = u32::MAX; f: i8 => f64 = i8::MIN;
        g: i16 => f32 = i16::MIN; h: i32 => f64 = i32::MIN; i: f32 => f64 = f32::INFINITY;
    };
    Change::new("widen to floats", old, new).reversible().prove(table);
}

fn out_of_range(table: &mut Table) {
    version! { before: pub struct Save { pub a: u8 } }
    version! { after: pub struct Save { #[archive(was(u8, until = 2))] pub a: u32 } }
    let (old, new) = (before::Save { a: 7 }, after::Save { a: 7 });
    let newer = after::Save { a: 256 };
    Change::new("widen, and use it", old, new).newer(newer).prove(table);
}

fn options(table: &mut Table) {
    version! { before: pub struct Save { pub pet: String, pub seed: u64 } }
    version! { after:
        pub struct Save {
            #[archive(was(String, until = 2))]
            pub pet: Option<String>,
            #[archive(was(u64, until = 2))]
            pub seed: Option<u64>,
        }
    };
    let old = before::Save { pet: "Rex".into(), seed: 7 };
    let new = after::Save { pet: Some("Rex".into()), seed: Some(7) };
    Change::new("widen to an option", old.clone(), new.clone()).reversible().prove(table);
    let newer = after::Save { pet: None, seed: Some(7) };
    Change::new("widen to an option that is none", old, new).newer(newer).prove(table);
}

fn pointers(table: &mut Table) {
    let (old, new) = widened! {
        a: u32 => Box<u32> = 7_u32; b: u32 => Rc<u32> = 7_u32; c: u32 => Arc<u32> = 7_u32;
        d: Box<u32> => Rc<u32> = 7_u32; e: Arc<u32> => Box<u32> = 7_u32;
        f: String => Arc<str> = "it"; g: Box<str> => String = "it"; h: Rc<str> => String = "it";
        i: String => Box<String> = "it".to_owned(); j: Box<u32> => u32 = 7_u32; k: Rc<u32> => u32 = 7_u32;
    };
    Change::new("put behind a pointer", old, new).reversible().prove(table);
}

fn sequences(table: &mut Table) {
    let (old, new) = widened! {
        a: Vec<u16> => VecDeque<u16> = [1_u16, 2]; b: VecDeque<u8> => Vec<u8> = [1_u8, 2];
        c: Vec<u8> => LinkedList<u8> = [1_u8, 2]; d: LinkedList<char> => Vec<char> = ['a'];
        e: Vec<String> => Box<[String]> = ["a".to_owned()]; f: Box<[u32]> => Vec<u32> = [];
        g: Vec<char> => VecDeque<char> = ['b', 'a'];
        h: [u8; 2] => Vec<u8> = [3_u8, 4]; i: [u16; 2] => VecDeque<u16> = [3_u16, 4];
        j: [char; 1] => LinkedList<char> = ['c'];
    };
    Change::new("between sequences", old, new).reversible().prove(table);
}

fn maps(table: &mut Table) {
    let (old, new) = widened! {
        a: BTreeMap<u8, char> => HashMap<u8, char> = [(1_u8, 'a'), (2, 'b')];
        b: HashMap<String, u8> => BTreeMap<String, u8> = [("b".to_owned(), 1_u8), ("a".to_owned(), 2)];
        c: BTreeSet<i16> => HashSet<i16> = [-1_i16, 1]; d: HashSet<i16> => BTreeSet<i16> = [-1_i16, 1];
    };
    Change::new("between maps", old, new).reversible().prove(table);
}

fn convert(table: &mut Table) {
    version! { before: pub struct Save { pub pace: String } }
    version! { after {
        fn parse(pace: String) -> Result<u8, std::num::ParseIntError> {
            pace.parse()
        }
    }:
        pub struct Save { #[archive(was(String, until = 2, with = parse))] pub pace: u8 }
    }
    let old = before::Save { pace: "7".into() };
    Change::new("convert a field", old, after::Save { pace: 7 }).prove(table);
    let old = before::Save { pace: "fast".into() };
    Change::new("convert what cannot be", old, after::Save { pace: 0 }).refused().prove(table);
}

fn convert_both_ways(table: &mut Table) {
    version! { before: pub struct Save { pub pet: i32 } }
    version! { after {
        fn pet_of(number: i32) -> Result<Option<u8>, std::num::TryFromIntError> {
            if number == -1 { Ok(None) } else { u8::try_from(number).map(Some) }
        }

        fn number_of(pet: &Option<u8>) -> i32 {
            pet.map_or(-1, i32::from)
        }
    }:
        pub struct Save {
            #[archive(was(i32, until = 2, with = pet_of, back = number_of))]
            pub pet: Option<u8>,
        }
    }
    let (old, new) = (before::Save { pet: -1 }, after::Save { pet: None });
    Change::new("convert a field, with `back`", old.clone(), new).written(old).prove(table);
}
