//! Values that are read by tables.

mod classes;
mod collections;
mod recursive;
use std::fmt::Debug;

use archive::__private::ways;
use archive::{Deserialize, Layout, Options, Serialize, VersionTable};

/// Saves and loads a value, and checks that tables read it and that it was saved in batches.
fn by_tables<T: Serialize + for<'a> Deserialize<'a> + PartialEq + Debug>(value: &T) {
    let bytes = Options::file().layout(Layout::Columns).to_vec(value).unwrap();
    assert!(&Options::file().from_slice::<T>(&bytes).unwrap() == value);
    let (ways, name) = (ways::<T>(None).unwrap(), std::any::type_name::<T>());
    assert!(ways.by_tables && !ways.departed && !ways.one_by_one, "{name}: {ways:?}");
}

#[test]
fn lists_of_all_kinds_are_read_by_tables() {
    for count in [0_u16, 1, 3, 64, 65, 1000, 5000] {
        let numbers = 0..count;
        by_tables(&numbers.clone().map(f32::from).collect::<Vec<_>>());
        by_tables(
            &numbers
                .clone()
                .map(|n| (n, f32::from(n) / 7.0, n.is_multiple_of(3)))
                .collect::<Vec<_>>(),
        );
        by_tables(&numbers.clone().map(|n| n.is_multiple_of(3).then_some(n)).collect::<Vec<_>>());
        by_tables(
            &numbers
                .clone()
                .map(|n| (!n.is_multiple_of(5)).then(|| n.to_string()))
                .collect::<Vec<_>>(),
        );
        let nested = |n: u16| (n, (0..n % 5).map(|k| (k, n.to_string())).collect::<Vec<_>>());
        by_tables(&numbers.clone().map(nested).collect::<Vec<(u16, Vec<(u16, String)>)>>());
        let held = |n: u16| n.is_multiple_of(2).then_some((n, [f32::from(n), 0.5, 1.5]));
        by_tables(
            &numbers
                .clone()
                .map(|n| (n, held(n), n.is_multiple_of(3).then_some(7_u8)))
                .collect::<Vec<_>>(),
        );
        let flags = |n: u16| (0..n % 7).map(|k| k == 2).collect::<Vec<_>>();
        let small = |n: u16| (0..n % 9).collect::<Vec<_>>();
        by_tables(&numbers.map(|n| (flags(n), held(n), small(n))).collect::<Vec<_>>());
    }
}

/// Texts that are cut from a column differently: ASCII or not, empty, longer than a byte can say,
/// and too long to be copied before memory is reserved.
fn text(number: u16) -> String {
    match number % 11 {
        0 => String::new(),
        1 | 2 => "ä".repeat(usize::from(number % 5)),
        3 if number.is_multiple_of(3) => "x".repeat(300),
        4 if number > 60 => "long ".repeat(1000),
        _ => number.to_string(),
    }
}

#[test]
fn texts_are_read_by_tables() {
    for count in [0_u16, 1, 2, 63, 64, 1000, 2500] {
        let plain = |n: u16| n.to_string();
        let all = 0..count;
        by_tables(&all.clone().map(plain).collect::<Vec<_>>());
        by_tables(&all.clone().map(text).collect::<Vec<_>>());
        // One to four texts side by side, some with lengths above a byte.
        by_tables(&all.clone().map(|n| (n, plain(n), text(n), n)).collect::<Vec<_>>());
        by_tables(&all.clone().map(|n| (plain(n), plain(n / 2), plain(n / 3))).collect::<Vec<_>>());
        let four = |n: u16| (plain(n), text(n), plain(n / 7), text(n / 2), plain(n));
        by_tables(&all.clone().map(four).collect::<Vec<_>>());
        by_tables(&all.clone().map(|n| [plain(n), plain(n + 1)]).collect::<Vec<_>>());
        let held = |n: u16| (!n.is_multiple_of(3)).then(|| (text(n), plain(n)));
        by_tables(&all.clone().map(|n| (held(n), held(n + 1))).collect::<Vec<_>>());
        let lists = |n: u16| (0..n % 4).map(text).collect::<Vec<_>>();
        by_tables(&all.map(|n| (plain(n), lists(n), Box::new(text(n)))).collect::<Vec<_>>());
    }
}

#[test]
fn texts_that_their_lengths_do_not_tell_are_refused() {
    let options = Options::message().layout(Layout::Columns).checksum(false);
    for last in ["c", "ä"] {
        let values = ["ab", last].map(String::from);
        let bytes = options.to_vec(&values.to_vec()).unwrap();
        assert!(options.from_slice::<Vec<String>>(&bytes).is_ok());
        let (mut refused, mut read) = (0, 0);
        for at in 0..bytes.len() {
            for change in [1_u8, 2, 4, 0x80] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                match options.from_slice::<Vec<String>>(&changed) {
                    Ok(texts) => {
                        read += 1;
                        assert!(texts.concat().len() <= bytes.len());
                    }
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(refused > 20 && read > 0, "{refused} {read}");
    }
}

#[test]
fn floats_that_stand_together_are_read_by_tables() {
    let float = |n: u32| f32::from_bits(n.wrapping_mul(0x9e37_79b9) & 0xbf7f_ffff);
    for count in [0, 1, 63, 64, 1000, 5000] {
        let numbers = 0..count;
        let pair = |n: u32| (float(2 * n), float(2 * n + 1));
        by_tables(&numbers.clone().map(pair).collect::<Vec<_>>());
        by_tables(&numbers.clone().map(|n| (n, pair(n), (pair(n), 0.5_f32))).collect::<Vec<_>>());
        by_tables(
            &numbers.clone().map(|n| (!n.is_multiple_of(3)).then(|| pair(n))).collect::<Vec<_>>(),
        );
        let held = |n: u32| (n, (!n.is_multiple_of(3)).then(|| pair(n)), n.to_string());
        by_tables(&numbers.clone().map(held).collect::<Vec<_>>());
        by_tables(&numbers.map(|n| [pair(n), pair(n + 1)]).collect::<Vec<_>>());
    }
}

/// Older versions that the types of [`today`] read.
mod shipped {
    use std::collections::BTreeMap;

    use archive::Archive;

    #[derive(Archive)]
    pub struct World {
        pub name: String,
        pub units: Vec<Unit>,
        pub leader: Box<Unit>,
        pub by_name: BTreeMap<String, Unit>,
        pub pair: (u8, Unit, bool),
        pub last: [Option<Unit>; 2],
    }

    #[derive(Archive)]
    pub struct Unit {
        pub id: u32,
        pub level: u8,
        pub order: Order,
        pub other: Option<Order>,
        pub spot: Option<Spot>,
        pub names: Vec<String>,
        pub gone: Option<u64>,
    }

    #[derive(Archive, Clone)]
    pub enum Order {
        Wait,
        Go { to: Spot },
        Say(String),
    }

    #[derive(Archive, Clone)]
    pub struct Spot {
        pub x: i16,
        pub y: i16,
    }

    #[derive(Archive)]
    pub struct Bird {
        pub at: (f32, f32),
        pub speed: Speed,
    }

    #[derive(Archive)]
    pub struct Speed {
        pub x: f32,
        pub gone: f32,
        pub y: f32,
    }
}

/// The same types after all of them changed.
mod today {
    use std::collections::BTreeMap;

    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct World {
        pub name: String,
        pub units: Vec<Unit>,
        pub leader: Box<Unit>,
        pub by_name: BTreeMap<String, Unit>,
        pub pair: (u8, Unit, bool),
        pub last: [Option<Unit>; 2],
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Unit {
        pub id: u32,
        #[since(2, default = String::from("new"))]
        pub title: String,
        #[archive(was(u8, until = 3))]
        pub level: u32,
        pub order: Order,
        pub other: Option<Order>,
        pub spot: Option<Spot>,
        pub names: Vec<String>,
        #[archive(removed(gone: Option<u64>, until = 2))]
        #[since(3, default = [1.5, 2.5])]
        pub size: [f32; 2],
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub enum Order {
        Wait,
        Go {
            to: Spot,
            #[since(2, default = false)]
            fast: bool,
        },
        Say(String),
        #[since(2)]
        Flee,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub struct Spot {
        pub x: i16,
        #[archive(was(i16, until = 2))]
        pub y: i32,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Bird {
        pub at: (f32, f32),
        pub speed: Speed,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Speed {
        pub x: f32,
        #[archive(removed(gone: f32, until = 2))]
        pub y: f32,
        #[since(2, default = 1.0)]
        pub z: f32,
    }
}

#[test]
fn older_versions_of_floats_are_read_by_tables() {
    let float = |n: u16| f32::from(n).sqrt() * 1.3 - 7.0;
    for count in [1, 64, 1000] {
        let old = |n: u16| shipped::Bird {
            at: (float(n), float(n + 1)),
            speed: shipped::Speed { x: float(n + 2), gone: float(n + 3), y: float(n + 4) },
        };
        let bird = |n: u16| today::Bird {
            at: (float(n), float(n + 1)),
            speed: today::Speed { x: float(n + 2), y: float(n + 4), z: 1.0 },
        };
        let birds: Vec<_> = (0..count).map(bird).collect();
        let old: Vec<_> = (0..count).map(old).collect();
        let bytes = Options::file().layout(Layout::Columns).to_vec(&old).unwrap();
        assert!(Options::file().from_slice::<Vec<today::Bird>>(&bytes).unwrap() == birds);
        let table = VersionTable::of_archive(&bytes).unwrap();
        assert!(!ways::<Vec<today::Bird>>(Some(&table)).unwrap().departed, "{count}");
    }
}

#[test]
fn older_versions_are_read_by_tables() {
    let old_spot = |n: u16| shipped::Spot { x: 1, y: i16::try_from(n).unwrap() };
    let spot = |n: u16| today::Spot { x: 1, y: i32::from(n) };
    let old_order = |n: u16| match n % 3 {
        0 => shipped::Order::Wait,
        1 => shipped::Order::Go { to: old_spot(n) },
        _ => shipped::Order::Say(n.to_string()),
    };
    let order = |n: u16| match n % 3 {
        0 => today::Order::Wait,
        1 => today::Order::Go { to: spot(n), fast: false },
        _ => today::Order::Say(n.to_string()),
    };
    let names = |n: u16| (0..n % 4).map(|k| k.to_string()).collect::<Vec<_>>();
    let old_unit = |n: u16| shipped::Unit {
        id: n.into(),
        level: 7,
        order: old_order(n),
        other: n.is_multiple_of(2).then(|| old_order(n / 2)),
        spot: n.is_multiple_of(5).then(|| old_spot(n)),
        names: names(n),
        gone: (n % 2 == 1).then_some(9),
    };
    let unit = |n: u16| today::Unit {
        id: n.into(),
        title: "new".into(),
        level: 7,
        order: order(n),
        other: n.is_multiple_of(2).then(|| order(n / 2)),
        spot: n.is_multiple_of(5).then(|| spot(n)),
        names: names(n),
        size: [1.5, 2.5],
    };
    for count in [0, 1, 2, 63, 64, 65, 1000, 3000] {
        let old = shipped::World {
            name: "w".into(),
            units: (0..count).map(old_unit).collect(),
            leader: Box::new(old_unit(4)),
            by_name: (0..count % 10).map(|n| (n.to_string(), old_unit(n))).collect(),
            pair: (1, old_unit(5), true),
            last: [Some(old_unit(6)), None],
        };
        let expected = today::World {
            name: "w".into(),
            units: (0..count).map(unit).collect(),
            leader: Box::new(unit(4)),
            by_name: (0..count % 10).map(|n| (n.to_string(), unit(n))).collect(),
            pair: (1, unit(5), true),
            last: [Some(unit(6)), None],
        };
        let bytes = Options::file().layout(Layout::Columns).to_vec(&old).unwrap();
        assert!(Options::file().from_slice::<today::World>(&bytes).unwrap() == expected);
        let table = VersionTable::of_archive(&bytes).unwrap();
        assert!(!ways::<today::World>(Some(&table)).unwrap().departed, "{count}");
        by_tables(&expected);
    }
}
