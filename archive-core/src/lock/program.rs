//! The program's types, prepared for comparison with the lines of a lock file.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Lock, outlines, type_text};
use crate::schema::Outline;
use crate::schema::outline::{OutlineBody, OutlineFields, type_name};
use crate::{Error, ErrorKind, Shape, class, flatten};

/// A struct or enum with its arguments, in each loadable version.
pub(super) struct Entry {
    pub(super) shape: &'static Shape,
    /// Its current name, with its arguments.
    pub(super) name: String,
    pub(super) outlines: BTreeMap<u32, Outline>,
}

/// All types in the locks.
pub(super) struct Program {
    pub(super) entries: Vec<Entry>,
    /// Entry indices by every current and former name, with arguments.
    by_name: BTreeMap<String, Vec<usize>>,
    /// The current name for each former one.
    former: BTreeMap<String, String>,
}

impl Program {
    /// Collects the types of some locks.
    ///
    /// # Errors
    ///
    /// Fails if two types had the same name at the same version, or if values of one of them can be neither saved nor loaded.
    pub(super) fn of(locks: &[Lock]) -> Result<Self, Error> {
        let mut owners: BTreeMap<(String, u32), &'static Shape> = BTreeMap::new();
        let mut program =
            Self { entries: Vec::new(), by_name: BTreeMap::new(), former: BTreeMap::new() };
        for shape in locks.iter().flat_map(Lock::shapes) {
            let name = Outline::name_at(shape, shape.version);
            if program.entries.iter().any(|entry| entry.shape.id.is(shape.id) && entry.name == name)
            {
                continue;
            }
            flatten::check_shape(shape)?;
            class::check(shape)?;
            let outlines: BTreeMap<u32, Outline> =
                outlines(shape).map(|outline| (outline.version, outline)).collect();
            for outline in outlines.values() {
                let owner = owners.entry((outline.name.clone(), outline.version)).or_insert(shape);
                if !owner.id.is(shape.id) {
                    return Err(clash(outline, owner, shape));
                }
            }
            program.add(Entry { shape, name, outlines });
        }
        Ok(program)
    }

    fn add(&mut self, entry: Entry) {
        let index = self.entries.len();
        let today = type_name(entry.shape.name);
        let args = entry.name.strip_prefix(&today).unwrap_or("");
        self.by_name.entry(entry.name.clone()).or_default().push(index);
        for rename in entry.shape.renamed {
            let former = type_name(rename.from);
            self.by_name.entry(format!("{former}{args}")).or_default().push(index);
            self.former.insert(former, today.clone());
        }
        self.entries.push(entry);
    }

    /// Records that a name the program does not know is the former name of `today`.
    pub(super) fn rename(&mut self, former: &str, today: &str) {
        let ident = |name| type_text::split(name).0.to_owned();
        self.former.insert(ident(former), ident(today));
    }

    /// The type that had this name, with arguments, at this version; otherwise any type that ever had it.
    pub(super) fn find(&self, name: &str, version: u32) -> Option<usize> {
        let today = self.with_args_of_today(name);
        let known = self.by_name.get(name).or_else(|| self.by_name.get(&today))?;
        let had_it = |index: &&usize| {
            let outline = self.entries.get(**index).and_then(|entry| entry.outlines.get(&version));
            outline.is_some_and(|outline| outline.name == name || outline.name == today)
        };
        known.iter().find(had_it).or(known.first()).copied()
    }

    /// The outline with the types in it under their current names.
    pub(super) fn with_names_of_today(&self, outline: &Outline) -> Outline {
        let mut outline = outline.clone();
        outline.name = self.with_args_of_today(&outline.name);
        retype(&mut outline, &|ty| self.type_today(ty));
        outline
    }

    /// A type with the types in it under their current names.
    pub(super) fn type_today(&self, ty: &str) -> String {
        type_text::renamed(ty, &|name| self.former.get(name).map_or(name, String::as_str))
    }

    fn with_args_of_today(&self, name: &str) -> String {
        let (name, args) = type_text::split(name);
        type_text::with_args(name, args, |arg| self.type_today(arg))
    }
}

/// Applies `change` to each type that an outline names.
pub(super) fn retype(outline: &mut Outline, change: &dyn Fn(&str) -> String) {
    let fields = |fields: &mut OutlineFields| {
        for field in &mut fields.list {
            field.ty = change(&field.ty);
        }
    };
    match &mut outline.body {
        OutlineBody::Struct(list) => fields(list),
        OutlineBody::Enum(variants) => {
            variants.iter_mut().for_each(|variant| fields(&mut variant.fields))
        }
    }
}

#[cold]
fn clash(outline: &Outline, a: &Shape, b: &Shape) -> Error {
    let (name, version, a, b) = (&outline.name, outline.version, a.id, b.id);
    let detail = format!(
        "`{}::{}` and `{}::{}` are both named `{name}` in version {version}",
        a.path, a.ident, b.path, b.ident
    );
    let help = "give one of them another stable name with `#[archive(name = \"..\")]`; or, if one replaced \
        the other, start the new one after the versions of the old one, such as with `#[archive(version = 2, \
        oldest = 2)]`; or, if no archive holds both, lock them in two files";
    Error::new(ErrorKind::NameClash, detail).with_help(help)
}
