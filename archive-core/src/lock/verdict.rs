//! Compares a lock file with the program's types.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::advice::Advice;
use super::gone;
use super::line::Line;
use super::program::{Entry, Program};
use crate::schema::{Outline, compare};

/// The shipped versions of one type.
pub(super) type History = BTreeMap<u32, Line>;

/// The result of the comparison.
#[derive(Default)]
pub(super) struct Verdict {
    /// What happened to shipped shapes, and what to write instead.
    pub(super) problems: Vec<String>,
    /// The numbers of the lines that are obsolete.
    pub(super) lines: BTreeSet<usize>,
    /// The shapes that are missing in the file.
    pub(super) fresh: Vec<String>,
}

/// Compares the lines of a file with the types of the program.
pub(super) fn judge(mut program: Program, lines: Vec<Line>) -> Verdict {
    let mut verdict = Verdict::default();
    let mut known: BTreeMap<usize, History> = BTreeMap::new();
    let mut gone: BTreeMap<String, History> = BTreeMap::new();
    for line in lines {
        let history = match program.find(&line.outline.name, line.outline.version) {
            Some(index) => known.entry(index).or_default(),
            None => gone.entry(line.outline.name.clone()).or_default(),
        };
        verdict.add(history, line);
    }
    gone::judge(&mut verdict, &mut program, &known, &gone);
    let wrapped = gone::wrapped(&program, &gone);
    let none = History::new();
    let mut reported = Vec::new();
    for (index, entry) in program.entries.iter().enumerate() {
        let history = known.get(&index).unwrap_or(&none);
        // A change to a generic type applies to all its instances; report it once.
        if !reported.contains(&core::ptr::from_ref(entry.shape.id)) {
            let before = verdict.problems.len();
            verdict.judge_entry(&program, entry, history, &wrapped);
            if verdict.problems.len() > before {
                reported.push(core::ptr::from_ref(entry.shape.id));
            }
        }
        let fresh = entry.outlines.iter().filter(|(version, _)| !history.contains_key(version));
        verdict.fresh.extend(fresh.map(|(version, outline)| format!("{}@{version}", outline.name)));
    }
    verdict
}

impl Verdict {
    /// Adds a line to its type's history, which must not have that version yet.
    fn add(&mut self, history: &mut History, line: Line) {
        let version = line.outline.version;
        match history.get(&version) {
            Some(other) if other.outline != line.outline => {
                self.lines.extend([other.number, line.number]);
                self.problems.push(format!(
                    "lines {} and {} are both version {version} of `{}`, as if from two branches: move the \
                     changes of one of them to version {}, and delete its line",
                    other.number,
                    line.number,
                    line.outline.name,
                    version.saturating_add(1)
                ));
            }
            Some(_) => {}
            None => {
                history.insert(version, line);
            }
        }
    }

    /// Compares a type of the program with the lines of its versions.
    fn judge_entry(
        &mut self,
        program: &Program,
        entry: &Entry,
        history: &History,
        wrapped: &BTreeMap<String, String>,
    ) {
        let today: BTreeMap<u32, Outline> = history
            .iter()
            .map(|(version, line)| (*version, program.with_names_of_today(&line.outline)))
            .collect();
        let advice = Advice::new(entry, &today, wrapped);
        let mut said = Vec::new();
        for (version, line) in history.iter().rev() {
            if *version < entry.shape.oldest {
                break;
            }
            let Some(now) = entry.outlines.get(version) else {
                self.lines.insert(line.number);
                self.problems.push(advice.version_is_gone(*version));
                break;
            };
            let Some(then) = today.get(version) else { continue };
            if line.outline == *now || then == now {
                continue;
            }
            self.lines.insert(line.number);
            if then.name != now.name {
                let text = advice.name(&then.name);
                if !self.problems.contains(&text) {
                    self.problems.push(text);
                }
            }
            let changes = compare(then, now);
            for change in &changes {
                if let Some(sentence) = advice.change(*version, change, &changes) {
                    // Older versions changed in the same way; only the newest shipped one is reported.
                    if !said.contains(&sentence.about) {
                        said.push(sentence.about);
                        self.problems.push(sentence.text);
                    }
                }
            }
        }
    }
}
