//! Fields that were split or merged, and the values that older releases get for them.

use archive_tests::golden::Story;

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Pawn {
        pub name: String,
        pub health: i16,
        pub armor: u8,
        pub deed: Deed,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub enum Deed {
        Rest,
        Walk { dx: i8, dy: i8 },
    }
}

pub mod v2 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Pawn {
        pub name: String,
        #[archive(was(i16, until = 2))]
        pub health: i32,
        pub armor: u8,
        pub deed: super::v1::Deed,
        #[since(2, default = 0)]
        pub hour: u8,
        #[since(2, default = 0)]
        pub minute: u8,
    }
}

pub mod v3 {
    use archive::{Archive, Upgrade};

    #[derive(Archive, Debug, PartialEq)]
    #[archive(upgrade(from = 2, with = Pawn::join))]
    pub struct Pawn {
        pub name: String,
        #[archive(
            removed(health: i16, until = 2, back = Pawn::small_health),
            removed(health: i32, since = 2, until = 3, back = Pawn::health),
            removed(armor: u8, until = 3, back = |pawn: &Pawn| pawn.body.armor)
        )]
        pub deed: Deed,
        #[archive(
            removed(hour: u8, since = 2, until = 3, back = |pawn: &Pawn| (pawn.minutes / 60) as u8),
            removed(minute: u8, since = 2, until = 3, back = |pawn: &Pawn| (pawn.minutes % 60) as u8)
        )]
        #[since(3, default = Body { health: 1, armor: 0 }, replaces(health, armor))]
        pub body: Body,
        #[since(3, default = 0, replaces(hour, minute))]
        pub minutes: u16,
        #[since(3, default = 50)]
        pub mood: u8,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Body {
        pub health: i32,
        pub armor: u8,
    }

    // Fields of a variant were merged into one.
    #[derive(Archive, Debug, PartialEq)]
    #[archive(upgrade(from = 1, with = Deed::join))]
    pub enum Deed {
        Rest,
        Walk {
            #[archive(
                removed(dx: i8, until = 2, back = Deed::dx),
                removed(dy: i8, until = 2, back = Deed::dy)
            )]
            #[since(2, default = (0, 0), replaces(dx, dy))]
            by: (i16, i16),
        },
    }

    impl Pawn {
        fn join(&mut self, old: &mut Upgrade) {
            let small = old.take::<i16>("health").map(i32::from);
            self.body.health = small.or_else(|| old.take("health")).unwrap_or_default();
            self.body.armor = old.take("armor").unwrap_or_default();
            let mut part = |name| old.take::<u8>(name).map_or(0, u16::from);
            self.minutes = part("hour") * 60 + part("minute");
        }

        fn health(&self) -> i32 {
            self.body.health
        }

        fn small_health(&self) -> Result<i16, String> {
            self.body.health.try_into().map_err(|_| "so much health came later".to_owned())
        }
    }

    impl Deed {
        fn join(&mut self, old: &mut Upgrade) {
            if let Self::Walk { by } = self {
                let mut part = |name| old.take::<i8>(name).map_or(0, i16::from);
                *by = (part("dx"), part("dy"));
            }
        }

        fn dx(&self) -> Result<i8, &'static str> {
            let Self::Walk { by } = self else { return Ok(0) };
            by.0.try_into().map_err(|_| "a step that far came later")
        }

        fn dy(&self) -> Result<i8, &'static str> {
            let Self::Walk { by } = self else { return Ok(0) };
            by.1.try_into().map_err(|_| "a step that far came later")
        }
    }
}

fn first(health: i16) -> v1::Pawn {
    v1::Pawn { name: "Ann".into(), health, armor: 3, deed: v1::Deed::Walk { dx: -2, dy: 7 } }
}

fn second(health: i32, (hour, minute): (u8, u8)) -> v2::Pawn {
    let v1::Pawn { name, armor, deed, .. } = first(0);
    v2::Pawn { name, health, armor, deed, hour, minute }
}

fn third(health: i32, minutes: u16) -> v3::Pawn {
    let (deed, body) = (v3::Deed::Walk { by: (-2, 7) }, v3::Body { health, armor: 3 });
    v3::Pawn { name: "Ann".into(), deed, body, minutes, mood: 50 }
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let mut story = Story::new("pawn");
    story.ships(1, &first(90));
    story.ships(2, &second(90_000, (13, 37)));
    story.ships(3, &v3::Pawn { mood: 9, ..third(90_000, 817) });

    story.loads(1, 2, &second(90, (0, 0)));
    story.loads(1, 3, &third(90, 0));
    story.loads(2, 3, &third(90_000, 817));
    story.refuses::<v1::Pawn>(2, 1);
    story.refuses::<v1::Pawn>(3, 1);
    story.refuses::<v2::Pawn>(3, 2);

    story.writes_for(2, 1, &second(90, (0, 0)), &first(90));
    story.writes_for(3, 2, &third(90_000, 817), &second(90_000, (13, 37)));
    story.writes_for(3, 1, &third(90, 0), &first(90));
    story.cannot_write_for(3, 1, "more health than there was", &third(90_000, 0));
    story.cannot_write_for(3, 1, "a time, of which version 1 is told nothing", &third(90, 817));
    story.cannot_write_for(3, 2, "a mood", &v3::Pawn { mood: 9, ..third(90, 0) });
    let far = v3::Deed::Walk { by: (1000, 0) };
    story.cannot_write_for(3, 2, "a step too far", &v3::Pawn { deed: far, ..third(90, 0) });
    insta::assert_snapshot!(story.refusals());
}
