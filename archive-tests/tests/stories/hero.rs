//! A hero whose fields pass on their values: removed ones go to others, defaults use the fields
//! above them, and one field has had three types.

use archive_tests::golden::Story;

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Hero {
        pub name: String,
        pub level: u8,
        pub rank: u8,
        pub weight: f32,
        pub kills: u16,
    }
}

mod v2 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Hero {
        pub name: String,
        #[archive(was(u8, until = 2))]
        pub level: u16,
        #[archive(was(u8, until = 2, with = letter_of))]
        pub rank: char,
        #[since(2, default = name.clone())]
        pub title: String,
        #[archive(removed(weight: f32, until = 2, into = Hero::weigh))]
        pub kills: u16,
        #[since(2, default = 0)]
        pub grams: u32,
    }

    impl Hero {
        fn weigh(&mut self, kilograms: f32) {
            self.grams = (kilograms * 1000.0) as u32;
        }
    }

    fn letter_of(rank: u8) -> Result<char, String> {
        "CBA".chars().nth(rank.into()).ok_or_else(|| format!("there is no rank {rank}"))
    }
}

pub mod v3 {
    use archive::{Archive, Upgrade};

    #[derive(Archive, Debug, PartialEq)]
    #[archive(upgrade(from = 2, with = add_up))]
    pub struct Hero {
        pub name: String,
        #[archive(was(u8, until = 2), was(u16, until = 3))]
        pub level: u32,
        #[archive(was(u8, until = 2, with = rank_of_number))]
        #[archive(was(char, until = 3, with = rank_of_letter, back = |rank: &String| letter_of(rank)))]
        pub rank: String,
        #[since(2, default = name.clone())]
        pub title: String,
        #[archive(removed(weight: f32, until = 2, into = Hero::weigh))]
        #[archive(removed(kills: u16, until = 3, default = 0))]
        #[since(2, default = 0)]
        pub grams: u32,
        #[since(3, default = u64::from(*level) * 10)]
        pub fame: u64,
    }

    impl Hero {
        fn weigh(&mut self, kilograms: f32) {
            self.grams = (kilograms * 1000.0) as u32;
        }
    }

    // Before there was fame, kills made a hero famous.
    fn add_up(hero: &mut Hero, upgrade: &mut Upgrade) {
        let kills: Option<u16> = upgrade.take("kills");
        hero.fame += u64::from(kills.unwrap_or(0));
        assert_eq!(upgrade.take::<u16>("kills"), None, "a value is taken once");
        assert_eq!(upgrade.take::<f32>("weight"), None, "`into` took it");
        assert!(upgrade.stored_version() < 3);
    }

    fn rank_of_number(rank: u8) -> String {
        format!("number {rank}")
    }

    fn rank_of_letter(rank: char) -> String {
        format!("letter {rank}")
    }

    fn letter_of(rank: &str) -> Result<char, String> {
        let letter = rank.strip_prefix("letter ").and_then(|letter| letter.chars().next());
        letter.ok_or_else(|| format!("`{rank}` is no letter"))
    }
}

fn second(level: u16, rank: char, title: &str, kills: u16, grams: u32) -> v2::Hero {
    v2::Hero { name: "Mira".into(), level, rank, title: title.into(), kills, grams }
}

fn third(level: u32, rank: &str, title: &str, grams: u32, fame: u64) -> v3::Hero {
    let (name, rank, title) = ("Mira".into(), rank.into(), title.into());
    v3::Hero { name, level, rank, title, grams, fame }
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let mut story = Story::new("hero");
    let first = v1::Hero { name: "Mira".into(), level: 12, rank: 2, weight: 61.5, kills: 3 };
    story.ships(1, &first);
    story.ships(2, &second(300, 'B', "Ace", 5, 62_000));
    story.ships(3, &third(70_000, "letter S", "Ace", 63_000, 9));

    story.loads(1, 2, &second(12, 'A', "Mira", 3, 61_500));
    // Each former type of `rank` is converted directly to today's.
    story.loads(1, 3, &third(12, "number 2", "Mira", 61_500, 123));
    story.loads(2, 3, &third(300, "letter B", "Ace", 62_000, 3005));
    story.refuses::<v1::Hero>(2, 1);
    story.refuses::<v1::Hero>(3, 1);
    story.refuses::<v2::Hero>(3, 2);

    story.cannot_write_for(2, 1, "a converter without a way back", &second(1, 'A', "Mira", 0, 0));
    story.cannot_write_for(3, 1, "a converter without a way back", &third(1, "", "Mira", 0, 10));
    story.writes_for(3, 2, &third(5, "letter B", "Ace", 1, 50), &second(5, 'B', "Ace", 0, 1));
    story.cannot_write_for(3, 2, "no default of fields above", &third(5, "letter B", "Ace", 1, 51));
    story.cannot_write_for(3, 2, "what `back` refuses", &third(5, "none", "Ace", 1, 50));
    insta::assert_snapshot!(story.refusals());
}
