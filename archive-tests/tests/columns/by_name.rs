//! Columns that are read by the names in their schema.

use archive::{Archive, ErrorKind, Newer, Options};

mod theirs {
    #[derive(archive::Archive)]
    #[archive(name = "Chest", version = 2)]
    pub struct Chest {
        pub gold: u32,
        pub label: String,
        pub items: Vec<Item>,
        pub lock: Option<u8>,
    }

    #[derive(archive::Archive)]
    #[archive(name = "Thing", version = 2)]
    pub struct Item {
        pub count: u8,
        pub name: String,
    }
}

#[derive(Archive, Debug, PartialEq)]
#[archive(name = "Chest")]
struct Chest {
    lock: Option<u8>,
    items: Vec<Item>,
    label: String,
    gold: u64,
}

#[derive(Archive, Debug, PartialEq)]
#[archive(name = "Thing")]
struct Item {
    name: String,
    count: u8,
}

#[test]
fn the_same_fields_in_another_order() {
    let items = vec![theirs::Item { count: 2, name: "torch".into() }];
    let theirs = theirs::Chest { gold: 7, label: "old".into(), items, lock: Some(1) };
    let bytes = archive::to_vec(&theirs).unwrap();
    let loaded = Options::file().newer(Newer::Accept).from_slice::<Chest>(&bytes).unwrap();
    let items = vec![Item { name: "torch".into(), count: 2 }];
    assert_eq!(loaded, Chest { lock: Some(1), items, label: "old".into(), gold: 7 });
}

#[test]
fn a_version_that_is_no_longer_read_is_refused() {
    mod theirs {
        #[derive(archive::Archive)]
        #[archive(version = 2)]
        pub struct Save {
            pub pet: Pet,
        }

        #[derive(archive::Archive)]
        pub struct Pet {
            pub name: String,
        }
    }
    #[derive(Archive, Debug)]
    struct Save {
        pet: Pet,
    }
    #[derive(Archive, Debug)]
    #[archive(version = 2, oldest = 2)]
    struct Pet {
        name: u8,
    }
    let save = theirs::Save { pet: theirs::Pet { name: "Rex".into() } };
    let bytes = archive::to_vec(&save).unwrap();
    let error = Options::file().newer(Newer::Accept).from_slice::<Save>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.type_name()), (ErrorKind::TooOld, "Pet"));
    assert_eq!((error.found_version(), error.readable_versions()), (Some(1), Some((2, 2))));
}

mod numbers {
    #[derive(archive::Archive)]
    #[archive(version = 2)]
    pub struct Save {
        pub whole: Vec<f64>,
        pub wide: Vec<u128>,
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Save {
    whole: Vec<i64>,
    wide: Vec<f64>,
}

#[test]
fn numbers_are_those_of_another_kind_if_that_has_them_exactly() {
    let lenient = Options::file().newer(Newer::Accept);
    let load = |whole: &[f64], wide: &[u128]| {
        let theirs = numbers::Save { whole: whole.to_vec(), wide: wide.to_vec() };
        lenient.from_slice::<Save>(&archive::to_vec(&theirs).unwrap())
    };
    let wide = (1 << 53) + 1;
    let loaded = load(&[-7.0, 0.0, 1e15], &[wide - 1, (wide - 1) << 70]).unwrap();
    assert_eq!(loaded.whole, [-7, 0, 1_000_000_000_000_000]);
    assert_eq!(loaded.wide, [2_f64.powi(53), 2_f64.powi(123)]);
    for whole in [-0.0, 0.5, 2_f64.powi(63), f64::NAN, f64::INFINITY] {
        assert_eq!(load(&[whole], &[]).unwrap_err().kind(), ErrorKind::InvalidValue, "{whole}");
    }
    assert_eq!(load(&[], &[wide]).unwrap_err().kind(), ErrorKind::InvalidValue);
}

#[test]
fn a_number_is_no_text() {
    #[derive(Archive, Debug)]
    struct Save {
        whole: String,
        wide: Vec<u128>,
    }
    mod theirs {
        #[derive(archive::Archive)]
        #[archive(version = 2)]
        pub struct Save {
            pub whole: u8,
            pub wide: Vec<u128>,
        }
    }
    let bytes = archive::to_vec(&theirs::Save { whole: 7, wide: vec![] }).unwrap();
    let error = Options::file().newer(Newer::Accept).from_slice::<Save>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Mismatch, "whole"));
    assert_eq!(error.detail(), "expected a str, but a u8 is stored");
    let help = "if the archive is newer, update this program";
    assert!(error.to_string().contains(help), "{error}");
}

#[test]
fn a_struct_in_place_of_a_number_is_called_by_its_name() {
    #[derive(Archive, Debug)]
    struct Save {
        #[allow(dead_code, reason = "it is not loaded")]
        secs: u64,
    }
    mod theirs {
        #[derive(archive::Archive)]
        #[archive(version = 2)]
        pub struct Save {
            pub secs: std::time::Duration,
        }
    }
    let bytes = archive::to_vec(&theirs::Save { secs: std::time::Duration::ZERO }).unwrap();
    let error = Options::file().newer(Newer::Accept).from_slice::<Save>(&bytes).unwrap_err();
    let expected = "expected a u64, but the struct `std.Duration` is stored";
    assert_eq!((error.detail(), error.path()), (expected, "secs"));
}

#[test]
fn bytes_become_an_array_of_as_many() {
    mod theirs {
        #[derive(archive::Archive)]
        #[archive(version = 2)]
        pub struct Keys {
            pub public: Vec<u8>,
            pub all: Vec<Vec<u8>>,
            pub wide: Vec<u8>,
        }
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Keys {
        all: Vec<[u8; 2]>,
        public: [u8; 3],
        wide: [u32; 2],
    }
    let lenient = Options::file().newer(Newer::Accept);
    let load = |public: &[u8]| {
        let all = vec![vec![1, 2], vec![3, 255]];
        let theirs = theirs::Keys { public: public.to_vec(), all, wide: vec![7, 200] };
        let rows = Options::file().layout(archive::Layout::Rows).to_vec(&theirs).unwrap();
        let loaded = lenient.from_slice::<Keys>(&archive::to_vec(&theirs).unwrap());
        let of_rows = lenient.from_slice::<Keys>(&rows);
        assert_eq!(loaded.as_ref().ok(), of_rows.as_ref().ok());
        loaded
    };
    let expected = Keys { all: vec![[1, 2], [3, 255]], public: [4, 5, 6], wide: [7, 200] };
    assert_eq!(load(&[4, 5, 6]).unwrap(), expected);
    for wrong in [&[4, 5][..], &[4, 5, 6, 7]] {
        assert_eq!(load(wrong).unwrap_err().kind(), ErrorKind::InvalidValue);
    }
}

#[test]
fn an_array_of_bytes_becomes_a_list_of_as_many() {
    mod theirs {
        #[derive(archive::Archive)]
        #[archive(version = 2)]
        pub struct Keys {
            pub public: [u8; 3],
            pub all: Vec<[u8; 2]>,
            pub held: Option<[u8; 1]>,
            pub none: [u8; 0],
        }
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Keys {
        none: Vec<u8>,
        all: Vec<Box<[u8]>>,
        public: Vec<u8>,
        held: Option<Vec<u8>>,
    }
    // One makes the packing use bits, the other raw bytes.
    for last in [3, 255] {
        let all = vec![[1, 2], [2, last], [0, 1]];
        let theirs = theirs::Keys { public: [4, 5, 6], all, held: Some([7]), none: [] };
        let all = [[1, 2], [2, last], [0, 1]].map(Box::from).to_vec();
        let expected = Keys { public: vec![4, 5, 6], all, held: Some(vec![7]), none: vec![] };
        for layout in [archive::Layout::Columns, archive::Layout::Rows] {
            let bytes = Options::file().layout(layout).to_vec(&theirs).unwrap();
            let lenient = Options::file().newer(Newer::Accept);
            assert_eq!(lenient.from_slice::<Keys>(&bytes).unwrap(), expected);
        }
    }
}
