//! Methods that an archive passes on to another.

/// Defines methods that only call the same method of `$to`.
macro_rules! forward {
    ($self:ident => $to:expr; $(fn $name:ident($($arg:ident: $ty:ty),*) $(-> $out:ty)?;)*) => {$(
        #[inline]
        fn $name(&mut $self, $($arg: $ty),*) $(-> $out)? {
            $to.$name($($arg),*)
        }
    )*};
}
pub(crate) use forward;

/// The same for methods that take a shared reference.
macro_rules! forward_shared {
    ($self:ident => $to:expr; $(fn $name:ident($($arg:ident: $ty:ty),*) -> $out:ty;)*) => {$(
        #[inline]
        fn $name(&$self, $($arg: $ty),*) -> $out {
            $to.$name($($arg),*)
        }
    )*};
}
pub(crate) use forward_shared;
