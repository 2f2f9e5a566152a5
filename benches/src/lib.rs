//! The data that is measured.

mod player;

pub use player::Player;
