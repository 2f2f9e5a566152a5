//! What a lock file and the program's types say against each other.

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

/// What is to be said about a lock file.
#[derive(Default)]
pub(super) struct Verdict {
    /// What happened to shipped shapes, and what to write.
    pub(super) problems: Vec<String>,
    /// The numbers of the lines that no longer hold.
    pub(super) lines: BTreeSet<usize>,
    /// The shapes that are not in the file.
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
    let none = History::new();
    let mut reported = Vec::new();
    for (index, entry) in program.entries.iter().enumerate() {
        let history = known.get(&index).unwrap_or(&none);
        // What happened to a generic type happened to it with all arguments: once is enough.
        if !reported.contains(&core::ptr::from_ref(entry.shape.id)) {
            let before = verdict.problems.len();
            verdict.judge_entry(&program, entry, history);
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
    /// Adds a line to its type's history, where its version must not stand already.
    fn add(&mut self, history: &mut History, line: Line) {
        let version = line.outline.version;
        match history.get(&version) {
            Some(other) if other.outline != line.outline => {
                self.lines.extend([other.number, line.number]);
                self.problems.push(format!(
                    "lines {} and {} are both version {version} of `{}`, as two branches make it: give the \
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

    /// A type that the program has, against the lines of its versions.
    fn judge_entry(&mut self, program: &Program, entry: &Entry, history: &History) {
        let today: BTreeMap<u32, Outline> = history
            .iter()
            .map(|(version, line)| (*version, program.with_names_of_today(&line.outline)))
            .collect();
        let advice = Advice::new(entry, &today);
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
                    // In older versions the same has happened: the newest that has shipped decides.
                    if !said.contains(&sentence.about) {
                        said.push(sentence.about);
                        self.problems.push(sentence.text);
                    }
                }
            }
        }
    }
}
