//! New hooks of structs.

use super::Change;
use crate::birth::Author;
use crate::hook::{Act, By, Hook};
use crate::program::{Body, Field, Fields, Program};
use crate::ty::Ty;
use crate::value::Value;

impl Author<'_> {
    /// Hooks that structs have from the start.
    pub fn first_hooks(&mut self, program: &mut Program) {
        for number in 0..program.types.len() {
            if self.numbers.once_in(6) {
                self.add_hook(Change { program, number, version: 1 });
            }
        }
    }

    /// A new hook; whether the struct has another version then.
    pub(super) fn add_hook(&mut self, change: Change<'_>) -> bool {
        let Change { program, number, version } = change;
        let Some(def) = program.types.get_mut(number) else { return false };
        let Body::Struct(fields) = &mut def.body else { return false };
        if def.is_generic || def.is_transparent {
            return false;
        }
        let Some(field) = self.some_number(fields) else { return false };
        let has = |is: &dyn Fn(&Act) -> bool| def.hooks.iter().any(|hook| is(&hook.act));
        let act = match self.numbers.below(4) {
            0 if !has(&|act| matches!(act, Act::Cap)) => Act::Cap,
            1 if !has(&|act| matches!(act, Act::Check)) => Act::Check,
            _ if version == 1 => return false,
            _ if has(&|act| matches!(act, Act::Upgrade(last, _) if *last + 1 == version)) => {
                return false;
            }
            2 => Act::Upgrade(version - 1, self.by_removed(fields, field, version)),
            _ => Act::Upgrade(version - 1, By::Number(7)),
        };
        let has_version = matches!(act, Act::Upgrade(..));
        def.hooks.push(Hook { field, act });
        has_version
    }

    fn some_number(&mut self, fields: &Fields) -> Option<usize> {
        let is_number = |field: &&Field| matches!(field.ty, Ty::Int(_)) && !field.skip;
        let numbers: Vec<usize> = fields.live().filter(is_number).map(|field| field.id).collect();
        self.numbers.pick(&numbers).copied()
    }

    /// Removes another number, which the upgrade adds.
    fn by_removed(&mut self, fields: &mut Fields, target: usize, version: u32) -> By {
        let touched = &self.touched;
        let number = fields.list.iter_mut().find(|field| {
            let is_free = field.id != target && !touched.contains(&field.id);
            let is_number = matches!(field.ty, Ty::Int(_)) && field.was.is_empty();
            is_free && is_number && field.until.is_none() && !field.skip
        });
        match number {
            Some(field) => {
                field.until = Some(version);
                // Otherwise, nothing could be written for older programs.
                field.default = Some(Value::None);
                self.touched.insert(field.id);
                By::Taken(field.id)
            }
            None => By::Number(3),
        }
    }
}
