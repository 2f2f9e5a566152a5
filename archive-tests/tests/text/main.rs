//! Readable text: what it contains, what it accepts, and its errors.

mod accepts;
mod alike;
mod classes;
mod edits;
mod errors;
mod grammar;
mod hostile;
mod lenient;
mod limits;
mod linear;
mod made;
mod many_variants;
mod omitted;
mod omitted_variants;
mod rewrites;
mod same_names;
mod set;
mod to_archive;
mod unstated;
mod variants;
mod world;
mod writes;
