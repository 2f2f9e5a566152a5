//! Derived types of every form.

use std::borrow::Cow;
use std::collections::BTreeMap;

use archive::{Archive, Options};
use proptest::prelude::*;

use crate::check::{self, comes_back, fail, saved};

#[derive(Archive, Debug, PartialEq, Clone)]
struct Player<T, const N: usize> {
    name: String,
    #[archive(removed(mana: u16, until = 2))]
    scores: [u32; N],
    #[since(2, default = None)]
    best: Option<T>,
    place: Place,
    #[archive(with = percent)]
    health: f32,
    #[archive(max_len = 4096)]
    notes: Vec<Note>,
    #[archive(skip)]
    _cache: u64,
}

/// Stores a share as a whole number.
mod percent {
    pub type Stored = u16;

    pub fn to_stored(value: &f32) -> u16 {
        (*value * 100.0).round() as u16
    }

    pub fn from_stored(stored: u16) -> f32 {
        f32::from(stored) / 100.0
    }
}

#[derive(Archive, Debug, PartialEq, Clone, Copy)]
struct Place(i16, i16);

#[derive(Archive, Debug, PartialEq, Clone)]
#[archive(transparent)]
struct Note(String);

#[derive(Archive, Debug, PartialEq, Clone)]
enum Event {
    Quit,
    Moved(Place),
    Said {
        who: String,
        what: Vec<u8>,
    },
    #[archive(tag = 200)]
    Both(Box<Event>, Box<Event>),
    #[since(2)]
    Named(BTreeMap<String, Event>),
}

#[repr(C)]
#[derive(Archive, Debug, PartialEq, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[archive(pod)]
struct Vertex {
    place: [i32; 3],
    color: [u8; 4],
}

#[derive(Archive, Debug, PartialEq, Clone)]
struct Message<'m> {
    from: &'m str,
    body: Cow<'m, [u8]>,
    mentions: Vec<&'m str>,
}

fn place() -> impl Strategy<Value = Place> {
    any::<(i16, i16)>().prop_map(|(x, y)| Place(x, y))
}

fn event() -> impl Strategy<Value = Event> {
    let leaf = prop_oneof![
        Just(Event::Quit),
        place().prop_map(Event::Moved),
        any::<(String, Vec<u8>)>().prop_map(|(who, what)| Event::Said { who, what }),
    ];
    leaf.prop_recursive(5, 32, 4, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Event::Both(Box::new(a), Box::new(b))),
            prop::collection::btree_map(any::<String>(), inner, 0..4).prop_map(Event::Named),
        ]
    })
}

prop_compose! {
    fn player()(
        name: String,
        scores: [u32; 3],
        best: Option<u64>,
        place in place(),
        health in 0..=100_u16,
        notes: Vec<String>,
    ) -> Player<u64, 3> {
        let notes = notes.into_iter().map(Note).collect();
        Player { name, scores, best, place, health: f32::from(health) / 100.0, notes, _cache: 0 }
    }
}

proptest! {
    #![proptest_config(check::config())]

    #[test]
    fn structs(value in player()) {
        comes_back(&value)?;
    }

    #[test]
    fn lists_of_structs(players in prop::collection::vec(player(), 0..4), places in prop::collection::vec(place(), 0..20)) {
        comes_back(&(players, places))?;
    }

    #[test]
    fn enums(value in event()) {
        comes_back(&value)?;
    }

    #[test]
    fn blocks(vertices: Vec<([i32; 3], [u8; 4])>) {
        let vertices: Vec<_> = vertices.into_iter().map(|(place, color)| Vertex { place, color }).collect();
        comes_back(&vertices)?;
    }

    #[test]
    fn borrowing_structs(from: String, body: Vec<u8>, mentions: Vec<String>) {
        let mentions = mentions.iter().map(String::as_str).collect();
        let value = Message { from: &from, body: Cow::Owned(body), mentions };
        let bytes = saved(&Options::message(), &value)?;
        prop_assert_eq!(Options::message().from_slice::<Message<'_>>(&bytes).map_err(fail)?, value);
    }

    #[test]
    fn a_field_that_is_skipped_is_its_default(mut value in player(), cache: u64) {
        let bytes = archive::to_vec(&value).map_err(fail)?;
        value._cache = cache;
        prop_assert_eq!(archive::to_vec(&value).map_err(fail)?, &bytes[..]);
        value._cache = 0;
        prop_assert_eq!(archive::from_slice::<Player<u64, 3>>(&bytes).map_err(fail)?, value);
    }
}
