//! The traits that connect types and archives.

mod any;
mod batches;
mod describe;
mod deserialize;
mod erased;
mod forward;
mod input;
mod many;
mod min_size;
mod number;
mod output;
mod part;
mod reserve;
mod root;
mod serialize;
mod shared_code;
mod step;
mod visit;

pub(crate) use any::{get_any, get_bytes, put_any, put_bytes};
pub use batches::Batches;
pub use describe::Describe;
pub use deserialize::Deserialize;
pub(crate) use forward::{forward, forward_shared};
pub use input::InputArchive;
pub(crate) use many::{BLOCK, refs};
pub use many::{Room, rows_of};
pub use min_size::MinSize;
pub use number::Number;
pub use output::OutputArchive;
pub(crate) use part::{Part, Start};
pub(crate) use reserve::{SMALL, boxed, copied, extend_pods, granted, numbers, push, reserved};
#[cfg(feature = "std")]
pub(crate) use root::loaded;
pub(crate) use root::{LoadRoot, SaveRoot, SaveRows, load_root};
pub use serialize::Serialize;
pub(crate) use shared_code::OwnCode;
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
pub(crate) use shared_code::uses_own_code;
pub(crate) use shared_code::{checks_visits, load_shared, save, save_shared};
pub use step::Step;
pub(crate) use visit::put;

/// A type that can be saved, and loaded from any input because it owns its content.
///
/// Implemented for every type that is [`Serialize`] and, for every lifetime, [`Deserialize`]; `#[derive(Archive)]`
/// implements both. For types that borrow from the input, it implements [`Deserialize`] only for the input's lifetime.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be saved and loaded",
    label = "not an `Archive`",
    note = "add `#[derive(Archive)]` to `{Self}`; if it is from another crate, see the features of \
        `archive`, or store it with `#[archive(with = module)]`; for a trait object, name its types in \
        `archive::registry!`; what has `save_as` is loaded as the type named there"
)]
pub trait Archive: Serialize + for<'a> Deserialize<'a> {}

impl<T: Serialize + for<'a> Deserialize<'a>> Archive for T {}
