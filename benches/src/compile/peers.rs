//! The libraries whose compile times are compared: their derives, and how they save and load.

use std::path::Path;

use crate::report::machine::version;

/// A library whose compile time is measured.
#[derive(Debug)]
pub struct Peer {
    /// Its name.
    pub name: &'static str,
    /// Its `[dependencies]`: packages and their features, without versions.
    packages: &'static [(&'static str, &'static [&'static str])],
    /// What each type derives.
    pub derive: &'static str,
    /// `fn save(root: &Root) -> Vec<u8>` and `fn load(bytes: &[u8]) -> Root`.
    pub functions: &'static str,
}

const ARCHIVE: &str = "\
fn save(root: &Root) -> Vec<u8> { archive::to_vec(root).unwrap() }
fn load(bytes: &[u8]) -> Root { archive::from_slice(bytes).unwrap() }
";

/// All libraries, ours first.
pub const PEERS: [Peer; 6] = [
    Peer {
        name: "archive",
        packages: &[("archive", &[])],
        derive: "archive::Archive",
        functions: ARCHIVE,
    },
    Peer {
        name: "archive, small-code",
        packages: &[("archive", &["small-code"])],
        derive: "archive::Archive",
        functions: ARCHIVE,
    },
    Peer {
        name: "serde + bincode",
        packages: &[("serde", &["derive"]), ("bincode", &["serde"])],
        derive: "serde::Serialize, serde::Deserialize",
        functions: "\
const CONFIG: bincode::config::Configuration = bincode::config::standard();
fn save(root: &Root) -> Vec<u8> { bincode::serde::encode_to_vec(root, CONFIG).unwrap() }
fn load(bytes: &[u8]) -> Root { bincode::serde::decode_from_slice(bytes, CONFIG).unwrap().0 }
",
    },
    Peer {
        name: "bitcode",
        packages: &[("bitcode", &[])],
        derive: "bitcode::Encode, bitcode::Decode",
        functions: "\
fn save(root: &Root) -> Vec<u8> { bitcode::encode(root) }
fn load(bytes: &[u8]) -> Root { bitcode::decode(bytes).unwrap() }
",
    },
    Peer {
        name: "savefile",
        packages: &[("savefile", &[]), ("savefile-derive", &[])],
        derive: "savefile_derive::Savefile",
        functions: "\
fn save(root: &Root) -> Vec<u8> { savefile::save_to_mem(0, root).unwrap() }
fn load(bytes: &[u8]) -> Root { savefile::load_from_mem(bytes, 0).unwrap() }
",
    },
    Peer {
        name: "rkyv",
        packages: &[("rkyv", &[])],
        derive: "rkyv::Archive, rkyv::Serialize, rkyv::Deserialize",
        functions: "\
use rkyv::rancor::Error;
fn save(root: &Root) -> Vec<u8> { rkyv::to_bytes::<Error>(root).unwrap().into_vec() }
fn load(bytes: &[u8]) -> Root { rkyv::from_bytes::<Root, Error>(bytes).unwrap() }
",
    },
];

impl Peer {
    /// The `Cargo.toml` of a program that uses the library, with the versions from this package's
    /// lock file.
    pub(super) fn manifest(&self, root: &Path) -> String {
        let dependency = |(package, features): &(&str, &[&str])| match *package {
            "archive" => format!("archive = {{ path = {root:?}, features = {features:?} }}\n"),
            name => {
                format!(
                    "{name} = {{ version = \"={}\", features = {features:?} }}\n",
                    version(name)
                )
            }
        };
        let dependencies: String = self.packages.iter().map(dependency).collect();
        format!(
            "[package]\nname = \"structs\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             [workspace]\n\n[dependencies]\n{dependencies}\n\
             [profile.dev]\nstrip = true\n\n[profile.release]\nstrip = true\n"
        )
    }
}
