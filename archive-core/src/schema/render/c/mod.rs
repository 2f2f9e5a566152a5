//! Renders a schema as a C header.

mod layout;
mod word;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use layout::{Layouts, Struct};
use word::WORDS;

use super::name::{Scope, snake};
use super::printable;
use crate::PrimitiveKind;
use crate::schema::{Schema, TypeDef, TypeRef};

/// Renders the plain-data structs of a schema as a C header, for C code or a shader tool that reads what
/// `#[archive(pod)]` writes.
///
/// A struct qualifies if it consists of numbers, arrays of numbers and such structs, and if a C compiler lays its
/// fields out as its row does, without padding. Each struct comes with a table of offsets and, for C11 compilers, with
/// assertions of its size and offsets. A comment lists all other types, with the reason why they have no C equivalent.
/// The bytes are little-endian.
///
/// ```
/// use archive::{Archive, Describe, schema};
///
/// #[derive(Archive)]
/// struct Vertex { position: [f32; 3], color: u32 }
///
/// let header = schema::c_header(&Vertex::schema());
/// assert!(header.contains("float position[3];"));
/// assert!(header.contains("_Static_assert(sizeof(Vertex) == 16,"));
/// ```
#[must_use]
pub fn c_header(schema: &Schema) -> String {
    let layouts = Layouts::of(schema);
    let root = schema.type_name(&schema.root);
    let guard = format!("ARCHIVE_{}_H", proper(&root).to_ascii_uppercase());
    let mut header = Header { schema, text: String::new(), names: names(schema) };
    header.comment(&format!("The structs of {root} that are stored as plain bytes."), &[]);
    header.line(&format!("#ifndef {guard}\n#define {guard}\n"));
    header.line("#include <stddef.h>\n#include <stdint.h>");
    let mut refused = Vec::new();
    for index in layouts.order() {
        match (layouts.get(*index), schema.types.get(*index)) {
            (Some(Ok(known)), Some(def)) => header.definition(*index, def, known),
            (Some(Err(why)), Some(def)) => {
                refused.push(format!("{}: {why}", schema.name_of(def)));
            }
            _ => {}
        }
    }
    if !refused.is_empty() {
        header.line("");
        header.comment("Types that are not stored as plain bytes:", &refused);
    }
    header.line("\n#endif");
    header.text
}

/// The identifiers of the structs.
fn names(schema: &Schema) -> Vec<String> {
    let mut scope = Scope::with(WORDS);
    let name = |def| scope.take(proper(&schema.name_of(def)));
    schema.types.iter().map(name).collect()
}

/// An identifier not reserved in C: it has no leading or double `_`.
fn proper(name: &str) -> String {
    let text = snake(name);
    if text.starts_with('_') { format!("x{}", text.trim_start_matches('_')) } else { text }
}

struct Header<'s> {
    schema: &'s Schema,
    text: String,
    names: Vec<String>,
}

impl Header<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn comment(&mut self, first: &str, more: &[String]) {
        if more.is_empty() {
            self.line(&format!("/* {} */", quoted(first)));
            return;
        }
        self.line(&format!("/*\n * {}", quoted(first)));
        for line in more {
            self.line(format!(" * {}", quoted(line)).trim_end());
        }
        self.line(" */");
    }

    fn definition(&mut self, index: usize, def: &TypeDef, known: &Struct<'_>) {
        let name = self.names.get(index).cloned().unwrap_or_default();
        let mut scope = Scope::with(WORDS);
        let fields: Vec<String> =
            known.fields.iter().map(|field| scope.take(proper(field.name))).collect();
        let mut notes: Vec<String> = def.doc.lines().map(Into::into).collect();
        if !notes.is_empty() {
            notes.push(String::new());
        }
        notes.push("offset  size  field".into());
        for field in &known.fields {
            let (offset, size) = (field.offset, field.layout.size);
            notes.push(format!("{offset:>6}  {size:>4}  {}", field.name));
        }
        let title =
            format!("{} @{}: {} bytes", self.schema.name_of(def), def.version, known.layout.size);
        notes.insert(0, String::new());
        self.line("");
        self.comment(&title, &notes);
        self.line(&format!("typedef struct {name} {{"));
        for (field, identifier) in known.fields.iter().zip(&fields) {
            for line in field.doc.lines() {
                self.line(format!("    /* {} */", quoted(line)).as_str());
            }
            let declared = self.declared(field.ty, identifier);
            self.line(&format!("    {declared};"));
        }
        self.line(&format!("}} {name};"));
        self.assertions(&name, &fields, known);
    }

    /// A C declaration: the type, the name, then the lengths of arrays from the outermost inwards.
    fn declared(&self, ty: &TypeRef, identifier: &str) -> String {
        let mut lengths = String::new();
        let mut inner = ty;
        while let TypeRef::Array(element, len) = inner {
            lengths.push_str(&format!("[{len}]"));
            inner = element;
        }
        let word = match inner {
            TypeRef::Primitive(kind) => word(*kind),
            TypeRef::Named(index) => self.names.get(*index).map_or("", String::as_str),
            _ => "",
        };
        format!("{word} {identifier}{lengths}")
    }

    fn assertions(&mut self, name: &str, fields: &[String], known: &Struct<'_>) {
        self.line("#if !defined(__cplusplus) && __STDC_VERSION__ >= 201112L");
        let size = known.layout.size;
        self.line(&format!("_Static_assert(sizeof({name}) == {size}, \"size of {name}\");"));
        for (field, identifier) in known.fields.iter().zip(fields) {
            let offset = field.offset;
            self.line(&format!(
                "_Static_assert(offsetof({name}, {identifier}) == {offset}, \"{identifier} of {name}\");"
            ));
        }
        self.line("#endif");
    }
}

/// Text that neither ends the comment around it nor starts another: a space separates `/` from `*`, and
/// splits what is left of a trigraph.
fn quoted(text: &str) -> String {
    let clean = printable(text).replace('\t', " ").replace("??", "? ?");
    let mut quoted = String::new();
    let mut last = ' ';
    for c in clean.chars() {
        if matches!((last, c), ('*', '/') | ('/', '*')) {
            quoted.push(' ');
        }
        quoted.push(c);
        last = c;
    }
    quoted
}

/// The C type of a number, if it has one.
fn word(kind: PrimitiveKind) -> &'static str {
    match kind {
        PrimitiveKind::U8 => "uint8_t",
        PrimitiveKind::U16 => "uint16_t",
        PrimitiveKind::U32 => "uint32_t",
        PrimitiveKind::U64 => "uint64_t",
        PrimitiveKind::I8 => "int8_t",
        PrimitiveKind::I16 => "int16_t",
        PrimitiveKind::I32 => "int32_t",
        PrimitiveKind::I64 => "int64_t",
        PrimitiveKind::F32 => "float",
        PrimitiveKind::F64 => "double",
        _ => "",
    }
}
