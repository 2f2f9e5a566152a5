//! Values as plain texts, which the generated programs understand.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::owners::{Owned, owned};
use crate::program::{Body, Fields, Program, Style};
use crate::ty::{Shared, Ty};
use crate::value::Value;

/// The text of a value in a program.
///
/// # Errors
///
/// If the value is not of the type.
pub fn plain(program: &Program, ty: &Ty, value: &Value) -> Result<String, String> {
    text(program, ty, value, false)
}

fn text(program: &Program, ty: &Ty, value: &Value, is_whole: bool) -> Result<String, String> {
    let ty = &ty.stored();
    let owned = owned(program, ty, value)?;
    let mut text = Text { program, words: Vec::new(), objects: HashMap::new(), owned, is_whole };
    text.value(ty, value)?;
    Ok(text.words.join(" "))
}

/// As [`plain`], for the root.
///
/// # Errors
///
/// If the value is not of the type.
pub fn root(program: &Program, value: &Value) -> Result<String, String> {
    text(program, &Ty::Named(0), value, true)
}

pub fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for char in text.chars() {
        if char.is_whitespace() || char.is_control() || matches!(char, '"' | '\\') {
            quoted.push_str(&format!("\\{:x};", u32::from(char)));
        } else {
            quoted.push(char);
        }
    }
    quoted + "\""
}

struct Text<'p> {
    program: &'p Program,
    words: Vec<String>,
    /// An object behind an `Rc` is another one behind an `Arc`.
    objects: HashMap<(Shared, usize), usize>,
    owned: Owned,
    /// Whether all owners are in the value, so that other links are none.
    is_whole: bool,
}

impl Text<'_> {
    fn word(&mut self, word: impl Into<String>) {
        self.words.push(word.into());
    }

    fn value(&mut self, ty: &Ty, value: &Value) -> Result<(), String> {
        match (ty, value) {
            (Ty::Bool, Value::Bool(value)) => self.word(value.to_string()),
            (Ty::Char, Value::Char(value)) => self.word(quoted(&value.to_string())),
            (Ty::Text, Value::Text(value)) => self.word(quoted(value)),
            (Ty::Int(_), Value::Int(value)) => self.word(value.to_string()),
            (Ty::Int(_), Value::Big(value)) => self.word(value.to_string()),
            (Ty::F32, Value::F32(value)) => self.word(format!("{value:?}")),
            (Ty::F64, Value::F64(value)) => self.word(format!("{value:?}")),
            (Ty::Option(_), Value::None) => self.word("None"),
            (Ty::Option(of), Value::Some(value)) => {
                self.word("Some");
                self.value(of, value)?;
            }
            (Ty::List(_, of) | Ty::Array(of, _), Value::List(values)) => {
                self.word("[");
                for value in values {
                    self.value(of, value)?;
                }
                self.word("]");
            }
            (Ty::Tuple(parts), Value::List(values)) => {
                self.word("(");
                for (part, value) in parts.iter().zip(values) {
                    self.value(part, value)?;
                }
                self.word(")");
            }
            (Ty::Boxed(of) | Ty::Cell(of), value) => self.value(of, value)?,
            (Ty::Weak(kind, _), Value::Weak(number)) => self.link(*kind, *number)?,
            (Ty::Shared(kind, of), Value::Object(number, value)) => {
                self.object(*kind, of, *number, value)?;
            }
            (Ty::Set(_, of), Value::List(values)) => self.set(of, values)?,
            (Ty::Map(_, key, of), Value::Map(entries)) => self.map(key, of, entries)?,
            (Ty::Dyn, Value::Stranger) => self.word("as:?"),
            (Ty::Dyn, Value::Class(id, value)) => {
                let class = self.program.role.class(*id).ok_or("a missing class")?;
                self.word(format!("as:{}", class.key));
                self.named(class.number, None, value)?;
            }
            (Ty::Named(number), value) => self.named(*number, None, value)?,
            (Ty::Of(number, argument), value) => self.named(*number, Some(argument), value)?,
            (ty, value) => return Err(format!("{value:?} is not a {ty:?}")),
        }
        Ok(())
    }

    fn link(&mut self, kind: Shared, number: Option<usize>) -> Result<(), String> {
        let target = number.map(|number| (number, self.owned.get(&(kind, number)).cloned()));
        match target {
            Some((number, Some((ty, value)))) => {
                self.word("~");
                self.object(kind, &ty, number, &value)?;
            }
            Some((_, None)) if !self.is_whole => self.word("~elsewhere"),
            _ => self.word("~None"),
        }
        Ok(())
    }

    fn object(
        &mut self,
        kind: Shared,
        of: &Ty,
        number: usize,
        value: &Value,
    ) -> Result<(), String> {
        let next = self.objects.len() + 1;
        let shown = *self.objects.entry((kind, number)).or_insert(next);
        if shown == next {
            self.word(format!("&{shown}="));
            return self.value(of, value);
        }
        self.word(format!("&{shown}"));
        Ok(())
    }

    /// In the order of the texts, as that of a hash set is none.
    fn set(&mut self, of: &Ty, values: &[Value]) -> Result<(), String> {
        let words: Result<BTreeSet<String>, String> =
            values.iter().map(|value| plain(self.program, of, value)).collect();
        self.word("[");
        words?.into_iter().for_each(|word| self.word(word));
        self.word("]");
        Ok(())
    }

    fn map(&mut self, key: &Ty, of: &Ty, entries: &[(Value, Value)]) -> Result<(), String> {
        let mut sorted = BTreeMap::new();
        for (name, value) in entries {
            sorted.insert(plain(self.program, key, name)?, value);
        }
        self.word("[");
        for (name, value) in sorted {
            self.word(name);
            self.value(of, value)?;
        }
        self.word("]");
        Ok(())
    }

    fn named(&mut self, number: usize, argument: Option<&Ty>, value: &Value) -> Result<(), String> {
        let def = self.program.types.get(number).ok_or("a missing type")?.with(argument);
        match (&def.body, value) {
            (Body::Struct(fields), Value::Struct(values)) => {
                self.word(&def.name);
                self.fields(fields, values)
            }
            (Body::Enum(variants), Value::Variant(id, values)) => {
                let variant = variants.iter().find(|variant| variant.id == *id);
                let variant = variant.ok_or("a missing variant")?;
                self.word(format!("{}.{}", def.name, variant.name));
                self.fields(&variant.fields, values)
            }
            _ => Err(format!("{value:?} is not a {}", def.name)),
        }
    }

    fn fields(&mut self, fields: &Fields, values: &BTreeMap<usize, Value>) -> Result<(), String> {
        if fields.style == Style::Unit {
            return Ok(());
        }
        self.word("{");
        for (place, field) in fields.live().enumerate() {
            let value = values.get(&field.id);
            let value = value.ok_or_else(|| format!("no value of {}", field.name))?;
            self.word(field_name(fields.style, place, &field.name));
            self.value(&field.ty.stored(), value)?;
        }
        self.word("}");
        Ok(())
    }
}

/// The name of a field; that of an unnamed one is its place.
pub fn field_name(style: Style, place: usize, name: &str) -> String {
    if style == Style::Tuple { place.to_string() } else { name.to_owned() }
}
