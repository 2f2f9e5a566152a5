//! t
use archive_benches::{cell::*, sample::*, sets::*};
fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    for name in NAMES {
        if !names.is_empty() && !names.iter().any(|n| n == name) { continue; }
        let mut set = Set::of(name);
        for c in &mut set.cells { c.check(); }
        println!("{name}");
        let plan = Plan { least_turns: 15, most_turns: 200, time: std::time::Duration::from_secs(4) };
        let mut cols = vec![];
        for m in Measure::ALL {
            let idx: Vec<usize> = (0..set.cells.len()).filter(|&i| m != Measure::Borrow || set.cells[i].borrows()).collect();
            let t = interleaved(idx.len(), plan, |i, k| set.cells[idx[i]].run(m, k));
            let mut col = vec![None; set.cells.len()];
            for (i, t) in idx.iter().zip(t) { col[*i] = Some(t); }
            cols.push(col);
        }
        for (i, c) in set.cells.iter().enumerate() {
            print!("{:20} {:9}", c.name(), c.bytes().len());
            for col in &cols { match &col[i] { Some(t) => print!(" {:9.1} ({:4.2})", t.median()/1e3, t.spread()), None => print!(" {:>16}", "-") } }
            println!();
        }
    }
}
