//! What makes new values of a class, if its type has a `Default`.

use core::marker::PhantomData;

/// Makes a value of `C` if that has a `Default`: a choice that the compiler makes by the number of
/// references it must take.
#[derive(Debug)]
pub struct Maker<C>(pub PhantomData<C>);

/// For types with a `Default`.
pub trait ViaDefault<C> {
    /// What makes a value.
    fn maker(&self) -> Option<fn() -> C>;
}

/// For all others.
pub trait ViaNothing<C> {
    /// Nothing.
    fn maker(&self) -> Option<fn() -> C> {
        None
    }
}

impl<C: Default> ViaDefault<C> for Maker<C> {
    fn maker(&self) -> Option<fn() -> C> {
        Some(C::default)
    }
}

impl<C> ViaNothing<C> for &Maker<C> {}
