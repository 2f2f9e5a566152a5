//! What the targets share: types of every kind, and the judgement over bytes.

#[path = "../../archive-tests/tests/hostile/shapes.rs"]
pub mod shapes;
#[path = "../../archive-tests/src/wire.rs"]
pub mod wire;

use archive::{Deserialize, Options, Serialize};
use shapes::{Grid, Item, Library, Lists, Maps, Pointers, Scalars, Texts, Tree, Weather, Zero};

/// Loads a value from bytes; a value of today has no other form than those bytes.
fn judge<'a, T: Serialize + Deserialize<'a>>(bytes: &'a [u8], is_today: bool) {
    match archive::from_slice::<T>(bytes) {
        Ok(value) => {
            let again = Options::message().to_vec(&value).expect("what was loaded can be saved");
            if is_today {
                let (start, end) = (wire::body_start(bytes), wire::body_start(&again));
                assert_eq!(bytes[start..], again[end..], "a second form");
            }
        }
        Err(error) => assert!(error.to_string().len() < 10_000, "{error}"),
    }
}

/// How to treat the bytes of one type: a sample of it, and the judgement over others.
pub struct Kind {
    pub sample: fn() -> Vec<u8>,
    pub judge: fn(&[u8], bool),
}

macro_rules! kinds {
    ($($value:expr => $ty:ty;)*) => {
        /// Every type, with a value of it as a message.
        pub const KINDS: &[Kind] = &[$(
            Kind {
                sample: || Options::message().to_vec(&$value).unwrap(),
                judge: |bytes, is_today| judge::<$ty>(bytes, is_today),
            },
        )*];
    };
}
kinds! {
    shapes::scalars() => Scalars;
    shapes::texts() => Texts<'_>;
    shapes::lists() => Lists;
    shapes::maps() => Maps;
    shapes::tree() => Tree;
    shapes::grid() => (Grid<u8, 2>, Grid<Weather, 1>);
    shapes::zero() => Zero;
    shapes::pointers() => Pointers;
    shapes::library() => Library;
    shapes::items() => Vec<Item>;
}
