//! Makes default values of a class, if its type implements `Default`.

use core::marker::PhantomData;

/// Makes a value of `C` if it implements `Default`. The macro calls `maker` on `&Maker`, and method
/// resolution prefers the impl that needs fewer references (autoref specialization).
#[derive(Debug)]
pub struct Maker<C>(pub PhantomData<C>);

/// For types with a `Default`.
pub trait ViaDefault<C> {
    /// The function that makes a value.
    fn maker(&self) -> Option<fn() -> C>;
}

/// For all other types.
pub trait ViaNothing<C> {
    /// Returns `None`.
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
