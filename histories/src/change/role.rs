//! Changes of the trait and its classes.

use crate::birth::Author;
use crate::program::{Program, Rename};
use crate::role::{Class, Origin, Strangers};
use crate::value::Value;

impl Author<'_> {
    /// Which types will be classes, and those that are from the start.
    pub fn choose_classes(&mut self, program: &mut Program, count: usize) {
        if self.numbers.once_in(4) {
            return;
        }
        for number in 1..count {
            if !self.generic.contains(&number) && self.numbers.once_in(2) {
                self.pool.insert(number);
            }
        }
        if self.pool.is_empty() {
            return;
        }
        program.role.version = 1;
        // There is no object without a class.
        for number in self.pool.clone() {
            if program.role.classes.is_empty() || self.numbers.once_in(2) {
                self.add_class(program, number, 1);
            }
        }
        // A value follows when all types are known.
        program.role.strangers = match self.numbers.below(3) {
            0 => Strangers::Kept,
            1 => Strangers::Replaced(Value::None),
            _ => Strangers::Refused,
        };
    }

    /// Whether the trait has another version then.
    fn add_class(&mut self, program: &mut Program, number: usize, since: u32) -> bool {
        let key = self.word();
        let is_first = program.role.classes.is_empty();
        let origin = if is_first || self.numbers.once_in(2) { Origin::Game } else { Origin::Mod };
        let has_alias = origin == Origin::Game && self.numbers.once_in(2);
        let alias = has_alias.then(|| self.word());
        let (id, until, renames, into, carry) = (self.id(), None, Vec::new(), None, None);
        let class = Class { id, number, key, alias, origin, since, until, renames, into, carry };
        let place = self.numbers.below(program.role.classes.len() + 1);
        program.role.classes.insert(place, class);
        origin == Origin::Game
    }

    pub(super) fn change_role(&mut self, program: &mut Program) {
        let version = program.role.version + 1;
        let mut has_changed = false;
        for _ in 0..self.numbers.below(3) {
            has_changed |= match self.numbers.below(3) {
                0 => self.new_class(program, version),
                1 => self.rename_class(program, version),
                _ => self.retire_class(program, version),
            };
        }
        if has_changed && !self.pool.is_empty() {
            program.role.version = version;
        }
        for class in &mut program.role.classes {
            self.change_mod(class);
        }
    }

    /// Mods come, go and have no versions.
    fn change_mod(&mut self, class: &mut Class) {
        match (class.origin, self.numbers.below(6)) {
            (Origin::Mod, 0) => class.origin = Origin::Missing,
            (Origin::Missing, 0..3) => class.origin = Origin::Mod,
            (Origin::Mod, 1) if class.alias.is_none() => {
                let key = self.word();
                class.alias = Some(std::mem::replace(&mut class.key, key));
            }
            (Origin::Mod, 2) if class.until.is_none() => {
                class.until = Some(0);
                // A value follows when all types have changed.
                class.into = Some(Value::None);
            }
            _ => {}
        }
    }

    fn new_class(&mut self, program: &mut Program, version: u32) -> bool {
        let is_free =
            |number: &usize| program.role.classes.iter().all(|class| class.number != *number);
        let free: Vec<usize> = self.pool.iter().copied().filter(is_free).collect();
        let Some(number) = self.numbers.pick(&free).copied() else { return false };
        self.add_class(program, number, version)
    }

    /// A class that has not changed in this version, and how many there are.
    fn some_class<'p>(&mut self, program: &'p mut Program) -> Option<(usize, &'p mut Class)> {
        let own = program.role.classes.iter_mut().filter(|class| class.origin == Origin::Game);
        let mut live: Vec<&mut Class> = own.filter(|class| class.until.is_none()).collect();
        let (count, place) = (live.len(), self.numbers.below(live.len()));
        let class = if place < count { live.swap_remove(place) } else { return None };
        self.touched.insert(class.id).then_some((count, class))
    }

    fn rename_class(&mut self, program: &mut Program, version: u32) -> bool {
        let (new, later) = (self.word(), self.numbers.once_in(2).then(|| self.word()));
        let Some((_, class)) = self.some_class(program) else { return false };
        if class.since == version {
            return false;
        }
        // An older program may know the key already.
        let from = std::mem::replace(&mut class.key, class.alias.take().unwrap_or(new));
        class.renames.push(Rename { version, from });
        class.alias = later;
        true
    }

    fn retire_class(&mut self, program: &mut Program, version: u32) -> bool {
        match self.some_class(program) {
            Some((count, class)) if count > 1 && class.since < version => {
                class.until = Some(version);
                // A value follows when all types have changed.
                class.into = Some(Value::None);
                true
            }
            _ => false,
        }
    }
}
