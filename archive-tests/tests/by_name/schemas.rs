//! Schemas made to be expensive: each is refused within the bounds of memory, stack and time.

use std::thread;

use archive::schema::{TypeDef, TypeRef};
use archive::{ErrorKind, PrimitiveKind, Schema, Value};
use archive_tests::hostile::FREE;
use archive_tests::memory::peak;
use archive_tests::wire;

use archive_tests::made::{BYTE, UNIT, a_struct, array, field, file, list};

/// How a file is refused as a tree, on a spawned thread's stack and within the memory bound.
#[track_caller]
fn refused(root: TypeRef, types: Vec<TypeDef>, body: &[u8]) -> ErrorKind {
    let file = file(&Schema { root, types }, body);
    let bound = FREE + 128 * 1024 + 256 * body.len() + 300 * file.len();
    let (kind, memory) = thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(move || peak(|| Value::from_slice(&file).unwrap_err().kind()))
        .unwrap()
        .join()
        .unwrap();
    assert!(memory <= bound, "{memory} of {bound} bytes");
    kind
}

#[test]
fn a_type_that_holds_itself_without_end_is_too_deep() {
    let endless = a_struct("A", vec![field("a", TypeRef::Named(0))]);
    assert_eq!(refused(TypeRef::Named(0), vec![endless], &[]), ErrorKind::DepthLimit);
    let nest = (0..120).fold(TypeRef::Named(0), |inner, _| array(inner, 1));
    let endless = a_struct("A", vec![field("a", nest)]);
    assert_eq!(refused(TypeRef::Named(0), vec![endless], &[]), ErrorKind::DepthLimit);
    let nest = (0..120).fold(TypeRef::Named(0), |inner, _| TypeRef::Option(Box::new(inner)));
    let endless = a_struct("A", vec![field("a", nest)]);
    assert_eq!(refused(TypeRef::Named(0), vec![endless], &[1; 4000]), ErrorKind::DepthLimit);
    let nest =
        (0..120).fold(TypeRef::Named(0), |inner, _| TypeRef::Map(Box::new(UNIT), Box::new(inner)));
    let endless = a_struct("A", vec![field("a", nest)]);
    assert_eq!(refused(TypeRef::Named(0), vec![endless], &[1; 4000]), ErrorKind::DepthLimit);
}

#[test]
fn values_without_bytes_take_no_more_memory_than_is_free() {
    let many = (usize::MAX >> 4) as u64;
    assert_eq!(refused(array(UNIT, many), vec![], &[]), ErrorKind::MemoryLimit);
    assert_eq!(refused(list(UNIT), vec![], &[255; 4]), ErrorKind::Truncated);
    let mut most = Vec::new();
    wire::varint(&mut most, usize::MAX as u64);
    assert_eq!(refused(list(UNIT), vec![], &most), ErrorKind::MemoryLimit);
    assert_eq!(refused(array(BYTE, many), vec![], &[]), ErrorKind::Truncated);
    let wide = TypeRef::Primitive(PrimitiveKind::U128);
    assert_eq!(refused(array(wide, u64::MAX), vec![], &[]), ErrorKind::Truncated);
    assert_eq!(refused(array(array(UNIT, 1 << 20), 1 << 20), vec![], &[]), ErrorKind::MemoryLimit);
}

#[test]
fn a_schema_that_makes_much_of_a_byte_is_refused() {
    let many = |ty: TypeRef| (0..100).map(|at| field(&format!("f{at}"), ty.clone())).collect();
    let types = vec![
        a_struct("A", many(TypeRef::Named(1))),
        a_struct("B", many(TypeRef::Named(2))),
        a_struct("C", many(UNIT)),
    ];
    assert_eq!(refused(TypeRef::Named(0), types, &[]), ErrorKind::MemoryLimit);
    let mut fields: Vec<_> = many(UNIT);
    fields.push(field("byte", BYTE));
    let body = [&[0xe8, 0x07][..], &[1; 1000]].concat();
    let kind = refused(list(TypeRef::Named(0)), vec![a_struct("A", fields)], &body);
    assert_eq!(kind, ErrorKind::MemoryLimit);
}

/// How a file in columns is refused as a tree, and the memory for that; and its length.
fn refused_columns(types: Vec<TypeDef>, body: &[u8]) -> (ErrorKind, usize, usize) {
    let mut file = file(&Schema { root: TypeRef::Named(0), types }, body);
    file[9] |= COLUMNS;
    wire::seal(&mut file);
    assert!(wire::is_columns(&file));
    let (kind, memory) = peak(|| Value::from_slice(&file).unwrap_err().kind());
    (kind, memory, file.len())
}

/// The flag of a file in columns (FORMAT.md §2).
const COLUMNS: u8 = 1;

#[test]
fn mentions_of_types_take_no_more_memory_than_the_bytes_allow() {
    let mentions = |ty: &dyn Fn(usize) -> TypeRef, at: usize| {
        let later = (at + 1..40).map(|later| field(&format!("f{later}"), ty(later)));
        a_struct(&format!("S{at:02}"), later.collect())
    };
    // Each mention is a column, which takes a byte.
    let option = |at| TypeRef::Option(Box::new(TypeRef::Named(at)));
    let types = (0..40).map(|at| mentions(&option, at)).collect();
    let (kind, memory, len) = refused_columns(types, &[0; 64]);
    assert_eq!(kind, ErrorKind::InvalidValue);
    assert!(memory < FREE + 192 * len, "{memory}");
    // No mention is.
    let types = (0..40).map(|at| mentions(&TypeRef::Named, at)).collect();
    let (kind, memory, len) = refused_columns(types, &[0; 64]);
    assert_eq!(kind, ErrorKind::Unsupported);
    assert!(memory < (320 << 10) + 5 * 1024 * len, "{memory}");
}

#[test]
fn names_that_a_terminal_obeys_are_shown_as_they_are() {
    let flag = TypeRef::Primitive(PrimitiveKind::Bool);
    let types = vec![a_struct("A\u{1b}", vec![field("\u{1b}[31m", flag)])];
    let error =
        Value::from_slice(&file(&Schema { root: TypeRef::Named(0), types }, &[2])).unwrap_err();
    assert_eq!((error.path(), error.type_name()), ("\\u{1b}[31m", "A\\u{1b}"));
}

#[test]
fn a_long_path_is_cut() {
    let name = "n".repeat(300);
    let types = vec![a_struct("A", vec![field(&name, list(TypeRef::Named(0)))])];
    let error = Value::from_slice(&file(&Schema { root: TypeRef::Named(0), types }, &[1; 200]))
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    assert!(error.path().len() < 4096 && error.path().contains(".."), "{}", error.path().len());
}
