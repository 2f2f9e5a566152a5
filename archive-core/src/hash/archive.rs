//! The archive that hashes the rows of a value.

use alloc::string::String;

use super::feed::Feed;
use crate::limits::{Depth, check_sizeless};
use crate::primitive::for_each_number;
use crate::traits::put_any;
use crate::{Error, Limits, Number, OutputArchive, Primitive, Scope, Serialize, Shape, Step};

/// The kind of parts that are visited next.
pub(super) enum Parts<'r> {
    Fields(&'r Scope),
    Elements(usize),
}

/// Observes a value while it is hashed.
pub(super) trait Watch {
    /// The part entered last contains `parts`.
    fn begin(&mut self, feed: &mut Feed, parts: Parts<'_>);

    /// The parts announced last end.
    fn end(&mut self, feed: &mut Feed);

    fn enter(&mut self, feed: &mut Feed, step: Step<'_>);

    fn leave(&mut self, feed: &mut Feed);

    /// A primitive or a name, if text is wanted.
    fn text(&mut self, write: impl FnOnce(&mut String));

    /// Whether it ignores all parts announced last.
    fn is_blind(&self) -> bool;
}

/// Observes nothing.
impl Watch for () {
    #[inline(always)]
    fn begin(&mut self, _feed: &mut Feed, _parts: Parts<'_>) {}
    #[inline(always)]
    fn end(&mut self, _feed: &mut Feed) {}
    #[inline(always)]
    fn enter(&mut self, _feed: &mut Feed, _step: Step<'_>) {}
    #[inline(always)]
    fn leave(&mut self, _feed: &mut Feed) {}
    #[inline(always)]
    fn text(&mut self, _write: impl FnOnce(&mut String)) {}
    #[inline(always)]
    fn is_blind(&self) -> bool {
        true
    }
}

/// Hashes a value while `watch` observes it.
pub(super) fn visit<T: Serialize + ?Sized, W: Watch>(
    value: &T,
    watch: W,
) -> Result<(u128, W), Error> {
    let depth = Depth::new(&Limits::new());
    let mut hasher = Hasher { feed: Feed::default(), watch, depth };
    hasher.feed.open();
    value.serialize(&mut hasher)?;
    Ok((hasher.feed.finish(), hasher.watch))
}

struct Hasher<W> {
    feed: Feed,
    watch: W,
    depth: Depth,
}

impl<W: Watch> Hasher<W> {
    #[inline(always)]
    fn visit_all<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        for (index, value) in values.iter().enumerate() {
            self.part(Step::Element(index), value)?;
        }
        self.watch.end(&mut self.feed);
        Ok(())
    }
}

/// A number in the text of a key.
macro_rules! number_text {
    (f32 $number:expr) => {
        crate::text::print::single_text($number)
    };
    (f64 $number:expr) => {
        crate::text::print::double_text($number)
    };
    ($ty:ident $number:expr) => {
        alloc::string::ToString::to_string(&$number)
    };
}
pub(super) use number_text;

macro_rules! number_methods {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {$(
        #[inline(always)]
        fn $ty(&mut self, value: $ty) -> Result<(), Error> {
            self.feed.put(&value.to_le_bytes());
            self.watch.text(|text| text.push_str(&number_text!($ty value)));
            Ok(())
        }
    )*};
}

impl<W: Watch> OutputArchive for Hasher<W> {
    type Error = Error;

    fn primitive(&mut self, value: Primitive<'_>) -> Result<(), Error> {
        put_any(self, value)
    }

    for_each_number!(number_methods);

    #[inline(always)]
    fn unit(&mut self) -> Result<(), Error> {
        self.watch.text(|text| text.push_str("()"));
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<(), Error> {
        self.feed.put(&[u8::from(value)]);
        self.watch.text(|text| text.push_str(if value { "true" } else { "false" }));
        Ok(())
    }

    #[inline(always)]
    fn char(&mut self, value: char) -> Result<(), Error> {
        self.feed.put(&u32::from(value).to_le_bytes());
        self.watch.text(|text| text.push_str(&alloc::format!("{value:?}")));
        Ok(())
    }

    #[inline(always)]
    fn str(&mut self, value: &str) -> Result<(), Error> {
        self.feed.put_len(value.len());
        self.feed.put(value.as_bytes());
        self.watch.text(|text| text.push_str(&alloc::format!("{value:?}")));
        Ok(())
    }

    #[inline(always)]
    fn bytes(&mut self, value: &[u8]) -> Result<(), Error> {
        self.feed.put_len(value.len());
        self.feed.put(value);
        self.watch.text(|text| text.push_str(&alloc::format!("{value:x?}")));
        Ok(())
    }

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.depth.descend()?;
        let record = Scope::of_struct(shape, shape.version);
        self.watch.begin(&mut self.feed, Parts::Fields(&record));
        Ok(record)
    }

    #[inline(always)]
    fn variant(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Error> {
        self.depth.descend()?;
        let record = Scope::of_variant(shape, index, shape.version);
        self.feed.put_varint(u64::from(record.tag));
        self.watch.text(|text| {
            text.push_str(shape.variants().get(index).map_or("", |variant| variant.name));
        });
        self.watch.begin(&mut self.feed, Parts::Fields(&record));
        Ok(record)
    }

    #[inline(always)]
    fn end(&mut self, _record: Scope) -> Result<(), Error> {
        self.watch.end(&mut self.feed);
        self.depth.ascend();
        Ok(())
    }

    #[inline(always)]
    fn enter(&mut self, step: Step<'_>) -> Result<(), Error> {
        self.watch.enter(&mut self.feed, step);
        Ok(())
    }

    #[inline(always)]
    fn leave(&mut self) {
        self.watch.leave(&mut self.feed);
    }

    #[inline(always)]
    fn option(&mut self, is_some: bool) -> Result<(), Error> {
        self.feed.put(&[u8::from(is_some)]);
        if !is_some {
            self.watch.text(|text| text.push_str("None"));
        }
        Ok(())
    }

    #[inline(always)]
    fn begin_list(&mut self, len: usize) -> Result<(), Error> {
        self.feed.put_len(len);
        self.begin_tuple(len)
    }

    #[inline(always)]
    fn end_list(&mut self) {
        self.watch.end(&mut self.feed);
    }

    #[inline(always)]
    fn begin_tuple(&mut self, len: usize) -> Result<(), Error> {
        self.watch.begin(&mut self.feed, Parts::Elements(len));
        Ok(())
    }

    #[inline(always)]
    fn end_tuple(&mut self) {
        self.watch.end(&mut self.feed);
    }

    #[inline(always)]
    fn begin_map(&mut self, len: usize) -> Result<(), Error> {
        self.begin_list(len)
    }

    #[inline(always)]
    fn end_map(&mut self) {
        self.watch.end(&mut self.feed);
    }

    #[inline(always)]
    fn begin_pointer(&mut self) -> Result<(), Error> {
        self.depth.descend()
    }

    #[inline(always)]
    fn end_pointer(&mut self) {
        self.depth.ascend();
    }

    #[inline(always)]
    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        error.within(step)
    }

    #[inline(always)]
    fn slice<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        check_sizeless(values)?;
        self.begin_list(values.len())?;
        self.visit_all(values)
    }

    fn number_bytes(&mut self, bytes: &[u8], list_of: Option<usize>) -> Result<bool, Error> {
        let Some(size) = list_of.filter(|_| self.watch.is_blind()) else { return Ok(false) };
        self.begin_list(bytes.len().checked_div(size).unwrap_or(0))?;
        self.feed.put(bytes);
        Ok(true)
    }

    #[inline(always)]
    fn numbers<N: Number + Serialize>(&mut self, values: &[N]) -> Result<(), Error> {
        self.pods(values)
    }

    #[inline(always)]
    fn pods<T: bytemuck::Pod + Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        check_sizeless(values)?;
        self.begin_list(values.len())?;
        if cfg!(target_endian = "big") || !self.watch.is_blind() {
            return self.visit_all(values);
        }
        self.feed.put(bytemuck::must_cast_slice(values));
        Ok(())
    }
}
