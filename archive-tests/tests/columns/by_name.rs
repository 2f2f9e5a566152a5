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
