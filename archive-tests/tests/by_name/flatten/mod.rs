//! Structs whose fields are read by name as those of the struct that contains them.

mod absent;
mod errors;
mod forms;
mod versions;

use archive::Archive;

/// What all that lives has in common.
#[derive(Archive, Clone, Debug, PartialEq)]
pub struct Being {
    pub name: String,
    #[archive(flatten)]
    pub place: Place,
    #[archive(alias = "hp", default = 20)]
    pub health: u32,
}

#[derive(Archive, Clone, Debug, PartialEq)]
pub struct Place {
    /// To the east.
    pub x: i32,
    #[default = 0]
    pub y: i32,
}

#[derive(Archive, Debug, PartialEq)]
pub struct Orc {
    pub weapon: String,
    #[archive(flatten)]
    pub being: Being,
    pub anger: f32,
}

/// The same without `flatten`.
pub mod nested {
    use super::*;

    /// What all that lives has in common.
    #[derive(Archive, Clone, Debug, PartialEq)]
    pub struct Being {
        pub name: String,
        pub place: Place,
        #[archive(alias = "hp", default = 20)]
        pub health: u32,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Orc {
        pub weapon: String,
        pub being: Being,
        pub anger: f32,
    }
}

pub fn orc() -> Orc {
    let place = Place { x: -3, y: 9 };
    let being = Being { name: "Ugluk".into(), place, health: 35 };
    Orc { weapon: "scimitar".into(), being, anger: 0.5 }
}

pub fn nested_orc() -> nested::Orc {
    let Orc { weapon, being: Being { name, place, health }, anger } = orc();
    nested::Orc { weapon, being: nested::Being { name, place, health }, anger }
}
