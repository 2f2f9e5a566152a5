//! Fields and variants that are gone.

use std::collections::BTreeMap;

use super::fields_source;
use crate::carry::Ends;
use crate::convert::{Convert, No};
use crate::function;
use crate::literal::literal;
use crate::program::{Field, Fields, Program, Rename, Style, TypeDef, Variant};
use crate::ty::Ty;
use crate::value::Value;
use crate::widen;

/// The tombstones of a field, one for each of its types.
///
/// # Errors
///
/// If the default is not of its type.
pub fn field(
    program: &Program,
    owner: Option<&TypeDef>,
    fields: &Fields,
    field: &Field,
) -> Result<Vec<String>, String> {
    let style = fields.style;
    let until = field.until.ok_or("the field is not gone")?;
    let last_since = field.was.last().map_or(field.since, |was| was.until);
    if style == Style::Tuple {
        let mut all = entry(program, "_", &field.ty, (field.since, until), field, true)?;
        for was in &field.was {
            let default = default(program, &was.ty, field, true)?;
            all += &format!(", was({}, until = {}{default})", program.rust(&was.ty), was.until);
        }
        return Ok(vec![format!("removed({all})")]);
    }
    let moved = owner.and_then(|_| fields.moved(field));
    let mut list = Vec::new();
    let mut since = field.since;
    for was in &field.was {
        list.push(named(program, &was.ty, (since, was.until), field, true)?);
        since = was.until;
    }
    let mut last = named(program, &field.ty, (last_since, until), field, moved.is_none())?;
    if let Some(into) = owner.and_then(|owner| into(program, owner, fields, field)) {
        last.truncate(last.len() - 1);
        last += &format!("{into})");
    }
    list.push(last);
    Ok(list)
}

/// The functions of a removed field whose value another one has.
fn into(program: &Program, owner: &TypeDef, fields: &Fields, gone: &Field) -> Option<String> {
    let (me, old) = (owner.own_name(), program.rust(&gone.ty));
    if let Some((to, _, _)) = fields.added(gone) {
        let (to, new) = (&to.name, program.rust(&to.ty));
        return Some(format!(
            ", into = |it: &mut {me}, old: {old}| it.{to} = it.{to}.wrapping_add(old as {new})"
        ));
    }
    let to = fields.moved(gone)?;
    let (name, new) = (&to.name, program.rust(&to.ty));
    let (forward, back) = match function::between(&gone.ty, &to.ty) {
        _ if gone.ty == to.ty => ("old".into(), format!("it.{name}.clone()")),
        Some(function) if !widen::widens(&gone.ty, &to.ty) => {
            let (with, back) = function.rust(&old, &new);
            (format!("({with})(old)"), format!("({back})(&it.{name})"))
        }
        _ => (
            "archive::Widen::widen(old)".into(),
            format!("archive::Widen::<{old}>::narrow(&it.{name}).ok_or(\"it does not fit\")"),
        ),
    };
    Some(format!(
        ", into = |it: &mut {me}, old: {old}| it.{name} = {forward}, back = |it: &{me}| {back}"
    ))
}

fn named(
    program: &Program,
    ty: &Ty,
    life: (u32, u32),
    field: &Field,
    has_default: bool,
) -> Result<String, String> {
    let (since, until) = life;
    // The name that it had in the end, and those before.
    let next = field.renames.iter().find(|rename| rename.version >= until);
    let name = next.map_or(&field.name, |rename| &rename.from);
    let former = field.renames.iter().filter(|rename| (since + 1..until).contains(&rename.version));
    let former: String = former
        .map(|Rename { version, from }| format!(", renamed({version}, from = {from:?})"))
        .collect();
    let entry = entry(program, name, ty, life, field, has_default)?;
    Ok(format!("removed({entry}{former})"))
}

fn entry(
    program: &Program,
    name: &str,
    ty: &Ty,
    (since, until): (u32, u32),
    field: &Field,
    has_default: bool,
) -> Result<String, String> {
    let since = if since > 1 { format!(", since = {since}") } else { String::new() };
    let mut default = default(program, ty, field, has_default)?;
    if field.flatten {
        default += ", flatten";
    }
    let ty = program.rust(&ty.stored());
    Ok(format!("{name}: {ty}{since}, until = {until}{default}"))
}

/// What is written for programs in which it had this type.
fn default(program: &Program, ty: &Ty, field: &Field, has_default: bool) -> Result<String, String> {
    let Some(value) = field.default.as_ref().filter(|_| has_default) else {
        return Ok(String::new());
    };
    let ty = &ty.stored();
    let former = Field { ty: ty.clone(), ..field.clone() };
    let mut convert =
        Convert { from: program, to: program, objects: &mut 0, is_back: true, depth: 0 };
    match convert.field(value, field, &former) {
        Ok(value) => Ok(format!(", default = {}", literal(program, ty, &value)?)),
        Err(No::Bug(bug)) => Err(bug),
        Err(_) => Ok(String::new()),
    }
}

/// The tombstone of a variant.
///
/// # Errors
///
/// If something in it is not of its type.
pub fn variant(program: &Program, def: &TypeDef, variant: &Variant) -> Result<String, String> {
    let until = variant.until.ok_or("the variant is not gone")?;
    let since =
        if variant.since > 1 { format!(", since = {}", variant.since) } else { String::new() };
    let mut fields = variant.fields.clone();
    for field in &mut fields.list {
        *field = field.stored();
    }
    let (body, after) = fields_source(program, &fields, "        ", None)?;
    let mut rest: String = variant
        .renames
        .iter()
        .map(|rename| format!(", renamed({}, from = {:?})", rename.version, rename.from))
        .collect();
    for tombstone in after {
        rest += &format!(", {tombstone}");
    }
    if let Some(into) = &variant.into {
        let number = program.types.iter().position(|other| other.name == def.name);
        let number = number.ok_or("a type of another program")?;
        let ends = Ends::of_variant(def, &variant.fields, Some(into));
        let carry = variant
            .carry
            .filter(|carry| ends.as_ref().is_some_and(|ends| ends.fields(*carry).is_some()));
        let value = match (ends, carry) {
            (Some(ends), Some(carry)) => {
                let values = BTreeMap::from([(carry.from, Value::Variable("old".into()))]);
                ends.made(Some(carry), into.clone(), &values)
            }
            _ => into.clone(),
        };
        let value = literal(program, &Ty::Named(number), &value)?;
        let fields = fields.live().map(|field| {
            let is_carried = carry.is_some_and(|carry| carry.from == field.id);
            format!("{}: {}", if is_carried { "old" } else { "_" }, program.rust(&field.ty))
        });
        let fields: Vec<String> = fields.collect();
        rest += &format!(", into = |{}| {value}", fields.join(", "));
    }
    Ok(format!("removed({}{body}{since}, until = {until}{rest})", variant.name))
}
