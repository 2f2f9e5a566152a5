//! Files and streams: a save happens as a whole or not at all, a load reads exactly one archive.

mod agreed;
mod backups;
mod kept;
mod loading;
mod part;
mod saving;
mod streams;
