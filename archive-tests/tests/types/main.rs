//! Types: their attributes, the containers and modules of their fields, and impls by hand.

// For the hygiene tests.
extern crate alloc;

mod alike_then;
mod arrays;
mod borrowed_serde;
mod bounds;
mod cow_of_values;
mod default_of_type;
mod dynamic;
mod every_attribute;
mod expansion;
mod gone;
mod gone_within;
mod hygiene;
mod keys;
mod large;
mod lossy;
mod marker;
mod moved;
mod nested;
mod static_cow;
mod too_old;
mod unchanged;
mod units;
mod view;
mod widened;
mod with_each;
mod with_generic;
mod with_keys;
mod with_lent;
mod with_on_type;
mod with_view;
