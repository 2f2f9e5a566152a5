//! A history: its programs, their values, and what is expected of them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::birth::Author;
use crate::convert::{Convert, Converted, No};
use crate::newer::Newer;
use crate::numbers::Numbers;
use crate::plain;
use crate::program::Program;
use crate::render;
use crate::value::Value;

/// What a seed gives.
pub struct History {
    /// The source of each program's module.
    pub modules: Vec<String>,
    /// The names of their roots.
    pub roots: Vec<String>,
    /// The cases, as the harness reads them.
    pub cases: String,
}

/// How many values each program saves.
const VALUES: usize = 4;

impl History {
    /// # Errors
    ///
    /// If the generator is wrong.
    pub fn of(seed: u64) -> Result<Self, String> {
        let mut numbers = Numbers::new(seed);
        let mut author = Author {
            numbers: &mut numbers,
            last: 0,
            objects: 0,
            touched: BTreeSet::new(),
            generic: BTreeSet::new(),
            pool: BTreeSet::new(),
            pointers: Vec::new(),
            has_links: false,
            has_foreign: true,
        };
        let mut programs = vec![author.first_program()?];
        for _ in 1..author.numbers.between(3, 5) {
            let last = programs.last().ok_or("no program")?;
            let next = author.next_program(last)?;
            programs.push(next);
        }
        let values: Result<Vec<Vec<Value>>, String> =
            programs.iter().map(|program| author.values(program, VALUES)).collect();
        let mut cases = Cases { programs: &programs, text: String::new(), objects: author.objects };
        cases.all(&values?)?;
        let cases = cases.text;
        let modules: Result<Vec<String>, String> = programs.iter().map(render::module).collect();
        let roots = programs.iter().map(|program| program.name(0)).collect();
        Ok(Self { modules: modules?, roots, cases })
    }
}

/// What a case expects.
fn expected(program: &Program, found: Converted) -> Result<String, String> {
    match found {
        Ok(value) => plain::root(program, &value),
        Err(No::Refused) => Ok("refused".into()),
        Err(No::Unsure) => Ok("any".into()),
        Err(No::Bug(bug)) => Err(bug),
    }
}

struct Cases<'c> {
    programs: &'c [Program],
    text: String,
    objects: usize,
}

impl Cases<'_> {
    fn all(&mut self, values: &[Vec<Value>]) -> Result<(), String> {
        let programs = self.programs;
        for ((number, program), values) in programs.iter().enumerate().zip(values) {
            for value in values {
                let text = plain::root(program, value)?;
                self.line(format_args!("value {number} {text}"));
            }
        }
        for ((writer, from), values) in programs.iter().enumerate().zip(values) {
            for (reader, to) in programs.iter().enumerate() {
                for (index, value) in values.iter().enumerate() {
                    let is_back = writer > reader;
                    let objects = &mut self.objects;
                    let found = Convert { from, to, objects, is_back, depth: 0 }.root(value);
                    let wrote = found.clone().ok().filter(|_| is_back);
                    let found = expected(to, found)?;
                    let is_modded = !from.role.has_mods_of(&to.role);
                    let task = match is_back {
                        // What is not promised of mods is not looked at.
                        true if is_modded => continue,
                        true => "write",
                        false if is_modded => "modded",
                        false => "load",
                    };
                    self.line(format_args!("{task} {writer} {reader} {index} {found}"));
                    if let Some(wrote) = wrote {
                        let objects = &mut self.objects;
                        let mut load = Convert { from: to, to, objects, is_back: false, depth: 0 };
                        let found = expected(to, load.root(&wrote))?;
                        self.line(format_args!("wrote {writer} {reader} {index} {found}"));
                    }
                    if is_back {
                        let objects = &mut self.objects;
                        let mut newer = Newer { from, to, objects, has_replaced: false };
                        let found = newer.root(value);
                        // How far it would have come is not known.
                        newer.has_replaced |= found.is_err() && to.has_caps();
                        newer.has_replaced |= from.upgrades_from(to);
                        let task = if newer.has_replaced { "replaced" } else { "newer" };
                        let found = expected(to, found)?;
                        self.line(format_args!("{task} {writer} {reader} {index} {found}"));
                    }
                }
            }
        }
        Ok(())
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let _always = writeln!(self.text, "{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::History;

    #[test]
    fn a_seed_always_gives_the_same_history() -> Result<(), String> {
        for seed in 1..20 {
            let (one, other) = (History::of(seed)?, History::of(seed)?);
            assert_eq!(one.modules, other.modules);
            assert_eq!(one.cases, other.cases);
        }
        Ok(())
    }
}
