//! Values that are saved in batches, more of them than fit in one.

use std::collections::BTreeMap;

use archive::Archive;

use crate::check::comes_back;

#[derive(Archive, Debug, PartialEq, Clone)]
struct Row {
    act: Act,
    last: Option<Act>,
    plan: Vec<Act>,
    marks: BTreeMap<u16, Option<String>>,
    place: Place,
    only: Only,
}

#[derive(Archive, Debug, PartialEq, Clone, Copy)]
struct Place {
    at: (i16, f32),
    is_known: bool,
    seen: [u8; 3],
}

#[derive(Archive, Debug, PartialEq, Clone)]
enum Only {
    Name { name: String },
}

#[derive(Archive, Debug, PartialEq, Clone)]
enum Act {
    #[archive(tag = 3)]
    Rest,
    #[archive(tag = 700)]
    Go(Place, u64),
    #[archive(tag = 9)]
    Say {
        #[archive(max_len = 300)]
        words: String,
        to: Option<Box<u32>>,
    },
}

fn act(n: usize) -> Act {
    let place =
        Place { at: (n as i16 - 70, 0.5), is_known: n.is_multiple_of(3), seen: [n as u8, 1, 2] };
    match n % 5 {
        0 | 3 => Act::Rest,
        1 => Act::Go(place, 1 << (n % 64)),
        _ => Act::Say {
            words: "word ".repeat(n % 7),
            to: n.is_multiple_of(2).then(|| Box::new(n as u32)),
        },
    }
}

fn row(n: usize) -> Row {
    let mark = |key: usize| (key as u16, key.is_multiple_of(2).then(|| key.to_string()));
    Row {
        act: act(n),
        last: (n % 4 == 1).then(|| act(n / 4)),
        plan: (0..n % 6).map(act).collect(),
        marks: (0..n % 90).map(mark).collect(),
        place: Place { at: (n as i16, n as f32), is_known: n.is_multiple_of(2), seen: [9; 3] },
        only: Only::Name { name: n.to_string() },
    }
}

#[test]
fn as_many_as_fit_a_batch_and_one_more_or_less() {
    for count in [1, 63, 64, 65, 128, 200] {
        comes_back(&(0..count).map(row).collect::<Vec<Row>>());
    }
}

#[test]
fn one_variant_in_all_rows() {
    for n in 0..3 {
        comes_back(&vec![act(n); 130]);
    }
}

#[test]
fn lengths_of_a_byte_and_more() {
    let lens = [0, 254, 255, 256, 3, 70_000, 255, 0];
    comes_back(&lens.map(|len| "x".repeat(len)).to_vec());
    comes_back(&lens.map(|len| vec![len as u16; len]).to_vec());
    comes_back(&(0..100).map(|n| "y".repeat(254 + n % 2)).collect::<Vec<String>>());
    comes_back(&vec!["z".repeat(254); 100]);
    comes_back(&(0..300).map(|n| "y".repeat(n)).collect::<Vec<String>>());
}
