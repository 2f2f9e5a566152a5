//! Values that are part of the declarations: defaults, and what becomes of removed variants.

use crate::birth::Author;
use crate::carry::Ends;
use crate::convert::{Convert, Converted, No};
use crate::program::{Body, Field, Fields, Program, TypeDef, Variant};
use crate::random::Maker;
use crate::role::{Role, Strangers};
use crate::ty::Ty;
use crate::value::Value;

impl Author<'_> {
    /// These values are expressions of today's types.
    pub(super) fn renew_defaults(
        &mut self,
        before: &Program,
        program: &mut Program,
    ) -> Result<(), String> {
        // Those of new fields first, which older values now contain.
        for is_new in [true, false] {
            let mut after = program.clone();
            // What takes the place of strangers is not known yet.
            after.role.strangers = Strangers::Refused;
            for (number, def) in program.types.iter_mut().enumerate() {
                self.renew_type(before, &after, number, &mut def.body, is_new)?;
            }
            self.renew_role(before, &after, &mut program.role, is_new)?;
        }
        Ok(())
    }

    fn renew_type(
        &mut self,
        before: &Program,
        after: &Program,
        number: usize,
        body: &mut Body,
        is_new: bool,
    ) -> Result<(), String> {
        let ty = Ty::Named(number);
        let lists: Vec<&mut Fields> = match body {
            Body::Struct(fields) => vec![fields],
            Body::Enum(variants) => {
                for variant in variants.iter_mut().filter(|variant| variant.into.is_some()) {
                    let old = old_variant(before, variant.id);
                    if old.is_none() == is_new {
                        let value = old.map(|old| self.convert(before, after).value(old, &ty, &ty));
                        variant.into = Some(self.or_made(value, after, &ty)?);
                        let def = after.types.get(number).ok_or("a missing type")?;
                        let ends = Ends::of_variant(def, &variant.fields, variant.into.as_ref());
                        variant.carry = ends.and_then(|ends| ends.choose(self.numbers));
                    }
                }
                variants.iter_mut().map(|variant| &mut variant.fields).collect()
            }
        };
        for field in lists.into_iter().flat_map(|fields| &mut fields.list) {
            let old = old_default(before, field.id);
            // That of a field that is not stored is there from the start, and in other values already.
            if field.default.is_some() && !field.skip && old.is_none() == is_new {
                let value =
                    old.map(|(old, value)| self.convert(before, after).field(value, old, field));
                field.default = Some(self.or_made(value, after, &field.ty)?);
            }
        }
        Ok(())
    }

    fn renew_role(
        &mut self,
        before: &Program,
        after: &Program,
        role: &mut Role,
        is_new: bool,
    ) -> Result<(), String> {
        let ty = Ty::Dyn.boxed();
        for class in &mut role.classes {
            let old = before.role.class(class.id).and_then(|old| old.into.as_ref());
            if class.into.is_some() && old.is_none() == is_new {
                let value = old.map(|old| self.convert(before, after).value(old, &ty, &ty));
                class.into = Some(self.or_made(value, after, &ty)?);
                let ends = Ends::of_class(after, class);
                class.carry = ends.and_then(|ends| ends.choose(self.numbers));
            }
        }
        if let Strangers::Replaced(by) = &mut role.strangers {
            let old = match &before.role.strangers {
                Strangers::Replaced(old) => Some(old),
                _ => None,
            };
            if old.is_none() == is_new {
                let value = old.map(|old| self.convert(before, after).value(old, &ty, &ty));
                *by = self.or_made(value, after, &ty)?;
            }
        }
        Ok(())
    }

    fn convert<'c>(&'c mut self, from: &'c Program, to: &'c Program) -> Convert<'c> {
        Convert { from, to, objects: &mut self.objects, is_back: false, depth: 0 }
    }

    /// A value that loading does not change.
    fn loadable(&mut self, after: &Program, ty: &Ty) -> Result<Value, String> {
        for _ in 0..100 {
            let value = Maker::new(after, self.numbers, &mut self.objects).value(ty, 7)?;
            match self.convert(after, after).value(&value, ty, ty) {
                Ok(value) => return Ok(value),
                Err(No::Bug(bug)) => return Err(bug),
                Err(_) => {}
            }
        }
        Err(format!("no value of {ty:?} is valid"))
    }

    /// A converted value, or a new one if there is none.
    fn or_made(
        &mut self,
        value: Option<Converted>,
        after: &Program,
        ty: &Ty,
    ) -> Result<Value, String> {
        match value {
            Some(Ok(value)) if !value.has_stranger() => Ok(value),
            Some(Err(No::Bug(bug))) => Err(bug),
            _ => self.loadable(after, ty),
        }
    }
}

fn old_default(before: &Program, id: usize) -> Option<(&Field, &Value)> {
    let mut lists = before.types.iter().flat_map(TypeDef::fields);
    let field = lists.find_map(|fields| fields.get(id))?;
    Some((field, field.default.as_ref()?))
}

fn old_variant(before: &Program, id: usize) -> Option<&Value> {
    let mut variants = before.types.iter().flat_map(TypeDef::variants);
    variants.find(|variant: &&Variant| variant.id == id)?.into.as_ref()
}
