//! How the values of a type are shown and made.

use crate::plain::field_name;
use crate::program::{Body, Fields, Style, TypeDef};

/// The impl of `Plain`.
pub fn plain_impl(def: &TypeDef) -> String {
    let name = &def.name;
    let (show, make) = match &def.body {
        Body::Struct(fields) => {
            let (mut pattern, show, mut make) = parts(fields);
            if def.has_holder {
                pattern = pattern.replacen(" { ", " { holder: _, ", 1);
                make = make.replacen(" { ", " { holder: archive::Unknown::new(), ", 1);
            }
            let show =
                format!("        let Self{pattern} = self;\n        out.word({name:?});\n{show}");
            (
                show,
                format!(
                    "        source.word({name:?})?;\n        {}\n",
                    ending("Self", fields, &make)
                ),
            )
        }
        Body::Enum(variants) => {
            let (mut show, mut make) = (String::new(), String::new());
            for variant in variants.iter().filter(|variant| variant.until.is_none()) {
                let (pattern, body, fields) = parts(&variant.fields);
                let word = format!("{name}.{}", variant.name);
                show += &format!(
                    "            Self::{}{pattern} => {{\n        out.word({word:?});\n{body}            }}\n",
                    variant.name
                );
                let path = format!("Self::{}", variant.name);
                make += &format!(
                    "            {word:?} => {{ {} }}\n",
                    ending(&path, &variant.fields, &fields)
                );
            }
            let show = format!("        match self {{\n{show}        }}\n");
            let make = format!(
                "        match source.read()? {{\n{make}            word => Err(format!(\"no variant is {{word}}\")),\n        }}\n"
            );
            (show, make)
        }
    };
    let parameter = if def.is_generic { "<T: Plain + 'static>" } else { "" };
    let own = def.own_name();
    format!(
        "impl{parameter} Plain for {own} {{\n    fn show(&self, out: &mut Shown) {{\n{show}    }}\n\n    \
         fn make(source: &mut Source<'_>) -> Result<Self, String> {{\n{make}    }}\n}}\n"
    )
}

fn ending(path: &str, fields: &Fields, make: &str) -> String {
    if fields.style == Style::Unit {
        return format!("Ok({path})");
    }
    format!("source.word(\"{{\")?; let made = {path}{make}; source.word(\"}}\")?; Ok(made)")
}

/// The pattern of all fields, what shows them, and what makes them.
fn parts(fields: &Fields) -> (String, String, String) {
    if fields.style == Style::Unit {
        return Default::default();
    }
    let mut show = String::from("        out.word(\"{\");\n");
    let (mut pattern, mut make) = (Vec::new(), Vec::new());
    for (place, field) in fields.live().enumerate() {
        let name = field_name(fields.style, place, &field.name);
        let member = if fields.style == Style::Named { format!("{name}: ") } else { String::new() };
        pattern.push(format!("{member}f{place}"));
        show += &format!("        out.field({name:?}, f{place});\n");
        make.push(format!("{member}source.field({name:?})?"));
    }
    show += "        out.word(\"}\");\n";
    let brackets = |list: Vec<String>| {
        let list = list.join(", ");
        if fields.style == Style::Named { format!(" {{ {list} }}") } else { format!("({list})") }
    };
    (brackets(pattern), show, brackets(make))
}
