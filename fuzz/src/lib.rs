//! Shared by the targets: types of every kind, and checks of arbitrary bytes.

#[path = "../../archive-tests/tests/hostile/shapes.rs"]
pub mod shapes;
#[path = "../../archive-tests/src/wire.rs"]
pub mod wire;

use std::collections::BTreeMap;

use archive::with::serde::{Stored, to_stored};
use archive::{
    Describe, Deserialize, Error, ErrorKind, Newer, Options, Schema, Serialize, Unknown,
};
use shapes::{Grid, Item, Library, Lists, Maps, Pointers, Scalars, Texts, Tree, Weather, Zero};

/// Loads a value. One of today's version must save as the same bytes.
fn judge<'a, T: Serialize + Deserialize<'a>>(bytes: &'a [u8], is_today: bool) {
    match archive::from_slice::<T>(bytes) {
        Ok(value) => {
            let again = Options::message().to_vec(&value).expect("what was loaded can be saved");
            // Shared objects allow other encodings: in another order, or with unlinked objects.
            if is_today && !wire::is_linked(bytes) {
                let mut bodies = [bytes, &again].map(|all| all[wire::body_start(all)..].to_vec());
                if is_in_any_order(&T::schema()) {
                    bodies.iter_mut().for_each(|body| body.sort_unstable());
                }
                assert_eq!(bodies[0], bodies[1], "a second form");
            }
        }
        Err(error) => assert!(error.to_string().len() < 10_000, "{error}"),
    }
}

/// Whether a type has ordered sets, maps or heaps, whose elements are accepted in any order.
fn is_in_any_order(schema: &Schema) -> bool {
    let canonical = schema.canonical();
    let kinds = canonical.split(|c: char| !c.is_alphanumeric() && c != '_');
    kinds.into_iter().any(|word| ["set", "map", "heap"].contains(&word))
}

/// Loads a value by the names in its schema.
fn judge_by_name<'a, T: Serialize + Deserialize<'a>>(bytes: &'a [u8]) {
    let options = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
    match options.from_slice::<T>(bytes) {
        Ok(value) => drop(Options::message().to_vec(&value).expect("what was loaded can be saved")),
        Err(error) => assert!(error.to_string().len() < 10_000, "{error}"),
    }
}

/// Loads a value from a text. What it prints must load and print the same again.
fn judge_text<'a, T: Serialize + Deserialize<'a>>(
    text: &'a str,
    read: impl Fn(&'a str) -> Result<T, Error>,
    print: impl Fn(&T) -> String,
    again: impl Fn(&str) -> Result<String, Error>,
) {
    match read(text) {
        Ok(value) => {
            let printed = print(&value);
            match again(&printed) {
                Ok(second) => assert_eq!(printed, second, "a second form"),
                // Texts that were borrowed may need escapes when printed.
                Err(error) => assert_eq!(error.kind(), ErrorKind::CannotBorrow, "{error}"),
            }
        }
        Err(error) => assert!(error.to_string().len() < 10_000, "{error}"),
    }
}

/// Makes an archive from a text and another's schema. If both readers accept, they must agree.
fn judge_as_archive(
    text: &str,
    archive: Result<Vec<u8>, Error>,
    read: impl Fn(&str) -> Result<String, Error>,
    print: impl Fn(&[u8]) -> Result<String, Error>,
) {
    match archive {
        Ok(archive) => {
            if let (Ok(value), Ok(again)) = (read(text), print(&archive)) {
                assert_eq!(value, again, "another value");
            }
        }
        Err(error) => assert!(error.to_string().len() < 10_000, "{error}"),
    }
}

/// How to test bytes of one type: a sample, its schema, and checks.
pub struct Kind {
    pub sample: fn() -> Vec<u8>,
    pub schema: fn() -> Schema,
    pub judge: fn(&[u8], bool),
    pub by_name: fn(&[u8]),
    pub text: fn(&str),
    pub json: fn(&str),
    pub sample_text: fn() -> String,
    pub sample_json: fn() -> String,
}

macro_rules! kinds {
    ($($value:expr => $ty:ty;)*) => {
        /// Every type, with a sample value as a message.
        pub const KINDS: &[Kind] = &[$(
            Kind {
                sample: || Options::message().to_vec(&$value).unwrap(),
                schema: <$ty as Describe>::schema,
                judge: |bytes, is_today| judge::<$ty>(bytes, is_today),
                by_name: |bytes| judge_by_name::<$ty>(bytes),
                text: |text| {
                    let print = |value: &$ty| archive::text::to_string(value).expect("a text");
                    let again = |text: &str| {
                        let value = archive::text::from_str::<$ty>(text)?;
                        archive::text::to_string(&value)
                    };
                    judge_text(text, archive::text::from_str, print, again);
                    let archive = archive::text::to_archive(text, &archive::to_vec(&$value).unwrap());
                    let shown = |bytes: &[u8]| archive::text::to_string(&archive::from_slice::<$ty>(bytes)?);
                    judge_as_archive(text, archive, again, shown);
                },
                json: |text| {
                    let print = |value: &$ty| archive::json::to_string(value).expect("JSON");
                    let again = |text: &str| {
                        let value = archive::json::from_str::<$ty>(text)?;
                        archive::json::to_string(&value)
                    };
                    judge_text(text, archive::json::from_str, print, again);
                    let archive = archive::json::to_archive(text, &archive::to_vec(&$value).unwrap());
                    let shown = |bytes: &[u8]| archive::json::to_string(&archive::from_slice::<$ty>(bytes)?);
                    judge_as_archive(text, archive, again, shown);
                },
                sample_text: || archive::text::to_string(&$value).unwrap(),
                sample_json: || archive::json::to_string(&$value).unwrap(),
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
    plain() => Plain;
}

/// Values of serde's types.
pub type Plain = Vec<Option<Stored>>;

fn plain() -> Plain {
    let values = (None::<u8>, Some(Some(())), 'x', -1_i64, u64::MAX, 0.5_f32, 0.1_f64);
    let entries = BTreeMap::from([("a b", Ok(("None", [2_u8]))), ("some", Err(true))]);
    vec![None, Some(to_stored(&())), Some(to_stored(&values)), Some(to_stored(&entries))]
}
