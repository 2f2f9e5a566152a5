//! Objects that several owners share: saved once, loaded as one.

mod identity;
