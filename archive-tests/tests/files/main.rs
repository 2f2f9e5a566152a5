//! Files and streams: a save happens as a whole or not at all, a load reads exactly one archive.

mod agreed;
mod arrived;
mod backups;
#[cfg(target_os = "linux")]
mod faults;
mod kept;
mod loading;
mod part;
mod readers;
mod refused;
mod saving;
mod streams;
