//! Links in bytes from anybody load as an error or a value, within the memory bounds.

use std::rc::Rc;

use archive::{Compression, ErrorKind, Layout, Limits, Options, SchemaPolicy, Value};
use archive_tests::hostile::{Bounds, Case, FREE, Outcome, reload};
use archive_tests::memory::peak;
use archive_tests::wire;

use crate::exits::{Room, rooms};
use crate::scene::{Scene, scene};

/// The scene in every layout and with every codec, with and without checksums.
fn case() -> Case<'static> {
    let file = Options::file;
    let brief = |layout| file().layout(layout).schema(SchemaPolicy::Fingerprint);
    let forms = [
        brief(Layout::Rows).checksum(false),
        brief(Layout::Columns).checksum(false),
        file().layout(Layout::Rows),
        file().layout(Layout::Columns),
        brief(Layout::Rows).compression(Compression::Lz4),
        brief(Layout::Columns).compression(Compression::Zstd(3)),
        Options::message(),
    ];
    let forms = forms.iter().map(|options| options.to_vec(&scene()).unwrap()).collect();
    let mut case = Case::today("scene", forms, Bounds::of::<Scene>(), reload::<Scene>);
    // The objects of a loaded value may be saved in another order.
    case.is_today = false;
    case
}

#[test]
fn every_prefix_is_refused() {
    let case = case();
    for form in &case.forms {
        for len in 0..form.len() {
            case.judge(&form[..len]).expect_err("a prefix is refused");
        }
        let body = &form[wire::body_start(form)..];
        for len in 0..body.len() {
            let agreed = wire::with_body(form, &body[..len]);
            case.judge_body(&agreed).expect_err("a prefix is refused");
        }
    }
}

#[test]
fn every_flip_of_a_file_is_refused() {
    case().refuses_flips();
}

#[test]
fn every_bit_of_a_body_may_be_another() {
    every_body(|body, at| (0..8).for_each(|bit| body(at, 1 << bit)));
}

#[test]
fn every_byte_of_a_body_may_be_any_other() {
    every_body(|body, at| [1, 2, 0x7f, 0x80, 0xff].into_iter().for_each(|with| body(at, with)));
}

#[test]
fn every_byte_of_a_body_may_be_any_other_in_a_tree() {
    let mut forms = Vec::new();
    for layout in [Layout::Rows, Layout::Columns] {
        for codec in [Compression::None, Compression::Lz4] {
            let options = Options::file().layout(layout).compression(codec);
            forms.push(options.to_vec(&scene()).unwrap());
        }
    }
    let bounds = Bounds::by_name::<Scene>().twice();
    let load = |bytes: &[u8]| Outcome::of(|| Value::from_slice(bytes)?.to::<Scene>());
    let mut case = Case::today("tree", forms, bounds, load);
    case.is_today = false;
    every_body_of(&case, |body, at| [1, 2, 0x80, 0xff].into_iter().for_each(|with| body(at, with)));
}

/// Map entries that are added only once their objects have been built.
#[test]
fn every_byte_of_maps_that_lead_back_may_be_any_other() {
    let layouts = [Layout::Rows, Layout::Columns];
    let bare = Options::file().schema(SchemaPolicy::Fingerprint).checksum(false);
    let forms = layouts.map(|layout| bare.clone().layout(layout).to_vec(&rooms()).unwrap());
    let bounds = Bounds::of::<Vec<Rc<Room>>>();
    let mut case = Case::today("rooms", forms.to_vec(), bounds, reload::<Vec<Rc<Room>>>);
    case.is_today = false;
    every_body_of(&case, |body, at| (0..=255).for_each(|with| body(at, with)));
}

fn every_body(change: impl Fn(&dyn Fn(usize, u8), usize)) {
    every_body_of(&case(), change);
}

/// Judges every body with one byte changed.
fn every_body_of(case: &Case<'_>, change: impl Fn(&dyn Fn(usize, u8), usize)) {
    for form in &case.forms {
        let body = &form[wire::body_start(form)..];
        let judge = |at: usize, with: u8| {
            let mut body = body.to_vec();
            body[at] ^= with;
            let _ = case.judge_body(&wire::with_body(form, &body));
        };
        (0..body.len()).for_each(|at| change(&judge, at));
    }
}

/// The body of a value and its tables, each with its number of objects and their rows.
fn body(value: &[u8], tables: &[(u64, &[u8])]) -> Vec<u8> {
    let (mut bytes, mut lens) = (value.to_vec(), Vec::new());
    for (count, rows) in tables {
        let start = bytes.len();
        wire::varint(&mut bytes, *count);
        bytes.extend(*rows);
        lens.extend(((bytes.len() - start) as u64).to_le_bytes());
    }
    bytes.extend(lens);
    bytes
}

type Two = (Rc<u8>, Rc<u16>, Vec<u8>);

fn two(links: [u32; 2], tables: &[(u64, &[u8])]) -> Result<(), ErrorKind> {
    let value: Two = (Rc::new(7), Rc::new(8), Vec::new());
    let message = Options::message().to_vec(&value).unwrap();
    let mut case = Case::today("two", vec![message], Bounds::of::<Two>(), reload::<Two>);
    case.is_today = false;
    let value = [&links[0].to_le_bytes()[..], &links[1].to_le_bytes(), &[0]].concat();
    case.judge_body(&wire::with_body(&case.forms[0], &body(&value, tables)))
}

#[test]
fn a_link_leads_to_an_object_of_its_table() {
    let tables: [(u64, &[u8]); 2] = [(1, &[7]), (1, &[8, 0])];
    assert_eq!(two([0, 0], &tables), Ok(()));
    for links in [[1, 0], [0, 1], [u32::MAX, 0], [0, u32::MAX], [0x8000_0000, 0]] {
        assert_eq!(two(links, &tables), Err(ErrorKind::InvalidLink), "{links:?}");
    }
    // A row that exists only in the other table.
    let tables: [(u64, &[u8]); 2] = [(2, &[7, 8]), (1, &[8, 0])];
    assert_eq!(two([1, 1], &tables), Err(ErrorKind::InvalidLink));
    assert_eq!(two([0, 0], &[(0, &[]), (1, &[8, 0])]), Err(ErrorKind::InvalidLink));
}

#[test]
fn a_table_ends_with_its_objects() {
    assert_eq!(two([0, 0], &[(1, &[7, 7]), (1, &[8, 0])]), Err(ErrorKind::TrailingBytes));
    assert_eq!(two([0, 0], &[(1, &[]), (1, &[8, 0])]), Err(ErrorKind::Truncated));
    assert_eq!(two([0, 0], &[(1, &[7]), (1, &[8, 0, 0])]), Err(ErrorKind::TrailingBytes));
    assert_eq!(two([0, 0], &[(1, &[7]), (1, &[8])]), Err(ErrorKind::Truncated));
}

#[test]
fn a_table_claims_no_more_than_there_is() {
    for count in [100, 1 << 16, 1 << 32, u64::MAX] {
        assert_eq!(two([0, 0], &[(count, &[7]), (1, &[8, 0])]), Err(ErrorKind::Length));
        assert_eq!(two([0, 0], &[(1, &[7]), (count, &[8, 0])]), Err(ErrorKind::Length));
        assert_eq!(two([u32::MAX - 1, 0], &[(count, &[7]), (1, &[8, 0])]), Err(ErrorKind::Length));
    }
    // As many objects as links could refer to.
    assert_eq!(two([6, 0], &[(7, &[7]), (1, &[8, 0])]), Err(ErrorKind::Truncated));
}

#[test]
fn a_row_that_nothing_leads_to_is_no_part_of_a_value() {
    // Only files of an earlier version may have one: the field that linked to it may be gone.
    let refused = Err(ErrorKind::InvalidLink);
    assert_eq!(two([0, 0], &[(2, &[7, 8]), (1, &[8, 0])]), refused);
    assert_eq!(two([0, 0], &[(2, &[7]), (1, &[8, 0])]), refused);
}

#[test]
fn lengths_of_tables_stay_within_the_body() {
    let sound = body(&[0, 0, 0, 0, 0, 0, 0, 0, 0], &[(1, &[7]), (1, &[8, 0])]);
    let value: Two = (Rc::new(7), Rc::new(8), Vec::new());
    let message = Options::message().to_vec(&value).unwrap();
    let case = Case::today("two", vec![message], Bounds::of::<Two>(), reload::<Two>);
    assert_eq!(case.judge_body(&wire::with_body(&case.forms[0], &sound)), Ok(()));
    for table in 0..2 {
        for len in [0, 1, 4, 14, 15, 100, 1 << 32, u64::MAX] {
            let mut bytes = sound.clone();
            let at = bytes.len() - 16 + 8 * table;
            bytes[at..at + 8].copy_from_slice(&len.to_le_bytes());
            let refused = case.judge_body(&wire::with_body(&case.forms[0], &bytes));
            refused.expect_err("the tables have other lengths");
        }
    }
    for len in 0..16 {
        let cut = wire::with_body(&case.forms[0], &sound[sound.len() - len..]);
        case.judge_body(&cut).expect_err("there is not even room for the lengths");
    }
}

#[test]
fn objects_without_bytes_are_bounded_by_what_could_link_to_them() {
    type Units = (Rc<()>, Vec<u8>);
    let value: Units = (Rc::new(()), vec![0; 1 << 20]);
    let message = Options::message().to_vec(&value).unwrap();
    let mut case = Case::today("units", vec![message], Bounds::of::<Units>(), reload::<Units>);
    case.is_today = false;
    let mut value = Vec::new();
    for (link, count) in [(0, 1), (0, 1 << 18), ((1 << 18) - 1, 1 << 18), (0, 1 << 19)] {
        value.clear();
        value.extend(u32::to_le_bytes(link));
        wire::text(&mut value, &[0; 1 << 20]);
        let bytes = wire::with_body(&case.forms[0], &body(&value, &[(count, &[])]));
        let expected = match count {
            1 => Ok(()),
            2..=0x4_0000 => Err(ErrorKind::InvalidLink),
            _ => Err(ErrorKind::Length),
        };
        assert_eq!(case.judge_body(&bytes), expected, "{link} of {count}");
    }
}

#[test]
fn objects_without_columns_are_bounded_by_memory() {
    #[derive(archive::Archive)]
    struct Nothing;

    type All = Vec<Rc<Nothing>>;
    let options = Options::file().checksum(false).limits(Limits::new().max_alloc(1000));
    let many: All = (0..40_000).map(|_| Rc::new(Nothing)).collect();
    let bytes = Options::file().to_vec(&many).unwrap();
    assert_eq!(Options::file().from_slice::<All>(&bytes).unwrap().len(), many.len());

    let bytes = options.to_vec(&vec![Rc::new(Nothing), Rc::new(Nothing)]).unwrap();
    // Columns, their lengths, and the directory's length. The last column is the table's length.
    let body = &bytes[wire::body_start(&bytes)..];
    let (rest, len) = body.split_at(body.len() - 4);
    let (columns, lens) = rest.split_at(rest.len() - usize::from(len[0]));
    let (last, before) = lens.split_last().unwrap();
    let columns = &columns[..columns.len() - usize::from(*last)];
    let claimed = [&[0][..], &u32::MAX.to_le_bytes()].concat();
    let body = [columns, &claimed, before, &[5], len].concat();
    let hostile = wire::with_body(&bytes, &body);
    let (refused, memory) = peak(|| options.from_slice::<All>(&hostile).map(|all| all.len()));
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::MemoryLimit);
    assert!(memory < FREE, "{memory}");
}
