//! Programs as Rust source.

use std::fmt::Write as _;

mod gone;
mod role;
mod shown;

use crate::function;
use crate::hook;
use crate::literal::literal;
use crate::program::{Body, Field, Fields, Program, Rename, Style, TypeDef, Variant};
use crate::ty::Ty;
use crate::value::Value;
use crate::widen;

type Source = Result<String, String>;

/// A module with the types of a program.
///
/// # Errors
///
/// If a default is not of its type.
pub fn module(program: &Program) -> Source {
    let mut source = String::from(
        "#![allow(unused_imports, unused_parens, dead_code, reason = \"not every history needs all\")]\n\n\
         use std::cell::RefCell;\nuse std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};\n\
         use std::rc::{self, Rc};\nuse std::sync::{self, Arc};\n\n\
         use archive::Archive;\nuse histories_harness::{Foreign, Plain, Shown, Source, cloned, lent};\n",
    );
    source.push_str(&role::role(program)?);
    for def in &program.types {
        source.push('\n');
        source.push_str(&declaration(program, def)?);
        source.push('\n');
        source.push_str(&shown::plain_impl(def));
        if def.has_default {
            source.push_str(&default_impl(program, def)?);
        }
    }
    Ok(source)
}

fn declaration(program: &Program, def: &TypeDef) -> Source {
    let mut source = String::from("#[derive(Archive, Clone)]\n");
    let mut last = Vec::new();
    source.push_str(&attributes("", &renames(&def.renames)));
    let flags = [("default", def.has_default), ("transparent", def.is_transparent)];
    for (flag, _) in flags.iter().filter(|(_, is_set)| *is_set) {
        source += &format!("#[archive({flag})]\n");
    }
    let hooks: Vec<String> =
        def.hooks.iter().filter_map(|hook| hook::attribute(def, hook)).collect();
    source.push_str(&attributes("", &hooks));
    let body = match &def.body {
        Body::Struct(fields) => {
            let (body, after) = fields_source(program, fields, "    ", Some(def))?;
            last = after;
            let body = match body.strip_suffix('}').filter(|_| def.has_holder) {
                Some(body) => {
                    format!("{body}    #[archive(unknown)]\n    pub holder: archive::Unknown,\n}}")
                }
                None => body,
            };
            let end = if fields.style == Style::Tuple { ";" } else { "" };
            let mut fields = fields.list.iter();
            let name = match def.is_generic && fields.any(|field| field.ty.may_share_param()) {
                true => format!("{}<T: 'static>", def.name),
                false => def.own_name(),
            };
            format!("pub struct {name}{body}{end}\n")
        }
        Body::Enum(variants) => {
            let mut body = format!("pub enum {} {{\n", def.name);
            let mut pending = Vec::new();
            for variant in variants {
                if variant.until.is_some() {
                    pending.push(gone::variant(program, def, variant)?);
                    continue;
                }
                body.push_str(&attributes("    ", &pending));
                pending.clear();
                body.push_str(&variant_source(program, variant)?);
            }
            last.append(&mut pending);
            body + "}\n"
        }
    };
    source.push_str(&attributes("", &last));
    Ok(source + &body)
}

fn default_impl(program: &Program, def: &TypeDef) -> Source {
    let values = def.fields().into_iter().flat_map(Fields::live);
    let values = values.filter_map(|field| Some((field.id, field.default.clone()?))).collect();
    let number = program.types.iter().position(|other| other.name == def.name);
    let ty = Ty::Named(number.ok_or("a type of another program")?);
    let value = literal(program, &ty, &Value::Struct(values))?;
    let name = &def.name;
    Ok(format!(
        "\nimpl Default for {name} {{\n    fn default() -> Self {{\n        {value}\n    }}\n}}\n"
    ))
}

fn attributes(indent: &str, list: &[String]) -> String {
    list.iter().fold(String::new(), |mut text, attribute| {
        let _always = writeln!(text, "{indent}#[archive({attribute})]");
        text
    })
}

fn renames(list: &[Rename]) -> Vec<String> {
    list.iter()
        .map(|rename| format!("renamed({}, from = {:?})", rename.version, rename.from))
        .collect()
}

fn variant_source(program: &Program, variant: &Variant) -> Source {
    let mut source = attributes("    ", &renames(&variant.renames));
    if variant.since > 1 {
        source += &format!("    #[since({})]\n", variant.since);
    }
    let (body, after) = fields_source(program, &variant.fields, "        ", None)?;
    source += &attributes("    ", &after);
    Ok(source + &format!("    {}{body},\n", variant.name))
}

/// The fields in their brackets, and the tombstones after the last one.
fn fields_source(
    program: &Program,
    fields: &Fields,
    indent: &str,
    owner: Option<&TypeDef>,
) -> Result<(String, Vec<String>), String> {
    let mut body = String::new();
    let mut pending = Vec::new();
    for field in &fields.list {
        if field.until.is_some() {
            pending.extend(gone::field(program, owner, fields, field)?);
            continue;
        }
        body += &attributes(indent, &pending);
        pending.clear();
        body += &field_source(program, fields.style, field, (indent, owner, fields))?;
    }
    let end = indent.get(4..).unwrap_or_default();
    let body = match fields.style {
        Style::Unit => String::new(),
        Style::Tuple => format!("(\n{body}{end})"),
        Style::Named => format!(" {{\n{body}{end}}}"),
    };
    Ok((body, pending))
}

fn field_source(
    program: &Program,
    style: Style,
    field: &Field,
    (indent, owner, fields): (&str, Option<&TypeDef>, &Fields),
) -> Source {
    let mut list = renames(&field.renames);
    if field.flatten {
        list.push("flatten".into());
    }
    let module = field.ty.module(&|number| program.name(number));
    list.extend(module.filter(|_| !field.skip).map(|module| format!("with = {module}")));
    for was in &field.was {
        list.push(was_source(program, &was.ty, was.until, was.has_back, field));
    }
    let mut source = attributes(indent, &list);
    let default = field.default.as_ref();
    let default = default.map(|value| literal(program, &field.ty, value)).transpose()?;
    let replaces = fields.origin(field).map(Field::last_name);
    let replaces = replaces.map_or_else(String::new, |name| format!(", replaces({name})"));
    let by_type = owner.is_some_and(|def| def.has_default) && replaces.is_empty();
    let spelled = match (field.skip, field.since, default) {
        (true, ..) if by_type => "#[archive(skip)]\n".into(),
        (_, 1, _) if by_type => String::new(),
        (_, since, _) if by_type => format!("#[since({since})]\n"),
        (true, _, Some(default)) => format!("#[archive(skip, default = {default})]\n"),
        (_, 1, Some(default)) => format!("#[archive(default = {default})]\n"),
        (_, since, Some(default)) if replaces.is_empty() && field.id & 3 == 0 => {
            // The other spellings; the short one takes literals.
            let is_literal = matches!(field.default, Some(Value::Int(0..) | Value::Bool(_)))
                && matches!(field.ty, Ty::Int(_) | Ty::Bool);
            let unsuffixed = default.split('_').next().unwrap_or_default();
            let short = format!("#[default = {unsuffixed}]");
            let long = format!("#[archive(default = {default})]");
            format!("#[since({since})]\n{indent}{}\n", if is_literal { short } else { long })
        }
        (_, since, Some(default)) => format!("#[since({since}, default = {default}{replaces})]\n"),
        _ => String::new(),
    };
    if !spelled.is_empty() {
        source += &format!("{indent}{spelled}");
    }
    let visible = if owner.is_some() { "pub " } else { "" };
    let name = if style == Style::Named { format!("{}: ", field.name) } else { String::new() };
    Ok(source + &format!("{indent}{visible}{name}{},\n", program.rust(&field.ty)))
}

fn was_source(program: &Program, old: &Ty, until: u32, has_back: bool, field: &Field) -> String {
    let old = &old.stored();
    let ty = program.rust(old);
    match function::between(old, &field.ty) {
        Some(function) if !widen::widens(old, &field.ty) => {
            let (with, back) = function.rust(&ty, &program.rust(&field.ty));
            let back = if has_back { format!(", back = {back}") } else { String::new() };
            format!("was({ty}, until = {until}, with = {with}{back})")
        }
        _ => format!("was({ty}, until = {until})"),
    }
}
