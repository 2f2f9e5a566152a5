//! Compares Archive with its peers, on the data of the public benchmark and our own.

pub mod cell;
pub mod clock;
pub mod codecs;
pub mod compile;
pub mod compress;
pub mod data;
pub mod graph;
pub mod heap;
pub mod history;
pub mod part;
pub mod random;
pub mod report;
pub mod sample;
pub mod sets;
pub mod text;
pub mod tree;
pub mod wire;
