//! The types of one program, each with its whole history.

use crate::carry::Carry;
use crate::hook::{Act, Hook};
use crate::role::Role;
use crate::ty::{Int, Ty};
use crate::value::Value;

/// A program. The first type is the root.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub types: Vec<TypeDef>,
    pub role: Role,
    /// Whether links in cells lead back to their owners.
    pub has_links_back: bool,
}

#[derive(Clone, Debug)]
pub struct TypeDef {
    pub name: String,
    pub renames: Vec<Rename>,
    pub version: u32,
    pub body: Body,
    /// Whether fields take their defaults from the type's `Default`.
    pub has_default: bool,
    pub is_transparent: bool,
    /// Whether a struct keeps fields that it does not know.
    pub has_holder: bool,
    pub is_generic: bool,
    pub hooks: Vec<Hook>,
}

#[derive(Clone, Debug)]
pub enum Body {
    Struct(Fields),
    Enum(Vec<Variant>),
}

/// A former name.
#[derive(Clone, Debug)]
pub struct Rename {
    /// The first version with the new name.
    pub version: u32,
    pub from: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Unit,
    Tuple,
    Named,
}

/// Fields in the order of their declaration, those that are gone where they stood.
#[derive(Clone, Debug)]
pub struct Fields {
    pub style: Style,
    pub list: Vec<Field>,
}

#[derive(Clone, Debug)]
pub struct Field {
    /// Stays when the name changes.
    pub id: usize,
    pub name: String,
    pub ty: Ty,
    pub since: u32,
    /// The first version without it.
    pub until: Option<u32>,
    pub default: Option<Value>,
    pub was: Vec<Was>,
    pub renames: Vec<Rename>,
    pub skip: bool,
    pub flatten: bool,
    /// Where the value of a removed field went.
    pub into: Option<Into>,
}

/// Where the value of a removed field went.
#[derive(Clone, Debug)]
pub enum Into {
    /// It is added to another number.
    Added(usize),
    /// It moved to a field of this type.
    Moved(usize, Ty),
}

/// A former type of a field.
#[derive(Clone, Debug)]
pub struct Was {
    pub ty: Ty,
    /// The first version with another type.
    pub until: u32,
    /// Whether a function that converts it back is declared.
    pub has_back: bool,
}

#[derive(Clone, Debug)]
pub struct Variant {
    pub id: usize,
    pub name: String,
    pub since: u32,
    pub until: Option<u32>,
    pub renames: Vec<Rename>,
    pub fields: Fields,
    /// What becomes of a removed variant.
    pub into: Option<Value>,
    /// What that has of it.
    pub carry: Option<Carry>,
}

impl Field {
    /// The name that it has or, if it was removed, had in the end.
    pub fn last_name(&self) -> &str {
        let mut later = self.renames.iter();
        let next = self.until.and_then(|until| later.find(|rename| rename.version >= until));
        next.map_or(self.name.as_str(), |rename| rename.from.as_str())
    }

    /// With the type that is stored.
    pub fn stored(&self) -> Self {
        Self { ty: self.ty.stored(), ..self.clone() }
    }
}

impl Fields {
    /// Those of a generic struct with this argument.
    pub fn with(&self, argument: &Ty) -> Self {
        let mut fields = self.clone();
        for field in &mut fields.list {
            field.ty = field.ty.with(argument);
        }
        fields
    }

    /// Those that the program has, in order.
    pub fn live(&self) -> impl Iterator<Item = &Field> {
        self.list.iter().filter(|field| field.until.is_none())
    }

    /// The field to which a removed one is added, if both still are what they were.
    pub fn added(&self, gone: &Field) -> Option<(&Field, Int, Int)> {
        let Some(Into::Added(id)) = gone.into else { return None };
        let target = self.live().find(|field| field.id == id)?;
        match (&gone.ty, &target.ty) {
            // What moves there would overwrite the sum.
            (Ty::Int(from), Ty::Int(to))
                if gone.was.is_empty() && self.origin(target).is_none() =>
            {
                Some((target, *from, *to))
            }
            _ => None,
        }
    }

    /// The field to which a removed one moved, if both still are what they were.
    pub fn moved(&self, gone: &Field) -> Option<&Field> {
        let Some(Into::Moved(id, ty)) = &gone.into else { return None };
        self.live().find(|field| field.id == *id && field.ty == *ty && gone.was.is_empty())
    }

    /// The removed field from which one came.
    pub fn origin(&self, field: &Field) -> Option<&Field> {
        let mut gone = self.list.iter().filter(|gone| gone.until.is_some());
        gone.find(|gone| self.moved(gone).is_some_and(|moved| moved.id == field.id))
    }

    pub fn get(&self, id: usize) -> Option<&Field> {
        self.list.iter().find(|field| field.id == id)
    }
}

impl TypeDef {
    /// The struct with an argument, if it is generic.
    pub fn with(&self, argument: Option<&Ty>) -> Self {
        let mut def = self.clone();
        if let (Body::Struct(fields), Some(argument)) = (&mut def.body, argument) {
            *fields = fields.with(argument);
        }
        def
    }

    /// The type as it is named where it is declared.
    pub fn own_name(&self) -> String {
        if self.is_generic { format!("{}<T>", self.name) } else { self.name.clone() }
    }

    /// All lists of fields.
    pub fn fields(&self) -> Vec<&Fields> {
        match &self.body {
            Body::Struct(fields) => vec![fields],
            Body::Enum(variants) => variants.iter().map(|variant| &variant.fields).collect(),
        }
    }

    pub fn variants(&self) -> &[Variant] {
        match &self.body {
            Body::Struct(_) => &[],
            Body::Enum(variants) => variants,
        }
    }
}

impl Program {
    /// Whether loading may change a value.
    pub fn has_caps(&self) -> bool {
        let mut hooks = self.types.iter().flat_map(|def| &def.hooks);
        hooks.any(|hook| matches!(hook.act, Act::Cap))
    }

    /// Whether values that an older program saves are changed by an upgrade.
    pub fn upgrades_from(&self, older: &Self) -> bool {
        let mut types = self.types.iter().zip(&older.types);
        types.any(|(def, old)| {
            let is_later =
                |hook: &Hook| matches!(hook.act, Act::Upgrade(last, _) if last >= old.version);
            def.hooks.iter().any(is_later)
        })
    }

    pub fn name(&self, number: usize) -> String {
        self.types.get(number).map_or_else(|| "Missing".into(), |def| def.name.clone())
    }

    /// A type as this program writes it.
    pub fn rust(&self, ty: &Ty) -> String {
        ty.rust(&|number| self.name(number))
    }
}
