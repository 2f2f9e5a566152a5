//! A program and a newer version of it.

use std::collections::BTreeMap;

use archive::{Archive, Unknown};

/// Last month's program.
pub(crate) mod old {
    use super::*;

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(crate) struct Save {
        #[archive(alias = "depth")]
        pub(crate) level: u32,
        #[default = 1.0]
        pub(crate) health: f32,
        pub(crate) bag: Vec<Item>,
        #[archive(unknown)]
        pub(crate) extra: Unknown,
        pub(crate) hero: Hero,
        pub(crate) log: Vec<Event>,
        pub(crate) places: BTreeMap<String, Option<Item>>,
        pub(crate) mood: Mood,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(crate) struct Item {
        pub(crate) name: String,
        pub(crate) count: u16,
        #[archive(unknown)]
        pub(crate) extra: Unknown,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(crate) struct Hero(pub(crate) String, #[archive(unknown)] pub(crate) Unknown);

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(crate) enum Event {
        Slept,
        Fought {
            foe: String,
            #[archive(unknown)]
            extra: Unknown,
        },
        #[archive(unknown)]
        Other(Unknown),
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(crate) enum Mood {
        Calm,
        Angry,
        #[archive(unknown)]
        Other(Unknown),
    }
}

/// Today's program.
pub(crate) mod new {
    use super::*;

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(crate) struct Save {
        #[since(2, default = None)]
        pub(crate) guild: Option<Guild>,
        #[archive(renamed(2, from = "level"), was(u32, until = 2))]
        pub(crate) depth: u64,
        #[archive(removed(health: f32, until = 2, default = 1.0))]
        #[since(2, default = 3)]
        pub(crate) hearts: u8,
        pub(crate) bag: Vec<Item>,
        pub(crate) hero: Hero,
        pub(crate) log: Vec<Event>,
        #[since(2, default = Vec::new())]
        pub(crate) pets: Vec<Item>,
        pub(crate) places: BTreeMap<String, Option<Item>>,
        pub(crate) mood: Mood,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(crate) struct Item {
        #[since(2, default = None)]
        pub(crate) enchanted: Option<String>,
        pub(crate) name: String,
        pub(crate) count: u16,
        #[since(2, default = Vec::new())]
        pub(crate) gems: Vec<(u8, f32)>,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(crate) struct Guild {
        pub(crate) name: String,
        pub(crate) ranks: [u8; 3],
        pub(crate) wealth: Vec<u32>,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(crate) struct Hero(pub(crate) String, #[since(2, default = '?')] pub(crate) char);

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(crate) enum Event {
        #[since(2)]
        Flew {
            to: String,
            with: Option<Item>,
        },
        Slept,
        Fought {
            foe: String,
            #[since(2, default = false)]
            won: bool,
        },
        #[since(2)]
        Sang,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(crate) enum Mood {
        Calm,
        Angry,
        #[since(2)]
        Merry,
    }
}

/// The newer program's save.
pub(crate) fn newer() -> new::Save {
    let item = |name: &str, count, enchanted: Option<&str>| new::Item {
        enchanted: enchanted.map(str::to_owned),
        name: name.to_owned(),
        count,
        gems: (0..count % 4).map(|gem| (u8::try_from(gem).unwrap(), 0.5)).collect(),
    };
    let wealth = vec![1, 20, 300_000];
    let guild = new::Guild { name: "Wolves".into(), ranks: [1, 2, 3], wealth };
    new::Save {
        guild: Some(guild),
        depth: 12,
        hearts: 2,
        bag: vec![item("torch", 3, None), item("sword", 1, Some("frost"))],
        hero: new::Hero("Ann".into(), '♥'),
        log: vec![
            new::Event::Slept,
            new::Event::Flew { to: "Rome".into(), with: Some(item("map", 2, Some("light"))) },
            new::Event::Fought { foe: "wolf".into(), won: true },
            new::Event::Sang,
            new::Event::Fought { foe: "bear".into(), won: false },
        ],
        pets: vec![item("cat", 1, None)],
        places: BTreeMap::from([
            ("home".into(), Some(item("bed", 1, Some("sleep")))),
            ("inn".into(), None),
        ]),
        mood: new::Mood::Merry,
    }
}

/// Changes fields that the older program knows.
pub(crate) fn play(save: &mut old::Save) {
    save.level += 1;
    save.bag.swap(0, 1);
    save.bag.push(save.bag[0].clone());
    save.log.remove(0);
    save.places.insert("cave".into(), None);
}

/// The newer program's value after the same changes.
pub(crate) fn newer_played() -> new::Save {
    let mut save = newer();
    save.depth += 1;
    save.bag.swap(0, 1);
    save.bag.push(save.bag[0].clone());
    save.log.remove(0);
    save.places.insert("cave".into(), None);
    save
}
