//! The trait of archives that values are loaded from.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::visit::{get, get_apart, list, tuple};
use super::{MinSize, OwnCode, Part, Start, copied};
use crate::class::{Classes, LoadClass, load_held, load_object};
use crate::context::Context;
use crate::graph::{Left, Link, Objects};
use crate::plain::Data;
use crate::primitive::for_each_number;
use crate::private::unknown_tag;
use crate::unknown::is_catch;
use crate::{
    Deserialize, Error, ErrorKind, Number, Primitive, PrimitiveKind, Scope, Shape, Step, Type,
    Unknown,
};

macro_rules! number_methods {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {$(
        #[doc = concat!("Reads a `", stringify!($ty), "`.")]
        #[inline(always)]
        fn $ty(&mut self) -> Result<$ty, Self::Error> {
            match self.primitive(PrimitiveKind::$variant)? {
                Primitive::$variant(value) => Ok(value),
                other => Err(departed(PrimitiveKind::$variant, &other).into()),
            }
        }
    )*};
}

/// The error for an archive that returned another kind of primitive than requested.
#[cold]
fn departed(asked: PrimitiveKind, given: &Primitive<'_>) -> Error {
    let (asked, given) = (asked.name(), given.kind().name());
    Error::new(ErrorKind::Shape, alloc::format!("expected {asked}, but the archive gave {given}"))
}

/// An archive that values are loaded from, whose input lives for `'a`.
///
/// It answers the calls of a type's [`Deserialize`] impl. `&mut dyn InputArchive` is itself an archive, so one compiled
/// copy of a type's code can serve every archive.
///
/// It gives each owner of a shared object a copy, and leads no weak pointer to anything. A format that keeps them can go
/// through a tree instead: write what [`Value::of`](crate::Value::of) makes, and read it for
/// [`Value::to`](crate::Value::to), as `examples/own_format.rs` does.
///
/// ```
/// use archive::{
///     Deserialize, Error, ErrorKind, InputArchive, MinSize, Primitive, PrimitiveKind, Scope, Shape,
/// };
///
/// /// Makes a sample of a type, for a preview: texts, numbers of the type `u16`, and two of each.
/// struct Sample;
///
/// impl<'a> InputArchive<'a> for Sample {
///     type Error = Error;
///     fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Error> {
///         match kind {
///             PrimitiveKind::U16 => Ok(Primitive::U16(7)),
///             PrimitiveKind::Str => Ok(Primitive::Str("torch".into())),
///             _ => Err(Error::new(ErrorKind::Unrepresentable, "there is no sample of that")),
///         }
///     }
///     fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
///         Ok(Scope::of_struct(shape, shape.version))
///     }
///     fn variant(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
///         Ok(Scope::of_variant(shape, 0, shape.version)) // the first one
///     }
///     fn option(&mut self) -> Result<bool, Error> {
///         Ok(true)
///     }
///     fn begin_list(&mut self, _: MinSize) -> Result<usize, Error> {
///         Ok(2)
///     }
///     fn begin_map(&mut self, _: MinSize) -> Result<usize, Error> {
///         Ok(0)
///     }
/// }
///
/// let sample = <Vec<(String, Option<u16>)>>::deserialize(&mut Sample)?;
/// assert_eq!(sample, [("torch".into(), Some(7)), ("torch".into(), Some(7))]);
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// Each method that returns a `Result` fails if the archive does, or a value that it reads; some have further reasons.
#[allow(clippy::missing_errors_doc, reason = "said once for all of them")]
pub trait InputArchive<'a> {
    /// The error of a value that could not be read.
    type Error: From<Error>;

    /// Reads a value without parts, of this kind.
    ///
    /// # Errors
    ///
    /// Fails if the archive does; it must not return a value of another kind.
    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Self::Error>;

    /// Enters a struct, at the version at which it was written.
    ///
    /// That must be one of the type's versions, which nothing checks later: pass a version from outside to
    /// [`Shape::check_version`].
    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Self::Error>;

    /// Enters a variant of an enum. The scope has its tag, but no fields until [`Scope::variant`] sets which of the
    /// shape's variants it is.
    ///
    /// Check the version as for [`begin`](Self::begin). Derived code checks that the version has a variant with the tag.
    fn variant(&mut self, shape: &'static Shape) -> Result<Scope, Self::Error>;

    /// Returns `true` if the field at `index` of the scope's fields is present.
    #[inline(always)]
    fn has(&mut self, scope: &Scope, index: usize) -> bool {
        scope.lives(index)
    }

    /// Reads what the archive holds of the struct or variant entered last that its type does not know.
    ///
    /// # Errors
    ///
    /// Fails if the archive does, or if the variant is unknown and the archive cannot keep it.
    #[inline(always)]
    fn unknown(&mut self, scope: &Scope) -> Result<Unknown, Self::Error> {
        if is_catch(scope) { Err(unknown_tag(scope).into()) } else { Ok(Unknown::new()) }
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

    /// Reads whether an option holds a value; if so, the value follows.
    fn option(&mut self) -> Result<bool, Self::Error>;

    /// Enters a list or a set whose elements take at least `min` bytes each, and returns the number of elements.
    ///
    /// # Errors
    ///
    /// Fails if the archive does; it must not return a number that the input cannot hold.
    fn begin_list(&mut self, min: MinSize) -> Result<usize, Self::Error>;

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

    /// Enters a map whose entries take at least `min` bytes each, and returns the number of entries.
    ///
    /// # Errors
    ///
    /// Fails if the archive does; it must not return a number that the input cannot hold.
    fn begin_map(&mut self, min: MinSize) -> Result<usize, Self::Error>;

    /// Leaves the map entered last.
    #[inline(always)]
    fn end_map(&mut self) {}

    /// Follows a pointer that owns or shares its target.
    #[inline(always)]
    fn begin_pointer(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Leaves the target of the pointer followed last.
    #[inline(always)]
    fn end_pointer(&mut self) {}

    /// Reads a link to an object of type `to`; `None` if the object itself follows.
    #[doc(hidden)]
    #[inline(always)]
    fn link(&mut self, _to: &'static Type) -> Result<Option<Link>, Self::Error> {
        Ok(None)
    }

    /// The objects loaded so far, if the archive has tables of them.
    #[doc(hidden)]
    #[inline(always)]
    fn objects(&mut self) -> Option<&mut Objects<'a, Self::Error>> {
        None
    }

    /// Moves to the object of a link.
    #[doc(hidden)]
    #[inline(always)]
    fn begin_object(&mut self, _link: Link) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Returns to where [`begin_object`](Self::begin_object) was called.
    ///
    /// # Errors
    ///
    /// Fails if the object has more bytes than were read.
    #[doc(hidden)]
    #[inline(always)]
    fn end_object(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Reads a value of a type that only implements serde's traits, if the archive shows such values without the names of
    /// serde's model.
    #[doc(hidden)]
    #[inline(always)]
    fn plain(&mut self) -> Result<Option<Data>, Self::Error> {
        Ok(None)
    }

    /// The archive as a trait object, if its error type is this library's.
    #[doc(hidden)]
    #[inline(always)]
    fn erased(&mut self) -> Option<&mut dyn InputArchive<'a, Error = Error>> {
        None
    }

    /// Adds to an error that it occurred in the object at a row of a type's table.
    #[doc(hidden)]
    #[inline(always)]
    fn locate_object(&self, error: Self::Error, _ty: &'static Type, _row: usize) -> Self::Error {
        error
    }

    /// Claims memory for `count` values of `bytes` bytes each. Every impl must claim memory before reserving it.
    ///
    /// # Errors
    ///
    /// Fails if the limits do not allow it.
    #[inline(always)]
    fn claim(&mut self, _count: usize, _bytes: usize) -> Result<(), Self::Error> {
        Ok(())
    }

    /// What the limits leave here.
    #[doc(hidden)]
    #[inline(always)]
    fn limits_left(&self) -> Left {
        Left::UNKNOWN
    }

    /// Returns the remaining input, if the archive encodes keys as rows do (FORMAT.md §5): hash maps and sets use it to check the
    /// order of their keys, which are saved in the order of these bytes.
    #[inline(always)]
    fn rest(&self) -> Option<&'a [u8]> {
        None
    }

    /// Returns `true` if the keys of ordered maps and sets must come in order.
    #[inline(always)]
    fn in_order(&self) -> bool {
        false
    }

    /// Returns the offset of the next byte from the start of the input, if the archive has one.
    #[inline(always)]
    fn offset(&self) -> Option<u64> {
        None
    }

    /// Adds `step` to the path of an error.
    #[inline(always)]
    fn locate(&self, error: Self::Error, _step: Step<'_>) -> Self::Error {
        error
    }

    /// Adds `step`, and what is known about the part, to an error.
    #[doc(hidden)]
    fn locate_part(&self, error: Self::Error, step: Step<'_>, _: Part) -> Self::Error {
        self.locate(error, step)
    }

    /// Enters a part, and returns the [`room`](Self::room) and [`offset`](Self::offset) before it. One call
    /// instead of three for trait objects.
    #[doc(hidden)]
    fn enter_part(&mut self, step: Step<'_>) -> Result<Start, Self::Error> {
        let start = Start { room: self.room(), offset: self.offset() };
        self.enter(step)?;
        Ok(start)
    }

    /// Leaves the part entered last, and returns the [`room`](Self::room) after it.
    #[doc(hidden)]
    fn leave_part(&mut self) -> Option<usize> {
        self.leave();
        self.room()
    }

    /// The number of bytes left, if values of a fixed size take exactly that size here.
    #[doc(hidden)]
    fn room(&self) -> Option<usize> {
        None
    }

    /// Returns the values that the caller lends to hooks, converters and handles.
    #[inline(always)]
    fn context(&mut self) -> Context<'_> {
        Context::empty()
    }

    /// Reads a `()`.
    #[inline(always)]
    fn unit(&mut self) -> Result<(), Self::Error> {
        self.primitive(PrimitiveKind::Unit).map(|_| ())
    }

    /// Reads a `bool`.
    #[inline(always)]
    fn bool(&mut self) -> Result<bool, Self::Error> {
        match self.primitive(PrimitiveKind::Bool)? {
            Primitive::Bool(value) => Ok(value),
            other => Err(departed(PrimitiveKind::Bool, &other).into()),
        }
    }

    for_each_number!(number_methods);

    /// Reads a `char`.
    #[inline(always)]
    fn char(&mut self) -> Result<char, Self::Error> {
        match self.primitive(PrimitiveKind::Char)? {
            Primitive::Char(value) => Ok(value),
            other => Err(departed(PrimitiveKind::Char, &other).into()),
        }
    }

    /// Reads text, borrowed from the input if possible.
    #[inline(always)]
    fn str(&mut self) -> Result<Cow<'a, str>, Self::Error> {
        match self.primitive(PrimitiveKind::Str)? {
            Primitive::Str(value) => Ok(value),
            other => Err(departed(PrimitiveKind::Str, &other).into()),
        }
    }

    /// Reads owned text into memory that it [claims](Self::claim).
    ///
    /// # Errors
    ///
    /// Fails if the archive does, or with [`ErrorKind::MemoryLimit`].
    #[inline(always)]
    fn boxed_str(&mut self) -> Result<Box<str>, Self::Error> {
        copied(self)
    }

    /// Reads bytes, borrowed from the input if possible.
    #[inline(always)]
    fn bytes(&mut self) -> Result<Cow<'a, [u8]>, Self::Error> {
        match self.primitive(PrimitiveKind::Bytes)? {
            Primitive::Bytes(value) => Ok(value),
            other => Err(departed(PrimitiveKind::Bytes, &other).into()),
        }
    }

    /// Reads a part of a value: enters it, builds it and leaves it.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part<T: Deserialize<'a>>(&mut self, step: Step<'_>) -> Result<T, Self::Error>
    where
        Self: Sized,
    {
        if const { T::SIZE.is_inlined() } { get(self, step) } else { get_apart(self, step) }
    }

    /// Reads a part that belongs to a value, i.e. a field or a tuple element. The part has an older version
    /// only if the value's type does, so its version need not be checked again.
    #[doc(hidden)]
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn within<T: Deserialize<'a>>(&mut self, step: Step<'_>) -> Result<T, Self::Error>
    where
        Self: Sized,
    {
        self.part(step)
    }

    /// Runs code compiled for this archive, if it has its own copy; returns whether it did.
    #[doc(hidden)]
    fn own_code(&mut self, _: &mut dyn OwnCode<'a>) -> bool {
        false
    }

    /// The same for an archive behind a reference, called by shared code.
    #[doc(hidden)]
    #[inline(always)]
    fn to_own_code(&mut self, _: &mut dyn OwnCode<'a>) -> bool
    where
        Self: Sized,
    {
        false
    }

    /// Reads a value by code compiled for this archive, if it has some and the caller is shared code.
    #[doc(hidden)]
    #[inline(always)]
    fn own<T: Deserialize<'a>>(&mut self) -> Option<T>
    where
        Self: Sized,
    {
        None
    }

    /// Builds a trait object behind a pointer.
    #[doc(hidden)]
    fn object<T: ?Sized + Classes>(&mut self) -> Result<Box<T>, Self::Error>
    where
        Self: Sized,
    {
        load_object(self)
    }

    /// Builds the object that is the only field of a variant, by its class's code.
    #[doc(hidden)]
    fn class<T: ?Sized>(
        &mut self,
        step: Step<'_>,
        class: &dyn LoadClass<T>,
    ) -> Result<Box<T>, Self::Error>
    where
        Self: Sized,
    {
        load_held(self, step, class)
    }

    /// Reads the value in the option or pointer entered last.
    #[inline(always)]
    fn held<T: Deserialize<'a>>(&mut self) -> Result<T, Self::Error>
    where
        Self: Sized,
    {
        T::deserialize(self)
    }

    /// Reads the field at `index` of the scope's fields.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn field<T: Deserialize<'a>>(&mut self, scope: &Scope, index: usize) -> Result<T, Self::Error>
    where
        Self: Sized,
    {
        self.within(Step::Field(scope, index))
    }

    /// Reads the field at `index` of the scope's fields, if it is present.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn field_if<T: Deserialize<'a>>(
        &mut self,
        scope: &Scope,
        index: usize,
    ) -> Result<Option<T>, Self::Error>
    where
        Self: Sized,
    {
        if self.has(scope, index) { self.field(scope, index).map(Some) } else { Ok(None) }
    }

    /// Returns `value`, a field that may be missing. Until the archive is known, the compiler cannot see
    /// through this call, so it does not compile the following code once per outcome, field after field.
    #[doc(hidden)]
    #[inline(always)]
    fn kept<T>(value: Option<T>) -> Option<T>
    where
        Self: Sized,
    {
        value
    }

    /// Reads a list of values.
    #[inline(always)]
    fn vec<T: Deserialize<'a>>(&mut self) -> Result<Vec<T>, Self::Error>
    where
        Self: Sized,
    {
        list(self)
    }

    /// Reads the values of an array.
    #[inline(always)]
    fn array<T: Deserialize<'a>, const N: usize>(&mut self) -> Result<[T; N], Self::Error>
    where
        Self: Sized,
    {
        tuple(self)
    }

    /// Reads the values of an array into a box.
    #[doc(hidden)]
    #[inline(always)]
    fn boxed_array<T: Deserialize<'a>, const N: usize>(
        &mut self,
    ) -> Result<Box<[T; N]>, Self::Error>
    where
        Self: Sized,
    {
        tuple(self)
    }

    /// Reads a list of numbers, from the same bytes as if it read their count and one after another: a list is not always
    /// [written](crate::OutputArchive::numbers) as a whole.
    #[inline(always)]
    fn numbers<N: Number + Deserialize<'a>>(&mut self) -> Result<Vec<N>, Self::Error>
    where
        Self: Sized,
    {
        self.vec()
    }

    /// Returns the little-endian bytes of a list of numbers of `size` bytes each, if the archive has them in
    /// one piece; the caller then claims the memory. Lets shared code read numbers in bulk from an archive
    /// behind a reference.
    #[doc(hidden)]
    fn number_bytes(&mut self, _size: usize) -> Result<Option<&[u8]>, Self::Error> {
        Ok(None)
    }

    /// Reads an optional number.
    #[doc(hidden)]
    #[inline(always)]
    fn number_option<N: Number + Deserialize<'a>>(&mut self) -> Result<Option<N>, Self::Error>
    where
        Self: Sized,
    {
        if self.option()? { self.held().map(Some) } else { Ok(None) }
    }

    /// Reads a list of arrays of numbers.
    #[doc(hidden)]
    #[inline(always)]
    fn number_arrays<N: Number + Deserialize<'a>, const LEN: usize>(
        &mut self,
    ) -> Result<Vec<[N; LEN]>, Self::Error>
    where
        Self: Sized,
    {
        self.vec()
    }

    /// Returns the next `len` bytes, if the archive stores arrays of `bool`s and of little-endian numbers in
    /// one piece; otherwise `None`.
    ///
    /// # Errors
    ///
    /// Fails if fewer bytes are left.
    #[doc(hidden)]
    #[inline(always)]
    fn array_bytes(&mut self, _len: usize) -> Result<Option<&[u8]>, Self::Error> {
        Ok(None)
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

    /// Reads a list of `bool`s.
    #[doc(hidden)]
    #[inline(always)]
    fn bools(&mut self) -> Result<Vec<bool>, Self::Error>
    where
        Self: Sized,
    {
        self.vec()
    }

    /// Reads a list of plain-data values (`#[archive(pod)]`) as bytes.
    #[inline(always)]
    fn pods<T: bytemuck::Pod + Deserialize<'a>>(&mut self) -> Result<Vec<T>, Self::Error>
    where
        Self: Sized,
    {
        self.vec()
    }
}
