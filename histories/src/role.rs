//! The trait of a program, whose objects are of some of its types.

use crate::carry::Carry;
use crate::program::Rename;
use crate::value::Value;

/// The trait. A program without classes has none.
#[derive(Clone, Debug, Default)]
pub struct Role {
    pub version: u32,
    pub classes: Vec<Class>,
    pub strangers: Strangers,
}

/// A type whose values may be objects of the trait.
#[derive(Clone, Debug)]
pub struct Class {
    /// Stays when the key changes.
    pub id: usize,
    /// The number of the type.
    pub number: usize,
    pub key: String,
    /// A second key: that of a later program or, if the class is of a mod, that of an earlier one.
    pub alias: Option<String>,
    pub origin: Origin,
    pub since: u32,
    /// The first version without it.
    pub until: Option<u32>,
    pub renames: Vec<Rename>,
    /// What becomes of the objects of a retired class.
    pub into: Option<Value>,
    /// What that has of the object.
    pub carry: Option<Carry>,
}

/// Who registers a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Game,
    /// A mod, which joins the registry.
    Mod,
    /// A mod that is missing in this program.
    Missing,
}

/// What becomes of objects whose classes a program does not know.
#[derive(Clone, Debug, Default)]
pub enum Strangers {
    #[default]
    Refused,
    /// They stay as they are, and are saved again.
    Kept,
    /// Another object takes their place.
    Replaced(Value),
}

impl Class {
    /// Whether an archive that is read by name may have its objects under this key.
    pub fn has_key(&self, key: &str) -> bool {
        self.origin != Origin::Missing && (self.key == key || self.alias.as_deref() == Some(key))
    }

    /// Whether there are objects of it.
    pub fn is_live(&self) -> bool {
        self.until.is_none() && self.origin != Origin::Missing
    }
}

impl Role {
    pub fn class(&self, id: usize) -> Option<&Class> {
        self.classes.iter().find(|class| class.id == id)
    }

    /// Those that the program has.
    pub fn live(&self) -> impl Iterator<Item = &Class> {
        self.classes.iter().filter(|class| class.is_live())
    }

    /// Whether the mods of two programs register the same.
    pub fn has_mods_of(&self, other: &Self) -> bool {
        let mods = |role: &Self| -> Vec<(usize, String, Option<String>, bool)> {
            let mods = role.classes.iter().filter(|class| class.origin == Origin::Mod);
            let terms = |class: &Class| {
                (class.id, class.key.clone(), class.alias.clone(), class.until.is_some())
            };
            mods.map(terms).collect()
        };
        mods(self) == mods(other)
    }
}
