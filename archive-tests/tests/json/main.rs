//! JSON and serde formats: what is written, what is accepted, and the errors.

mod accepts;
mod controls;
mod errors;
mod fields;
mod files;
mod hostile;
mod of_serde;
mod plain;
mod plain_keys;
mod serde_formats;
mod writes;
