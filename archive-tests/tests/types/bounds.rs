//! Types whose own bounds already say that their parameters can be stored, in part or in other words.

use std::fmt::Debug;

use archive::{Archive, Deserialize, Serialize};

/// Another crate's trait of the same name.
mod rkyv {
    pub trait Archive {}

    impl Archive for u8 {}
}

/// An engine's traits.
mod prelude {
    pub use archive::Archive;
}

/// A trait that implies the bounds.
trait Component: Archive {}

impl Component for u8 {}

#[derive(Archive, Debug, PartialEq)]
struct OfAnotherCrate<T: rkyv::Archive>(T);

#[derive(Archive, Debug, PartialEq)]
struct Both<T>(Vec<T>)
where
    T: rkyv::Archive + archive::Archive;

#[derive(Archive, Debug, PartialEq)]
struct Exported<T: prelude::Archive>(T);

#[derive(Archive, Debug, PartialEq)]
struct Spelt<T: Serialize + for<'a> Deserialize<'a>>(T);

#[derive(Archive, Debug, PartialEq)]
struct HalfSpelt<T>(T)
where
    for<'a> T: archive::Deserialize<'a>;

#[derive(Archive, Debug, PartialEq)]
struct Items<T>(Vec<T::Item>)
where
    T: Iterator,
    <T as Iterator>::Item: Archive + Debug + PartialEq;

#[derive(Archive, Debug, PartialEq)]
struct QualifiedItems<T>(Vec<<T as Iterator>::Item>)
where
    T: Iterator,
    T::Item: Archive + Debug + PartialEq;

#[derive(Archive, Debug, PartialEq)]
#[archive(bound = "")]
struct Stated<T: Component> {
    of: T,
}

#[derive(Archive, Debug, PartialEq)]
struct Implied<T: Component> {
    of: T,
    all: Vec<Option<T>>,
}

#[derive(Archive, Debug, PartialEq)]
enum ImpliedAbove<T>
where
    T: Debug + Resource,
{
    One(T),
    Several { all: Box<[T]> },
}

/// A trait with one between it and `Archive`.
trait Resource: Component {}

impl Resource for u8 {}

#[derive(Archive, Debug, PartialEq)]
#[archive(transparent)]
struct ImpliedWithin<T: Component>(T);

/// A trait that says nothing of archives.
trait Marker {}

impl Marker for u8 {}

#[derive(Archive, Debug, PartialEq)]
struct Unrelated<'a, T: Marker + Clone> {
    of: T,
    text: &'a str,
}

#[derive(Archive, Debug, PartialEq)]
struct ImpliedOfItem<T: Kind> {
    stored: Implied<T::Stored>,
}

trait Kind {
    type Stored: Component + Debug + PartialEq;
}

#[derive(Debug, PartialEq)]
struct Byte;

impl Kind for Byte {
    type Stored = u8;
}

fn check<T: Archive + Debug + PartialEq>(value: &T) {
    let bytes = archive::to_vec(value).unwrap();
    assert_eq!(&archive::from_slice::<T>(&bytes).unwrap(), value);
}

#[test]
fn a_trait_of_another_crate_is_no_bound_on_what_is_stored() {
    check(&OfAnotherCrate(7_u8));
    check(&Both(vec![7_u8]));
}

#[test]
fn a_trait_may_be_exported_from_anywhere() {
    check(&Exported(7_u8));
}

#[test]
fn a_bound_for_every_lifetime_is_not_repeated() {
    check(&Spelt(7_u8));
    check(&HalfSpelt(7_u8));
}

#[test]
fn an_associated_type_is_known_in_either_spelling() {
    check(&Items::<std::ops::Range<u8>>(vec![7]));
    check(&QualifiedItems::<std::ops::Range<u8>>(vec![7]));
}

#[test]
fn no_bounds_are_added_to_those_that_a_trait_implies() {
    check(&Stated { of: 7_u8 });
}

#[test]
fn a_trait_may_have_archive_above_it() {
    check(&Implied { of: 7_u8, all: vec![None, Some(3)] });
    check(&ImpliedAbove::One(7_u8));
    check(&ImpliedAbove::Several { all: [7_u8, 8].into() });
    check(&ImpliedWithin(7_u8));
    check(&ImpliedOfItem::<Byte> { stored: Implied { of: 7, all: vec![] } });
    let value = Unrelated { of: 7_u8, text: "a" };
    let bytes = archive::to_vec(&value).unwrap();
    assert_eq!(archive::from_slice::<Unrelated<'_, u8>>(&bytes).unwrap(), value);
}
