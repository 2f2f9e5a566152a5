//! Schemas, locks, and schemas rendered in other languages.

mod lock;
mod reflection;
mod rendering;
