//! What hooks may request.

use alloc::string::{String, ToString};

use archive_derive::Archive;

use super::Upgrade;
use crate::{ErrorKind, from_slice, to_vec};

mod shipped {
    use alloc::string::String;

    use archive_derive::Archive;

    #[derive(Archive)]
    #[archive(crate = crate)]
    pub(super) struct Player {
        pub(super) name: String,
        pub(super) health: u32,
    }
}

#[derive(Archive, Debug)]
#[archive(crate = crate, upgrade(from = 1, with = Self::upgrade))]
struct Player {
    #[archive(removed(name: String, until = 2), removed(health: u32, until = 2))]
    #[since(2, default = 0)]
    ask: u8,
}

std::thread_local! {
    static ASKED: core::cell::Cell<u8> = const { core::cell::Cell::new(0) };
}

impl Player {
    fn upgrade(&mut self, old: &mut Upgrade) {
        self.ask = ASKED.get();
        match self.ask {
            0 => assert_eq!(old.take::<String>("name").as_deref(), Some("Ann")),
            1 => assert_eq!(old.take::<String>("nmae"), None),
            2 => assert_eq!(old.take::<u64>("health"), None),
            3 => assert_eq!(old.take::<u8>("gold"), None),
            _ => {
                assert_eq!(old.take::<u32>("health"), Some(7));
                assert_eq!(old.take::<u32>("health"), None, "it was taken");
            }
        }
    }
}

#[test]
fn a_hook_that_asks_for_what_no_archive_has_is_found_out() {
    let bytes = to_vec(&shipped::Player { name: "Ann".into(), health: 7 }).unwrap();
    for (ask, why) in [
        (0, None),
        (1, Some("`nmae`, which no `removed(..)` declares; did you mean `name`?")),
        (2, Some("`health`, as a `u64`, but it was a `u32`")),
        (3, Some("`gold`, which no `removed(..)` declares")),
        (4, None),
    ] {
        ASKED.set(ask);
        match (from_slice::<Player>(&bytes), why) {
            (Ok(player), None) => assert_eq!(player.ask, ask),
            (loaded, why) => {
                let error = loaded.unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Hook);
                assert!(error.to_string().contains(why.unwrap()), "{error}");
            }
        }
    }
}

mod widened {
    use archive_derive::Archive;

    #[derive(Archive)]
    #[archive(crate = crate, name = "Wound", version = 2)]
    pub(super) struct Wound {
        #[archive(was(i16, until = 2))]
        pub(super) depth: i32,
    }
}

/// A type whose field was widened and then replaced by another.
#[derive(Archive, Debug)]
#[archive(crate = crate, upgrade(from = 2, with = Self::upgrade))]
struct Wound {
    #[archive(removed(depth: i16, until = 2), removed(depth: i32, since = 2, until = 3))]
    #[since(3, default = 0)]
    scar: i32,
}

impl Wound {
    fn upgrade(&mut self, old: &mut Upgrade) {
        self.scar = match (ASKED.get(), old.stored_version()) {
            (0, _) => old.take::<i32>("depth").unwrap_or_default(),
            // As whichever type it had.
            (2, _) => {
                let narrow = old.take::<i16>("depth").map(i32::from);
                narrow.or_else(|| old.take("depth")).unwrap_or_default()
            }
            (_, 1) => old.take::<i16>("depth").unwrap_or_default().into(),
            _ => old.take::<i32>("depth").unwrap_or_default(),
        };
    }
}

#[test]
fn a_field_is_taken_as_the_type_that_the_stored_version_has() {
    let today = widened::Wound { depth: 77 };
    let newer = to_vec(&today).unwrap();
    let table = crate::VersionTable::of::<widened::Wound>().unwrap();
    let table = table.at::<widened::Wound>(1).unwrap();
    let older = crate::Options::file().write_for(&table).to_vec(&today).unwrap();
    ASKED.set(0);
    assert_eq!(from_slice::<Wound>(&newer).unwrap().scar, 77);
    let error = from_slice::<Wound>(&older).unwrap_err();
    assert!(error.to_string().contains("`depth`, as a `i32`, but it was a `i16`"), "{error}");
    for (ask, bytes) in [(1, &newer), (1, &older), (2, &newer), (2, &older)] {
        ASKED.set(ask);
        assert_eq!(from_slice::<Wound>(bytes).unwrap().scar, 77);
    }
}
