//! The trait of archives that values are saved into.

use alloc::borrow::Cow;
use core::any::Any;

use super::visit::{put, put_apart};
use super::{Part, Start};
use crate::class::{SaveClass, save_class};
use crate::defaults::Defaults;
use crate::graph::{Graph, Trace};
use crate::limits::check_sizeless;
use crate::primitive::for_each_number;
use crate::rows::Older;
use crate::unknown::is_catch;
use crate::versions::Versions;
use crate::{Error, Number, Primitive, Scope, Serialize, Shape, Shared, Step, Type, Unknown};

macro_rules! number_methods {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {$(
        #[doc = concat!("Writes a `", stringify!($ty), "`.")]
        #[inline(always)]
        fn $ty(&mut self, value: $ty) -> Result<(), Self::Error> {
            self.primitive(Primitive::$variant(value))
        }
    )*};
}

/// An archive that values are saved into.
///
/// Only [`primitive`](Self::primitive) is required. The other methods inform the archive where in the value it is (in a
/// field, an option, a list) or pass it many values at once; override them as needed. `&mut dyn OutputArchive` is
/// itself an archive, so one compiled copy of a type's code can serve every archive.
///
/// By default, a shared object is visited once for each of its owners. Cycles of objects would then never end, so count
/// the depth in [`begin_pointer`](Self::begin_pointer) and return an error, which goes to the caller, or override
/// [`meet_shared`](Self::meet_shared).
///
/// ```
/// use archive::{Error, OutputArchive, Primitive, Serialize};
///
/// /// Adds up all numbers of the type `u32`.
/// struct Sum(u64);
///
/// impl OutputArchive for Sum {
///     type Error = Error;
///     fn primitive(&mut self, value: Primitive<'_>) -> Result<(), Error> {
///         if let Primitive::U32(n) = value {
///             self.0 += u64::from(n);
///         }
///         Ok(())
///     }
/// }
///
/// let mut sum = Sum(0);
/// vec![(1_u32, "one"), (2, "two")].serialize(&mut sum)?;
/// assert_eq!(sum.0, 3);
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// Each method that returns a `Result` fails if the archive does, or a value that it writes; some have further reasons.
#[allow(clippy::missing_errors_doc, reason = "said once for all of them")]
pub trait OutputArchive {
    /// The error of a value that could not be written.
    type Error: From<Error>;

    /// Writes a value without parts.
    fn primitive(&mut self, value: Primitive<'_>) -> Result<(), Self::Error>;

    /// Enters a struct.
    ///
    /// An archive for older programs returns a scope at an older version, which is one of the type's versions
    /// ([`Shape::check_version`]). Derived code then refuses a value that a field new since then would lose.
    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Self::Error> {
        Ok(Scope::of_struct(shape, shape.version))
    }

    /// Enters the variant at `index` of an enum's variants.
    ///
    /// An archive for older programs checks that the older version has the variant ([`Scope::check_variant`]); derived code
    /// does not.
    #[inline(always)]
    fn variant(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Self::Error> {
        Ok(Scope::of_variant(shape, index, shape.version))
    }

    /// Leaves the struct or variant entered last.
    #[inline(always)]
    fn end(&mut self, _scope: Scope) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Enters a part of the value.
    #[inline(always)]
    fn enter(&mut self, _step: Step<'_>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Leaves the part entered last.
    #[inline(always)]
    fn leave(&mut self) {}

    /// Writes whether an option holds a value; if so, the value follows.
    #[inline(always)]
    fn option(&mut self, _is_some: bool) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Enters a list or a set of `len` elements. A list of `u8` is [bytes](Self::bytes) instead; a collection of any type
    /// calls [`Serialize::serialize_each`].
    #[inline(always)]
    fn begin_list(&mut self, _len: usize) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Leaves the list or set entered last.
    #[inline(always)]
    fn end_list(&mut self) {}

    /// Enters an array or a tuple of `len` elements; the length is part of its type.
    #[inline(always)]
    fn begin_tuple(&mut self, _len: usize) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Leaves the array or tuple entered last.
    #[inline(always)]
    fn end_tuple(&mut self) {}

    /// Enters a map of `len` entries, each a key and a value.
    #[inline(always)]
    fn begin_map(&mut self, _len: usize) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Leaves the map entered last.
    #[inline(always)]
    fn end_map(&mut self) {}

    /// Follows a pointer that owns or shares its target.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use std::rc::Rc;
    ///
    /// use archive::{Archive, Error, ErrorKind, OutputArchive, Primitive, Serialize};
    ///
    /// /// Counts numbers, in no more than 100 pointers within each other.
    /// #[derive(Default)]
    /// struct Count { numbers: usize, depth: usize }
    ///
    /// impl OutputArchive for Count {
    ///     type Error = Error;
    ///     fn primitive(&mut self, _: Primitive<'_>) -> Result<(), Error> {
    ///         self.numbers += 1;
    ///         Ok(())
    ///     }
    ///     fn begin_pointer(&mut self) -> Result<(), Error> {
    ///         self.depth += 1;
    ///         match self.depth {
    ///             101.. => Err(Error::new(ErrorKind::DepthLimit, "a circle, or a very long chain")),
    ///             _ => Ok(()),
    ///         }
    ///     }
    ///     fn end_pointer(&mut self) {
    ///         self.depth -= 1;
    ///     }
    /// }
    ///
    /// #[derive(Archive)]
    /// struct Node { id: u32, links: RefCell<Vec<Rc<Node>>> }
    ///
    /// let node = Rc::new(Node { id: 1, links: RefCell::default() });
    /// node.serialize(&mut Count::default())?;
    /// node.links.borrow_mut().push(Rc::clone(&node));
    /// let error = node.serialize(&mut Count::default()).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::DepthLimit);
    /// # Ok::<(), Error>(())
    /// ```
    #[inline(always)]
    fn begin_pointer(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Leaves the target of the pointer followed last.
    #[inline(always)]
    fn end_pointer(&mut self) {}

    /// Meets an object through an `Rc` or an `Arc`, which may share it. Returns `true` if the archive wrote a link;
    /// otherwise, the object is visited here.
    ///
    /// ```
    /// use std::collections::HashSet;
    /// use std::rc::Rc;
    ///
    /// use archive::{Error, OutputArchive, Primitive, Serialize, Shared};
    ///
    /// /// Counts numbers, those of an object once.
    /// #[derive(Default)]
    /// struct Count { numbers: usize, met: HashSet<usize> }
    ///
    /// impl OutputArchive for Count {
    ///     type Error = Error;
    ///     fn primitive(&mut self, _: Primitive<'_>) -> Result<(), Error> {
    ///         self.numbers += 1;
    ///         Ok(())
    ///     }
    ///     fn meet_shared(&mut self, object: Shared<'_>) -> Result<bool, Error> {
    ///         Ok(!self.met.insert(object.address()))
    ///     }
    /// }
    ///
    /// let position = Rc::new([0.5_f32, 0.0, 2.5]);
    /// let mut count = Count::default();
    /// [Rc::clone(&position), position].serialize(&mut count)?;
    /// assert_eq!(count.numbers, 3);
    /// # Ok::<(), Error>(())
    /// ```
    #[inline(always)]
    fn meet_shared(&mut self, _object: Shared<'_>) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// Meets an object through a weak pointer. Returns `true` if the archive wrote a link; otherwise, an empty option
    /// is written in its place.
    #[inline(always)]
    fn meet_weak(&mut self, _object: Shared<'_>) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// The graph of shared objects, if the archive writes them separately.
    #[doc(hidden)]
    #[inline(always)]
    fn graph(&mut self) -> Option<&mut Graph> {
        None
    }

    /// Says that some fields of the type that was begun have defaults, and how to find them.
    #[doc(hidden)]
    #[inline(always)]
    fn has_defaults(&mut self, _ty: &'static Type, _defaults: fn(&mut Defaults)) {}

    /// The archive as a trait object, if its error type is this library's.
    #[doc(hidden)]
    #[inline(always)]
    fn erased(&mut self) -> Option<&mut dyn OutputArchive<Error = Error>> {
        None
    }

    /// The archive as one for an older version, if it is one that can take today's values unchanged.
    #[doc(hidden)]
    #[inline(always)]
    fn older(&mut self) -> Option<&mut dyn Older> {
        None
    }

    /// Writes a value by code compiled for this archive, if it has some and the caller is shared code;
    /// returns whether it did.
    #[doc(hidden)]
    #[inline(always)]
    fn own<T: Serialize + ?Sized>(&mut self, _value: &T) -> bool
    where
        Self: Sized,
    {
        false
    }

    /// Writes a trait object by its class's code.
    #[doc(hidden)]
    fn class(&mut self, class: &dyn SaveClass, object: &dyn Any) -> Result<(), Self::Error>
    where
        Self: Sized,
    {
        save_class(class, object, self)
    }

    /// Whether the order of map entries does not matter, since the archive only counts bytes.
    #[doc(hidden)]
    #[inline(always)]
    fn only_counts(&self) -> bool {
        false
    }

    /// The archive as a [`Trace`], if it is one.
    #[doc(hidden)]
    #[inline(always)]
    fn trace(&mut self) -> Option<&mut Trace> {
        None
    }

    /// Writes a link to an object: its row in its table.
    #[doc(hidden)]
    #[inline(always)]
    fn link(&mut self, row: u32) -> Result<(), Self::Error> {
        self.u32(row)
    }

    /// Enters a table of `len` objects.
    #[doc(hidden)]
    #[inline(always)]
    fn begin_table(&mut self, _table: usize, _len: usize) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Leaves the table entered last.
    #[doc(hidden)]
    #[inline(always)]
    fn end_table(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Writes the object at an index of a kind in the [graph](Self::graph).
    #[doc(hidden)]
    #[inline(always)]
    fn object(&mut self, _kind: usize, _index: usize) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Adds `step` to the path of an error.
    #[inline(always)]
    fn locate(&self, error: Self::Error, _step: Step<'_>) -> Self::Error {
        error
    }

    /// Returns the versions that the archive is written for, if they are not the current ones.
    #[inline(always)]
    fn versions(&self) -> Option<&Versions> {
        None
    }

    /// Writes what a struct or variant retained from another program's archive, after `begin` or `variant`; an unknown
    /// variant is written without them.
    ///
    /// # Errors
    ///
    /// Fails if the archive does; by default, an archive cannot write anything that was retained.
    #[inline(always)]
    fn unknown(&mut self, scope: &Scope, retained: &Unknown) -> Result<(), Self::Error> {
        if retained.is_empty() && !is_catch(scope) {
            return Ok(());
        }
        Err(retained.refused(scope).into())
    }

    /// Enters a part, and returns the [`room`](Self::room) before it. One call instead of two for trait
    /// objects.
    #[doc(hidden)]
    fn enter_part(&mut self, step: Step<'_>) -> Result<Start, Self::Error> {
        let start = Start { room: self.room(), offset: None };
        self.enter(step)?;
        Ok(start)
    }

    /// Leaves the part entered last, and returns the [`room`](Self::room) after it.
    #[doc(hidden)]
    fn leave_part(&mut self) -> Option<usize> {
        self.leave();
        self.room()
    }

    /// Whether the archive needs to be told when parts are entered and left.
    #[doc(hidden)]
    #[inline(always)]
    fn sees_parts(&self) -> bool {
        true
    }

    /// The number of bytes left, if values of a fixed size take exactly that size here.
    #[doc(hidden)]
    #[inline(always)]
    fn room(&self) -> Option<usize> {
        None
    }

    /// Adds `step`, and what is known about the part, to an error.
    #[doc(hidden)]
    fn locate_part(&self, error: Self::Error, step: Step<'_>, _: Part) -> Self::Error {
        self.locate(error, step)
    }

    /// Returns `true` if the archive can write what was retained, and so omits the fields that the other program lacks.
    #[inline(always)]
    fn says_unknown(&self) -> bool {
        false
    }

    /// Writes a `()`.
    #[inline(always)]
    fn unit(&mut self) -> Result<(), Self::Error> {
        self.primitive(Primitive::Unit)
    }

    /// Writes a `bool`.
    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<(), Self::Error> {
        self.primitive(Primitive::Bool(value))
    }

    for_each_number!(number_methods);

    /// Writes a `char`.
    #[inline(always)]
    fn char(&mut self, value: char) -> Result<(), Self::Error> {
        self.primitive(Primitive::Char(value))
    }

    /// Writes text.
    #[inline(always)]
    fn str(&mut self, value: &str) -> Result<(), Self::Error> {
        self.primitive(Primitive::Str(Cow::Borrowed(value)))
    }

    /// Writes bytes.
    #[inline(always)]
    fn bytes(&mut self, value: &[u8]) -> Result<(), Self::Error> {
        self.primitive(Primitive::Bytes(Cow::Borrowed(value)))
    }

    /// Writes a part of a value: enters it, visits it and leaves it.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part<T: Serialize + ?Sized>(&mut self, step: Step<'_>, value: &T) -> Result<(), Self::Error>
    where
        Self: Sized,
    {
        if const { T::SIZE.is_inlined() } {
            put(self, step, value)
        } else {
            put_apart(self, step, value)
        }
    }

    /// Writes the value in the option or pointer entered last.
    #[doc(hidden)]
    #[inline(always)]
    fn held<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Self::Error>
    where
        Self: Sized,
    {
        value.serialize(self)
    }

    /// Writes the field at `index` of the scope's fields.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn field<T: Serialize + ?Sized>(
        &mut self,
        scope: &Scope,
        index: usize,
        value: &T,
    ) -> Result<(), Self::Error>
    where
        Self: Sized,
    {
        self.part(Step::Field(scope, index), value)
    }

    /// Writes a list of values.
    #[inline(always)]
    fn slice<T: Serialize>(&mut self, values: &[T]) -> Result<(), Self::Error>
    where
        Self: Sized,
    {
        check_sizeless(values)?;
        self.begin_list(values.len())?;
        for (index, value) in values.iter().enumerate() {
            self.part(Step::Element(index), value)?;
        }
        self.end_list();
        Ok(())
    }

    /// Writes the values of an array.
    #[inline(always)]
    fn array<T: Serialize>(&mut self, values: &[T]) -> Result<(), Self::Error>
    where
        Self: Sized,
    {
        self.begin_tuple(values.len())?;
        for (index, value) in values.iter().enumerate() {
            self.part(Step::Element(index), value)?;
        }
        self.end_tuple();
        Ok(())
    }

    /// Writes a list of numbers, as the same bytes as if it wrote their count and one after another: numbers that do not lie in
    /// one slice, and those behind a trait object, are written so.
    #[inline(always)]
    fn numbers<N: Number + Serialize>(&mut self, values: &[N]) -> Result<(), Self::Error>
    where
        Self: Sized,
    {
        self.slice(values)
    }

    /// Writes an array of numbers.
    #[doc(hidden)]
    #[inline(always)]
    fn number_array<N: Number + Serialize>(&mut self, values: &[N]) -> Result<(), Self::Error>
    where
        Self: Sized,
    {
        self.array(values)
    }

    /// Writes the little-endian bytes of an array or list of numbers of this size, if the archive takes them
    /// in one piece. Lets shared code write numbers in bulk into an archive behind a reference.
    #[doc(hidden)]
    fn number_bytes(
        &mut self,
        _bytes: &[u8],
        _list_of: Option<usize>,
    ) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// Writes a list of bools.
    #[doc(hidden)]
    #[inline(always)]
    fn bools(&mut self, values: &[bool]) -> Result<(), Self::Error>
    where
        Self: Sized,
    {
        self.slice(values)
    }

    /// Calls `f`, not inlined if the archive prefers that: for rare cases.
    ///
    /// # Errors
    ///
    /// Fails if `f` does.
    #[doc(hidden)]
    #[inline(always)]
    fn apart<R>(
        &mut self,
        f: impl FnOnce(&mut Self) -> Result<R, Self::Error>,
    ) -> Result<R, Self::Error>
    where
        Self: Sized,
    {
        f(self)
    }

    /// Writes a list of plain-data values (`#[archive(pod)]`) as bytes.
    #[inline(always)]
    fn pods<T: bytemuck::Pod + Serialize>(&mut self, values: &[T]) -> Result<(), Self::Error>
    where
        Self: Sized,
    {
        self.slice(values)
    }

    /// Writes many values of one field. An archive that takes all values of a field at once passes them to
    /// [`Serialize::serialize_rows`].
    #[doc(hidden)]
    #[inline(always)]
    fn rows<T: Serialize>(&mut self, values: &[&T]) -> Result<(), Self::Error>
    where
        Self: Sized,
    {
        for value in values {
            value.serialize(self)?;
        }
        Ok(())
    }
}
