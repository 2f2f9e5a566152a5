//! Renders a schema as a skeleton of Rust types.

mod key;
mod names;
mod ty;

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use key::Compared;
use names::Name;

use super::name::Scope;
use super::{doc_comment, note, printable, root_first};
use crate::schema::{
    BodyDef, FieldDef, FieldsDef, MetaDef, MetaValueDef, Schema, Style, TypeDef, TypeRef,
    VariantDef, on_cycles,
};

/// Renders a schema as Rust types that read its archives, for a programmer who has a file but not the game.
///
/// Types have their stable names and versions, docs and notes for tools, so that they have the fingerprint of the file,
/// which loads directly. A name that is not an identifier is replaced by one: a type keeps the original in a `name`
/// attribute; a field or variant is declared as renamed in a version after the file's. Recursive values are boxed, and
/// links that may lead back to an owner are in cells. Keys derive their comparisons, those of hash tables without an order;
/// floats in them are `OrderedFloat`, from the crate `ordered-float` with the feature `ordered-float-5`.
///
/// A generic type that is not the library's becomes a separate type for each of its instances. The schema then differs,
/// so such an archive is read by name ([`Newer::Accept`](crate::Newer::Accept)).
///
/// ```
/// use archive::{Archive, Describe, schema};
///
/// #[derive(Archive)]
/// struct Hero {
///     /// In hearts.
///     health: f32,
///     #[since(2, default = Vec::new())]
///     bag: Vec<String>,
/// }
///
/// assert_eq!(schema::rust(&Hero::schema()), "\
/// // Reads an archive of `Hero`: `let value: Hero = archive::load(path)?;`
///
/// use archive::Archive;
///
/// #[derive(Archive, Debug)]
/// #[archive(version = 2)]
/// pub struct Hero {
///     /// In hearts.
///     pub health: f32,
///     pub bag: Vec<String>,
/// }
/// ");
/// ```
#[must_use]
pub fn rust(schema: &Schema) -> String {
    let writer = Writer {
        schema,
        names: names::names(schema),
        boxed: on_cycles(schema, ty::held),
        linked: on_cycles(schema, TypeRef::names),
        keys: key::keys(schema),
    };
    let mut imports = BTreeSet::new();
    let root = writer.ty(&schema.root, &mut imports);
    let mut types = String::new();
    for (index, def) in root_first(schema).filter(|(_, def)| names::library(def).is_none()) {
        types.push('\n');
        writer.def(&mut types, index, def, &mut imports);
    }
    let name = printable(&schema.type_name(&schema.root));
    let is_generic = |def: &TypeDef| !def.args.is_empty() && names::library(def).is_none();
    let is_generic = schema.types.iter().any(is_generic);
    let load = if is_generic {
        "archive::Options::file().newer(archive::Newer::Accept).load(path)?"
    } else {
        "archive::load(path)?"
    };
    let mut text = format!("// Reads an archive of `{name}`: `let value: {root} = {load};`\n");
    if !types.is_empty() {
        imports.insert("archive::Archive");
    }
    if !imports.is_empty() {
        text.push('\n');
    }
    for path in imports {
        text.push_str(&format!("use {path};\n"));
    }
    text.push_str(&types);
    text
}

struct Writer<'s> {
    schema: &'s Schema,
    names: Vec<Name>,
    /// The structs and enums that contain themselves.
    boxed: Vec<bool>,
    /// Those that reach themselves, including through links.
    linked: Vec<bool>,
    /// How they are compared.
    keys: Vec<Compared>,
}

type Imports = BTreeSet<&'static str>;

impl Writer<'_> {
    fn def(&self, text: &mut String, index: usize, def: &TypeDef, imports: &mut Imports) {
        let Some(name) = self.names.get(index) else {
            return;
        };
        text.push_str(&doc_comment("", &def.doc));
        if !def.args.is_empty() {
            let known = printable(&self.schema.name_of(def));
            text.push_str(&format!("// A generic type with its arguments: {known}\n"));
        }
        let compared = self.compared(index).derives();
        text.push_str(&format!("#[derive(Archive, Debug{compared})]\n"));
        let renames = renames(&def.body);
        let version = def.version.saturating_add(u32::from(renames));
        let mut notes = Vec::new();
        if let Some(stable) = &name.stable {
            notes.push(format!("name = {stable:?}"));
        }
        if version > 1 {
            notes.push(format!("version = {version}"));
        }
        notes.extend(meta(&def.meta));
        attribute(text, "", &notes);
        if !names::is_camel(&name.ident) || has_odd_variants(&def.body) {
            text.push_str("#[allow(non_camel_case_types, reason = \"the stored names\")]\n");
        }
        let (ident, at) = (&name.ident, At { writer: self, index, version: def.version });
        match &def.body {
            BodyDef::Struct(fields) => {
                text.push_str(&format!("pub struct {ident}"));
                at.fields(text, fields, "", "pub ", imports);
                text.push_str(if fields.style == Style::Named { "\n" } else { ";\n" });
            }
            BodyDef::Enum(variants) => {
                text.push_str(&format!("pub enum {ident} {{\n"));
                at.variants(text, variants, imports);
                text.push_str("}\n");
            }
        }
    }

    /// The type of a field of the struct or enum at an index; recursive values are boxed.
    fn field(&self, index: usize, ty: &TypeRef, imports: &mut Imports) -> String {
        let holder = self.boxed.get(index).copied().unwrap_or(false);
        let boxed = if holder { self.boxed.as_slice() } else { &[] };
        let of = |list: &[bool], index: usize| list.get(index).copied().unwrap_or(false);
        let is_key = self.compared(index) != Compared::Not;
        // A link to an object that is built later can only be set in a cell. A key cannot be in one.
        let may_lead_back = of(&self.linked, index)
            && !is_key
            && ty::links(ty).is_some_and(|to| of(&self.linked, to));
        let ty =
            ty::Rust { schema: self.schema, names: &self.names, boxed, is_key }.of(ty, imports);
        if !may_lead_back {
            return ty;
        }
        imports.insert("std::cell::RefCell");
        format!("RefCell<{ty}>")
    }

    fn compared(&self, index: usize) -> Compared {
        self.keys.get(index).copied().unwrap_or(Compared::Not)
    }

    fn ty(&self, ty: &TypeRef, imports: &mut Imports) -> String {
        ty::Rust { schema: self.schema, names: &self.names, boxed: &[], is_key: false }
            .of(ty, imports)
    }
}

/// Whether a variant of an enum does not have a name that the compiler expects, such as the key of a class.
fn has_odd_variants(body: &BodyDef) -> bool {
    let BodyDef::Enum(variants) = body else { return false };
    let mut scope = Scope::default();
    variants.iter().any(|it| !names::is_camel(&names::variant(&it.name, &mut scope).0))
}

/// The struct or enum that is being written.
struct At<'w, 's> {
    writer: &'w Writer<'s>,
    index: usize,
    version: u32,
}

impl At<'_, '_> {
    fn variants(&self, text: &mut String, variants: &[VariantDef], imports: &mut Imports) {
        let ranks = variants.iter().zip(0_u32..);
        let as_ranked = ranks.clone().all(|(variant, rank)| variant.tag == rank);
        let mut scope = Scope::default();
        for variant in variants {
            let (ident, changed) = names::variant(&variant.name, &mut scope);
            text.push_str(&doc_comment(INDENT, &variant.doc));
            let mut notes = Vec::new();
            if !as_ranked {
                notes.push(format!("tag = {}", variant.tag));
            }
            if changed {
                notes.push(self.renamed(&variant.name));
            }
            notes.extend(meta(&variant.meta));
            attribute(text, INDENT, &notes);
            text.push_str(&format!("{INDENT}{ident}"));
            self.fields(text, &variant.fields, INDENT, "", imports);
            text.push_str(",\n");
        }
    }

    /// The fields, with their delimiters.
    fn fields(
        &self,
        text: &mut String,
        fields: &FieldsDef,
        outer: &str,
        public: &str,
        imports: &mut Imports,
    ) {
        let (open, close) = match fields.style {
            Style::Named => (" {\n", "}"),
            Style::Tuple => ("(\n", ")"),
            Style::Unit => return,
        };
        text.push_str(open);
        let (mut scope, mut place) = (Scope::default(), 0_u64);
        for field in &fields.list {
            let indent = format!("{outer}{INDENT}");
            text.push_str(&doc_comment(&indent, &field.doc));
            let (mut notes, mut before) = (Vec::new(), String::new());
            match fields.style {
                Style::Tuple => {
                    notes.extend(self.gap(field, &mut place));
                    place = place.saturating_add(1);
                }
                _ => {
                    let (ident, changed) = names::field(&field.name, &mut scope);
                    if changed {
                        notes.push(self.renamed(&field.name));
                    }
                    before = format!("{ident}: ");
                }
            }
            if field.flatten {
                notes.push("flatten".into());
            }
            notes.extend(meta(&field.meta));
            attribute(text, &indent, &notes);
            let ty = self.writer.field(self.index, &field.ty, imports);
            text.push_str(&format!("{indent}{public}{before}{ty},\n"));
        }
        text.push_str(outer);
        text.push_str(close);
    }

    /// Tombstones for the removed fields before a tuple field, since its name counts them.
    fn gap(&self, field: &FieldDef, place: &mut u64) -> Vec<String> {
        let named = field.name.parse().unwrap_or(*place);
        let missing = named.saturating_sub(*place);
        // A larger gap was not written by a person, and nothing can be missing in a first version.
        if missing > 64 || self.version < 2 {
            return Vec::new();
        }
        *place = place.saturating_add(missing);
        (0..missing).map(|_| format!("removed(_: (), until = {})", self.version)).collect()
    }

    /// Declares the name in the file, which is not valid in Rust, as that of an earlier version.
    fn renamed(&self, name: &str) -> String {
        format!("renamed({}, from = {name:?})", self.version.saturating_add(1))
    }
}

const INDENT: &str = "    ";

/// Whether any field or variant needs another name than in the file.
fn renames(body: &BodyDef) -> bool {
    let any = |fields: &FieldsDef| {
        let mut scope = Scope::default();
        let mut changed = |field: &FieldDef| names::field(&field.name, &mut scope).1;
        fields.style == Style::Named && fields.list.iter().any(&mut changed)
    };
    match body {
        BodyDef::Struct(fields) => any(fields),
        BodyDef::Enum(variants) => {
            let mut scope = Scope::default();
            variants
                .iter()
                .any(|variant| names::variant(&variant.name, &mut scope).1 || any(&variant.fields))
        }
    }
}

fn attribute(text: &mut String, indent: &str, notes: &[String]) {
    if !notes.is_empty() {
        text.push_str(&format!("{indent}#[archive({})]\n", notes.join(", ")));
    }
}

/// The notes for tools, as far as Rust syntax allows.
fn meta(meta: &[MetaDef]) -> Option<String> {
    let mut keys = BTreeSet::new();
    let is_key = |key: &str| names::is_word(key) && !names::is_keyword(key);
    let own = meta.iter().filter(|note| is_key(&note.key) && keys.insert(&note.key));
    let is_literal = |note: &&MetaDef| match note.value {
        MetaValueDef::Float(value) => value.is_finite(),
        _ => true,
    };
    let notes: Vec<String> = own.filter(is_literal).map(note).collect();
    (!notes.is_empty()).then(|| format!("meta({})", notes.join(", ")))
}
