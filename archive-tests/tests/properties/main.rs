//! Whatever the value, it comes back as it was, from as many bytes as were foretold.

mod check;
mod derived;
mod floats;
mod lists;
mod maps;
mod pointers;
mod scalars;
mod standard;
mod texts;
