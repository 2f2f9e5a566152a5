//! Every attribute wherever it is allowed, and its effect.

use std::collections::BTreeMap;

use archive::{Archive, Context, Options, Upgrade, VersionTable};

/// A save game.
#[derive(Archive, Clone, Debug, PartialEq)]
#[archive(version = 5, oldest = 1, name = "Save", renamed(2, from = "Game"))]
#[archive(upgrade(from = 1, with = SaveGame::upgrade_one), upgrade(from = 3, with = SaveGame::upgrade_three))]
#[archive(after_load = SaveGame::fix, validate = SaveGame::check, crate = archive)]
#[archive(meta(category = "world", hidden, cost = -1, weight = 0.5, letter = 'x', shown = true))]
#[archive(removed(last: Vec<(u8, u16)>, since = 2, until = 4, default = Vec::new()))]
struct SaveGame {
    /// The level, from 1.
    #[archive(meta(min = 1, max = 99))]
    level: u32,
    #[archive(removed(difficulty: i32, until = 2, default = 1, into = SaveGame::take_difficulty))]
    #[archive(removed(mana: u16, since = 2, until = 4, default, renamed(3, from = "magic")))]
    #[archive(
        renamed(2, from = "hp"),
        renamed(4, from = "hitpoints"),
        alias = "HP",
        alias = "Health"
    )]
    health: f32,
    #[since(2, default = 100)]
    stamina: u16,
    #[since(2)]
    #[default = 7]
    armor: u16,
    #[since(3)]
    #[archive(default = *level + u32::from(*armor))]
    power: u32,
    #[since(4, default = "nobody")]
    #[archive(max_len = 4 * 4)]
    name: String,
    #[since(5, default)]
    tags: Option<Vec<String>>,
    #[archive(was(u8, until = 2), was(u16, until = 3), was(i64, until = 4, with = clamp, back = widen))]
    gold: u32,
    #[archive(with = percent)]
    luck: f32,
    #[archive(with = Vec<percent>)]
    odds: Vec<f32>,
    #[archive(skip)]
    cache: u32,
    #[archive(skip, default = *level * 2)]
    double: u32,
    items: Vec<Item>,
    places: BTreeMap<String, Place>,
    pair: Pair<u8, 2>,
    text: Text,
    marker: Marker,
    r#type: r#Type,
}

impl SaveGame {
    fn upgrade_one(&mut self, upgrade: &mut Upgrade) {
        assert_eq!(upgrade.stored_version(), 1);
        self.power += 1;
    }

    fn upgrade_three(&mut self, upgrade: &mut Upgrade, _: &mut Context<'_>) -> Result<(), String> {
        if upgrade.take::<u16>("mana").is_some() {
            self.power += 10;
        }
        Ok(())
    }

    fn take_difficulty(&mut self, difficulty: i32) {
        self.stamina += u16::try_from(difficulty).unwrap_or(0);
    }

    fn fix(&mut self) {
        self.cache = self.level;
    }

    fn check(&self, _: &mut Context<'_>) -> Result<(), &'static str> {
        if self.level > 0 { Ok(()) } else { Err("levels count from 1") }
    }
}

fn clamp(gold: i64) -> Result<u32, std::num::TryFromIntError> {
    gold.try_into()
}

fn widen(gold: &u32) -> i64 {
    i64::from(*gold)
}

mod percent {
    pub type Stored = u8;

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number of a small range"
    )]
    pub fn to_stored(luck: &f32) -> u8 {
        (luck * 100.0) as u8
    }

    pub fn from_stored(stored: u8) -> Result<f32, String> {
        if stored <= 100 { Ok(f32::from(stored) / 100.0) } else { Err(format!("{stored} %")) }
    }
}

/// An item.
#[derive(Archive, Clone, Debug, Default, PartialEq)]
#[archive(removed(Junk, until = 2), renamed(2, from = "Thing"))]
enum Item {
    #[archive(removed(Smelt { heat: u8 }, until = 2, into = Item::of_smelt, tag = 40))]
    #[archive(removed(Pair(u8, u16), since = 2, until = 4, into = |a: u8, b: u16| Item::Sword {
        damage: b, sharp: a,
    }, renamed(3, from = "Two")))]
    #[default]
    Ore,
    #[since(2)]
    #[archive(tag = 9, alias = "blade", renamed(3, from = "Blade"), meta(icon = "sword"))]
    #[archive(removed(last: u8, since = 2, until = 3, default = 1))]
    Sword {
        #[archive(was(u8, until = 3))]
        damage: u16,
        #[since(3, default = 1)]
        sharp: u8,
    },
    Bag(
        Vec<Item>,
        #[archive(removed(_: u8, until = 2, default = 0))]
        #[since(2, default = 0)]
        u8,
    ),
}

impl Item {
    fn of_smelt(_: u8) -> Self {
        Self::Ore
    }
}

#[derive(bytemuck::Pod, bytemuck::Zeroable, Archive, Clone, Copy, Debug, PartialEq)]
#[archive(pod, version = 1)]
#[repr(C)]
struct Place {
    x: i32,
    y: [u16; 2],
}

#[derive(Archive, Clone, Debug, PartialEq)]
#[archive(bound = "T: Archive + Clone")]
struct Pair<T: Clone, const N: usize = 2>([T; N], #[since(2, default = Vec::new())] Vec<T>);

#[derive(Archive, Clone, Debug, PartialEq)]
#[archive(transparent, validate = Text::check)]
struct Text {
    #[archive(max_len = 5)]
    text: String,
    #[archive(skip)]
    _cache: u8,
}

impl Text {
    fn check(&self) {}
}

#[derive(Archive, Clone, Debug, PartialEq)]
#[archive(version = 3)]
struct Marker;

#[derive(Archive, Clone, Debug, PartialEq)]
struct r#Type {
    r#fn: u8,
}

#[derive(Archive, Debug, PartialEq)]
struct Borrowed<'a> {
    text: &'a str,
    #[since(2, default = b"")]
    bytes: &'a [u8],
}

fn game() -> SaveGame {
    SaveGame {
        level: 7,
        health: 0.5,
        stamina: 100,
        armor: 7,
        power: 14,
        name: "nobody".to_owned(),
        tags: None,
        gold: 200,
        luck: 0.25,
        odds: vec![0.5, 1.0],
        cache: 7,
        double: 14,
        items: vec![Item::Ore, Item::Bag(vec![Item::Ore], 0)],
        places: BTreeMap::from([("home".to_owned(), Place { x: -1, y: [2, 3] })]),
        pair: Pair([1, 2], Vec::new()),
        text: Text { text: "hello".to_owned(), _cache: 0 },
        marker: Marker,
        r#type: r#Type { r#fn: 1 },
    }
}

#[test]
fn what_is_saved_comes_back() {
    let mut game = game();
    game.items.push(Item::Sword { damage: 300, sharp: 2 });
    game.tags = Some(vec!["new".to_owned()]);
    for options in [Options::file(), Options::message()] {
        let bytes = options.to_vec(&game).unwrap();
        assert_eq!(options.from_slice::<SaveGame>(&bytes).unwrap(), game);
    }
}

#[test]
fn what_is_written_for_version_one_is_upgraded() {
    let game = game();
    let first = VersionTable::of::<SaveGame>().unwrap().with("Save", 1);
    let bytes = Options::message().write_for(&first).to_vec(&game).unwrap();
    let loaded: SaveGame = archive::from_slice(&bytes).unwrap();
    // `difficulty` added 1 and `upgrade_one` added 1; version 1 had no `mana`.
    assert_eq!(loaded, SaveGame { stamina: 101, power: 15, ..game });
}

#[test]
fn what_is_written_for_version_two_is_upgraded() {
    let game = game();
    let second = VersionTable::of::<SaveGame>().unwrap().with("Save", 2);
    let bytes = Options::message().write_for(&second).to_vec(&game).unwrap();
    let loaded: SaveGame = archive::from_slice(&bytes).unwrap();
    assert_eq!(loaded, SaveGame { power: 24, ..game });
}

#[test]
fn what_hooks_and_limits_refuse_is_an_error() {
    let none = SaveGame { level: 0, power: 7, double: 0, cache: 0, ..game() };
    let bytes = archive::to_vec(&none).unwrap();
    let error = archive::from_slice::<SaveGame>(&bytes).unwrap_err();
    assert!(error.to_string().contains("levels count from 1"), "{error}");

    let long = SaveGame { name: "n".repeat(17), ..game() };
    let error = archive::to_vec(&long).unwrap_err();
    assert_eq!(error.path(), "name");
}

#[test]
fn what_borrows_comes_back() {
    let borrowed = Borrowed { text: "text", bytes: &[1, 2] };
    let bytes = archive::to_vec(&borrowed).unwrap();
    assert_eq!(archive::from_slice::<Borrowed<'_>>(&bytes).unwrap(), borrowed);
}

/// What is gone and what came in its place, of a generic type and with a name that is a keyword.
#[derive(Archive, Clone, Debug, PartialEq)]
struct Joined<T: Clone + Default> {
    #[archive(
        removed(r#type: u8, until = 2, back = Self::kind),
        removed(last: T, until = 2, back = |it: &Self| it.both.1.clone())
    )]
    #[since(2, default = (0, T::default()), replaces(r#type, last))]
    both: (u8, T),
}

impl<T: Clone + Default> Joined<T> {
    fn kind(&self) -> Result<u8, &'static str> {
        if self.both.0 < 100 { Ok(self.both.0) } else { Err("no such kind then") }
    }
}

#[test]
fn what_is_gone_is_told_to_older_readers() {
    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Joined")]
    struct Apart<T> {
        r#type: u8,
        last: T,
    }

    let older = VersionTable::of::<Joined<String>>().unwrap().at::<Joined<String>>(1).unwrap();
    let options = Options::file().write_for(&older);
    let bytes = options.to_vec(&Joined { both: (7, "end".to_owned()) }).unwrap();
    let apart: Apart<String> = archive::from_slice(&bytes).unwrap();
    assert_eq!(apart, Apart { r#type: 7, last: "end".into() });
    let error = options.to_vec(&Joined { both: (100, String::new()) }).unwrap_err();
    assert_eq!((error.path(), error.kind()), ("type", archive::ErrorKind::CannotWrite), "{error}");
}
