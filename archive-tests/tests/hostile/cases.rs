//! A case for every shape.

use archive::{Compression, ErrorKind, Layout, Options, SchemaPolicy, Serialize};
use archive_tests::hostile::{Bounds, Case, Outcome, reload, reload_borrowing};
use archive_tests::wire;

use crate::shapes::{
    self, Grid, Item, Library, Lists, Maps, Pointers, Scalars, Texts, Tree, Weather, Zero,
};

/// Every way to write an archive: the first is a file in rows, the last a message.
pub fn forms() -> Vec<Options> {
    let file = Options::file;
    let brief = || file().schema(SchemaPolicy::Fingerprint);
    vec![
        file().layout(Layout::Rows),
        file(),
        brief().checksum(false),
        brief().compression(Compression::Lz4),
        brief().compression(Compression::Zstd(3)),
        Options::message(),
    ]
}

/// A value of today's version in every form.
pub fn case<T: Serialize + ?Sized>(
    name: &str,
    value: &T,
    load: fn(&[u8]) -> Outcome,
) -> Case<'static> {
    let forms = forms().iter().map(|options| options.to_vec(value).unwrap()).collect();
    Case::today(name, forms, Bounds::of::<T>(), load)
}

/// How a length of what takes no bytes is refused: some are more than an address can count.
pub fn refusal(claim: u64) -> ErrorKind {
    if usize::try_from(claim).is_ok() { ErrorKind::MemoryLimit } else { ErrorKind::Length }
}

/// A case's file in rows.
pub fn file<'c>(case: &'c Case<'_>) -> &'c [u8] {
    &case.forms[0]
}

/// A case's message with another body.
pub fn message_of(case: &Case<'_>, body: &[u8]) -> Vec<u8> {
    wire::with_body(case.forms.last().unwrap(), body)
}

/// A borrowing value, in every form without a codec.
fn lent<T: Serialize + ?Sized>(name: &str, value: &T, load: fn(&[u8]) -> Outcome) -> Case<'static> {
    let mut forms: Vec<_> = forms().iter().map(|it| it.to_vec(value).unwrap()).collect();
    forms.retain(|form| !wire::is_file(form) || form[10] == 0);
    Case::today(name, forms, Bounds::of::<T>(), load)
}

/// Values of every shape in today's version.
pub fn today() -> Vec<Case<'static>> {
    vec![
        case("scalars", &shapes::scalars(), reload::<Scalars>),
        lent("texts", &shapes::texts(), |bytes| reload_borrowing::<Texts<'_>>(bytes)),
        case("lists", &shapes::lists(), reload::<Lists>),
        case("maps", &shapes::maps(), reload::<Maps>),
        case("tree", &shapes::tree(), reload::<Tree>),
        case("trees", &shapes::trees(), reload::<(u8, Tree, Option<Tree>, [Tree; 2], String)>),
        case("grid", &shapes::grid(), reload::<(Grid<u8, 2>, Grid<Weather, 1>)>),
        case("zero", &shapes::zero(), reload::<Zero>),
        case("pointers", &shapes::pointers(), reload::<Pointers>),
        case("library", &shapes::library(), reload::<Library>),
        case("items", &shapes::items(), reload::<Vec<Item>>),
        case("repeats", &shapes::repeats(), reload::<Vec<(String, Weather, [u16; 2])>>),
        case("points", &shapes::points(), reload::<Vec<((f32, f32), u8)>>),
        case("number", &7_u32, reload::<u32>),
        lent("bytes", &vec![1_u8, 2, 3], |bytes| reload_borrowing::<&[u8]>(bytes)),
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
    let forms = self::forms().into_iter().flat_map(forms).collect();
    let bounds = Bounds::of::<Vec<Item>>().twice();
    vec![Case::past("the past", forms, bounds, reload::<Vec<Item>>)]
}

/// All cases.
pub fn all() -> Vec<Case<'static>> {
    today().into_iter().chain(past()).collect()
}
