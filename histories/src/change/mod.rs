//! Changes from one program to the next.

mod defaults;
mod fields;
mod hooks;
mod role;
mod types;
mod variants;

use crate::birth::Author;
use crate::program::{Body, Fields, Program, Variant};
use crate::random::Maker;
use crate::ty::Ty;
use crate::value::Value;

/// Where something changes.
struct Change<'c> {
    program: &'c mut Program,
    /// The number of the type.
    number: usize,
    /// Its next version.
    version: u32,
}

impl Author<'_> {
    /// A program of version 1.
    ///
    /// # Errors
    ///
    /// If the generator is wrong.
    pub fn first_program(&mut self) -> Result<Program, String> {
        let mut program = self.program();
        self.renew_defaults(&Program::default(), &mut program)?;
        Ok(program)
    }

    /// The next program.
    ///
    /// # Errors
    ///
    /// If the generator is wrong.
    pub fn next_program(&mut self, before: &Program) -> Result<Program, String> {
        let mut program = before.clone();
        self.touched.clear();
        for number in 0..program.types.len() {
            let is_fixed = program.types.get(number).is_none_or(|def| def.is_transparent);
            if is_fixed || self.numbers.once_in(2) {
                continue;
            }
            let version = program.types.get(number).map_or(1, |def| def.version) + 1;
            let mut has_changed = false;
            for _ in 0..self.numbers.between(1, 3) {
                has_changed |= self.change(&mut program, number, version);
            }
            if let Some(def) = program.types.get_mut(number).filter(|_| has_changed) {
                def.version = version;
            }
        }
        self.change_role(&mut program);
        self.renew_defaults(before, &mut program)?;
        Ok(program)
    }

    /// Changes a type; whether it has another shape then.
    fn change(&mut self, program: &mut Program, number: usize, version: u32) -> bool {
        let change = Change { program, number, version };
        match self.numbers.below(24) {
            0..4 => self.add_field(change),
            4..7 => self.remove_field(change),
            7 | 8 => self.rename_field(change),
            9..14 => self.retype_field(change),
            14 => self.rename_type(change),
            15 => self.add_variant(change),
            16 => self.remove_variant(change),
            17 => self.rename_variant(change),
            18 => self.respell_field(change),
            22 | 23 => self.add_hook(change),
            19 => self.skip_field(change),
            _ => self.move_field(change),
        }
    }

    /// The fields of a struct, or of one of the variants.
    fn some_fields<'p>(
        &mut self,
        program: &'p mut Program,
        number: usize,
    ) -> Option<&'p mut Fields> {
        match &mut program.types.get_mut(number)?.body {
            Body::Struct(fields) => Some(fields),
            Body::Enum(variants) => {
                // A new variant has the fields that it has.
                let is_old = |variant: &&mut Variant| !self.touched.contains(&variant.id);
                let live = variants.iter_mut().filter(|variant| variant.until.is_none());
                let mut live: Vec<&mut Variant> = live.filter(is_old).collect();
                let place = self.numbers.below(live.len());
                if place >= live.len() { None } else { Some(&mut live.swap_remove(place).fields) }
            }
        }
    }

    /// Values of the root.
    ///
    /// # Errors
    ///
    /// If the generator is wrong.
    pub fn values(&mut self, program: &Program, count: usize) -> Result<Vec<Value>, String> {
        let mut values = Vec::new();
        for number in 0..count {
            let mut maker = Maker::new(program, self.numbers, &mut self.objects);
            maker.has_skipped = true;
            maker.has_links = true;
            maker.is_modest = number % 2 == 1;
            values.push(maker.value(&Ty::Named(0), 0)?);
        }
        Ok(values)
    }
}
