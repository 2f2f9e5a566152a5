//! Trait objects: values of many types behind one trait, such as `Box<dyn Entity>` and `Rc<dyn Entity>`.
//!
//! A registry lists the types, each with a key that never changes. To archives, the trait is an enum of
//! these types, so schemas, versions, texts and values need no special support for it.

mod by_type;
mod cell;
mod code;
mod entry;
mod erase;
mod macros;
mod maker;
mod object;
mod registry;

pub use cell::RegistryCell;
#[cfg(feature = "std")]
pub(crate) use cell::check;
pub(crate) use cell::has_joined;
pub(crate) use code::{LoadClass, SaveClass};
pub use entry::Class;
pub(crate) use erase::EraseOut;
pub use maker::{Maker, ViaDefault, ViaNothing};
pub use object::{
    BOXED, Classes, Object, describe_class, load_object, put_late_in_object, relink_object,
    save_object, save_objects,
};
pub(crate) use object::{Boxed, load_held, save_class};
pub use registry::Registry;
