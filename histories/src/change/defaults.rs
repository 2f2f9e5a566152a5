//! Values that are part of the declarations: defaults, and what becomes of removed variants.

use crate::birth::Author;
use crate::convert::{Convert, Converted, No};
use crate::program::{Body, Field, Fields, Program, TypeDef, Variant};
use crate::random::Maker;
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
            let after = program.clone();
            for (number, def) in program.types.iter_mut().enumerate() {
                self.renew_type(before, &after, number, &mut def.body, is_new)?;
            }
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
                    }
                }
                variants.iter_mut().map(|variant| &mut variant.fields).collect()
            }
        };
        for field in lists.into_iter().flat_map(|fields| &mut fields.list) {
            let old = old_default(before, field.id);
            if field.default.is_some() && old.is_none() == is_new {
                let value =
                    old.map(|(old, value)| self.convert(before, after).field(value, old, field));
                field.default = Some(self.or_made(value, after, &field.ty)?);
            }
        }
        Ok(())
    }

    fn convert<'c>(&'c mut self, from: &'c Program, to: &'c Program) -> Convert<'c> {
        Convert { from, to, objects: &mut self.objects, is_back: false, depth: 0 }
    }

    /// A converted value, or a new one if there is none.
    fn or_made(
        &mut self,
        value: Option<Converted>,
        after: &Program,
        ty: &Ty,
    ) -> Result<Value, String> {
        match value {
            Some(Ok(value)) => Ok(value),
            Some(Err(No::Bug(bug))) => Err(bug),
            _ => Maker::new(after, self.numbers, &mut self.objects).value(ty, 7),
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
