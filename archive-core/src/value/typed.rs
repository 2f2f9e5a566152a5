//! Converts Rust values to trees and back.

use alloc::format;
use alloc::sync::Arc;

use super::Value;
use super::by_name::{self, Load};
use super::graph::Graph;
use crate::declared;
use crate::error::short;
use crate::facts::EditionRef;
use crate::matching::LoadAs;
use crate::rows::Apart;
use crate::schema::Schema;
use crate::traits::{SaveRoot, load_root};
use crate::{
    Context, Deserialize, Error, ErrorKind, Lend, Limits, Options, Serialize, Type, UnknownPolicy,
};

impl Value<'static> {
    /// Makes the tree of a value, as [`Value::from_slice`] would from its file.
    ///
    /// ```
    /// use archive::Value;
    ///
    /// let bag = Value::of(&("torch", 3_u32))?;
    /// assert_eq!(bag.kind(), "tuple");
    /// assert_eq!(bag.to::<(String, u64)>()?, ("torch".into(), 3));
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails like [`Options::to_vec`].
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self, Error> {
        Options::file().to_value(value)
    }
}

impl<'a> Value<'a> {
    /// Converts the tree to a value of a type, matching fields by name.
    ///
    /// Kinds and versions may differ as far as in a file that is read by name. The names of nested types may differ,
    /// too, but not that of the tree itself. Unknown fields are an error; [`Options::from_value`] can skip them, and
    /// [`to_part`](Self::to_part) reads only the fields of a smaller type. The tree may come from a newer program,
    /// whatever [`Options::newer`] says, if this program knows everything in it.
    ///
    /// ```
    /// use archive::Value;
    ///
    /// let tree = Value::of(&vec![Some(1_u8), None])?;
    /// assert_eq!(tree.to::<Vec<Option<u32>>>()?, [Some(1), None]);
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the tree cannot be converted to a `T`.
    pub fn to<T: Deserialize<'a>>(&self) -> Result<T, Error> {
        to_lent(self, &Options::file(), Context::empty())
    }

    /// Converts the fields of this tree that a smaller type asks for, as [`load_part`](crate::load_part) does for a
    /// file. The type's own name may differ.
    ///
    /// ```
    /// use archive::{Archive, Value};
    ///
    /// #[derive(Archive)]
    /// struct Hero { name: String, health: u32 }
    ///
    /// #[derive(Archive, Debug, PartialEq)]
    /// struct Named { name: String }
    ///
    /// let tree = Value::of(&Hero { name: "Ann".into(), health: 7 })?;
    /// assert!(tree.to::<Named>().is_err());
    /// assert_eq!(tree.to_part::<Named>()?, Named { name: "Ann".into() });
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the tree lacks a field that has no default, or holds another kind there.
    pub fn to_part<T: Deserialize<'a>>(&self) -> Result<T, Error> {
        read_part(self, UnknownPolicy::Skip)
    }

    /// Like [`to`](Self::to), for a part of a larger value, where the name of the type does not matter.
    pub(crate) fn to_nested<T: Deserialize<'a>>(&self) -> Result<T, Error> {
        read_part(self, UnknownPolicy::Error)
    }
}

impl Options {
    /// Makes the tree of a value, as [`Options::value_from_slice`] would from its file, at the versions that these
    /// options write for.
    ///
    /// # Errors
    ///
    /// Fails like [`Options::to_vec`].
    pub fn to_value<T: Serialize + ?Sized>(&self, value: &T) -> Result<Value<'static>, Error> {
        self.to_tree(&value).map(|(tree, _)| tree)
    }

    /// Like [`to_value`](Self::to_value), and returns the edition of the tree as well. It is another
    /// program's if the value retained something from that program.
    pub(crate) fn to_tree(
        &self,
        value: &dyn SaveRoot,
    ) -> Result<(Value<'static>, EditionRef), Error> {
        declared::checked(self.unchecked_tree(value), value, self.get_limits())
    }

    fn unchecked_tree(&self, value: &dyn SaveRoot) -> Result<(Value<'static>, EditionRef), Error> {
        let saving = self.saving(value)?;
        let (edition, Apart { rows, is_linked, .. }) = match saving.body_rows(value) {
            Err(error) if error.kind() == ErrorKind::Retained => {
                let (edition, apart, _) = saving.retained_rows(value, error, None, true)?;
                (edition, apart)
            }
            rows => (saving.edition, Apart::new(rows?, saving.is_linked)),
        };
        // The value is already in memory, so its size needs no limit.
        let (limits, mut budget) = (self.get_limits(), usize::MAX);
        let tree = Value::from_rows(&edition.schema, &rows, 0, is_linked, limits, &mut budget)?;
        Ok((tree.into_owned(), edition))
    }

    /// Converts a tree to a value of a type, as [`Value::to`] does, within these limits and with unknown fields treated
    /// as [`Options::unknown`] says.
    ///
    /// ```
    /// use archive::{Options, Unknown, Value, VersionTable};
    ///
    /// let tree = Value::of(&VersionTable::new().with("Folk", 2))?;
    /// let table = Options::file().unknown(Unknown::Skip).from_value::<VersionTable>(&tree)?;
    /// assert_eq!(table.get("Folk"), Some(2));
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails like [`Value::to`].
    pub fn from_value<'a, T: Deserialize<'a>>(&self, value: &Value<'a>) -> Result<T, Error> {
        to_lent(value, self, Context::empty())
    }

    /// Converts a tree to a value of a type as [`from_value`](Self::from_value) does, lending `context` to its hooks,
    /// converters and handles.
    ///
    /// # Errors
    ///
    /// Fails like [`Value::to`].
    pub fn from_value_with<'a, T: Deserialize<'a>>(
        &self,
        value: &Value<'a>,
        mut context: impl Lend,
    ) -> Result<T, Error> {
        to_lent(value, self, Context::of(&mut context))
    }
}

/// Fails if a struct or variant is not of the type asked for, by today's name or a former one. A struct that
/// was built by hand has no name and is accepted.
fn check_root(value: &Value<'_>, ty: &Type) -> Result<(), Error> {
    let value = Graph::of(value).root;
    let (Value::Struct(it) | Value::Variant(it), Some(shape)) = (value, ty.shape()) else {
        return Ok(());
    };
    let name = it.type_name();
    if name.is_empty() || shape.names().any(|it| it == name) {
        return Ok(());
    }
    let detail = format!("the tree is a `{}`, not a `{}`", short(name), shape.name);
    Err(Error::new(ErrorKind::WrongType, detail)
        .with_help("ask for that type, or load the fields that it has with `Value::to_part`"))
}

/// Like [`Options::from_value`], lending a context.
pub(crate) fn to_lent<'a, T: Deserialize<'a>>(
    value: &Value<'a>,
    options: &Options,
    context: Context<'_>,
) -> Result<T, Error> {
    check_root(value, T::TYPE)?;
    let load = Load::new(options.get_limits(), context, options.get_unknown());
    let load = Load { load_as: LoadAs::Version, ..load };
    load_root(|root| by_name::load(value, None, load, root))
}

/// Like [`to_lent`], for a tree that was made of a `T` and edited, which may have literals in place of `f32`s. If the `T`
/// had retained something, the tree has a schema of another program, which holders keep.
pub(crate) fn to_edited<'a, T: Deserialize<'a>>(
    value: &Value<'a>,
    schema: Option<&Schema>,
    context: Context<'_>,
) -> Result<T, Error> {
    let (unknown, load_as) = match schema {
        Some(_) => (UnknownPolicy::Retain, LoadAs::Version),
        None => {
            check_root(value, T::TYPE)?;
            (UnknownPolicy::Error, LoadAs::Part)
        }
    };
    let limits = &Limits::new();
    let load = Load { load_as, is_edited: true, ..Load::new(limits, context, unknown) };
    load_root(|root| by_name::load(value, schema.cloned().map(Arc::new), load, root))
}

fn read_part<'a, T: Deserialize<'a>>(
    value: &Value<'a>,
    unknown: UnknownPolicy,
) -> Result<T, Error> {
    let limits = &Limits::new();
    let load = Load::new(limits, Context::empty(), unknown);
    load_root(|root| by_name::load(value, None, load, root))
}

impl Value<'_> {
    /// The memory that a value owns, in bytes, which a copy reserves.
    pub(super) fn memory(&self) -> usize {
        match self {
            Self::Str(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
            Self::Numbers(numbers) => size_of_val(&**numbers).saturating_add(numbers.bytes().len()),
            _ => self.held().fold(0, |sum: usize, value| {
                sum.saturating_add(size_of::<Self>()).saturating_add(value.memory())
            }),
        }
    }

    /// The fewest bytes that a value would take in an archive that is read by name: one per part, and its
    /// content.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Self::Str(text) => text.len().saturating_add(1),
            Self::Bytes(bytes) => bytes.len().saturating_add(1),
            Self::Numbers(numbers) => numbers.len().saturating_add(1),
            Self::Option(Some(inner)) => inner.weight(),
            _ => self.held().fold(1_usize, |sum, value| sum.saturating_add(value.weight())),
        }
    }
}
