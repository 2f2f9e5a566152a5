//! Sequences.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BinaryHeap, LinkedList, VecDeque};

use archive::{Archive, Buffer, Options, text};
use proptest::prelude::*;

use crate::check::{self, comes_back, comes_back_as, fail, saved};

/// Ordered by a number that may be none: these are equal to any other, which is no total order.
#[derive(Archive, Debug)]
struct Urgent(f32, u16);

impl Ord for Urgent {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.partial_cmp(&other.0).unwrap_or(Ordering::Equal)
    }
}

impl PartialOrd for Urgent {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Urgent {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Urgent {}

/// Ordered by its first field alone.
#[derive(Archive, Clone, Debug)]
struct Ranked {
    at: u8,
    id: u8,
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        self.at.cmp(&other.at)
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for Ranked {}

proptest! {
    #![proptest_config(check::config())]

    #[test]
    fn of_numbers(a: Vec<u16>, b: Vec<i128>, c: Vec<u8>, d: Vec<i8>, e: Vec<usize>) {
        comes_back(&(a, b, c, d, e))?;
    }

    #[test]
    fn of_values_of_a_fixed_size(a: Vec<bool>, b: Vec<(u8, u32)>, c: Vec<[char; 3]>, d: Vec<()>) {
        comes_back(&(a, b, c, d))?;
    }

    #[test]
    fn of_floats(a: Vec<(f32, f32)>, b in prop::collection::vec(any::<(u8, (f64, (f64, f64)))>(), 0..200)) {
        comes_back(&(a, b))?;
    }

    #[test]
    fn of_arrays(a: Vec<[u8; 3]>, b: Vec<[f64; 2]>, c: Vec<[i128; 1]>, d: Vec<[[u16; 2]; 2]>) {
        comes_back(&(a, b, c, d, vec![[0_u64; 0]; 2]))?;
    }

    #[test]
    fn of_options(a: Vec<Option<u8>>, b: Vec<Option<i128>>, c: Vec<[Option<u32>; 3]>) {
        comes_back(&(a, b, c))?;
    }

    #[test]
    fn of_short_lists(a in prop::collection::vec(prop::collection::vec((any::<u8>(), any::<i16>()), 0..9), 0..100)) {
        comes_back(&a)?;
    }

    /// Lists whose lengths one loop saves, except that those from the 250th on may be larger.
    #[test]
    fn of_lists_and_texts_of_such_lengths(
        (low, span) in (0_usize..70, 0_usize..40),
        (longer, lens) in (0_usize..300, prop::collection::vec(0_usize..1000, 0..300)),
    ) {
        let len = |n: usize| match n {
            250.. => longer + lens[n] % 3,
            _ => low + lens[n] % (span + 1),
        };
        let lens = || (0..lens.len()).map(len);
        let texts: Vec<String> = lens().map(|len| (0..len).map(|n| char::from(b'a' + n as u8 % 26)).collect()).collect();
        let bools: Vec<Vec<bool>> = lens().map(|len| (0..len).map(|n| n % 3 == 0).collect()).collect();
        let bytes: Vec<Vec<u8>> = lens().map(|len| (0..len).map(|n| n as u8).collect()).collect();
        fn lists<T>(lens: impl Iterator<Item = usize>, of: impl Fn(usize) -> T) -> Vec<Vec<T>> {
            lens.map(|len| (0..len).map(&of).collect()).collect()
        }
        let numbers = (
            lists(lens(), |n| (n as u16).wrapping_mul(259)),
            lists(lens().map(|len| len / 2), |n| n as f32 / 3.0),
            lists(lens().map(|len| len / 4), |n| n as i64 - 5),
            lists(lens().map(|len| len / 8), |n| n as u128 * 7),
        );
        let before = (texts, bools, bytes, numbers);
        let mut buffer = Buffer::new();
        for _ in 0..2 {
            let saved = Options::file().to_buffer(&before, &mut buffer).map_err(fail)?;
            prop_assert!(before == archive::from_slice(saved).map_err(fail)?);
        }
    }

    #[test]
    fn of_values_of_any_size(a: Vec<String>, b: [Vec<Option<Vec<u8>>>; 1], c: [Vec<Vec<u32>>; 2]) {
        comes_back(&(a, b, c))?;
    }

    #[test]
    fn double_ended(front: Vec<u16>, back: Vec<u16>, bytes: Vec<u8>) {
        let mut deque: VecDeque<u16> = back.into();
        front.iter().for_each(|n| deque.push_front(*n));
        let mut ring: VecDeque<u8> = bytes.into();
        ring.rotate_left(ring.len() / 2);
        comes_back(&(deque, ring))?;
    }

    #[test]
    fn linked(a: LinkedList<String>, b: LinkedList<u8>, c: LinkedList<u64>) {
        comes_back(&(a, b, c))?;
    }

    #[test]
    fn heaps(a: Vec<u8>, b: Vec<(i16, String)>) {
        let heaps = (BinaryHeap::from(a), BinaryHeap::from(b));
        comes_back_as(&heaps, |before, after| {
            before.0.clone().into_sorted_vec() == after.0.clone().into_sorted_vec()
                && before.1.clone().into_sorted_vec() == after.1.clone().into_sorted_vec()
        })?;
    }

    /// For which the sort of slices may panic.
    #[test]
    fn a_heap_without_a_total_order(numbers in prop::collection::vec(0..999_u16, 60..90)) {
        let number = |n: u16| if n < 333 { f32::NAN } else { f32::from(n) };
        let urgent = |(n, id): (&u16, u16)| Urgent(number(*n), id * 7 % 91);
        let heap: BinaryHeap<_> = numbers.iter().zip(0..).map(urgent).collect();
        let sorted = |heap: &BinaryHeap<Urgent>| {
            let mut numbers: Vec<_> = heap.iter().map(|it| (it.0.to_bits(), it.1)).collect();
            numbers.sort_unstable();
            numbers
        };
        for options in [Options::file(), Options::message()] {
            let bytes = options.to_vec(&heap).map_err(fail)?;
            let loaded = options.from_slice(&bytes).map_err(fail)?;
            prop_assert_eq!(sorted(&loaded), sorted(&heap));
        }
    }

    #[test]
    fn equal_elements_of_a_heap_are_sorted_by_their_bytes(values: Vec<(u8, u8)>) {
        let turns: Vec<_> = values.iter().map(|(at, id)| Ranked { at: *at % 4, id: *id }).collect();
        let heap: BinaryHeap<_> = turns.iter().cloned().collect();
        let reversed: BinaryHeap<_> = turns.iter().rev().cloned().collect();
        let bytes = archive::to_vec(&heap).map_err(fail)?;
        prop_assert_eq!(bytes, archive::to_vec(&reversed).map_err(fail)?);
        let mut sorted = turns;
        sorted.sort_by_key(|turn| (turn.at, turn.id));
        let [heap, sorted] = [text::to_string(&heap), text::to_string(&sorted)];
        prop_assert_eq!(heap.map_err(fail)?, sorted.map_err(fail)?);
    }

    #[test]
    fn a_heap_has_one_form_whatever_the_order_it_was_filled_in(mut values: Vec<i16>) {
        let before = archive::to_vec(&BinaryHeap::from(values.clone())).map_err(fail)?;
        values.reverse();
        let after = archive::to_vec(&values.into_iter().collect::<BinaryHeap<_>>()).map_err(fail)?;
        prop_assert_eq!(before, after);
    }

    #[test]
    fn arrays(a: [u8; 7], b: [String; 2], c: [[i32; 3]; 2], d: [Option<u8>; 1]) {
        comes_back(&(a, b, c, d, [0_u64; 0]))?;
    }

    #[test]
    fn every_kind_of_list_has_the_same_bytes(values: Vec<u32>) {
        let bytes = archive::to_vec(values.as_slice()).map_err(fail)?;
        let deque: VecDeque<u32> = values.clone().into();
        let linked: LinkedList<u32> = values.iter().copied().collect();
        prop_assert_eq!(archive::to_vec(&deque).map_err(fail)?, &bytes[..]);
        prop_assert_eq!(archive::to_vec(&linked).map_err(fail)?, &bytes[..]);
        prop_assert_eq!(archive::to_vec(&Cow::<[u32]>::Owned(values)).map_err(fail)?, &bytes[..]);
        let cow: Cow<'_, [u32]> = archive::from_slice(&bytes).map_err(fail)?;
        saved(&Options::message(), &cow)?;
    }
}
