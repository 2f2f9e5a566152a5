//! Modules as which derived code stores a `Cow<'static, _>`, which cannot borrow from an archive: as what it owns.

/// For most of them: a field is not copied to be saved.
pub mod lent {
    use alloc::borrow::{Cow, ToOwned};

    #[doc(hidden)]
    pub type Stored<B> = <B as ToOwned>::Owned;

    #[doc(hidden)]
    #[allow(clippy::ptr_arg, reason = "a module takes the field's type")]
    pub fn to_stored<'c, B: ToOwned + ?Sized>(cow: &'c Cow<'static, B>) -> &'c B {
        cow
    }

    #[doc(hidden)]
    pub fn from_stored<B: ToOwned + ?Sized>(stored: Stored<B>) -> Cow<'static, B> {
        Cow::Owned(stored)
    }
}

/// For those of paths, which are not stored as references.
pub mod copied {
    use alloc::borrow::{Cow, ToOwned};

    pub use super::lent::{Stored, from_stored};

    #[doc(hidden)]
    #[allow(clippy::ptr_arg, reason = "a module takes the field's type")]
    pub fn to_stored<B: ToOwned + ?Sized>(cow: &Cow<'static, B>) -> Stored<B> {
        (**cow).to_owned()
    }
}
