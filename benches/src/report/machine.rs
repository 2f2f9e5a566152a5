//! Where and when the measurements were made.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The model of the processor and the number of its cores.
#[must_use]
pub fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |key| {
        info.lines()
            .find(|line| line.starts_with(key))
            .and_then(|line| Some(line.split_once(':')?.1.trim()))
            .unwrap_or("unknown")
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "{} (family {}, model {}), {cores} cores",
        value("model name"),
        value("cpu family"),
        value("model\t"),
    )
}

/// The output of `rustc --version`.
#[must_use]
pub fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    output.map_or_else(
        |_| "unknown".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

/// The load average over a minute.
#[must_use]
pub fn load() -> String {
    let loads = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    loads.split(' ').next().unwrap_or("unknown").to_owned()
}

/// Today's date, in UTC.
#[must_use]
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let mut days = seconds / 86_400;
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for len in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < len {
            break;
        }
        days -= len;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

const fn leap(year: u64) -> bool {
    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
}

/// The newest version of a package in the lock file. Peers may use an older one.
#[must_use]
pub fn version(package: &str) -> &'static str {
    let lock = include_str!("../../Cargo.lock");
    let name = format!("name = \"{package}\"\nversion = \"");
    lock.rsplit_once(&name).and_then(|(_, rest)| Some(rest.split_once('"')?.0)).unwrap_or("unknown")
}
