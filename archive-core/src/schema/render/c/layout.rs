//! Finds the structs of a schema that a C compiler lays out like their rows.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::PrimitiveKind;
use crate::schema::{BodyDef, FieldsDef, Schema, TypeRef};

/// The size and alignment of a value in memory.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) size: u64,
    align: u64,
}

/// A field of a qualifying struct.
pub(super) struct Field<'s> {
    pub(super) name: &'s str,
    pub(super) doc: &'s str,
    pub(super) ty: &'s TypeRef,
    pub(super) offset: u64,
    pub(super) layout: Layout,
}

/// A struct whose memory equals its row.
pub(super) struct Struct<'s> {
    pub(super) layout: Layout,
    pub(super) fields: Vec<Field<'s>>,
}

/// A struct or enum if it qualifies, or why it does not.
type Verdict<'s> = Result<Struct<'s>, String>;

/// Every struct and enum of a schema; nested ones come first.
pub(super) struct Layouts<'s> {
    schema: &'s Schema,
    known: Vec<Option<Verdict<'s>>>,
    order: Vec<usize>,
    /// How many nested structs are being examined.
    depth: u32,
}

/// The maximum nesting depth of structs, as in archives.
const DEEPEST: u32 = 128;

impl<'s> Layouts<'s> {
    pub(super) fn of(schema: &'s Schema) -> Self {
        let known = schema.types.iter().map(|_| None).collect();
        let mut layouts = Self { schema, known, order: Vec::new(), depth: 0 };
        for index in 0..schema.types.len() {
            layouts.visit(index);
        }
        layouts
    }

    pub(super) fn order(&self) -> &[usize] {
        &self.order
    }

    pub(super) fn get(&self, index: usize) -> Option<&Verdict<'s>> {
        self.known.get(index)?.as_ref()
    }

    fn visit(&mut self, index: usize) {
        let schema = self.schema;
        let (Some(def), Some(slot)) = (schema.types.get(index), self.known.get_mut(index)) else {
            return;
        };
        if slot.is_some() {
            return;
        }
        // If it is met again inside itself, it is refused.
        *slot = Some(Err("it contains itself".into()));
        self.depth = self.depth.saturating_add(1);
        let found = match &def.body {
            _ if self.depth > DEEPEST => Err(format!("it is more than {DEEPEST} structs deep")),
            BodyDef::Struct(fields) => self.fields(fields),
            BodyDef::Enum(_) => Err("it is an enum".into()),
        };
        self.depth = self.depth.saturating_sub(1);
        if let Some(slot) = self.known.get_mut(index) {
            *slot = Some(found);
        }
        self.order.push(index);
    }

    fn fields(&mut self, fields: &'s FieldsDef) -> Verdict<'s> {
        if fields.list.is_empty() {
            return Err("it has no fields".into());
        }
        let mut whole = Layout { size: 0, align: 1 };
        let mut found = Vec::new();
        for field in &fields.list {
            let name = &field.name;
            let layout = self.layout(&field.ty).map_err(|why| format!("`{name}` {why}"))?;
            let offset = whole.size;
            if offset.checked_rem(layout.align) != Some(0) {
                return Err(format!(
                    "`{name}` is at byte {offset}, but C would leave a gap before it"
                ));
            }
            let end = offset.checked_add(layout.size).ok_or("it is too large")?;
            whole = Layout { size: end, align: whole.align.max(layout.align) };
            let (doc, ty) = (field.doc.as_str(), &field.ty);
            found.push(Field { name, doc, ty, offset, layout });
        }
        if whole.size.checked_rem(whole.align) != Some(0) {
            return Err(format!("it takes {} bytes, but C would add a gap at the end", whole.size));
        }
        Ok(Struct { layout: whole, fields: found })
    }

    fn layout(&mut self, ty: &'s TypeRef) -> Result<Layout, String> {
        match ty {
            TypeRef::Primitive(PrimitiveKind::U128 | PrimitiveKind::I128) => {
                Err("has 128 bits".to_string())
            }
            TypeRef::Primitive(kind) if kind.is_number() => {
                let size = u64::try_from(kind.min_size()).unwrap_or(u64::MAX);
                Ok(Layout { size, align: size })
            }
            TypeRef::Array(_, 0) => Err("is an empty array".to_string()),
            TypeRef::Array(inner, len) => {
                let each = self.layout(inner)?;
                let size = each.size.checked_mul(*len).ok_or("is too large")?;
                Ok(Layout { size, align: each.align })
            }
            TypeRef::Named(index) => {
                self.visit(*index);
                match self.get(*index) {
                    Some(Ok(inner)) => Ok(inner.layout),
                    _ => Err(format!(
                        "is `{}`, which is also in this list",
                        self.schema.type_name(ty)
                    )),
                }
            }
            _ => Err(format!("is `{}`", self.schema.type_name(ty))),
        }
    }
}
