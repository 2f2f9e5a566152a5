//! Schemas rendered in other languages.

mod c;
mod compiled;
mod game;
mod hostile;
mod json;
mod markdown;
mod rust;
mod skeleton;
mod valid;
