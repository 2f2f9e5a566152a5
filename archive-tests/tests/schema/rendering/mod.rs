//! Schemas in the languages of others.

mod c;
mod game;
mod hostile;
mod json;
mod markdown;
mod rust;
mod skeleton;
mod valid;
