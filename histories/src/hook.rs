//! Functions that run on loaded values of a struct.

use std::collections::BTreeMap;

use crate::convert::No;
use crate::plain::field_name;
use crate::program::{Body, Field, Fields, TypeDef};
use crate::ty::{Int, Ty};
use crate::value::Value;

/// A function on one of the numbers of a struct. It does nothing if that is none any more.
#[derive(Clone, Debug)]
pub struct Hook {
    /// The number of the field.
    pub field: usize,
    pub act: Act,
}

#[derive(Clone, Debug)]
pub enum Act {
    /// After loading, larger numbers become [`HIGHEST`]. Doing it twice makes no difference.
    Cap,
    /// [`REFUSED`] is not valid.
    Check,
    /// Values of this version and below get something added.
    Upgrade(u32, By),
}

/// What an upgrade adds.
#[derive(Clone, Debug)]
pub enum By {
    Number(i128),
    /// The value of a removed field.
    Taken(usize),
}

const HIGHEST: i128 = 100;
const REFUSED: i128 = 1;

impl Hook {
    /// The field with its type, if it still is a number.
    fn target<'f>(&self, fields: &'f Fields) -> Option<(&'f Field, Int)> {
        let field = fields.live().find(|field| field.id == self.field && !field.skip)?;
        match field.ty {
            Ty::Int(int) => Some((field, int)),
            _ => None,
        }
    }
}

/// The removed field that an upgrade takes, if it is a number of one type.
pub fn taken<'f>(fields: &'f Fields, by: &By) -> Option<(&'f Field, Int)> {
    let By::Taken(id) = by else { return None };
    let gone = fields.get(*id).filter(|gone| gone.was.is_empty())?;
    match gone.ty {
        Ty::Int(int) => Some((gone, int)),
        _ => None,
    }
}

/// Runs the upgrades of a struct on a value of an older version; `stored` gives what a removed field had.
///
/// # Errors
///
/// If a removed field has no value.
pub fn upgrade(
    def: &TypeDef,
    version: u32,
    values: &mut BTreeMap<usize, Value>,
    stored: &mut dyn FnMut(&Field) -> Result<Option<Value>, No>,
) -> Result<(), No> {
    let Body::Struct(fields) = &def.body else { return Ok(()) };
    for hook in &def.hooks {
        let Act::Upgrade(last, by) = &hook.act else { continue };
        let Some((_, int)) = hook.target(fields).filter(|_| version <= *last) else { continue };
        let more = match by {
            By::Number(number) => Some(Value::Int(*number)),
            By::Taken(_) => match taken(fields, by) {
                Some((gone, _)) => stored(gone)?,
                None => None,
            },
        };
        if let Some((sum, more)) = values.get_mut(&hook.field).zip(more) {
            *sum = int.sum(sum, &more);
        }
    }
    Ok(())
}

/// Runs what runs on every loaded value of a struct. Whether that changed anything.
///
/// # Errors
///
/// If the value is not valid.
pub fn after_load(def: &TypeDef, values: &mut BTreeMap<usize, Value>) -> Result<bool, No> {
    let Body::Struct(fields) = &def.body else { return Ok(false) };
    let mut has_changed = false;
    for hook in def.hooks.iter().filter(|hook| matches!(hook.act, Act::Cap)) {
        let value = hook.target(fields).and_then(|_| values.get_mut(&hook.field));
        let is_more = |value: &Value| match value {
            Value::Int(value) => *value > HIGHEST,
            value => matches!(value, Value::Big(_)),
        };
        if let Some(value) = value.filter(|value| is_more(value)) {
            *value = Value::Int(HIGHEST);
            has_changed = true;
        }
    }
    for hook in def.hooks.iter().filter(|hook| matches!(hook.act, Act::Check)) {
        let value = hook.target(fields).and_then(|_| values.get(&hook.field));
        if matches!(value, Some(Value::Int(REFUSED))) {
            return Err(No::Refused);
        }
    }
    Ok(has_changed)
}

/// The attribute of a hook; that of an upgrade stays, as it says which version is today's.
pub fn attribute(def: &TypeDef, hook: &Hook) -> Option<String> {
    let Body::Struct(fields) = &def.body else { return None };
    let me = &def.name;
    let target = hook.target(fields).and_then(|(field, int)| {
        let place = fields.live().position(|other| other.id == field.id)?;
        Some((format!("it.{}", field_name(fields.style, place, &field.name)), int.name()))
    });
    let Act::Upgrade(from, by) = &hook.act else {
        let (it, _) = target?;
        return Some(match hook.act {
            Act::Cap => format!(
                "after_load = |it: &mut {me}| {{ if {it} > {HIGHEST} {{ {it} = {HIGHEST} }} }}"
            ),
            _ => format!(
                "validate = |it: &{me}| -> Result<(), &'static str> {{ \
                 if {it} == {REFUSED} {{ Err(\"not this one\") }} else {{ Ok(()) }} }}"
            ),
        });
    };
    let more = match by {
        By::Number(number) => Some(number.to_string()),
        By::Taken(_) => taken(fields, by).map(|(gone, int)| {
            let old = int.name();
            format!("old.take::<{old}>({:?}).unwrap_or_default() as _", gone.last_name())
        }),
    };
    let body = target.zip(more).map_or_else(String::new, |((it, int), more)| {
        format!("let more: {int} = {more}; {it} = {it}.wrapping_add(more);")
    });
    Some(format!(
        "upgrade(from = {from}, with = |it: &mut {me}, old: &mut archive::Upgrade| {{ {body} }})"
    ))
}
