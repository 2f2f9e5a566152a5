//! The defaults of a type's fields, without a value of the type.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::shape::{Body, Shape};
use crate::value::{Compound, Head, History};
use crate::{Error, Kind, Options, Scope, Serialize, Step, Value};

/// Returns a tree with the default of each field of a struct that has one. Editors use it to reset a field, and to hide
/// fields that hold their defaults ([`Value::beyond`]).
///
/// A default that uses fields above it is included if all of these have defaults. Shared objects in a default are copies. The
/// tree does not include the fields of nested structs: get those of their own types. For a type that is not a struct, the
/// result is [`Value::Unit`].
///
/// ```
/// use archive::Archive;
///
/// #[derive(Archive, Debug, PartialEq)]
/// struct Lamp {
///     place: (f32, f32),
///     #[default = 800]
///     brightness: u32,
///     #[since(2, default = *brightness / 100)]
///     power: u32,
/// }
///
/// let defaults = archive::defaults::<Lamp>()?;
/// assert_eq!(defaults.to_string(), "Lamp { brightness = 800, power = 8 }");
///
/// // Everything but the place as it was at first.
/// let mut lamp = Lamp { place: (2.0, 3.5), brightness: 1200, power: 3 };
/// archive::update(&mut lamp, defaults)?;
/// assert_eq!(lamp, Lamp { place: (2.0, 3.5), brightness: 800, power: 8 });
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails if a default cannot be represented in an archive.
pub fn defaults<T: Serialize + ?Sized>() -> Result<Value<'static>, Error> {
    let Kind::Named(shape) = T::TYPE.kind else { return Ok(Value::Unit) };
    let shape = shape();
    let Body::Struct(fields) = &shape.body else { return Ok(Value::Unit) };
    let style = fields.style;
    let found = Defaults::of(shape, T::defaults, false)?;
    let (names, fields): (_, Vec<_>) = found.into_iter().map(|it| (it.name, it.value)).unzip();
    let head = Head {
        ty: shape.name.to_owned(),
        version: shape.version,
        variant: None,
        style,
        names,
        history: History::default(),
    };
    Ok(Value::Struct(Compound { head: Arc::new(head), fields: fields.into() }))
}

/// Collects the defaults of fields from derived code.
#[derive(Debug)]
pub struct Defaults {
    /// The struct, or the variant whose fields follow.
    scope: Scope,
    fields: Vec<FoundDefault>,
    /// Whether only those are collected that do not use fields above them.
    are_own: bool,
    failed: Option<Error>,
}

/// The default of a field.
#[derive(Debug)]
pub(crate) struct FoundDefault {
    /// The tag of the field's variant; 0 in a struct.
    pub(crate) tag: u32,
    pub(crate) name: String,
    pub(crate) value: Value<'static>,
}

impl Defaults {
    /// The defaults of all fields, or only of those whose default uses no other field.
    ///
    /// # Errors
    ///
    /// Fails if a default cannot be represented in an archive.
    pub(crate) fn of(
        shape: &'static Shape,
        defaults: fn(&mut Self),
        are_own: bool,
    ) -> Result<Vec<FoundDefault>, Error> {
        let scope = Scope::of_struct(shape, shape.version);
        let mut found = Self { scope, fields: Vec::new(), are_own, failed: None };
        defaults(&mut found);
        found.failed.map_or(Ok(found.fields), Err)
    }

    /// Says that the fields of the variant at `index` follow.
    pub fn variant(&mut self, index: usize) {
        self.scope = self.scope.variant(index);
    }

    /// Adds the default of the field at `index`.
    pub fn put<T: Serialize + ?Sized>(&mut self, index: usize, value: &T) {
        // A tree has one list of objects for the whole, so what is a part of another has copies.
        self.add(index, Options::file().by_value(true).to_value(value));
    }

    /// Adds a default that uses fields above it, which are thought to hold theirs.
    pub fn put_using<T: Serialize + ?Sized>(&mut self, index: usize, value: &T) {
        if !self.are_own {
            self.put(index, value);
        }
    }

    fn add(&mut self, index: usize, value: Result<Value<'static>, Error>) {
        let scope = self.scope;
        match (value, scope.fields().get(index)) {
            (Ok(value), Some(field)) => {
                let (tag, name) = (scope.tag, field.name.to_owned());
                self.fields.push(FoundDefault { tag, name, value });
            }
            (Ok(_), None) => {}
            (Err(error), _) => {
                self.failed.get_or_insert(error.within(Step::Field(&scope, index)));
            }
        }
    }
}
