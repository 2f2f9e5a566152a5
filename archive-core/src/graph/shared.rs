//! A shared object, as an archive meets it through a pointer.

use alloc::boxed::Box;
use core::fmt;

use super::pointer::Pointer;
use crate::class::EraseOut;
use crate::{Error, OutputArchive, Serialize};

/// A shared object, as an archive meets it through one of its pointers in
/// [`OutputArchive::meet_shared`](crate::OutputArchive::meet_shared).
#[derive(Clone, Copy)]
pub struct Shared<'p> {
    address: usize,
    pointer: &'p dyn Owner,
}

impl<'p> Shared<'p> {
    #[inline(always)]
    pub(crate) fn new<P: Pointer<Target: Serialize>>(pointer: &'p P) -> Self {
        Self { address: pointer.address(), pointer }
    }

    /// Returns the object's address in memory, which is the same for all pointers to it, and unique while one of them
    /// owns it.
    #[must_use]
    pub fn address(self) -> usize {
        self.address
    }

    /// Takes ownership with another pointer, to visit the object later, or to keep its address from being reused if a
    /// converter created the object only for this save.
    #[must_use]
    pub fn hold(self) -> Held {
        Held(self.pointer.hold())
    }
}

impl fmt::Debug for Shared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("address", &self.address).finish_non_exhaustive()
    }
}

/// A shared object that an archive [holds](Shared::hold).
///
/// An archive that visits objects from a list, rather than where it meets them, needs no recursion for them:
///
/// ```
/// use std::cell::RefCell;
/// use std::collections::HashSet;
/// use std::rc::Rc;
///
/// use archive::{Archive, Error, Held, OutputArchive, Primitive, Serialize, Shared};
///
/// /// Sums up all `u32`.
/// #[derive(Default)]
/// struct Sum { sum: u32, met: HashSet<usize>, open: Vec<Held> }
///
/// impl OutputArchive for Sum {
///     type Error = Error;
///     fn primitive(&mut self, value: Primitive<'_>) -> Result<(), Error> {
///         if let Primitive::U32(number) = value {
///             self.sum += number;
///         }
///         Ok(())
///     }
///     fn meet_shared(&mut self, object: Shared<'_>) -> Result<bool, Error> {
///         if self.met.insert(object.address()) {
///             self.open.push(object.hold());
///         }
///         Ok(true)
///     }
/// }
///
/// #[derive(Archive)]
/// struct Node { id: u32, links: RefCell<Vec<Rc<Node>>> }
///
/// let node = Rc::new(Node { id: 7, links: RefCell::default() });
/// node.links.borrow_mut().push(Rc::clone(&node));
///
/// let mut sum = Sum::default();
/// node.serialize(&mut sum)?;
/// while let Some(object) = sum.open.pop() {
///     object.visit(&mut sum)?;
/// }
/// assert_eq!(sum.sum, 7);
/// # Ok::<(), Error>(())
/// ```
pub struct Held(Box<dyn Owner>);

impl Held {
    /// Visits the object.
    ///
    /// # Errors
    ///
    /// Fails if the archive or the object does.
    pub fn visit<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        EraseOut::visit(archive, |archive| self.0.visit(archive))
    }
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Held").finish_non_exhaustive()
    }
}

/// A pointer of any type.
trait Owner {
    fn hold(&self) -> Box<dyn Owner>;

    fn visit(&self, archive: &mut dyn OutputArchive<Error = Error>) -> Result<(), Error>;
}

impl<P: Pointer<Target: Serialize>> Owner for P {
    fn hold(&self) -> Box<dyn Owner> {
        Box::new(self.clone())
    }

    fn visit(&self, mut archive: &mut dyn OutputArchive<Error = Error>) -> Result<(), Error> {
        self.target().serialize(&mut archive)
    }
}
