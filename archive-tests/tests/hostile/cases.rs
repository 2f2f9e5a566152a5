//! Every shape as a case.

use archive::{Options, Serialize};
use archive_tests::hostile::{Case, Outcome, reload, reload_borrowing};

use crate::shapes::{
    self, Grid, Item, Library, Lists, Maps, Pointers, Scalars, Texts, Tree, Weather, Zero,
};

/// A value as a file and as a message of today.
pub fn case<T: Serialize + ?Sized>(
    name: &str,
    value: &T,
    load: fn(&[u8]) -> Outcome,
) -> Case<'static> {
    let file = archive::to_vec(value).unwrap();
    let message = Options::message().to_vec(value).unwrap();
    let weight = archive::__private::weight::<T>().unwrap();
    Case::today(name, vec![file, message], weight, load)
}

/// The file of a case.
pub fn file<'c>(case: &'c Case<'_>) -> &'c [u8] {
    &case.forms[0]
}

/// A body behind the header of a case's message.
pub fn message_of(case: &Case<'_>, body: &[u8]) -> Vec<u8> {
    archive_tests::wire::with_body(case.forms.last().unwrap(), body)
}

/// A value of every shape, in today's version.
pub fn today() -> Vec<Case<'static>> {
    vec![
        case("scalars", &shapes::scalars(), reload::<Scalars>),
        case("texts", &shapes::texts(), |bytes| reload_borrowing::<Texts<'_>>(bytes)),
        case("lists", &shapes::lists(), reload::<Lists>),
        case("maps", &shapes::maps(), reload::<Maps>),
        case("tree", &shapes::tree(), reload::<Tree>),
        case("grid", &shapes::grid(), reload::<(Grid<u8, 2>, Grid<Weather, 1>)>),
        case("zero", &shapes::zero(), reload::<Zero>),
        case("pointers", &shapes::pointers(), reload::<Pointers>),
        case("library", &shapes::library(), reload::<Library>),
        case("items", &shapes::items(), reload::<Vec<Item>>),
        case("number", &7_u32, reload::<u32>),
        case("bytes", &vec![1_u8, 2, 3], |bytes| reload_borrowing::<&[u8]>(bytes)),
        case("unit", &(), reload::<()>),
    ]
}

/// Archives of earlier versions.
pub fn past() -> Vec<Case<'static>> {
    let first = [shapes::v1::Item { name: "torch".into(), weight: 3 }];
    let second = [shapes::v2::Item { name: "sword".into(), state: shapes::v2::State::Broken(4) }];
    let forms = |options: Options| {
        vec![options.to_vec(&first[..]).unwrap(), options.to_vec(&second[..]).unwrap()]
    };
    // What is known of today's type says little of an older one; twice as much is enough for it.
    let weight = 2 * archive::__private::weight::<Vec<Item>>().unwrap();
    let load = reload::<Vec<Item>>;
    vec![
        Case::past("files of the past", forms(Options::file()), weight, load),
        Case::past("messages of the past", forms(Options::message()), weight, load),
    ]
}

/// Everything.
pub fn all() -> Vec<Case<'static>> {
    today().into_iter().chain(past()).collect()
}
