//! Schemas, locks, and schemas rendered in other languages.

mod lock;
mod lock_of_classes;
mod reflection;
mod rendering;
