//! What pointers lead to.

use std::rc::{self, Rc};
use std::sync::{self, Arc};

use crate::plain::{Plain, Shown};
use crate::source::Source;

/// What stands behind a pointer: a value, or an object of a trait.
pub trait Content: 'static {
    fn show_content(&self, out: &mut Shown);

    /// # Errors
    ///
    /// If the text is of another value.
    fn make_box(source: &mut Source<'_>) -> Result<Box<Self>, String>;

    /// An object to which links in it may lead.
    ///
    /// # Errors
    ///
    /// If the text is of another value.
    fn make_rc(source: &mut Source<'_>, name: &str) -> Result<Rc<Self>, String>;

    /// # Errors
    ///
    /// If the text is of another value.
    fn make_arc(source: &mut Source<'_>, name: &str) -> Result<Arc<Self>, String>;

    /// A link to nothing.
    fn no_rc() -> rc::Weak<Self>;

    fn no_arc() -> sync::Weak<Self>;
}

impl<T: Plain + 'static> Content for T {
    fn show_content(&self, out: &mut Shown) {
        self.show(out);
    }

    fn make_box(source: &mut Source<'_>) -> Result<Box<Self>, String> {
        T::make(source).map(Box::new)
    }

    fn make_rc(source: &mut Source<'_>, name: &str) -> Result<Rc<Self>, String> {
        source.rc_in_circle::<T, T>(name, |weak| weak)
    }

    fn make_arc(source: &mut Source<'_>, name: &str) -> Result<Arc<Self>, String> {
        source.arc_in_circle::<T, T>(name, |weak| weak)
    }

    fn no_rc() -> rc::Weak<Self> {
        rc::Weak::new()
    }

    fn no_arc() -> sync::Weak<Self> {
        sync::Weak::new()
    }
}

macro_rules! pointers {
    ($($pointer:ident $weak:ident $make:ident $none:ident,)*) => {$(
        impl<T: Content + ?Sized> Plain for $pointer<T> {
            fn show(&self, out: &mut Shown) {
                out.object(Self::as_ptr(self).cast::<()>() as usize, &**self);
            }

            fn make(source: &mut Source<'_>) -> Result<Self, String> {
                source.object(T::$make)
            }
        }

        impl<T: Content + ?Sized> Plain for $weak::Weak<T> {
            fn show(&self, out: &mut Shown) {
                out.link(self.upgrade(), $pointer::show);
            }

            fn make(source: &mut Source<'_>) -> Result<Self, String> {
                if source.peek() == "~None" {
                    return source.word("~None").map(|()| T::$none());
                }
                source.word("~")?;
                if let Some(open) = source.open::<Self>() {
                    return Ok(open);
                }
                // The source keeps the object until its owner takes it.
                source.object(T::$make).map(|object| $pointer::downgrade(&object))
            }
        }
    )*};
}

pointers! {
    Rc rc make_rc no_rc,
    Arc sync make_arc no_arc,
}
