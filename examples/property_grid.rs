//! A property grid for any type, built from its schema: names, types, docs, notes and values.
//! Edits are made by path, and the type's own validation checks them.

use archive::schema::{BodyDef, FieldDef, MetaValueDef, TypeRef};
use archive::{Archive, Describe, Error, Schema, Value};

#[derive(Archive, Debug)]
#[archive(validate = Lamp::check)]
struct Lamp {
    /// How bright it shines.
    #[archive(meta(unit = "lm", min = 0, max = 1200))]
    brightness: u32,
    /// Red, green and blue.
    colour: [u8; 3],
    /// What it hangs on.
    mount: Mount,
    #[archive(meta(hidden))]
    times_lit: u64,
}

#[derive(Archive, Debug)]
enum Mount {
    /// Set into the ground.
    Post {
        height: f32,
    },
    Ceiling,
}

impl Lamp {
    fn check(&self) -> Result<(), String> {
        match self.brightness {
            0..=1200 => Ok(()),
            other => Err(format!("{other} lm is brighter than 1200 lm")),
        }
    }
}

/// Prints the fields of a struct or variant, then those of each field's value.
fn print(schema: &Schema, ty: &TypeRef, value: &Value<'_>, path: &str) {
    let (TypeRef::Named(index), Value::Struct(it) | Value::Variant(it)) = (ty, value) else {
        return;
    };
    let fields = match schema.types.get(*index).map(|def| &def.body) {
        Some(BodyDef::Struct(fields)) => fields,
        Some(BodyDef::Enum(variants)) => {
            let Some(variant) = variants.iter().find(|known| Some(&*known.name) == it.variant())
            else {
                return;
            };
            &variant.fields
        }
        None => return,
    };
    for (field, (name, value)) in fields.list.iter().zip(it.fields()) {
        if note(field, "hidden").is_some() {
            continue;
        }
        let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        let shown = match value {
            Value::Variant(it) => it.variant().unwrap_or_default().to_owned(),
            other => other.to_string(),
        };
        let unit = note(field, "unit").unwrap_or_default();
        let range = match (note(field, "min"), note(field, "max")) {
            (Some(min), Some(max)) => format!("{min} to {max}"),
            _ => String::new(),
        };
        let ty = schema.type_name(&field.ty);
        println!("{path:14} {shown:>14} {unit:3} {ty:14} {range:10} {}", field.doc.trim());
        print(schema, &field.ty, value, &path);
    }
}

fn note(field: &FieldDef, key: &str) -> Option<String> {
    let note = field.meta.iter().find(|note| note.key == key)?;
    Some(match &note.value {
        MetaValueDef::Bool(value) => value.to_string(),
        MetaValueDef::Int(value) => value.to_string(),
        MetaValueDef::Float(value) => value.to_string(),
        MetaValueDef::Str(value) => value.clone(),
    })
}

fn show(lamp: &Lamp) -> Result<(), Error> {
    let schema = Lamp::schema();
    print(&schema, &schema.root, &Value::of(lamp)?, "");
    println!();
    Ok(())
}

fn main() -> Result<(), Error> {
    let mount = Mount::Post { height: 2.5 };
    let mut lamp = Lamp { brightness: 800, colour: [255, 244, 214], mount, times_lit: 3 };
    show(&lamp)?;

    // What a person types into the grid: a path and a value.
    for (path, typed) in [("brightness", 950_u32), ("mount.height", 3), ("brightness", 5000)] {
        match archive::edit(&mut lamp, |tree| tree.set(path, typed).map(drop)) {
            Ok(()) => println!("{path} = {typed}"),
            Err(error) => println!("{path} = {typed}: {}", error.detail()),
        }
    }
    println!();
    show(&lamp)?;
    lamp.mount = Mount::Ceiling;
    show(&lamp)
}
