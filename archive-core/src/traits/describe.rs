//! What a type is, without a value.

use crate::facts::Known;
use crate::lock::Lock;
use crate::schema::Schema;
use crate::{Error, Kind, Size, Type, VersionTable};

/// A type that says what its data is.
///
/// The derive implements it. By hand, a type declares the [`Type`] that it is written as:
///
/// ```
/// use archive_core::{Describe, Type};
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
    note = "add `#[derive(Archive)]` to `{Self}`; if it is of another crate, see the features of `archive`, or reach it with `#[archive(with = module)]`; the types of a trait are named by `archive::registry!`"
)]
pub trait Describe {
    /// What the type is.
    const TYPE: &'static Type;

    /// How many bytes its values take as rows.
    const SIZE: Size = Size::ANY;

    /// What a sequence of such values is: a list, and for `u8` bytes.
    #[doc(hidden)]
    const SEQUENCE: Kind = Kind::List(Self::TYPE);

    /// Where what is known of the type is kept, if it has a place for it.
    #[doc(hidden)]
    #[inline(always)]
    fn known_facts() -> Option<&'static Known> {
        None
    }

    /// The schema of today's version.
    #[must_use]
    fn schema() -> Schema {
        Schema::current(Self::TYPE)
    }

    /// The schema that the program had whose types had the versions of the table.
    ///
    /// # Errors
    ///
    /// A type that occurs is missing in the table, or its version there is out of its history.
    fn schema_at(versions: &VersionTable) -> Result<Schema, Error> {
        Schema::at(Self::TYPE, versions)
    }

    /// Every shipped shape of this type and of those it holds, for [`lock::check`](crate::lock::check).
    #[must_use]
    fn lock() -> Lock {
        Lock::of(Self::TYPE)
    }
}
