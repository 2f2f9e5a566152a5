//! Text for people: what it says, what it accepts, and how it refuses.

mod accepts;
mod alike;
mod edits;
mod errors;
mod grammar;
mod hostile;
mod limits;
mod linear;
mod made;
mod rewrites;
mod to_archive;
mod world;
mod writes;
