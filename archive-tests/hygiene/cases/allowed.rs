//! What a type allows of itself, by attributes that do not reach derived code.

use archive::Archive;

/// A name that is not as others are, which a default mentions.
#[derive(Archive, Debug, PartialEq)]
#[expect(non_snake_case, reason = "as another program calls it")]
pub struct Imported {
    /// A name of another program.
    pub MaxHP: u16,
    /// Its default uses the one above.
    #[since(2, default = *MaxHP / 2)]
    pub hp: u16,
}

/// A type on its way out.
#[deprecated = "use `Imported`"]
#[derive(Archive, Debug, PartialEq)]
pub struct Leaving {
    /// A field.
    pub hp: u16,
}

/// Parts on their way out.
#[derive(Archive, Debug, PartialEq)]
pub struct Mixed {
    /// A field of such a type.
    #[expect(deprecated, reason = "old files have it")]
    pub old: Leaving,
    /// A field on its way out, which a default uses.
    #[deprecated = "use `mana`"]
    pub power: u8,
    /// What takes its place.
    #[since(2, default = *power)]
    pub mana: u8,
    /// A variant on its way out.
    pub mode: Mode,
}

/// Variants on their way out.
#[derive(Archive, Debug, PartialEq)]
pub enum Mode {
    /// One without fields.
    #[deprecated = "use `Hard`"]
    Easy,
    /// One with fields.
    #[deprecated = "use `Hard`"]
    Normal(u8),
    /// One that stays.
    Hard {
        /// A field on its way out.
        #[deprecated = "it is always"]
        ironman: bool,
    },
}

/// Saves and loads.
#[expect(deprecated, reason = "what is on its way out is still saved")]
pub fn round_trip() {
    super::check(&Imported { MaxHP: 12, hp: 7 });
    for mode in [Mode::Easy, Mode::Normal(3), Mode::Hard { ironman: true }] {
        super::check(&Mixed { old: Leaving { hp: 1 }, power: 2, mana: 3, mode });
    }
}
