//! Values of a program's types as trees, and trees as these again.

use core::any::Any;

use super::Value;
use super::by_name::{self, Load};
use crate::private::weight_by_name;
use crate::{Context, Deserialize, Error, Limits, Options, Serialize, UnknownPolicy};

impl Value<'static> {
    /// The tree of a value: what [`Value::from_slice`] gives of its file.
    ///
    /// ```
    /// use archive_core::Value;
    ///
    /// let bag = Value::of(&("torch", 3_u32))?;
    /// assert_eq!(bag.kind(), "tuple");
    /// assert_eq!(bag.to::<(String, u64)>()?, ("torch".into(), 3));
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Options::to_vec`].
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self, Error> {
        Options::file().to_value(value)
    }
}

impl<'a> Value<'a> {
    /// The value of a type that this tree is, found by its names.
    ///
    /// Names, kinds and versions may differ as far as they may in a file that is read by its names;
    /// a field that the type does not have is an error. [`Options::from_value`] can leave it out.
    ///
    /// ```
    /// use archive_core::Value;
    ///
    /// let tree = Value::of(&vec![Some(1_u8), None])?;
    /// assert_eq!(tree.to::<Vec<Option<u32>>>()?, [Some(1), None]);
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The tree is no `T`, whatever its names and kinds may stand for.
    pub fn to<T: Deserialize<'a>>(&self) -> Result<T, Error> {
        read(self, &Limits::new(), UnknownPolicy::Error, Context::empty())
    }
}

impl Options {
    /// The tree of a value: what [`Options::value_from_slice`] gives of its file, at the versions
    /// that these options write for.
    ///
    /// # Errors
    ///
    /// As [`Options::to_vec`].
    pub fn to_value<T: Serialize + ?Sized>(&self, value: &T) -> Result<Value<'static>, Error> {
        let (saving, rows) = self.linked_rows(value)?;
        // What is saved is in memory already, and so as large as the program wants it.
        let mut budget = usize::MAX;
        let schema = &saving.edition.schema;
        Value::from_rows(schema, &rows, 0, saving.is_linked, self.get_limits(), &mut budget)
            .map(Value::into_owned)
    }

    /// The value of a type that a tree is, found by its names, within these limits. Unknown fields are
    /// what [`Options::unknown`] says.
    ///
    /// ```
    /// use archive_core::{Options, Unknown, Value, VersionTable};
    ///
    /// let tree = Value::of(&VersionTable::new().with("Folk", 2))?;
    /// let table = Options::file().unknown(Unknown::Skip).from_value::<VersionTable>(&tree)?;
    /// assert_eq!(table.get("Folk"), Some(2));
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Value::to`].
    pub fn from_value<'a, T: Deserialize<'a>>(&self, value: &Value<'a>) -> Result<T, Error> {
        read(value, self.get_limits(), self.get_unknown(), Context::empty())
    }

    /// The value of a type that a tree is, as [`from_value`](Self::from_value) gives it, and lends
    /// something to its hooks and converters.
    ///
    /// # Errors
    ///
    /// As [`Value::to`].
    pub fn from_value_with<'a, T: Deserialize<'a>>(
        &self,
        value: &Value<'a>,
        context: &mut dyn Any,
    ) -> Result<T, Error> {
        read(value, self.get_limits(), self.get_unknown(), Context::lending(context))
    }
}

fn read<'a, T: Deserialize<'a>>(
    value: &Value<'a>,
    limits: &Limits,
    unknown: UnknownPolicy,
    context: Context<'_>,
) -> Result<T, Error> {
    let budget = limits.budget(value.weight(), weight_by_name::<T>()?);
    by_name::from_value(value, Load { limits, budget, context, unknown })
}

impl Value<'_> {
    /// The memory behind a value, in bytes: what a copy reserves.
    pub(super) fn memory(&self) -> usize {
        let own = size_of::<Self>();
        let all = |values: &[Self]| {
            let held = values.len().saturating_mul(own);
            values.iter().fold(held, |sum, value| sum.saturating_add(value.memory()))
        };
        match self {
            Self::Str(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
            Self::Numbers(numbers) => size_of_val(&**numbers).saturating_add(numbers.bytes().len()),
            Self::Option(inner) => {
                inner.as_ref().map_or(0, |inner| own.saturating_add(inner.memory()))
            }
            Self::List(values) | Self::Tuple(values) => all(values),
            Self::Map(entries) => entries.iter().fold(0, |sum: usize, (key, value)| {
                let held = key.memory().saturating_add(value.memory());
                sum.saturating_add(held).saturating_add(own).saturating_add(own)
            }),
            Self::Struct(it) | Self::Variant(it) => all(&it.fields),
            _ => 0,
        }
    }

    /// The bytes that a value stands for at least, where names rule: one for each part.
    pub(crate) fn weight(&self) -> usize {
        let all = |values: &[Self]| {
            values.iter().fold(1_usize, |sum, value| sum.saturating_add(value.weight()))
        };
        match self {
            Self::Str(text) => text.len().saturating_add(1),
            Self::Bytes(bytes) => bytes.len().saturating_add(1),
            Self::Numbers(numbers) => numbers.len().saturating_add(1),
            Self::Option(inner) => inner.as_ref().map_or(1, |inner| inner.weight()),
            Self::List(values) | Self::Tuple(values) => all(values),
            Self::Map(entries) => entries.iter().fold(1, |sum: usize, (key, value)| {
                sum.saturating_add(key.weight()).saturating_add(value.weight())
            }),
            Self::Struct(it) | Self::Variant(it) => all(&it.fields),
            _ => 1,
        }
    }
}
