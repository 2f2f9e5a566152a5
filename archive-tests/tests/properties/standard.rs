//! Structs and enums of the standard library.

use std::net::{IpAddr, Ipv6Addr, SocketAddr, SocketAddrV6};
use std::ops::{Bound, ControlFlow, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::time::{Duration, SystemTime};

use proptest::prelude::*;

use crate::check::{self, comes_back};

fn bound() -> impl Strategy<Value = Bound<u16>> {
    prop_oneof![
        any::<u16>().prop_map(Bound::Included),
        any::<u16>().prop_map(Bound::Excluded),
        Just(Bound::Unbounded),
    ]
}

proptest! {
    #![proptest_config(check::config())]

    #[test]
    fn ranges(a: u8, b: i64, c: String) {
        let ranges: (Range<u8>, RangeInclusive<i64>, RangeFrom<u8>) = (a..7, b..=3, a..);
        let ends: (RangeTo<String>, RangeToInclusive<i64>) = (..c, ..=b);
        comes_back(&(ranges, ends, ..))?;
    }

    #[test]
    fn bounds(a in bound(), b in bound()) {
        comes_back(&(a, b))?;
    }

    #[test]
    fn results(a: Result<u8, String>, b: Result<(), Vec<u8>>, c: bool, d: u32) {
        let flow = if c { ControlFlow::Break(d) } else { ControlFlow::Continue('c') };
        comes_back(&(a, b, flow))?;
    }

    #[test]
    fn times(a: Duration, before: bool, seconds in 0..1_u64 << 40, nanos in 0..1_000_000_000_u32) {
        let distance = Duration::new(seconds, nanos);
        let epoch = SystemTime::UNIX_EPOCH;
        comes_back(&(a, if before { epoch - distance } else { epoch + distance }))?;
    }

    #[test]
    fn addresses(a: IpAddr, b: SocketAddr, ip: Ipv6Addr, port: u16, flow: u32, scope: u32) {
        comes_back(&(a, b, SocketAddrV6::new(ip, port, flow, scope)))?;
    }
}
