//! The trait as Rust source.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Source;
use crate::carry::Ends;
use crate::literal::literal;
use crate::program::Program;
use crate::role::{Class, Origin, Strangers};
use crate::ty::Ty;
use crate::value::Value;

const TRAIT: &str = "
pub trait Role: archive::Object {
    fn show_role(&self, out: &mut Shown);

    fn copy(&self) -> Box<dyn Role>;
}

impl Clone for Box<dyn Role> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}
";

const STRANGER: &str = "
#[derive(Clone)]
pub struct Stranger(archive::Unknown);

impl From<archive::Unknown> for Stranger {
    fn from(unknown: archive::Unknown) -> Self {
        Self(unknown)
    }
}

impl AsRef<archive::Unknown> for Stranger {
    fn as_ref(&self) -> &archive::Unknown {
        &self.0
    }
}

impl Role for Stranger {
    fn show_role(&self, out: &mut Shown) {
        out.word(\"as:?\");
    }

    fn copy(&self) -> Box<dyn Role> {
        Box::new(self.clone())
    }
}
";

/// The trait with its registry, if the program has classes.
///
/// # Errors
///
/// If a value is not of its type.
pub fn role(program: &Program) -> Source {
    let role = &program.role;
    if role.classes.is_empty() {
        return Ok("\npub fn start() {}\n".into());
    }
    let mut source = String::from(TRAIT);
    for class in role.live() {
        let (name, word) = (program.name(class.number), format!("as:{}", class.key));
        let _always = write!(
            source,
            "\nimpl Role for {name} {{\n    fn show_role(&self, out: &mut Shown) {{\n        out.word({word:?});\n        \
             self.show(out);\n    }}\n\n    fn copy(&self) -> Box<dyn Role> {{\n        Box::new(self.clone())\n    }}\n}}\n"
        );
    }
    source.push_str(&content(program));
    if matches!(role.strangers, Strangers::Kept) {
        source.push_str(STRANGER);
    }
    Ok(source + &registry(program)?)
}

/// The impl that shows and makes what pointers to objects of the trait lead to.
fn content(program: &Program) -> String {
    let mut makes = [const { String::new() }; 3];
    let mut some = String::new();
    for class in program.role.live() {
        some = program.name(class.number);
        let calls = [
            format!("Ok(Box::new(source.part::<{some}>()?))"),
            format!("Ok(source.rc_in_circle::<{some}, Self>(name, |weak| weak)?)"),
            format!("Ok(source.arc_in_circle::<{some}, Self>(name, |weak| weak)?)"),
        ];
        for (make, call) in makes.iter_mut().zip(calls) {
            let _always = writeln!(make, "            \"as:{}\" => {call},", class.key);
        }
    }
    let mut source = String::from(
        "\nimpl histories_harness::Content for dyn Role {\n    fn show_content(&self, out: &mut Shown) {\n        \
         self.show_role(out);\n    }\n",
    );
    let kinds = [("box", "", "Box"), ("rc", ", name: &str", "Rc"), ("arc", ", name: &str", "Arc")];
    for ((kind, name, pointer), makes) in kinds.iter().zip(makes) {
        let _always = write!(
            source,
            "\n    fn make_{kind}(source: &mut Source<'_>{name}) -> Result<{pointer}<Self>, String> {{\n        \
             match source.read()? {{\n{makes}            word => Err(format!(\"no class is {{word}}\")),\n        }}\n    }}\n"
        );
    }
    for (kind, module) in [("rc", "rc"), ("arc", "sync")] {
        let _always = write!(
            source,
            "\n    fn no_{kind}() -> {module}::Weak<Self> {{\n        {module}::Weak::<{some}>::new()\n    }}\n"
        );
    }
    source + "}\n"
}

fn registry(program: &Program) -> Source {
    let mut classes = String::new();
    let mut joins = String::new();
    for class in &program.role.classes {
        let entry = entry(program, class)?;
        let _always = match class.origin {
            Origin::Game => writeln!(classes, "        {entry},"),
            Origin::Mod => writeln!(
                joins,
                "    let _ = <dyn Role as archive::Classes>::join(|registry| registry.add(archive::class!(dyn Role, {entry})));"
            ),
            Origin::Missing => Ok(()),
        };
    }
    let strangers = match &program.role.strangers {
        Strangers::Refused => String::new(),
        Strangers::Kept => "        unknown Stranger,\n".into(),
        Strangers::Replaced(by) => {
            let by = object(program, by)?;
            format!("        unknown into |_: archive::Unknown| -> Box<dyn Role> {{ {by} }},\n")
        }
    };
    Ok(format!(
        "\narchive::registry! {{\n    dyn Role as \"Role\" {{\n{classes}{strangers}    }}\n}}\n\n\
         /// Starts the mods.\npub fn start() {{\n{joins}}}\n"
    ))
}

fn object(program: &Program, value: &Value) -> Source {
    literal(program, &Ty::Dyn.boxed(), value)
}

fn entry(program: &Program, class: &Class) -> Source {
    let name = program.name(class.number);
    let mut entry = format!("{name} as {:?}", class.key);
    if let Some(alias) = &class.alias {
        entry += &format!(" | {alias:?}");
    }
    if class.since > 1 && class.origin == Origin::Game {
        entry += &format!(" since {}", class.since);
    }
    for rename in &class.renames {
        entry += &format!(" renamed {} from {:?}", rename.version, rename.from);
    }
    let Some((until, into)) = class.until.zip(class.into.as_ref()) else { return Ok(entry) };
    let ends = Ends::of_class(program, class);
    let carried = ends.as_ref().zip(class.carry).and_then(|(ends, carry)| {
        let (from, _) = ends.fields(carry)?;
        Some((carry, format!("old.{}", ends.member(from)?)))
    });
    let (it, into) = match (ends, carried) {
        (Some(ends), Some((carry, member))) => {
            let values = BTreeMap::from([(carry.from, Value::Variable(member))]);
            ("old", object(program, &ends.made(Some(carry), into.clone(), &values))?)
        }
        _ => ("_", object(program, into)?),
    };
    let until =
        if class.origin == Origin::Game { format!(" until {until}") } else { String::new() };
    Ok(format!("retired {entry}{until} into |{it}: {name}| -> Box<dyn Role> {{ {into} }}"))
}
