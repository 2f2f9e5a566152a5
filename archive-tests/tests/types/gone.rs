//! Removed fields and types, some of which came back.

use archive::{Archive, Options, VersionTable};

mod then {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Flag {
        pub strength: u8,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Point(pub u8, pub i16);
}

#[derive(Archive, Debug, PartialEq)]
#[archive(removed(strength: u8, until = 2, default = 7))]
struct Flag;

#[derive(Archive, Debug, PartialEq)]
#[archive(removed(_: u8, until = 2, default = 1), removed(_: i16, until = 2, default = -2))]
struct Point;

#[test]
fn a_unit_struct_loads_what_it_held_when_it_had_names() {
    for options in [Options::file(), Options::message()] {
        let stored = options.to_vec(&then::Flag { strength: 3 }).unwrap();
        assert_eq!(options.from_slice::<Flag>(&stored).unwrap(), Flag);
        let older = options.clone().write_for(&VersionTable::new().with("Flag", 1));
        let written = older.to_vec(&Flag).unwrap();
        assert_eq!(options.from_slice::<then::Flag>(&written).unwrap(), then::Flag { strength: 7 });
        assert_eq!(options.from_slice::<Flag>(&options.to_vec(&Flag).unwrap()).unwrap(), Flag);
    }
}

#[test]
fn a_unit_struct_loads_what_it_held_when_it_was_a_tuple() {
    for options in [Options::file(), Options::message()] {
        let stored = options.to_vec(&then::Point(3, 4)).unwrap();
        assert_eq!(options.from_slice::<Point>(&stored).unwrap(), Point);
        let older = options.clone().write_for(&VersionTable::new().with("Point", 1));
        let written = older.to_vec(&Point).unwrap();
        assert_eq!(options.from_slice::<then::Point>(&written).unwrap(), then::Point(1, -2));
    }
}

/// A tuple field is identified by its place, which it keeps when its type changes.
#[test]
fn a_tuple_field_that_changed_its_type_and_is_gone() {
    mod first {
        #[derive(archive::Archive, Debug, PartialEq)]
        pub struct Point(pub u8, pub i16);
    }
    mod second {
        #[derive(archive::Archive, Debug, PartialEq)]
        pub struct Point(#[archive(was(u8, until = 2))] pub u32, pub i16);
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Point(
        #[archive(removed(_: u32, until = 3, default = 5, into = Self::sum, was(u8, until = 2, default = 4)))]
         i16,
    );
    impl Point {
        fn sum(&mut self, gone: u32) {
            self.0 += i16::try_from(gone).unwrap();
        }
    }
    for options in [Options::file(), Options::message()] {
        let stored = options.to_vec(&first::Point(3, 4)).unwrap();
        assert_eq!(options.from_slice::<Point>(&stored).unwrap(), Point(4));
        let stored = options.to_vec(&second::Point(3, 4)).unwrap();
        assert_eq!(options.from_slice::<Point>(&stored).unwrap(), Point(7));
        let at = |version| VersionTable::new().with("Point", version);
        let written = options.clone().write_for(&at(1)).to_vec(&Point(6)).unwrap();
        assert_eq!(options.from_slice::<first::Point>(&written).unwrap(), first::Point(4, 6));
        let written = options.clone().write_for(&at(2)).to_vec(&Point(6)).unwrap();
        assert_eq!(options.from_slice::<second::Point>(&written).unwrap(), second::Point(5, 6));
    }
}

#[test]
fn a_field_has_the_type_again_that_it_had_before_another() {
    mod first {
        #[derive(archive::Archive, Debug, PartialEq)]
        pub struct Door {
            pub key: super::Key,
        }
    }
    mod second {
        #[derive(archive::Archive, Debug, PartialEq)]
        pub struct Door {
            #[archive(was(super::Key, until = 2))]
            pub key: Option<super::Key>,
        }
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Door {
        #[archive(was(Key, until = 2), was(Option<Key>, until = 3, with = Key::or_none))]
        key: Key,
    }
    for options in [Options::file(), Options::message()] {
        let stored = options.to_vec(&first::Door { key: Key(3) }).unwrap();
        assert_eq!(options.from_slice::<Door>(&stored).unwrap(), Door { key: Key(3) });
        let stored = options.to_vec(&second::Door { key: None }).unwrap();
        assert_eq!(options.from_slice::<Door>(&stored).unwrap(), Door { key: Key(0) });
        let table = VersionTable::of::<first::Door>().unwrap();
        let written = options.clone().write_for(&table).to_vec(&Door { key: Key(5) }).unwrap();
        let older = first::Door { key: Key(5) };
        assert_eq!(options.from_slice::<first::Door>(&written).unwrap(), older);
    }
}

#[derive(Archive, Clone, Debug, PartialEq)]
pub struct Key(u8);

impl Key {
    fn or_none(key: Option<Self>) -> Self {
        key.unwrap_or(Self(0))
    }
}

/// Nonzero numbers can be widened like others.
#[test]
fn a_number_that_is_not_zero_is_wider_today() {
    use std::num::{NonZeroI64, NonZeroU16};

    mod then {
        #[derive(archive::Archive, Debug, PartialEq)]
        pub struct Handle {
            pub id: std::num::NonZeroU16,
        }
    }

    #[derive(Archive, Debug, PartialEq)]
    struct Handle {
        #[archive(was(NonZeroU16, until = 2))]
        id: NonZeroI64,
    }

    let old = then::Handle { id: NonZeroU16::MAX };
    let new = Handle { id: NonZeroI64::new(65_535).unwrap() };
    let older = Options::file().write_for(&VersionTable::new().at::<Handle>(1).unwrap());
    assert_eq!(archive::from_slice::<Handle>(&archive::to_vec(&old).unwrap()).unwrap(), new);
    assert_eq!(archive::from_slice::<then::Handle>(&older.to_vec(&new).unwrap()).unwrap(), old);
    assert!(older.to_vec(&Handle { id: NonZeroI64::MIN }).is_err());
}

/// Removed fields of variants, which an upgrade of the enum takes.
mod of_variants {
    use archive::{Archive, Options, Upgrade, json, text};

    mod then {
        #[derive(archive::Archive)]
        pub enum Spell {
            Fire { heat: u8, radius: u16 },
            Ice { heat: i16 },
            Sleep { turns: u8 },
        }
    }

    #[derive(Archive, Debug, PartialEq)]
    #[archive(upgrade(from = 1, with = Spell::gather))]
    enum Spell {
        Fire {
            #[archive(removed(heat: u8, until = 2))]
            radius: u16,
            #[since(2, default = 0)]
            damage: i32,
        },
        Ice {
            #[archive(removed(heat: i16, until = 2))]
            #[since(2, default = 0)]
            damage: i32,
        },
        Sleep {
            #[archive(removed(turns: u8, until = 2, into = Spell::sleep))]
            #[since(2, default = 0)]
            seconds: u32,
        },
    }

    impl Spell {
        fn gather(&mut self, old: &mut Upgrade) {
            // Both may be taken, whatever the variant.
            let fire = old.take::<u8>("heat").map(i32::from);
            let ice = old.take::<i16>("heat").map(i32::from);
            assert_eq!(old.take::<u8>("turns"), None);
            match self {
                Self::Fire { damage, .. } => *damage = fire.unwrap() * 2,
                Self::Ice { damage } => *damage = -ice.unwrap(),
                Self::Sleep { .. } => assert_eq!((fire, ice), (None, None)),
            }
        }

        fn sleep(&mut self, turns: u8) {
            let Self::Sleep { seconds } = self else { panic!("it slept") };
            *seconds = u32::from(turns) * 6;
        }
    }

    #[test]
    fn an_upgrade_of_the_enum_takes_them() {
        let all = vec![
            then::Spell::Fire { heat: 9, radius: 300 },
            then::Spell::Ice { heat: -4 },
            then::Spell::Sleep { turns: 2 },
        ];
        let expected = vec![
            Spell::Fire { radius: 300, damage: 18 },
            Spell::Ice { damage: 4 },
            Spell::Sleep { seconds: 12 },
        ];
        for options in [Options::file(), Options::message()] {
            let loaded: Vec<Spell> = options.from_slice(&options.to_vec(&all).unwrap()).unwrap();
            assert_eq!(loaded, expected);
            let again: Vec<Spell> = options.from_slice(&options.to_vec(&loaded).unwrap()).unwrap();
            assert_eq!(again, expected);
        }
        let written = text::to_string(&all).unwrap();
        assert_eq!(text::from_str::<Vec<Spell>>(&written).unwrap(), expected);
        let written = json::to_string(&all).unwrap();
        assert_eq!(json::from_str::<Vec<Spell>>(&written).unwrap(), expected);
    }

    #[derive(Archive, Debug)]
    #[archive(name = "Spell", upgrade(from = 1, with = Mistaken::gather))]
    enum Mistaken {
        Fire {
            #[archive(removed(heat: u8, until = 2))]
            radius: u16,
        },
        #[archive(removed(heat: i16, until = 2))]
        Ice {},
        #[archive(removed(turns: u8, until = 2))]
        Sleep {},
    }

    impl Mistaken {
        fn gather(&mut self, old: &mut Upgrade) {
            let _ = old.take::<u8>("heta");
        }
    }

    #[test]
    fn a_name_that_no_variant_declares_is_a_mistake() {
        let bytes = archive::to_vec(&then::Spell::Ice { heat: 1 }).unwrap();
        let error = archive::from_slice::<Mistaken>(&bytes).unwrap_err().to_string();
        assert!(error.contains("did you mean `heat`?"), "{error}");
    }
}

mod replaced {
    use archive::{Archive, ErrorKind, Options, VersionTable};

    mod v1 {
        #[derive(archive::Archive, Debug, PartialEq)]
        pub struct Pawn {
            pub hp: u8,
        }
    }

    mod v2 {
        #[derive(archive::Archive, Debug, PartialEq)]
        #[archive(version = 2)]
        pub struct Pawn {
            pub stats: (u16, u8),
        }
    }

    mod v3 {
        #[derive(archive::Archive, Debug, PartialEq)]
        #[archive(version = 3)]
        pub struct Pawn {
            pub body: u16,
        }
    }

    /// What replaced it was replaced, and then became wider.
    #[derive(Archive)]
    struct Pawn {
        #[archive(
            removed(hp: u8, until = 2, back = Pawn::hp),
            removed(stats: (u16, u8), since = 2, until = 3, back = |pawn: &Pawn| (pawn.body as u16, 1))
        )]
        #[since(3, default = 0, replaces(hp, stats))]
        #[archive(was(u16, until = 4))]
        body: u32,
    }

    impl Pawn {
        fn hp(&self) -> Result<u8, std::num::TryFromIntError> {
            self.body.try_into()
        }
    }

    fn written<T: Archive>(pawn: &Pawn, version: u32) -> Result<T, archive::Error> {
        let peer = VersionTable::new().with("Pawn", version);
        archive::from_slice(&Options::file().write_for(&peer).to_vec(pawn)?)
    }

    #[test]
    fn each_older_reader_is_told_by_what_was_there() {
        let pawn = Pawn { body: 90 };
        assert_eq!(written::<v1::Pawn>(&pawn, 1).unwrap(), v1::Pawn { hp: 90 });
        assert_eq!(written::<v2::Pawn>(&pawn, 2).unwrap(), v2::Pawn { stats: (90, 1) });
        assert_eq!(written::<v3::Pawn>(&pawn, 3).unwrap(), v3::Pawn { body: 90 });
        let large = Pawn { body: 70_000 };
        assert_eq!(written::<v1::Pawn>(&large, 1).unwrap_err().kind(), ErrorKind::CannotWrite);
        assert_eq!(written::<v3::Pawn>(&large, 3).unwrap_err().kind(), ErrorKind::CannotWrite);
    }
}

mod skipped {
    use archive::{Archive, ErrorKind, Options, VersionTable};

    /// What is skipped is its default once more when a value is loaded, and so is what is made of it.
    #[derive(Archive, Debug, PartialEq)]
    struct World {
        size: u8,
        #[archive(skip, default = u64::from(*size) * 2)]
        seed: u64,
        #[since(2, default = *seed + 1)]
        first: u64,
    }

    #[test]
    fn a_default_may_use_what_is_skipped() {
        let peer = VersionTable::new().with("World", 1);
        let older = Options::message().write_for(&peer);
        let world = |seed, first| World { size: 3, seed, first };
        for seed in [6, 50] {
            let bytes = older.to_vec(&world(seed, 7)).unwrap();
            assert_eq!(archive::from_slice::<World>(&bytes).unwrap(), world(6, 7));
        }
        let error = older.to_vec(&world(50, 51)).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "first"));
    }

    #[derive(Archive, Debug, PartialEq)]
    enum Tile {
        Grass {
            #[archive(skip)]
            age: String,
            #[since(2, default = age.len())]
            #[archive(with = as_u32)]
            height: usize,
        },
    }

    mod as_u32 {
        pub type Stored = u32;
        pub fn to_stored(value: &usize) -> u32 {
            u32::try_from(*value).unwrap()
        }
        pub fn from_stored(value: u32) -> usize {
            value as usize
        }
    }

    #[test]
    fn so_may_one_in_a_variant_that_a_module_stores() {
        let older = Options::message().write_for(&VersionTable::new().with("Tile", 1));
        let tile = |height| Tile::Grass { age: "old".into(), height };
        let loaded: Tile = archive::from_slice(&older.to_vec(&tile(0)).unwrap()).unwrap();
        assert_eq!(loaded, Tile::Grass { age: String::new(), height: 0 });
        assert_eq!(older.to_vec(&tile(3)).unwrap_err().kind(), ErrorKind::CannotWrite);
    }
}

#[test]
fn a_variant_is_gone_that_had_lost_its_last_fields() {
    mod first {
        #[derive(archive::Archive, Debug, PartialEq)]
        pub enum Action {
            Go { speed: u8, direction: u16 },
        }
    }
    #[derive(Archive, Debug, PartialEq)]
    enum Action {
        #[archive(removed(
            Go { speed: u8 },
            until = 3,
            into = Self::slow,
            removed(direction: u16, until = 2),
        ))]
        #[since(3)]
        Slow(u8),
    }
    impl Action {
        fn slow(speed: u8) -> Self {
            Self::Slow(speed)
        }
    }
    for options in [Options::file(), Options::message()] {
        let stored = options.to_vec(&first::Action::Go { speed: 3, direction: 400 }).unwrap();
        assert_eq!(options.from_slice::<Action>(&stored).unwrap(), Action::Slow(3));
    }
}
