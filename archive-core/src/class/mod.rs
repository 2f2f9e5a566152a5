//! Values of many types behind one trait: `Box<dyn Entity>`, `Rc<dyn Entity>`.
//!
//! A registry names the types, each by a key that never changes. To every archive the trait is then an
//! enum of them: schemas, versions, texts and trees know no more than that.

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
pub(crate) use cell::has_joined;
pub(crate) use code::{LoadClass, SaveClass};
pub use entry::{Class, Make};
pub(crate) use erase::EraseOut;
pub use maker::{Maker, ViaDefault, ViaNothing};
pub use object::{
    BOXED, Classes, Object, describe_class, load_object, put_late_in_object, relink_object,
    save_object, save_objects,
};
pub(crate) use object::{Boxed, load_held, save_class};
pub use registry::Registry;
