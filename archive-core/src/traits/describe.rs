//! The trait of types that can describe themselves without a value.

use crate::facts::Known;
use crate::lock::Lock;
use crate::schema::Schema;
use crate::{Error, Kind, Size, Type, VersionTable};

/// A type that describes its data.
///
/// The derive implements it. A hand-written impl declares the [`Type`] that the type is written as:
///
/// ```
/// use archive::{Describe, Type};
///
/// /// Written as the text of its hex digits.
/// struct Color(u32);
///
/// impl Describe for Color {
///     const TYPE: &'static Type = <String as Describe>::TYPE;
/// }
/// assert_eq!(Color::schema().to_string(), "str");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no shape",
    label = "not described",
    note = "add `#[derive(Archive)]` to `{Self}`; if it is from another crate, see the features of \
        `archive`, or store it with `#[archive(with = module)]`; for a trait object, name its types in \
        `archive::registry!`"
)]
pub trait Describe {
    /// The description of the type.
    const TYPE: &'static Type;

    /// The number of bytes that its values take in rows.
    const SIZE: Size = Size::ANY;

    /// What a sequence of such values is: a list, and for `u8` bytes.
    #[doc(hidden)]
    const SEQUENCE: Kind = Kind::List(Self::TYPE);

    /// Storage for facts cached about the type, if it has any.
    #[doc(hidden)]
    #[inline(always)]
    fn known_facts() -> Option<&'static Known> {
        None
    }

    /// Returns the schema of the current version.
    #[must_use]
    fn schema() -> Schema {
        Schema::current(Self::TYPE)
    }

    /// Returns the schema of a program whose types have the versions in the table.
    ///
    /// # Errors
    ///
    /// Fails if the table lacks a type within this one, or has a version of it that is not in its history.
    fn schema_at(versions: &VersionTable) -> Result<Schema, Error> {
        Schema::at(Self::TYPE, versions)
    }

    /// Returns every shipped shape of this type and of its nested types, for [`lock::check`](crate::lock::check).
    #[must_use]
    fn lock() -> Lock {
        Lock::of(Self::TYPE)
    }
}
