//! Loads parts of files.

use std::fs;
use std::io::{self, Cursor, Read, Seek, SeekFrom};

use archive::{Archive, Compression, ErrorKind, Layout, Options, SchemaPolicy, load_part};

#[derive(Archive, Clone, Debug, PartialEq)]
struct Save {
    title: String,
    hero: Hero,
    world: Vec<Tile>,
    #[archive(removed(seed: u32, until = 2))]
    play_time: u64,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Hero {
    name: String,
    level: u32,
    bag: Vec<u16>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Tile {
    height: f32,
    owner: Option<u16>,
}

/// Names some of the fields, some of a nested type, and in another order.
#[derive(Archive, Debug, PartialEq)]
struct Summary {
    play_time: u64,
    hero: HeroSummary,
    title: String,
}

#[derive(Archive, Debug, PartialEq)]
struct HeroSummary {
    level: u32,
}

fn game() -> Save {
    let hero = Hero { name: "Ann".into(), level: 7, bag: vec![1, 2] };
    let tile =
        |n: u16| Tile { height: f32::from(n).sin(), owner: n.is_multiple_of(3).then_some(n) };
    let world = (0..40_000).map(tile).collect();
    Save { title: "The bridge".into(), hero, world, play_time: 4_000_000 }
}

fn summary() -> Summary {
    let hero = HeroSummary { level: 7 };
    Summary { play_time: 4_000_000, hero, title: "The bridge".into() }
}

#[test]
fn a_smaller_type_loads_from_every_layout_and_codec() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot");
    for layout in [Layout::Columns, Layout::Rows] {
        for codec in [Compression::None, Compression::Lz4, Compression::Zstd(3)] {
            Options::file().layout(layout).compression(codec).save(&path, &game()).unwrap();
            assert_eq!(load_part::<Summary>(&path).unwrap(), summary(), "{layout:?} {codec:?}");
        }
    }
}

/// Bytes in memory are read like a file, and only as far as needed.
#[test]
fn a_part_is_read_from_anything_that_can_seek() {
    struct Counted<R>(R, usize);
    impl<R: Read> Read for Counted<R> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = self.0.read(buffer)?;
            self.1 += len;
            Ok(len)
        }
    }
    impl<R: Seek> Seek for Counted<R> {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }
    for layout in [Layout::Columns, Layout::Rows] {
        for codec in [Compression::None, Compression::Lz4] {
            let options = Options::file().layout(layout).compression(codec);
            let bytes = options.to_vec(&game()).unwrap();
            let mut reader = Counted(Cursor::new(&bytes), 0);
            let found: Summary = Options::file().part_from_reader(&mut reader).unwrap();
            assert_eq!(found, summary());
            assert!(
                layout == Layout::Rows || reader.1 < bytes.len() / 4,
                "{} of {}",
                reader.1,
                bytes.len()
            );
            for len in (0..bytes.len()).step_by(997) {
                let cut = Cursor::new(&bytes[..len]);
                let error = Options::file().part_from_reader::<Summary>(cut).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Truncated, "{error}");
            }
        }
    }
}

#[test]
fn what_is_not_asked_for_is_not_read() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot");
    archive::save(&path, &game()).unwrap();
    // The heights are in a block of their own, so damage to it goes unnoticed.
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    assert_eq!(archive::load::<Save>(&path).unwrap_err().kind(), ErrorKind::Checksum);
    assert_eq!(load_part::<Summary>(&path).unwrap(), summary());
}

#[test]
fn a_recursive_part_is_read_without_the_rest() {
    #[derive(Archive, Clone, Debug, PartialEq)]
    struct Node {
        name: String,
        children: Vec<Node>,
    }
    #[derive(Archive)]
    struct Scene {
        heights: Vec<f32>,
        root: Node,
        camera: Camera,
    }
    #[derive(Archive)]
    struct Camera {
        path: Vec<u64>,
        target: Option<Node>,
        zoom: f32,
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Part {
        root: Node,
        camera: CameraPart,
    }
    #[derive(Archive, Debug, PartialEq)]
    struct CameraPart {
        target: Option<Node>,
        zoom: f32,
    }
    let node = |name: &str, children| Node { name: name.into(), children };
    let root = node("root", vec![node("a", Vec::new()), node("b", vec![node("c", Vec::new())])]);
    let target = Some(node("d", Vec::new()));
    let scene = Scene {
        heights: (0..40_000_u16).map(|n| f32::from(n).sin()).collect(),
        root: root.clone(),
        camera: Camera {
            path: (0..9_000).map(|n| n * n).collect(),
            target: target.clone(),
            zoom: 2.0,
        },
    };
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot");
    archive::save(&path, &scene).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    assert_eq!(archive::load::<Scene>(&path).err().unwrap().kind(), ErrorKind::Checksum);
    let expected = Part { root, camera: CameraPart { target, zoom: 2.0 } };
    assert_eq!(load_part::<Part>(&path).unwrap(), expected);
}

#[test]
fn a_part_that_is_not_there_is_named() {
    #[derive(Archive, Debug)]
    struct Wrong {
        hero: Inner,
    }
    #[derive(Archive, Debug)]
    struct Inner {
        mana: u32,
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot");
    archive::save(&path, &game()).unwrap();
    let error = load_part::<Wrong>(&path).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::MissingField, "hero.mana"));
}

#[test]
fn a_file_that_is_cut_short_or_has_no_schema_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot");
    Options::file().schema(SchemaPolicy::Fingerprint).save(&path, &game()).unwrap();
    assert_eq!(load_part::<Summary>(&path).unwrap_err().kind(), ErrorKind::Unsupported);
    // Parts cannot be loaded from messages.
    Options::message().save(&path, &game()).unwrap();
    assert_eq!(load_part::<Summary>(&path).unwrap_err().kind(), ErrorKind::Unsupported);
    archive::save(&path, &game()).unwrap();
    let bytes = fs::read(&path).unwrap();
    for len in [0, 7, 40, 100, bytes.len() - 1] {
        fs::write(&path, &bytes[..len]).unwrap();
        let error = load_part::<Summary>(&path).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Truncated | ErrorKind::NotAnArchive), "{error}");
    }
}

#[test]
fn a_field_that_the_file_calls_otherwise_is_offered() {
    #[derive(Archive, Debug)]
    struct Misspelt {
        hero: Called,
    }
    #[derive(Archive, Debug)]
    struct Called {
        levle: u32,
    }
    #[derive(Archive, Debug)]
    struct Other {
        seconds_played: u64,
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot");
    for layout in [Layout::Columns, Layout::Rows] {
        Options::file().layout(layout).save(&path, &game()).unwrap();
        let error = load_part::<Misspelt>(&path).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::MissingField, "hero.levle"));
        assert_eq!(
            error.help(),
            "the archive has `level` there: if that is this field, rename it or add \
             `#[archive(alias = \"level\")]`; otherwise give it a default"
        );
        let error = load_part::<Other>(&path).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::MissingField, "seconds_played"));
        assert_eq!(
            error.help(),
            "the archive has fields there that this program does not know: `title`, `hero`, `world`, \
             `play_time`; rename the field to match one of them, or give it a default"
        );
    }
}

#[test]
fn a_part_keeps_variants_that_it_does_not_know() {
    mod newer {
        use archive::Archive;

        #[derive(Archive)]
        pub enum Mood {
            Calm,
            #[since(2)]
            Angry(u8),
        }

        #[derive(Archive)]
        pub struct Save {
            pub moods: Vec<Mood>,
            pub level: u32,
        }
    }

    #[derive(Archive, Debug, PartialEq)]
    enum Mood {
        Calm,
        #[archive(unknown)]
        Other(archive::Unknown),
    }

    #[derive(Archive, Debug)]
    struct Summary {
        moods: Vec<Mood>,
    }

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot1.sav");
    let save = newer::Save { moods: vec![newer::Mood::Calm, newer::Mood::Angry(7)], level: 3 };
    for layout in [Layout::Rows, Layout::Columns] {
        Options::file().layout(layout).save(&path, &save).unwrap();
        let part: Summary = load_part(&path).unwrap();
        assert_eq!(part.moods[0], Mood::Calm);
        let Mood::Other(angry) = &part.moods[1] else { panic!("it is not known") };
        assert_eq!(angry.variant(), Some("Angry"), "{layout:?}");
    }
}
