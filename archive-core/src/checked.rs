//! The traits by which derived code has a type checked once, for one error instead of many.
//!
//! Each stands for what it is implemented for. `do_not_recommend` makes the compiler speak of the
//! type that was written, and of no trait behind it.

use crate::Archive;

/// A type that a field may have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be archived",
    label = "neither it nor what it holds may lack `#[derive(Archive)]`",
    note = "to store it in another form write `#[archive(with = module)]`, not to store it `#[archive(skip)]`"
)]
pub trait Archivable {
    /// What names it checks it.
    const CHECKED: () = ();
}

#[diagnostic::do_not_recommend]
impl<T: Archive> Archivable for T {}
