//! `log`: 10,000 lines of a web server's log.

use macro_rules_attribute::apply;

use super::{SEED, Twin, measured};
use crate::random::Random;

/// A log.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Logs {
    pub logs: Vec<Log>,
}

/// A line of it.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Log {
    pub address: Address,
    pub identity: String,
    pub userid: String,
    pub date: String,
    pub request: String,
    pub code: u16,
    pub size: u64,
}

/// Where a request came from. `repr(C)` lets wincode and savefile copy it whole.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
#[repr(C)]
pub struct Address {
    pub x0: u8,
    pub x1: u8,
    pub x2: u8,
    pub x3: u8,
}

impl Twin for Logs {
    type Of<'a> = borrowed::Logs<'a>;
}

/// The twin that borrows.
pub mod borrowed {
    use super::super::borrowed;
    use super::Address;
    use macro_rules_attribute::apply;

    /// A log.
    #[apply(borrowed)]
    pub struct Logs<'a> {
        #[serde(borrow)]
        pub logs: Vec<Log<'a>>,
    }

    /// A line of it.
    #[apply(borrowed)]
    pub struct Log<'a> {
        pub address: Address,
        pub identity: &'a str,
        pub userid: &'a str,
        pub date: &'a str,
        pub request: &'a str,
        pub code: u16,
        pub size: u64,
    }
}

const USERS: [&str; 9] =
    ["-", "alice", "bob", "carmen", "david", "eric", "frank", "george", "harry"];

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "UPDATE", "DELETE"];

const ROUTES: [&str; 7] = [
    "/favicon.ico",
    "/css/index.css",
    "/css/font-awsome.min.css",
    "/img/logo-full.svg",
    "/img/splash.jpg",
    "/api/login",
    "/api/logout",
];

const PROTOCOLS: [&str; 4] = ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"];

/// The 63 status codes, as inclusive ranges.
const CODES: [(u16, u16); 11] = [
    (100, 103),
    (200, 208),
    (226, 226),
    (300, 308),
    (400, 418),
    (421, 426),
    (428, 429),
    (431, 431),
    (451, 451),
    (500, 508),
    (510, 511),
];

/// The log to measure.
#[must_use]
pub fn generate() -> Logs {
    let random = &mut Random::new(SEED);
    let codes: Vec<u16> = CODES.iter().flat_map(|&(first, last)| first..=last).collect();
    Logs { logs: random.list(10_000..10_001, |random| line(random, &codes)) }
}

fn line(random: &mut Random, codes: &[u16]) -> Log {
    let [x0, x1, x2, x3] = (random.bits() as u32).to_le_bytes();
    let hours = random.range(-12..13);
    let date = format!(
        "{}/{}/{}:{}:{}:{} {}{:02}00",
        random.range(1..29),
        random.pick(&MONTHS),
        random.range(1970..2022),
        random.range(0..24),
        random.range(0..60),
        random.range(0..60),
        if hours < 0 { '-' } else { '+' },
        hours.abs(),
    );
    let request = [random.pick(&METHODS), random.pick(&ROUTES), random.pick(&PROTOCOLS)].join(" ");
    Log {
        address: Address { x0, x1, x2, x3 },
        identity: "-".to_owned(),
        userid: random.word(&USERS),
        date,
        request,
        code: random.pick(codes),
        size: random.range(0..100_000_000) as u64,
    }
}
