//! Types that changed without declaring it, and archives of other types and of newer programs: each
//! is refused, and the error says which of these happened.

use archive::{Archive, Describe, Deserialize, Error, ErrorKind, Serialize};
use archive_tests::golden::forms;

mod shipped {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Save {
        pub level: u32,
        pub health: f32,
        pub purse: Purse,
        pub mode: Mode,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Purse {
        pub gold: u16,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub enum Mode {
        Easy,
        Hard,
    }

    pub fn save() -> Save {
        Save { level: 3, health: 0.5, purse: Purse { gold: 70 }, mode: Mode::Hard }
    }
}

/// The shipped module with some types replaced.
macro_rules! changed {
    ($module:ident: $($kept:ident)*; $($item:item)*) => {
        mod $module {
            use super::shipped::{$($kept),*};
            use archive::Archive;

            $(#[derive(Archive, Debug)] $item)*
        }
    };
}

changed! { reordered: Purse Mode;
    pub struct Save { pub health: f32, pub level: u32, pub purse: Purse, pub mode: Mode }
}
changed! { retyped: Purse Mode;
    pub struct Save { pub level: u64, pub health: f32, pub purse: Purse, pub mode: Mode }
}
changed! { added: Purse Mode;
    pub struct Save { pub level: u32, pub health: f32, pub mana: f32, pub purse: Purse, pub mode: Mode }
}
changed! { removed: Purse Mode;
    pub struct Save { pub level: u32, pub purse: Purse, pub mode: Mode }
}
changed! { renamed: Purse Mode;
    pub struct Save { pub level: u32, pub hp: f32, pub purse: Purse, pub mode: Mode }
}
changed! { nested: Mode;
    pub struct Save { pub level: u32, pub health: f32, pub purse: Purse, pub mode: Mode }
    pub struct Purse { pub gold: i16 }
}
changed! { nested_renamed: Mode;
    pub struct Save { pub level: u32, pub health: f32, pub purse: Bag, pub mode: Mode }
    pub struct Bag { pub gold: u16 }
}
changed! { variants: Purse;
    pub struct Save { pub level: u32, pub health: f32, pub purse: Purse, pub mode: Mode }
    pub enum Mode { Easy, Normal, Hard }
}

/// How each form of `value` is refused as a `T`.
fn refusals<T: for<'a> Deserialize<'a>>(value: &impl Serialize) -> Vec<(&'static str, Error)> {
    let refusal = |(form, options): (&'static str, archive::Options)| {
        let loaded = options.from_slice::<T>(&options.to_vec(value).unwrap());
        (form, loaded.err().unwrap_or_else(|| panic!("{form}: it loads")))
    };
    forms().into_iter().map(refusal).collect()
}

fn report(refusals: &[(&str, Error)]) -> String {
    refusals
        .iter()
        .map(|(form, error)| format!("{form}: {:?}: {error}\n\n", error.kind()))
        .collect()
}

#[test]
fn the_first_difference_is_shown_where_the_schema_is_there() {
    fn mismatch<T: for<'a> Deserialize<'a>>(change: &str) -> String {
        let refusals = refusals::<T>(&shipped::save());
        assert!(refusals.iter().all(|(_, error)| error.kind() == ErrorKind::Mismatch));
        format!("# {change}\n{}", report(&refusals))
    }
    insta::assert_snapshot!(
        [
            mismatch::<reordered::Save>("fields in another order"),
            mismatch::<retyped::Save>("another type without `was`"),
            mismatch::<added::Save>("a field without `since`"),
            mismatch::<removed::Save>("a field that is gone without `removed`"),
            mismatch::<renamed::Save>("another name without `renamed`"),
            mismatch::<nested::Save>("another type of a field within a field"),
            mismatch::<nested_renamed::Save>("another name of a type within"),
            mismatch::<variants::Save>("a variant in the middle without `since`"),
        ]
        .concat()
    );
}

/// A program that changed another type in each release.
mod newer {
    use super::shipped::{Mode, Purse};
    use archive::Archive;

    #[derive(Archive, Debug)]
    pub struct Save {
        pub level: u32,
        pub health: f32,
        pub purse: Purse,
        pub mode: Mode,
        #[since(2, default = 0)]
        pub mana: u16,
    }
}

mod newer_name_within {
    use super::shipped::Mode;
    use archive::Archive;

    #[derive(Archive, Debug)]
    pub struct Save {
        pub level: u32,
        pub health: f32,
        pub purse: Bag,
        pub mode: Mode,
    }

    #[derive(Archive, Debug)]
    #[archive(renamed(2, from = "Purse"))]
    pub struct Bag {
        pub gold: u16,
    }
}

mod newer_name {
    use super::shipped::{Mode, Purse};
    use archive::Archive;

    #[derive(Archive, Debug)]
    #[archive(renamed(2, from = "Save"))]
    pub struct Slot {
        pub level: u32,
        pub health: f32,
        pub purse: Purse,
        pub mode: Mode,
    }
}

#[test]
fn a_newer_archive_is_refused_as_newer() {
    let shipped::Save { level, health, purse, mode } = shipped::save();
    let newer = newer::Save { level, health, purse, mode, mana: 7 };
    let refusals = refusals::<shipped::Save>(&newer);
    assert!(refusals.iter().all(|(_, error)| error.kind() == ErrorKind::TooNew));
    insta::assert_snapshot!(report(&refusals));
}

#[test]
fn a_newer_archive_whose_types_have_other_names_is_refused() {
    let shipped::Save { level, health, purse, mode } = shipped::save();
    let purse = newer_name_within::Bag { gold: purse.gold };
    let within = newer_name_within::Save { level, health, purse, mode };
    let within = report(&refusals::<shipped::Save>(&within));
    let shipped::Save { level, health, purse, mode } = shipped::save();
    let root = newer_name::Slot { level, health, purse, mode };
    let root = report(&refusals::<shipped::Save>(&root));
    insta::assert_snapshot!(format!("# a type within\n{within}# the root\n{root}"));
}

#[test]
fn an_archive_of_another_type_is_refused_as_such() {
    let refusals = [
        refusals::<shipped::Purse>(&shipped::save()),
        refusals::<shipped::Save>(&vec![shipped::save()]),
        refusals::<Vec<u32>>(&String::from("not numbers")),
        refusals::<shipped::Save>(&7_u8),
    ];
    assert!(refusals.iter().all(|pair| pair[0].1.kind() == ErrorKind::WrongType));
    insta::assert_snapshot!(refusals.iter().map(|pair| report(pair)).collect::<String>());
}

/// Two types with the same name in one archive.
mod clash {
    use archive::Archive;

    #[derive(Archive, Debug)]
    pub struct Game {
        pub bag: inner::Purse,
        pub purse: super::shipped::Purse,
    }

    pub mod inner {
        #[derive(archive::Archive, Debug)]
        pub struct Purse {
            pub silver: u8,
        }
    }
}

#[test]
fn two_types_of_one_name_are_an_error_that_names_both() {
    let game =
        clash::Game { bag: clash::inner::Purse { silver: 1 }, purse: shipped::Purse { gold: 1 } };
    let error = archive::to_vec(&game).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NameClash);
    let bytes = archive::to_vec(&shipped::save()).unwrap();
    let loading = archive::from_slice::<clash::Game>(&bytes).unwrap_err();
    assert_eq!(loading.to_string(), error.to_string());
    insta::assert_snapshot!(error);
}

#[test]
fn types_of_one_name_may_stand_in_different_archives() {
    fn is_archive<T: Archive + Describe>(_: &T) {}
    let purse = clash::inner::Purse { silver: 1 };
    is_archive(&purse);
    archive::to_vec(&purse).unwrap();
    archive::to_vec(&shipped::Purse { gold: 1 }).unwrap();
}

/// A type that was removed, and later another of the same name, as the lock's message advises.
mod again {
    use archive::Archive;

    pub mod shipped {
        #[derive(archive::Archive)]
        pub struct World {
            pub fire: Fire,
        }

        #[derive(archive::Archive)]
        pub struct Fire {
            pub heat: u8,
        }
    }

    #[derive(Archive)]
    #[archive(name = "Fire")]
    pub struct OldFire {
        pub heat: u8,
    }

    #[derive(Archive, Debug, PartialEq)]
    #[archive(version = 2, oldest = 2)]
    pub struct Fire {
        pub fuel: u32,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct World {
        #[archive(removed(fire: OldFire, until = 2))]
        #[since(3, default = Fire { fuel: 7 })]
        pub fire: Fire,
    }
}

#[test]
fn a_type_may_come_after_one_of_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("archive.lock");
    let today = [again::World::lock()];
    archive::lock::accept(&path, &[again::shipped::World::lock()]).unwrap();
    archive::lock::accept(&path, &today).unwrap();
    archive::lock::check(&path, &today).unwrap();

    let old = again::shipped::World { fire: again::shipped::Fire { heat: 3 } };
    let loaded: again::World = archive::from_slice(&archive::to_vec(&old).unwrap()).unwrap();
    assert_eq!(loaded, again::World { fire: again::Fire { fuel: 7 } });
    let loaded: again::World = archive::from_slice(&archive::to_vec(&loaded).unwrap()).unwrap();
    assert_eq!(loaded.fire.fuel, 7);
}
