//! The limits that a caller sets.

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
    let said = Limits::new().max_alloc(1 << 30).depth(128).max_header(1 << 24);
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
    // Every load may reserve 64 KiB.
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

mod max_len {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Archive, Debug, PartialEq, Clone)]
    struct Player {
        #[archive(max_len = 4)]
        name: String,
        #[archive(max_len = 2)]
        items: Option<Vec<u64>>,
        #[archive(max_len = 1)]
        seen: BTreeMap<u8, u8>,
    }

    /// The same type without bounds: the bounds are no part of its shape.
    mod unbounded {
        #[derive(archive::Archive)]
        pub struct Player {
            pub name: String,
            pub items: Option<Vec<u64>>,
            pub seen: std::collections::BTreeMap<u8, u8>,
        }
    }

    fn loaded(name: &str, items: usize, seen: u8) -> Result<Player, archive::Error> {
        let seen = (0..seen).map(|n| (n, n)).collect();
        let player = unbounded::Player { name: name.into(), items: Some(vec![0; items]), seen };
        archive::from_slice(&archive::to_vec(&player).unwrap())
    }

    #[test]
    fn what_is_as_long_as_it_may_be_is_loaded_and_saved() {
        let player = loaded("für", 2, 1).unwrap();
        assert!(archive::to_vec(&player).is_ok());
        assert_eq!(player.name, "für");
    }

    mod upper {
        pub type Stored = String;

        pub fn to_stored(text: &str) -> Stored {
            text.to_lowercase()
        }

        pub fn from_stored(text: Stored) -> String {
            text.to_uppercase()
        }
    }

    /// Bounds of what a converter or a widening makes.
    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Player")]
    struct Later {
        #[archive(was(String, until = 2), max_len = 4)]
        name: Box<str>,
        #[archive(was(Option<Vec<u64>>, until = 2, with = sum, back = |items: &String| parts(items)), max_len = 3)]
        items: String,
        #[archive(removed(seen: BTreeMap<u8, u8>, until = 2, default = BTreeMap::new()))]
        #[since(2, default = "")]
        #[archive(with = upper, max_len = 2)]
        title: String,
    }

    fn sum(items: Option<Vec<u64>>) -> String {
        items.into_iter().flatten().sum::<u64>().to_string()
    }

    fn parts(items: &str) -> Option<Vec<u64>> {
        Some(items.bytes().map(u64::from).collect())
    }

    #[test]
    fn what_was_another_type_is_bounded_as_todays() {
        let player = |name: &str, items: Vec<u64>| {
            let player = unbounded::Player {
                name: name.into(),
                items: Some(items),
                seen: BTreeMap::default(),
            };
            archive::from_slice::<Later>(&archive::to_vec(&player).unwrap())
        };
        let expected = Later { name: "für".into(), items: "999".into(), title: String::new() };
        assert_eq!(player("für", vec![900, 99]).unwrap(), expected);
        for (loaded, path) in
            [(player("Grace", vec![]), "name"), (player("Ann", vec![999, 1]), "items")]
        {
            let error = loaded.unwrap_err();
            assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, path));
        }
        let before = Options::file().write_for(&archive::VersionTable::new().with("Player", 1));
        let later = |name: &str, items: &str, title: &str| Later {
            name: name.into(),
            items: items.into(),
            title: title.into(),
        };
        assert!(before.to_vec(&later("Ann", "999", "")).is_ok());
        for (value, path) in
            [(later("Grace", "9", ""), "name"), (later("Ann", "9999", ""), "items")]
        {
            for options in [&before, &Options::message()] {
                let error = options.to_vec(&value).unwrap_err();
                assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, path));
            }
        }
    }

    #[test]
    fn what_another_module_stores_is_bounded() {
        let later = |title: &str| Later { name: "".into(), items: "".into(), title: title.into() };
        for options in [Options::message(), Options::file()] {
            let bytes = options.to_vec(&later("OK")).unwrap();
            assert_eq!(options.from_slice::<Later>(&bytes).unwrap(), later("OK"));
            let error = options.to_vec(&later("ALAS")).unwrap_err();
            assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, "title"));
            // It grows as it is loaded: `ß` becomes `SS`.
            let bytes = options.to_vec(&later("ß")).unwrap();
            assert_eq!(options.from_slice::<Later>(&bytes).unwrap(), later("SS"));
        }
        let long = "Player @2 { name = \"\", items = \"\", title = \"alas\" }";
        let error = archive::text::from_str::<Later>(long).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, "title"));
    }

    #[test]
    fn what_is_longer_is_not_loaded() {
        for (name, items, seen, path) in
            [("Grace", 0, 0, "name"), ("", 3, 0, "items"), ("", 0, 2, "seen")]
        {
            let error = loaded(name, items, seen).unwrap_err();
            assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, path));
        }
    }

    #[test]
    fn what_is_longer_is_loaded_from_no_archive() {
        let tree = |name: &str| {
            let (name, seen) = (name.into(), BTreeMap::new());
            archive::Value::of(&unbounded::Player { name, items: None, seen }).unwrap()
        };
        let long = tree("Grace");
        let record = archive::Record::of(
            1_u8,
            &Player { name: "Ann".into(), items: None, seen: BTreeMap::new() },
        );
        let mut record = record.unwrap();
        record.set("name", &"Grace").unwrap();
        assert_eq!(tree("Ann").to::<Player>().unwrap().name, "Ann");
        let errors = [
            archive::text::from_str::<Player>(
                "Player { name = \"Grace\", items = none, seen = {} }",
            )
            .unwrap_err(),
            archive::json::from_str::<Player>(r#"{"name": "Grace", "items": null, "seen": []}"#)
                .unwrap_err(),
            long.to::<Player>().unwrap_err(),
            record.to::<Player>().unwrap_err(),
        ];
        for error in errors {
            assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, "name"), "{error}");
        }
    }

    #[test]
    fn what_is_longer_is_saved_in_no_archive() {
        let player = Player { name: "Grace".into(), items: None, seen: BTreeMap::new() };
        let errors = [
            archive::text::to_string(&player).unwrap_err(),
            archive::json::to_string(&player).unwrap_err(),
            archive::Value::of(&player).unwrap_err(),
            archive::Record::of(1_u8, &player).unwrap_err(),
        ];
        for error in errors {
            assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, "name"), "{error}");
        }
    }

    #[test]
    fn what_is_longer_is_not_saved() {
        let player = Player { name: "Grace".into(), items: None, seen: BTreeMap::new() };
        let error = archive::to_vec(&player).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, "name"));
        assert_eq!(archive::encoded_len(&player).unwrap_err().kind(), ErrorKind::MaxLen);
    }
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
            // What stands in other blocks is not decompressed.
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

    /// No byte of the file is the one that is wrong: it is told where the compressed ones start.
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
        // A text is no more than it is, in whatever it comes.
        for value in [Value::of(&"x".repeat(200_000)), Value::of(&vec![1_u32; 40_000])] {
            let value = value.unwrap();
            for layout in [Layout::Rows, Layout::Columns] {
                let packed = Options::file().layout(layout).compression(Compression::Lz4);
                let bytes = packed.to_vec(&value).unwrap();
                assert!(archive::from_slice::<Value<'static>>(&bytes).unwrap() == value);
            }
        }
    }

    /// Twenty-two levels of structs that hold the one below twice, and in the end nothing.
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
