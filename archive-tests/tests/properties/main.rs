//! Every value comes back as it was, from as many bytes as `encoded_len` says.

mod check;
mod derived;
mod floats;
mod lists;
mod maps;
mod pointers;
mod scalars;
mod standard;
mod texts;
