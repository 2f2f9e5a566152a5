//! What types may be: their attributes, the containers and modules of their fields, and what is written by hand.

// For cases of hygiene.
extern crate alloc;

mod arrays;
mod dynamic;
mod every_attribute;
mod expansion;
mod gone;
mod hygiene;
mod keys;
mod large;
mod nested;
mod too_old;
mod unchanged;
mod widened;
mod with_each;
