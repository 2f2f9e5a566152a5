//! What is known of a type without a value: its schema, its lock, and either in the languages of others.

mod lock;
mod reflection;
mod rendering;
