//! Another program's data is read as fast as one's own.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::sync::atomic::Ordering;

use super::by_name::{most_parts, plan_by_name};
use super::resolve::Source;
use super::*;
use crate::{Newer, SchemaPolicy};

/// The types of another program.
mod theirs {
    use alloc::string::String;
    use alloc::vec::Vec;

    use archive_derive::Archive;

    #[derive(Archive)]
    #[archive(crate = crate)]
    pub(super) struct Unit {
        pub(super) gone: Option<u64>,
        pub(super) name: String,
        pub(super) id: u32,
        pub(super) order: Order,
        pub(super) path: Vec<(i16, i16)>,
    }

    #[derive(Archive)]
    #[archive(crate = crate)]
    pub(super) enum Order {
        Wait,
        Go { to: (i16, i16), gone: bool },
    }
}

/// The same types in this program, with their fields in another order.
mod ours {
    use alloc::string::String;
    use alloc::vec::Vec;

    use archive_derive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    #[archive(crate = crate)]
    pub(super) struct Unit {
        pub(super) id: u32,
        pub(super) path: Vec<(i16, i16)>,
        pub(super) order: Order,
        pub(super) name: String,
    }

    #[derive(Archive, Debug, PartialEq)]
    #[archive(crate = crate)]
    pub(super) enum Order {
        Wait,
        Go { to: (i16, i16) },
    }

    #[derive(Archive, Debug, PartialEq)]
    #[archive(crate = crate, name = "Unit")]
    pub(super) struct Wider {
        pub(super) id: u64,
        pub(super) name: String,
    }
}

/// Reads an archive by name. Also returns whether tables were chosen to read it, and whether they failed, so that the
/// general reader had to.
fn by_name<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> (T, bool, bool) {
    let options = Options::file().newer(Newer::Accept).unknown(UnknownPolicy::Skip);
    let facts = facts::of::<T>().unwrap();
    let opened = Opened::new(bytes, facts, &options).unwrap();
    let schema = match &opened.source {
        Source::Names(schema) => Some(schema),
        Source::Edition(_) => None,
    };
    let schema = schema.unwrap();
    let most = most_parts(0, bytes.len(), &Limits::new());
    let plan = plan_by_name(facts, schema, (options.get_unknown(), LoadAs::Version), most, false)
        .unwrap()
        .unwrap();
    let (limits, context) = (options.get_limits(), Context::empty());
    let value = load_root(|root| opened.read_columns((&plan, schema, None), limits, context, root));
    let value = value.unwrap();
    (value, plan.is_for_tables, plan.departs.load(Ordering::Relaxed))
}

#[test]
fn what_another_program_has_in_another_order_is_read_by_tables() {
    for count in [0_u16, 1, 63, 64, 1000] {
        let point = |n: u16| (i16::try_from(n).unwrap(), 7);
        let path = |n: u16| (0..n % 4).map(point).collect::<Vec<_>>();
        let theirs = |n: u16| theirs::Unit {
            gone: (n % 3 == 0).then_some(1),
            name: n.to_string(),
            id: n.into(),
            order: match n % 2 {
                0 => theirs::Order::Wait,
                _ => theirs::Order::Go { to: point(n), gone: true },
            },
            path: path(n),
        };
        let ours = |n: u16| ours::Unit {
            id: n.into(),
            path: path(n),
            order: match n % 2 {
                0 => ours::Order::Wait,
                _ => ours::Order::Go { to: point(n) },
            },
            name: n.to_string(),
        };
        let saved: Vec<_> = (0..count).map(theirs).collect();
        let options = Options::file().schema(SchemaPolicy::Embed);
        let bytes = options.to_vec(&saved).unwrap();
        let expected: Vec<_> = (0..count).map(ours).collect();
        assert_eq!(by_name::<Vec<ours::Unit>>(&bytes), (expected, true, false), "{count}");

        // A number that is widened must be converted, which tables do not support.
        let (wider, by_tables, _) = by_name::<Vec<ours::Wider>>(&bytes);
        let numbered = |n: u16| ours::Wider { id: n.into(), name: n.to_string() };
        assert_eq!(wider, (0..count).map(numbered).collect::<Vec<_>>());
        assert!(!by_tables);
    }
}
