//! Reports of what a removed field or variant contained that something else receives.

use archive::{Archive, Options, Outcome};

mod before {
    #[derive(archive::Archive)]
    pub struct Hero {
        pub sword: Sword,
        pub pet: Pet,
    }

    #[derive(archive::Archive)]
    pub struct Sword {
        pub damage: u8,
        pub rust: u8,
    }

    #[derive(archive::Archive)]
    pub enum Pet {
        Dog { bone: Sword },
    }
}

#[derive(Archive)]
#[archive(removed(rust: u8, until = 2))]
struct Sword {
    damage: u8,
}

#[derive(Archive)]
enum Pet {
    #[archive(removed(Dog { bone: Sword }, until = 2, into = |bone: Sword| Self::Wolf { teeth: bone.damage }))]
    #[since(2)]
    Wolf { teeth: u8 },
}

#[derive(Archive)]
struct Hero {
    #[archive(removed(sword: Sword, until = 2, into = |hero: &mut Self, it: Sword| hero.tools.push(it)))]
    #[since(2)]
    #[default]
    tools: Vec<Sword>,
    pet: Pet,
}

#[test]
fn what_is_lost_within_what_is_moved_is_told() {
    let sword = |damage| before::Sword { damage, rust: 1 };
    let before = before::Hero { sword: sword(7), pet: before::Pet::Dog { bone: sword(3) } };
    let bytes = archive::to_vec(&before).unwrap();
    let report = Options::file().report::<Hero>(&bytes).unwrap();
    let found: Vec<_> = report.notes().iter().map(|it| (&*it.path, it.outcome)).collect();
    let expected = [
        ("tools", Outcome::Defaulted),
        ("pet.Dog", Outcome::Moved),
        ("pet.Dog.bone.rust", Outcome::Removed),
        ("sword", Outcome::Moved),
        ("sword.rust", Outcome::Removed),
    ];
    assert_eq!(found, expected, "{report}");
    assert!(!report.is_lossless());
    let hero: Hero = archive::from_slice(&bytes).unwrap();
    assert_eq!(hero.tools[0].damage, 7);
    assert!(matches!(hero.pet, Pet::Wolf { teeth: 3 }));
}
