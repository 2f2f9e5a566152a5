//! The trait of types that can be loaded.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::graph::Late;
use crate::{Describe, InputArchive};

/// A type that can be loaded from any archive whose input lives for `'a`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be loaded",
    label = "not `Deserialize`",
    note = "add `#[derive(Archive)]` to `{Self}`; if it is from another crate, see the features of \
        `archive`, or store it with `#[archive(with = module)]`; for a trait object, name its types in \
        `archive::registry!`; what has `save_as` is loaded as the type named there"
)]
#[allow(clippy::missing_errors_doc, reason = "all fail like `deserialize`")]
pub trait Deserialize<'a>: Describe + Sized {
    /// Builds a value from its parts, which it must visit in the same order as [`Serialize`](crate::Serialize).
    ///
    /// # Errors
    ///
    /// Fails if the archive does, or if the parts do not form a valid value.
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error>;

    /// Copies the content of cells from `fresh`, a later copy of this value. Those cells hold the links that could not
    /// be made when this value was built, since their targets came later. Returns `false` if a link outside a cell
    /// differs.
    ///
    /// A hand-written impl of a type that holds links in cells, such as an object's parent, forwards to the parts that
    /// hold them:
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use std::rc::{Rc, Weak};
    ///
    /// use archive::{Archive, Describe, Deserialize, InputArchive, OutputArchive, Serialize, Type};
    ///
    /// struct Parent(RefCell<Weak<Node>>);
    ///
    /// #[derive(Archive)]
    /// struct Node { parent: Parent, children: Vec<Rc<Node>> }
    ///
    /// impl Describe for Parent {
    ///     const TYPE: &'static Type = <RefCell<Weak<Node>>>::TYPE;
    /// }
    /// impl Serialize for Parent {
    ///     fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
    ///         self.0.serialize(archive)
    ///     }
    /// }
    /// impl<'a> Deserialize<'a> for Parent {
    ///     fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
    ///         RefCell::deserialize(archive).map(Self)
    ///     }
    ///     fn relink(&self, fresh: &mut Self) -> bool {
    ///         self.0.relink(&mut fresh.0)
    ///     }
    /// }
    ///
    /// let child = Rc::new(Node { parent: Parent(RefCell::default()), children: Vec::new() });
    /// let root = Node { parent: Parent(RefCell::default()), children: vec![Rc::clone(&child)] };
    /// let root = Rc::new(root);
    /// *child.parent.0.borrow_mut() = Rc::downgrade(&root);
    ///
    /// let loaded: Rc<Node> = archive::from_slice(&archive::to_vec(&root)?)?;
    /// let parent = loaded.children[0].parent.0.borrow().upgrade();
    /// assert!(Rc::ptr_eq(&parent.unwrap(), &loaded));
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// By default, nothing is copied, and it is an error if the type may hold such links.
    fn relink(&self, _fresh: &mut Self) -> bool {
        !crate::graph::may_be_late(Self::TYPE)
    }

    /// Sets late links: visits the places for links in reading order. A type may do nothing here; if it
    /// lacks links, it is then loaded a second time and asked to [`relink`](Self::relink).
    #[doc(hidden)]
    #[inline(always)]
    fn put_late(&mut self, _late: &mut Late<'_>) {}

    /// The same for a value behind a shared reference: visits the cells in it.
    #[doc(hidden)]
    #[inline(always)]
    fn put_late_in_cells(&self, _late: &mut Late<'_>) {}

    /// Loads an option.
    #[doc(hidden)]
    #[inline(always)]
    fn deserialize_option<A: InputArchive<'a>>(archive: &mut A) -> Result<Option<Self>, A::Error> {
        if archive.option()? { crate::impls::some(archive) } else { Ok(None) }
    }

    /// Loads the value of a map entry; `None` if it is a pointer to an object that is not built yet, in
    /// which case the map's holder is read again.
    #[doc(hidden)]
    #[inline(always)]
    fn deserialize_value<A: InputArchive<'a>>(archive: &mut A) -> Result<Option<Self>, A::Error> {
        crate::impls::around_pointer(archive)
    }

    /// Like [`put_late`](Self::put_late), for an option.
    #[doc(hidden)]
    #[inline(always)]
    fn put_late_in_option(option: &mut Option<Self>, late: &mut Late<'_>) {
        match option {
            _ if late.empties() => *option = None,
            Some(value) => value.put_late(late),
            None => {}
        }
    }

    /// The same for a list.
    #[doc(hidden)]
    #[inline(always)]
    fn put_late_in_list(values: &mut Vec<Self>, late: &mut Late<'_>) {
        if late.empties() {
            return values.clear();
        }
        values.iter_mut().for_each(|value| value.put_late(late));
    }

    /// Builds a sequence of values; types that can be read in bulk override it.
    #[inline(always)]
    fn deserialize_vec<A: InputArchive<'a>>(archive: &mut A) -> Result<Vec<Self>, A::Error> {
        archive.vec()
    }

    /// Builds the values of an array, whose length is part of its type.
    #[inline(always)]
    fn deserialize_array<A: InputArchive<'a>, const N: usize>(
        archive: &mut A,
    ) -> Result<[Self; N], A::Error> {
        archive.array()
    }

    /// Builds the value of a box, in place if it is a large array.
    #[doc(hidden)]
    #[inline(always)]
    fn deserialize_boxed<A: InputArchive<'a>>(archive: &mut A) -> Result<Box<Self>, A::Error> {
        archive.held().map(Box::new)
    }

    /// Builds the values of an array in a box.
    #[doc(hidden)]
    #[inline(always)]
    fn deserialize_boxed_array<A: InputArchive<'a>, const N: usize>(
        archive: &mut A,
    ) -> Result<Box<[Self; N]>, A::Error> {
        archive.boxed_array()
    }

    /// Builds a sequence of such arrays.
    #[doc(hidden)]
    #[inline(always)]
    fn deserialize_arrays<A: InputArchive<'a>, const N: usize>(
        archive: &mut A,
    ) -> Result<Vec<[Self; N]>, A::Error> {
        archive.vec()
    }

    /// Builds an array of such arrays.
    #[doc(hidden)]
    #[inline(always)]
    fn deserialize_matrix<A: InputArchive<'a>, const N: usize, const M: usize>(
        archive: &mut A,
    ) -> Result<[[Self; N]; M], A::Error> {
        archive.array()
    }

    /// Builds a sequence of values that may be borrowed from the input, as bytes may.
    #[doc(hidden)]
    #[inline(always)]
    fn deserialize_cow<'c, A: InputArchive<'a>>(
        archive: &mut A,
    ) -> Result<Cow<'c, [Self]>, A::Error>
    where
        'a: 'c,
        Self: Clone + 'c,
    {
        Self::deserialize_vec(archive).map(Cow::Owned)
    }
}
