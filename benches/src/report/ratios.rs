//! Ours compared with the best other codec and the floor: ratios of speed and size.

use super::table::{Table, or_dash, ratio};
use super::{Line, Outcome};
use crate::cell::{Measure, Role};
use crate::sets::{COLUMNS, ROWS};

/// Formats that lay values out one after another, like our rows.
const ROW_FORMATS: [&str; 5] = ["wincode", "savefile", "rkyv", "postcard", "borsh"];

/// One table for each measure, and one for bytes.
pub(super) fn section(outcomes: &[Outcome]) -> String {
    let mut text = String::from(
        "\"As fast\" is a peer's time divided by ours: above 1, ours is faster. Below 1 is **bold**.\n",
    );
    for measure in Measure::ALL {
        text += &format!("\n### {}\n\n{}", capital(measure.name()), times(outcomes, measure));
    }
    text + "\n### Bytes\n\nOurs divided by the peer's: below 1, ours are fewer. Above 1 is **bold**.\n\n"
        + &bytes(outcomes)
}

fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

fn times(outcomes: &[Outcome], measure: Measure) -> String {
    let floor = format!("best of ours ÷ {}", measure.floor());
    let mut table = Table::new(&[
        "data set",
        "best of the row formats",
        "rows: as fast",
        "columns: as fast as bitcode",
        "best of all peers",
        "best of ours",
        "as fast",
        &floor,
    ]);
    let time = |line: &Line| line.time(measure);
    for outcome in outcomes {
        let rows = outcome.line(ROWS).and_then(time);
        let among = |names: &[&str]| {
            outcome.best(|line| names.contains(&line.name) && line.counts(measure), time)
        };
        let peer = outcome.best(|line| line.role == Role::Peer && line.counts(measure), time);
        let ours = outcome.best(|line| line.role == Role::Ours, time);
        let columns = outcome.line(COLUMNS).and_then(time);
        let (Some(rows), Some(columns), Some(peer), Some(ours)) = (rows, columns, peer, ours)
        else {
            continue;
        };
        let as_fast = |peer: Option<(&Line, f64)>, ours: f64| {
            or_dash(peer, |(_, time)| ratio(time / ours, time >= ours))
        };
        table.row([
            outcome.name.to_owned(),
            or_dash(among(&ROW_FORMATS), |(line, _)| line.name.to_owned()),
            as_fast(among(&ROW_FORMATS), rows),
            as_fast(among(&["bitcode"]), columns),
            peer.0.name.to_owned(),
            ours.0.name.to_owned(),
            as_fast(Some(peer), ours.1),
            or_dash(outcome.floor(measure), |floor| format!("{:.2}", ours.1 / floor)),
        ]);
    }
    table.text()
}

fn bytes(outcomes: &[Outcome]) -> String {
    let mut table = Table::new(&[
        "data set",
        "best of all peers",
        "best of ours",
        "bytes",
        "of bitcode's",
        "best after zstd",
        "bytes after zstd",
        "of bitcode's",
    ]);
    let plain = |line: &Line| Some(line.len as f64);
    // Its own zstd, if any, is better, because it works column by column.
    let packed = |line: &Line| {
        let outside = line.packed.as_ref()?[0].len;
        Some(line.own.map_or(outside, |[zstd, _]| zstd) as f64)
    };
    let share = |peer: Option<(&Line, f64)>, ours: f64| {
        or_dash(peer, |(_, len)| ratio(ours / len, ours <= len))
    };
    for outcome in outcomes {
        let among = |role, value: &dyn Fn(&Line) -> Option<f64>| {
            outcome.best(|line| line.role == role, value)
        };
        let bitcode = |value: &dyn Fn(&Line) -> Option<f64>| {
            outcome.best(|line| line.name == "bitcode", value)
        };
        let Some(ours) = among(Role::Ours, &plain) else { continue };
        let after = among(Role::Ours, &packed).map(|(_, len)| len);
        table.row([
            outcome.name.to_owned(),
            or_dash(among(Role::Peer, &plain), |(line, _)| line.name.to_owned()),
            ours.0.name.to_owned(),
            share(among(Role::Peer, &plain), ours.1),
            share(bitcode(&plain), ours.1),
            or_dash(among(Role::Peer, &packed), |(line, _)| line.name.to_owned()),
            or_dash(after, |after| share(among(Role::Peer, &packed), after)),
            or_dash(after, |after| share(bitcode(&packed), after)),
        ]);
    }
    table.text()
}
