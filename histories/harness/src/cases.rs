//! The file of cases: what the generator expects, one case in each line.
//!
//! ```text
//! value 0 Root { .. }             a value of program 0, the first of which is value 0
//! load 0 2 1 Root { .. }          what program 2 loads of it
//! modded 0 2 1 Root { .. }        the same where both have other mods
//! write 2 0 1 Root { .. }         what program 2 writes of value 1 for program 0
//! wrote 2 0 1 Root { .. }         what program 0 loads of that
//! newer 2 0 1 Root { .. }         what program 0 loads of it by name; `refused`, or `any` if that is not promised
//! replaced 2 0 1 Root { .. }      the same where it puts something else in place of what it does not know
//! ```

/// What should come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    Value(String),
    Refused,
    /// A value or an error, but no panic.
    Any,
}

/// What is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    Load,
    Modded,
    Write,
    Wrote,
    Newer,
    Replaced,
}

/// A line.
#[derive(Clone, Debug)]
pub struct Case {
    pub task: Task,
    pub writer: usize,
    pub reader: usize,
    /// Which of the writer's values.
    pub index: usize,
    pub expected: Expected,
}

/// All lines.
#[derive(Debug, Default)]
pub struct Cases {
    /// The values of each program.
    pub values: Vec<Vec<String>>,
    pub cases: Vec<Case>,
}

impl Cases {
    /// # Errors
    ///
    /// If a line is not a case.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut cases = Self::default();
        for line in text.lines() {
            cases.line(line).ok_or_else(|| format!("not a case: {line}"))?;
        }
        Ok(cases)
    }

    fn line(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        let (first, rest) = number(rest)?;
        if word == "value" {
            self.values.resize(self.values.len().max(first.checked_add(1)?), Vec::new());
            self.values.get_mut(first)?.push(rest.to_owned());
            return Some(());
        }
        let (second, rest) = number(rest)?;
        let (index, rest) = number(rest)?;
        let task = match word {
            "load" => Task::Load,
            "modded" => Task::Modded,
            "write" => Task::Write,
            "wrote" => Task::Wrote,
            "newer" => Task::Newer,
            "replaced" => Task::Replaced,
            _ => return None,
        };
        let expected = match rest {
            "refused" => Expected::Refused,
            "any" => Expected::Any,
            plain => Expected::Value(plain.to_owned()),
        };
        self.cases.push(Case { task, writer: first, reader: second, index, expected });
        Some(())
    }

    /// A value of a program.
    pub fn value(&self, program: usize, index: usize) -> Option<&str> {
        self.values.get(program)?.get(index).map(String::as_str)
    }
}

fn number(text: &str) -> Option<(usize, &str)> {
    let (number, rest) = text.split_once(' ')?;
    Some((number.parse().ok()?, rest))
}
