//! A field that moved from one type to another.

use archive::{Archive, Error, Upgrade, Value};

mod first {
    use archive::Archive;

    #[derive(Archive)]
    pub struct Save {
        pub hero: Hero,
    }

    #[derive(Archive)]
    pub struct Hero {
        pub name: String,
        pub armor: u16,
    }
}

#[derive(Archive, Debug, PartialEq)]
#[archive(upgrade(from = 1, with = Save::take_armor))]
struct Save {
    hero: Hero,
    #[since(2, default = 0)]
    armor: u16,
}

impl Save {
    fn take_armor(&mut self, _: &mut Upgrade) {
        self.armor = self.hero.old_armor.take().unwrap_or(0);
    }
}

#[derive(Archive, Debug, PartialEq)]
#[archive(removed(armor: u16, until = 2, into = Hero::keep_armor))]
struct Hero {
    name: String,
    #[archive(skip)]
    old_armor: Option<u16>,
}

impl Hero {
    fn keep_armor(&mut self, armor: u16) {
        self.old_armor = Some(armor);
    }
}

#[test]
fn a_field_moves_to_the_struct_that_contains_its_own() -> Result<(), Error> {
    let old = first::Save { hero: first::Hero { name: "Ann".into(), armor: 7 } };
    let new = Save { hero: Hero { name: "Ann".into(), old_armor: None }, armor: 7 };
    let file = archive::to_vec(&old)?;
    assert_eq!(archive::from_slice::<Save>(&file)?, new);
    assert_eq!(archive::from_slice::<Save>(&archive::to_vec(&new)?)?, new);
    assert_eq!(Value::from_slice(&file)?.to::<Save>()?, new);
    assert_eq!(archive::text::from_str::<Save>(&archive::text::to_string(&old)?)?, new);
    Ok(())
}
