//! Finds the structs and enums that a type reaches at given versions.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::canonical::write_args;
use super::outline::type_name;
use crate::Kind;
use crate::shape::Field;
use crate::{Arg, Error, ErrorKind, Shape, Type, VersionTable};

/// A struct or enum at one version.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instance {
    pub(crate) shape: &'static Shape,
    pub(crate) version: u32,
}

impl Instance {
    /// The fields alive at its version, including those of all variants alive then.
    pub(crate) fn fields(self) -> impl Iterator<Item = &'static Field> {
        let (own, variants) = (self.shape.fields(), self.shape.variants());
        let lives = move |field: &&Field| field.lifespan.contains(self.version);
        let alive = variants.iter().filter(move |v| v.lifespan.contains(self.version));
        own.iter().chain(alive.flat_map(|variant| variant.fields.list)).filter(lives)
    }
}

/// Structs and enums by name with arguments, sorted.
pub(crate) type Instances = BTreeMap<String, Instance>;

/// Returns the version of a shape; the `bool` is true for the root, which error messages treat specially.
pub(crate) type VersionOf<'f> = dyn FnMut(&'static Shape, bool) -> Result<u32, Error> + 'f;

/// The structs and enums that `root` reaches, at the versions that `version_of` returns.
///
/// # Errors
///
/// Fails if `version_of` does, or if two different types have the same name.
pub(crate) fn walk(
    root: &'static Type,
    version_of: &mut VersionOf<'_>,
) -> Result<Instances, Error> {
    let mut walk = Walk::new(version_of);
    walk.visit(root, true)?;
    walk.visit_open()?;
    Ok(walk.found)
}

/// Checks that no two types that a struct or enum reaches today have the same name.
///
/// # Errors
///
/// Fails if two have.
pub(crate) fn check_names(shape: &'static Shape) -> Result<(), Error> {
    let mut versions = |shape: &'static Shape, _| Ok(shape.version);
    let open = alloc::vec![Instance { shape, version: shape.version }];
    let mut walk = Walk { open, ..Walk::new(&mut versions) };
    walk.visit_open()
}

/// The structs and enums that `root` reaches today; if two share a name, the first.
pub(crate) fn today(root: &'static Type) -> Instances {
    let mut versions = |shape: &'static Shape, _| Ok(shape.version);
    let mut walk = Walk::new(&mut versions);
    // A name clash is reported when saving and loading; here only one of the types is shown.
    let _ = walk.visit(root, true);
    while let Some(instance) = walk.open.pop() {
        for field in instance.fields() {
            let _ = walk.visit(field.ty, false);
        }
    }
    walk.found
}

/// The version of a shape in a table, which must list it and be within its history.
pub(crate) fn version_in(table: &VersionTable, shape: &Shape, is_root: bool) -> Result<u32, Error> {
    if is_library(shape) {
        return Ok(shape.version);
    }
    match table.version_of(shape, is_root) {
        Some(version) => in_history(shape, version),
        None => {
            let detail = format!("the version table lacks the type `{}`", shape.name);
            Err(Error::new(ErrorKind::MissingVersion, detail).in_type(shape.name))
        }
    }
}

/// Whether a type is one of this library's own; those have one version and are in no table.
pub(crate) fn is_library(shape: &Shape) -> bool {
    is_library_name(shape.name)
}

/// Whether a type of this name is one of this library's own.
pub(super) fn is_library_name(name: &str) -> bool {
    name.starts_with("std.")
}

/// Returns `version` if the type's history contains it.
pub(crate) fn in_history(shape: &Shape, version: u32) -> Result<u32, Error> {
    let (oldest, newest) = (shape.oldest, shape.version);
    let error = if version > newest {
        let detail =
            format!("`{}` has version {version}, which is newer than this program's", shape.name);
        Error::new(ErrorKind::TooNew, detail)
    } else if version < oldest {
        let detail =
            format!("version {version} is too old: the oldest readable version is {oldest}");
        Error::new(ErrorKind::TooOld, detail)
    } else {
        return Ok(version);
    };
    Err(error.in_type(shape.name).with_versions(version, oldest, newest))
}

struct Walk<'f, 'v> {
    version_of: &'f mut VersionOf<'v>,
    found: Instances,
    /// One version per definition, whatever its arguments.
    versions: Vec<Instance>,
    open: Vec<Instance>,
}

impl<'f, 'v> Walk<'f, 'v> {
    fn new(version_of: &'f mut VersionOf<'v>) -> Self {
        Self { version_of, found: Instances::new(), versions: Vec::new(), open: Vec::new() }
    }

    /// Visits the fields of the types found, until nothing new is found.
    fn visit_open(&mut self) -> Result<(), Error> {
        while let Some(instance) = self.open.pop() {
            for field in instance.fields() {
                self.visit(field.ty, false)?;
            }
        }
        Ok(())
    }

    /// Records the structs and enums that a type names.
    fn visit(&mut self, ty: &'static Type, is_root: bool) -> Result<(), Error> {
        match ty.kind {
            Kind::Named(shape) => self.visit_shape(shape(), is_root),
            Kind::Boxed(inner) => self.visit(inner, is_root),
            kind => kind.parts().try_for_each(|part| self.visit(part, false)),
        }
    }

    fn visit_shape(&mut self, shape: &'static Shape, is_root: bool) -> Result<(), Error> {
        let version = self.version(shape, is_root)?;
        for arg in shape.args {
            if let Arg::Type(ty) = arg {
                self.visit(ty, false)?;
            }
        }
        let mut key = type_name(shape.name_at(version));
        write_args(&mut key, shape.args, &mut |shape| self.known_version(shape));
        if let Entry::Vacant(entry) = self.found.entry(key) {
            self.open.push(*entry.insert(Instance { shape, version }));
        }
        Ok(())
    }

    /// The version of a definition, requested once. Its name must be unique.
    fn version(&mut self, shape: &'static Shape, is_root: bool) -> Result<u32, Error> {
        if let Some(known) = self.versions.iter().find(|known| known.shape.id.is(shape.id)) {
            return Ok(known.version);
        }
        let version = (self.version_of)(shape, is_root)?;
        let name = shape.name_at(version);
        let taken = |other: &&Instance| other.shape.name_at(other.version) == name;
        if let Some(other) = self.versions.iter().find(taken) {
            return Err(clash(name, other.shape, shape));
        }
        self.versions.push(Instance { shape, version });
        Ok(version)
    }

    /// The version of a definition that was visited.
    fn known_version(&self, shape: &'static Shape) -> u32 {
        let known = self.versions.iter().find(|known| known.shape.id.is(shape.id));
        known.map_or(shape.version, |known| known.version)
    }
}

#[cold]
fn clash(name: &str, a: &Shape, b: &Shape) -> Error {
    let (a, b) = (a.id, b.id);
    let detail = format!(
        "`{}::{}` and `{}::{}` are both named `{name}` in one archive",
        a.path, a.ident, b.path, b.ident
    );
    Error::new(ErrorKind::NameClash, detail)
}
