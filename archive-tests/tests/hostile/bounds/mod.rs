//! The limits that a caller sets.

mod max_len;

use archive::{Archive, ErrorKind, Limits, Options};

#[derive(Archive, Debug, PartialEq, Clone, Default)]
struct Node {
    children: Vec<Node>,
}

fn nested(levels: usize) -> Node {
    (1..levels).fold(Node::default(), |inner, _| Node { children: vec![inner] })
}

#[test]
fn defaults_are_those_that_the_documentation_names() {
    let said = Limits::new().max_alloc(1 << 30).depth(128).max_header(1 << 20);
    assert_eq!(Limits::new(), said);
    assert_eq!(Limits::default(), said);
}

#[test]
fn depth_counts_each_derived_type_and_each_pointer() {
    let levels = |depth| Options::message().limits(Limits::new().depth(depth));
    assert!(levels(3).to_vec(&nested(3)).is_ok());
    assert_eq!(levels(3).to_vec(&nested(4)).unwrap_err().kind(), ErrorKind::DepthLimit);
    assert!(levels(0).to_vec(&vec![vec![1_u8]]).is_ok());
    assert_eq!(levels(0).to_vec(&Box::new(1_u8)).unwrap_err().kind(), ErrorKind::DepthLimit);
    assert!(levels(1).to_vec(&vec![Box::new(1_u8), Box::new(2)]).is_ok());
    assert_eq!(
        levels(1).to_vec(&Box::new(Node::default())).unwrap_err().kind(),
        ErrorKind::DepthLimit
    );
}

#[test]
fn depth_is_the_same_for_every_way_to_save_and_to_load() {
    let few = Options::message().limits(Limits::new().depth(5));
    let deep = nested(6);
    let bytes = Options::message().to_vec(&deep).unwrap();
    let kinds = [
        few.to_vec(&deep).map(|_| ()),
        few.encoded_len(&deep).map(|_| ()),
        few.write_into(&deep, &mut [0; 100]).map(|_| ()),
        few.to_writer(Vec::new(), &deep),
        few.from_slice::<Node>(&bytes).map(|_| ()),
    ]
    .map(|result| result.unwrap_err().kind());
    assert_eq!(kinds, [ErrorKind::DepthLimit; 5]);
    assert_eq!(few.from_slice::<Node>(&few.to_vec(&nested(5)).unwrap()).unwrap(), nested(5));
}

#[test]
fn max_alloc_bounds_what_a_load_may_reserve() {
    let numbers = vec![7_u64; 100_000];
    let bytes = Options::message().to_vec(&numbers).unwrap();
    let with = |max| Options::message().limits(Limits::new().max_alloc(max));
    let refused = with(100).from_slice::<Vec<u64>>(&bytes).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.offset()),
        (ErrorKind::MemoryLimit, Some(bytes.len() as u64 - 800_000))
    );
    assert!(with(800_000).from_slice::<Vec<u64>>(&bytes).is_ok());
    // Every load may use 64 KiB.
    let few = Options::message().to_vec(&vec![7_u64; 8192]).unwrap();
    assert!(with(0).from_slice::<Vec<u64>>(&few).is_ok());
}

#[test]
fn max_alloc_adds_up_over_a_value() {
    let lists = vec![vec![0_u16; 1000]; 100];
    let bytes = Options::message().to_vec(&lists).unwrap();
    let options = Options::message().limits(Limits::new().max_alloc(1000));
    let error = options.from_slice::<Vec<Vec<u16>>>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::MemoryLimit, "[32]"));
}

#[test]
fn max_alloc_does_not_bind_what_is_borrowed() {
    let bytes = Options::message().to_vec(&"x".repeat(1 << 20)).unwrap();
    let options = Options::message().limits(Limits::new().max_alloc(0));
    assert_eq!(options.from_slice::<&str>(&bytes).unwrap().len(), 1 << 20);
    assert_eq!(options.from_slice::<String>(&bytes).unwrap_err().kind(), ErrorKind::MemoryLimit);
}

#[test]
fn max_header_bounds_the_header() {
    let bytes = archive::to_vec(&nested(2)).unwrap();
    let header = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let with = |max| Options::file().limits(Limits::new().max_header(max));
    assert!(with(header).from_slice::<Node>(&bytes).is_ok());
    let error = with(header - 1).from_slice::<Node>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::Length, Some(12)));
    assert!(error.to_string().contains("raise `Limits::max_header`"), "{error}");
    let error = with(header - 1).from_reader::<Node>(bytes.as_slice()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Length);
}

mod what_is_read_by_a_schema {
    use std::rc::Rc;

    use archive::{Compression, Layout, Newer, Unknown, Value};
    use archive_tests::{memory::peak, wire};

    use super::*;

    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Save")]
    struct Save {
        text: String,
        level: u32,
    }

    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Save")]
    struct Text {
        text: String,
    }

    #[test]
    fn a_part_is_decompressed_within_max_alloc() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.sav");
        let save = Save { text: "a".repeat(20_000_000), level: 7 };
        for codec in [Compression::Lz4, Compression::Zstd(1)] {
            Options::file().compression(codec).save(&path, &save).unwrap();
            let with = |max| Options::file().limits(Limits::new().max_alloc(max));
            let (part, memory) = peak(|| with(100_000).load_part::<Text>(&path));
            assert_eq!(part.unwrap_err().kind(), ErrorKind::MemoryLimit);
            assert!(memory < 1 << 20, "{memory} bytes");
            // Other blocks are not decompressed.
            #[derive(Archive, Debug, PartialEq)]
            #[archive(name = "Save")]
            struct Level {
                level: u32,
            }
            assert_eq!(with(100_000).load_part::<Level>(&path).unwrap(), Level { level: 7 });
            assert_eq!(with(1 << 30).load_part::<Text>(&path).unwrap().text, save.text);
        }
    }

    #[test]
    fn a_part_has_no_more_bytes_behind_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("longer.sav");
        for layout in [Layout::Rows, Layout::Columns] {
            let save = Save { text: "x".into(), level: 1 };
            let mut bytes = Options::file().layout(layout).to_vec(&save).unwrap();
            let end = bytes.len() as u64;
            bytes.extend([0; 100]);
            std::fs::write(&path, &bytes).unwrap();
            let error = archive::load_part::<Text>(&path).unwrap_err();
            assert_eq!((error.kind(), error.offset()), (ErrorKind::TrailingBytes, Some(end)));
            std::fs::write(&path, &bytes[..bytes.len() - 101]).unwrap();
            let error = archive::load_part::<Text>(&path).unwrap_err();
            assert_eq!((error.kind(), error.offset()), (ErrorKind::Truncated, Some(end - 1)));
        }
    }

    /// Errors in compressed data have the offset where it starts, since no single byte is at fault.
    #[test]
    fn what_is_wrong_in_compressed_bytes_is_at_their_start() {
        use std::num::NonZeroU8;

        let numbers: Vec<(u32, u8)> = (0..10_000).map(|n| (n, u8::from(n != 9_000))).collect();
        for layout in [Layout::Rows, Layout::Columns] {
            let packed = Options::file().layout(layout).compression(Compression::Lz4);
            let bytes = packed.to_vec(&numbers).unwrap();
            let body = u64::from(u32::from_le_bytes(bytes[12..16].try_into().unwrap()));
            let error = archive::from_slice::<Vec<(u32, NonZeroU8)>>(&bytes).unwrap_err();
            let offset = error.offset().unwrap();
            assert!(offset >= body && offset < bytes.len() as u64, "{error}");
            assert!(layout == Layout::Columns || offset == body, "{error}");
        }
    }

    #[test]
    fn trees_claim_what_they_take() {
        let many = vec![Value::List(vec![Value::Unit; 480]); 3_000];
        let bytes = Options::message().to_vec(&many).unwrap();
        let options = Options::message().limits(Limits::new().max_alloc(1_000_000));
        let (loaded, memory) = peak(|| options.from_slice::<Vec<Value<'static>>>(&bytes));
        assert_eq!(loaded.unwrap_err().kind(), ErrorKind::MemoryLimit);
        assert!(memory < 1_100_000, "{memory} bytes");
        // A text needs only its own length, also in a compressed tree.
        for value in [Value::of(&"x".repeat(200_000)), Value::of(&vec![1_u32; 40_000])] {
            let value = value.unwrap();
            for layout in [Layout::Rows, Layout::Columns] {
                let packed = Options::file().layout(layout).compression(Compression::Lz4);
                let bytes = packed.to_vec(&value).unwrap();
                assert!(archive::from_slice::<Value<'static>>(&bytes).unwrap() == value);
            }
        }
    }

    /// Twenty-two levels of structs that each contain the next one twice, ending with an empty one.
    mod doubling {
        macro_rules! levels {
            ($ours:ident $($inner:ident)+) => {
                #[derive(archive::Archive)]
                pub struct $ours {
                    pub a: levels!(@first $($inner)+),
                    pub b: levels!(@first $($inner)+),
                }
                levels! { $($inner)+ }
            };
            ($ours:ident) => {
                #[derive(archive::Archive)]
                pub struct $ours;
            };
            (@first $first:ident $($rest:ident)*) => { $first };
        }
        levels! { A B C D E F G H I J K L M N O P Q R S T U V }
    }

    #[test]
    fn places_that_have_no_columns_are_counted() {
        let none: Vec<doubling::A> = Vec::new();
        let rows = Options::file().layout(Layout::Rows).checksum(false).to_vec(&none).unwrap();
        let header = u32::from_le_bytes(rows[12..16].try_into().unwrap()) as usize;
        let mut file = rows[..header].to_vec();
        file[9] |= 1;
        let body = 600_000_u64;
        file[24..32].copy_from_slice(&body.to_le_bytes());
        file[32..40].copy_from_slice(&body.to_le_bytes());
        file.resize(header + body as usize, 0);
        wire::seal(&mut file);
        #[derive(Archive)]
        #[archive(name = "A")]
        struct Other {
            #[archive(default = 7)]
            z: u8,
        }
        let options = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
        let options = options.limits(Limits::new().max_alloc(100_000));
        let (error, memory) = peak(|| options.value_from_slice(&file).map(drop).unwrap_err());
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
        assert!(memory < 2 << 20, "{memory} bytes");
        let (error, memory) =
            peak(|| options.from_slice::<Vec<Other>>(&file).map(|it| it[0].z).unwrap_err());
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
        assert!(memory < 2 << 20, "{memory} bytes");
    }

    #[test]
    fn the_name_of_a_type_is_held_once_for_all_its_objects() {
        #[derive(Archive)]
        struct AnItemWhoseNameIsLongAndHeldByEachOfItsObjectsOnlyAsAReference {
            id: u8,
            next: Option<Box<AnItemWhoseNameIsLongAndHeldByEachOfItsObjectsOnlyAsAReference>>,
        }
        let item =
            |id| AnItemWhoseNameIsLongAndHeldByEachOfItsObjectsOnlyAsAReference { id, next: None };
        let shared: Vec<_> = (0..20_000).map(|n| Rc::new(item(n as u8))).collect();
        let owned: Vec<_> = (0..20_000).map(|n| item(n as u8)).collect();
        let files = [
            Options::file().layout(Layout::Rows).to_vec(&shared).unwrap(),
            Options::file().to_vec(&shared).unwrap(),
            Options::file().to_vec(&owned).unwrap(),
        ];
        for bytes in &files {
            let (value, memory) = peak(|| Value::from_slice(bytes).unwrap());
            drop(value);
            assert!(memory < 20_000 * 250, "{memory} bytes");
        }
    }
}

#[test]
fn max_header_bounds_the_header_of_a_message() {
    // A table of 1000 types, 5 bytes each, after the root's version.
    let mut bytes = archive::Options::message().to_vec(&7_u32).unwrap()[..10].to_vec();
    bytes[1] |= 0x10;
    bytes.extend([0xe8, 0x07]);
    for hash in 0..1000_u32 {
        bytes.extend(hash.to_le_bytes());
        bytes.push(2);
    }
    bytes.extend(7_u32.to_le_bytes());
    let with = |max| Options::message().limits(Limits::new().max_header(max));
    let error = with(5000).from_slice::<u32>(&bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Length, "{error}");
    let error = with(6000).from_slice::<u32>(&bytes).unwrap_err();
    assert_ne!(error.kind(), ErrorKind::Length, "{error}");
}
