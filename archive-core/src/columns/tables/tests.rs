//! What is read by tables.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Debug;
use core::sync::atomic::Ordering;

use crate::{Deserialize, Layout, Options, Serialize, facts};

/// Saves and loads a value, and sees whether the tables were left.
fn by_tables<T: Serialize + for<'a> Deserialize<'a> + PartialEq + Debug>(value: &T) {
    let bytes = Options::file().layout(Layout::Columns).to_vec(value).unwrap();
    assert!(&Options::file().from_slice::<T>(&bytes).unwrap() == value);
    let plan = facts::of::<T>().unwrap().today.columns(false).unwrap();
    assert!(!plan.departs.load(Ordering::Relaxed), "{}", core::any::type_name::<T>());
}

#[test]
fn lists_of_all_kinds_are_read_by_tables() {
    for count in [0_u16, 1, 3, 64, 65, 1000, 5000] {
        let numbers = 0..count;
        by_tables(&numbers.clone().map(f32::from).collect::<Vec<_>>());
        by_tables(
            &numbers.clone().map(|n| (n, f32::from(n) / 7.0, n % 3 == 0)).collect::<Vec<_>>(),
        );
        by_tables(&numbers.clone().map(|n| (n % 3 == 0).then_some(n)).collect::<Vec<_>>());
        by_tables(&numbers.clone().map(|n| (n % 5 > 0).then(|| n.to_string())).collect::<Vec<_>>());
        let nested = |n: u16| (n, (0..n % 5).map(|k| (k, n.to_string())).collect::<Vec<_>>());
        by_tables(&numbers.clone().map(nested).collect::<Vec<(u16, Vec<(u16, String)>)>>());
        let held = |n: u16| (n % 2 == 0).then_some((n, [f32::from(n), 0.5, 1.5]));
        by_tables(
            &numbers
                .clone()
                .map(|n| (n, held(n), (n % 3 == 0).then_some(7_u8)))
                .collect::<Vec<_>>(),
        );
        let flags = |n: u16| (0..n % 7).map(|k| k == 2).collect::<Vec<_>>();
        let small = |n: u16| (0..n % 9).collect::<Vec<_>>();
        by_tables(&numbers.map(|n| (flags(n), held(n), small(n))).collect::<Vec<_>>());
    }
}
