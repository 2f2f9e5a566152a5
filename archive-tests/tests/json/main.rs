//! JSON and the formats of serde: what is written, what is accepted, and how it is refused.

mod accepts;
mod errors;
mod fields;
mod files;
mod hostile;
mod serde_formats;
mod writes;
