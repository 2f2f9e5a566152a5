//! A tree laid over another, and what one says beyond another.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Compound, Head, Value};

impl<'a> Value<'a> {
    /// Lays a tree over this one: fields that it has replace those here, all others stay.
    ///
    /// Structs are laid over structs, and variants over the same variant, field by field. Everything else
    /// is replaced as a whole: what laid maps over each other could take no entry away.
    ///
    /// ```
    /// use archive_core::Value;
    ///
    /// let mut tree = Value::of(&("torch", 3_u32))?;
    /// tree.merge(Value::of(&("lamp", 4_u32))?);
    /// assert_eq!(tree.to::<(String, u32)>()?, ("lamp".into(), 4));
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    pub fn merge(&mut self, over: Value<'a>) {
        match (self, over) {
            (Self::Struct(here), Value::Struct(over)) => here.merge(over),
            (Self::Variant(here), Value::Variant(over)) if here.variant() == over.variant() => {
                here.merge(over);
            }
            (Self::Option(Some(here)), Value::Option(Some(over))) => here.merge(*over),
            (here, over) => *here = over,
        }
    }

    /// What this tree says beyond another of the same type: the fields in which they differ, or nothing if
    /// they are equal. Laid over the other by [`merge`](Self::merge) it makes this one. Where objects are shared,
    /// both are to be made [by value](crate::Options::by_value), as links have no meaning in another tree.
    #[must_use]
    pub fn beyond(&self, base: &Value<'_>) -> Option<Value<'a>> {
        if self == base {
            return None;
        }
        match (self, base) {
            (Self::Struct(here), Value::Struct(base)) => {
                Some(here.beyond(base).map_or_else(|| self.clone(), Self::Struct))
            }
            _ => Some(self.clone()),
        }
    }
}

impl<'a> Compound<'a> {
    fn merge(&mut self, over: Compound<'a>) {
        let names = over.head.names.clone();
        for (name, value) in names.into_iter().zip(over.fields) {
            match self.head.names.iter().position(|known| *known == name) {
                Some(at) => {
                    if let Some(field) = self.fields.get_mut(at) {
                        field.merge(value);
                    }
                }
                None => drop(self.insert(self.fields.len(), &name, value)),
            }
        }
    }

    /// The fields that differ; none if the two are not of one shape, and so cannot be laid over.
    fn beyond(&self, base: &Compound<'_>) -> Option<Self> {
        let same_type = self.type_name() == base.type_name() && self.version() == base.version();
        if !same_type || !base.fields().all(|(name, _)| self.get(name).is_some()) {
            return None;
        }
        let differing = self.fields().filter_map(|(name, value)| match base.get(name) {
            Some(base) => value.beyond(base).map(|value| (name, value)),
            None => Some((name, value.clone())),
        });
        let (names, fields) = differing.map(|(name, value)| (String::from(name), value)).unzip();
        let head = Head { names, ..Head::clone(&self.head) };
        let fields: Vec<_> = fields;
        Some(Self { head: Arc::new(head), fields: fields.into_boxed_slice() })
    }
}
