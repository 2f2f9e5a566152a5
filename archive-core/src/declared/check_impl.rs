//! Checks hand-written impls, in tests.

use alloc::format;

use super::Declared;
use crate::traits::save_shared;
use crate::{Archive, Context, Error, ErrorKind, Lend, Limits, Options, Value};

/// Checks that the impls of a type agree with what it declares, for the tests of types whose impls are written by hand.
///
/// It visits the value and compares each step with the type's [`Describe`](crate::Describe) impl. Then it saves, loads
/// and saves the value again in rows, in columns, as text and as a tree, each of which asks for something else, and
/// compares the bytes. Give it values with all variants, with empty and with long lists; a value that its hooks change
/// when it is loaded is another one.
///
/// ```
/// use archive::{
///     Describe, Deserialize, InputArchive, OutputArchive, Serialize, Size, Type, check_impl,
/// };
///
/// #[derive(Debug)]
/// struct Ticks(u64);
///
/// impl Describe for Ticks {
///     const TYPE: &'static Type = u32::TYPE;
///     const SIZE: Size = u32::SIZE;
/// }
/// impl Serialize for Ticks {
///     fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
///         archive.u64(self.0)
///     }
/// }
/// impl<'a> Deserialize<'a> for Ticks {
///     fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
///         archive.u64().map(Ticks)
///     }
/// }
///
/// let error = check_impl(&[Ticks(7)]).unwrap_err();
/// assert_eq!(error.path(), "[0]");
/// assert!(error.detail().ends_with("`serialize` visits `u64`, but the type declares `u32`"));
/// ```
///
/// # Errors
///
/// Fails if the value is visited otherwise than its type declares, cannot be saved or loaded, or is another one once it was
/// loaded; the message says where, or in which form.
pub fn check_impl<T: Archive>(value: &T) -> Result<(), Error> {
    check_all(value, Context::empty())
}

/// Checks the impls of a type that use what the caller lends; see [`check_impl`].
///
/// # Errors
///
/// Fails like [`check_impl`].
pub fn check_impl_with<T: Archive>(value: &T, mut context: impl Lend) -> Result<(), Error> {
    check_all(value, Context::of(&mut context))
}

fn check_all<T: Archive>(value: &T, mut context: Context<'_>) -> Result<(), Error> {
    Declared::check(T::TYPE, &Limits::new(), &|archive| save_shared(value, archive))?;
    let (rows, file) = (Options::message(), Options::file());
    let before = (rows.to_vec(value)?, file.to_vec(value)?);
    let again = |loaded: T, form: &str| {
        let after = (rows.to_vec(&loaded)?, file.to_vec(&loaded)?);
        if before == after { Ok(()) } else { Err(differs(form)) }
    };
    again(rows.from_slice_with(&before.0, context.reborrow())?, "in rows")?;
    again(file.from_slice_with(&before.1, context.reborrow())?, "in columns")?;
    again(file.from_text_with(&file.to_text(value)?, context.reborrow())?, "as text")?;
    again(file.from_value_with(&Value::of(value)?, context)?, "as a tree")
}

#[cold]
fn differs(form: &str) -> Error {
    let detail = format!("the value is another one when it was saved {form} and loaded");
    Error::new(ErrorKind::Shape, detail)
}
