//! A game that knows `archive` only through its engine.

#![deny(warnings, missing_docs)]

use hygiene_engine::io::save::Archive;

/// A derived struct.
#[derive(Archive, Debug, PartialEq)]
#[archive(crate = hygiene_engine::io::save)]
pub struct SaveGame<T> {
    /// A field.
    pub level: u32,
    /// A field.
    #[since(2, default = 100)]
    pub stamina: u16,
    /// A field.
    #[archive(removed(mana: u16, until = 2, default = 1), was(u8, until = 2))]
    pub item: Option<u8>,
    /// A field.
    pub bag: Vec<T>,
}

/// A derived enum.
#[derive(Archive, Debug, PartialEq)]
#[archive(crate = ::hygiene_engine::io::save, validate = Self::check)]
pub enum Item {
    /// A variant.
    Ore,
    /// A variant.
    Sword(#[archive(max_len = 8)] String),
}

impl Item {
    fn check(&self) {}
}

/// A transparent struct.
#[derive(Archive, Debug, PartialEq)]
#[archive(crate = hygiene_engine::io::save, transparent)]
pub struct Slot(Item);

#[cfg(test)]
mod tests {
    use super::{Item, SaveGame, Slot};
    use hygiene_engine::io::save;

    #[test]
    fn a_game_comes_back_through_the_engine() {
        let bag = vec![Slot(Item::Ore), Slot(Item::Sword("Sting".to_owned()))];
        let game = SaveGame { level: 7, stamina: 70, item: None, bag };
        let bytes = save::to_vec(&game).unwrap();
        assert_eq!(save::from_slice::<SaveGame<Slot>>(&bytes).unwrap(), game);
    }
}
