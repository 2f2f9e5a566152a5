//! How long 100 derived structs take to compile, and how large the resulting program is.

mod peers;
mod source;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

pub use self::peers::{PEERS, Peer};

/// The measurements of a library.
#[derive(Clone, Debug)]
pub struct Built {
    /// Its name.
    pub name: &'static str,
    /// The debug build.
    pub debug: Build,
    /// The release build.
    pub release: Build,
}

/// A build of the structs, with all dependencies built before.
#[derive(Clone, Debug)]
pub struct Build {
    /// The times of the builds.
    pub times: Vec<Duration>,
    /// The bytes of the stripped program.
    pub size: u64,
}

impl Build {
    /// The median time.
    #[must_use]
    pub fn median(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort();
        times[times.len() / 2]
    }
}

/// Builds with each library this many times, in turns.
///
/// # Errors
///
/// If a package cannot be written or built.
pub fn measure(turns: usize) -> io::Result<Vec<Built>> {
    let mut packages = Vec::new();
    for peer in &PEERS {
        let package = Package::create(peer)?;
        package.build(false)?;
        package.build(true)?;
        packages.push(package);
    }
    let mut times = vec![[const { Vec::new() }; 2]; packages.len()];
    for _ in 0..turns {
        for (package, times) in packages.iter().zip(&mut times) {
            for (release, times) in [false, true].into_iter().zip(times) {
                package.touch()?;
                let start = Instant::now();
                package.build(release)?;
                times.push(start.elapsed());
            }
        }
    }
    let built = |(package, [debug, release]): (&Package, [Vec<Duration>; 2])| {
        Ok(Built {
            name: package.peer.name,
            debug: Build { times: debug, size: package.size(false)? },
            release: Build { times: release, size: package.size(true)? },
        })
    };
    packages.iter().zip(times).map(built).collect()
}

/// A package with one library's structs.
struct Package {
    peer: &'static Peer,
    folder: PathBuf,
}

impl Package {
    fn create(peer: &'static Peer) -> io::Result<Self> {
        let name = peer.name.replace([' ', '+', ','], "");
        let folder = target().join("compile_time").join(&name);
        fs::create_dir_all(folder.join("src"))?;
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        fs::copy(here.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        fs::write(folder.join("Cargo.toml"), peer.manifest(&here.join("..")))?;
        fs::write(folder.join("src/main.rs"), source::program(peer))?;
        Ok(Self { peer, folder })
    }

    fn touch(&self) -> io::Result<()> {
        let path = self.folder.join("src/main.rs");
        let source = fs::read_to_string(&path)?;
        fs::write(path, source)
    }

    fn build(&self, release: bool) -> io::Result<()> {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--offline"]).current_dir(&self.folder);
        // These packages are inside this repository, but its flags are for its own tests only.
        cargo.env("RUSTFLAGS", "");
        cargo.env("CARGO_TARGET_DIR", self.folder.join("target")).env("CARGO_INCREMENTAL", "0");
        if release {
            cargo.arg("--release");
        }
        let output = cargo.output()?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        Err(io::Error::other(format!("{}: {said}", self.peer.name)))
    }

    fn size(&self, release: bool) -> io::Result<u64> {
        let folder = if release { "release" } else { "debug" };
        Ok(fs::metadata(self.folder.join("target").join(folder).join("structs"))?.len())
    }
}

/// The directory in which Cargo builds this package.
fn target() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| here.join("target"), PathBuf::from)
}
