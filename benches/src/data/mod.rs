//! The data to measure: `log`, `mesh`, `minecraft_savedata` and `mk48` have the shapes, sizes and
//! random distributions of the public Rust serialization benchmark; `colony`, `delta` and `player`
//! are our own.

pub mod colony;
pub mod delta;
pub mod history;
pub mod log;
pub mod mesh;
pub mod minecraft;
pub mod mk48;
pub mod player;
pub mod scene;

/// The seed of every data set.
pub(crate) const SEED: u64 = 0x2718_2818_2845_9045;

/// A type with a twin that borrows its texts from the loaded bytes.
pub trait Twin: 'static {
    /// The twin. It has the same name, so both have the same `Debug` output.
    type Of<'a>: std::fmt::Debug;
}

/// Derives what all measured libraries need for an owning type.
macro_rules! measured {
    ($($item:tt)*) => {
        #[revision::revisioned(revision = 1)]
        #[derive(
            Clone, Debug, PartialEq,
            archive::Archive,
            bitcode::Decode, bitcode::Encode,
            borsh::BorshDeserialize, borsh::BorshSerialize,
            rkyv::Archive, rkyv::Deserialize, rkyv::Serialize,
            savefile_derive::Savefile,
            serde::Deserialize, serde::Serialize,
            speedy::Readable, speedy::Writable,
            wincode::SchemaRead, wincode::SchemaWrite,
        )]
        $($item)*
    };
}

/// Derives what the libraries that can borrow need for a twin.
macro_rules! borrowed {
    ($($item:tt)*) => {
        #[derive(
            Clone, Debug, PartialEq,
            archive::Archive,
            bincode::BorrowDecode,
            bitcode::Decode,
            serde::Deserialize,
            speedy::Readable,
            wincode::SchemaRead,
        )]
        $($item)*
    };
}

use {borrowed, measured};
