//! The trace's implementation of `OutputArchive`.

use core::mem;

use super::Trace;
use crate::alone::MANY;
use crate::graph::found::Graph;
use crate::limits::check_sizeless;
use crate::primitive::for_each_number;
use crate::rows::{Retained, Said, check_variant};
use crate::traits::{put, put_bytes};
use crate::versions::Versions;
use crate::{Error, Number, OutputArchive, Scope, Serialize, Shape, Step, Unknown};

impl OutputArchive for Trace {
    type Error = Error;

    for_each_number!(put_bytes);

    #[inline(always)]
    fn bytes(&mut self, value: &[u8]) -> Result<(), Error> {
        self.len(value.len())?;
        self.put_all(value)
    }

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.descend()?;
        self.tracing().is_direct = false;
        Ok(Scope::of_struct(shape, self.versions.of(shape)))
    }

    fn variant(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Error> {
        self.descend()?;
        self.tracing().is_direct = false;
        let scope = Scope::of_variant(shape, index, self.versions.of(shape));
        check_variant(&scope, index)?;
        self.varint(u64::from(scope.tag))?;
        Ok(scope)
    }

    fn unknown(&mut self, scope: &Scope, held: &Unknown) -> Result<(), Error> {
        // A trace that only finds objects leaves this to the archive.
        if !self.graph.tracing.is_written {
            return Ok(());
        }
        let object = self.graph.object_visited().map(|object| (usize::MAX, object));
        match Retained::take(self.retained.as_mut(), scope, held, object)? {
            true => self.varint(u64::from(scope.tag)),
            false => Ok(()),
        }
    }

    fn room(&self) -> Option<usize> {
        self.is_fixed().then(|| usize::MAX.saturating_sub(self.graph.tracing.bytes.len()))
    }

    fn says_unknown(&self) -> bool {
        self.retained.as_ref().is_some_and(|retained| retained.said == Said::All)
    }

    fn end(&mut self, _: Scope) -> Result<(), Error> {
        self.depth.ascend();
        Ok(())
    }

    /// Resets `is_direct`, which an option sets for its direct content only, unless a list or map has
    /// announced the part.
    #[inline(always)]
    fn enter(&mut self, _: Step<'_>) -> Result<(), Error> {
        let tracing = self.tracing();
        tracing.is_direct = mem::take(&mut tracing.expects_direct);
        Ok(())
    }

    fn option(&mut self, is_some: bool) -> Result<(), Error> {
        self.tracing().is_direct = true;
        self.bool(is_some)
    }

    fn begin_list(&mut self, len: usize) -> Result<(), Error> {
        self.tracing().is_direct = false;
        self.len(len)
    }

    fn begin_tuple(&mut self, _: usize) -> Result<(), Error> {
        self.tracing().is_direct = false;
        Ok(())
    }

    fn begin_map(&mut self, len: usize) -> Result<(), Error> {
        self.tracing().is_direct = false;
        self.len(len)
    }

    fn begin_pointer(&mut self) -> Result<(), Error> {
        self.tracing().is_direct = false;
        self.descend()
    }

    fn end_pointer(&mut self) {
        self.depth.ascend();
    }

    fn versions(&self) -> Option<&Versions> {
        if self.versions.is_today() { None } else { Some(&self.versions) }
    }

    fn erased(&mut self) -> Option<&mut dyn OutputArchive<Error = Error>> {
        Some(self)
    }

    fn graph(&mut self) -> Option<&mut Graph> {
        Some(&mut self.graph)
    }

    fn trace(&mut self) -> Option<&mut Trace> {
        Some(self)
    }

    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        error.within(step)
    }

    /// Like the default, but reports a part that does not take the bytes that its type declares.
    #[inline]
    fn part<T: Serialize + ?Sized>(&mut self, step: Step<'_>, value: &T) -> Result<(), Error> {
        let start = self.tracing().bytes.len();
        put(self, step, value)?;
        match T::SIZE.fixed {
            Some(size) if self.is_fixed() => {
                self.check_size(start, size).map_err(|error| error.within(step))
            }
            _ => Ok(()),
        }
    }

    fn own<T: Serialize + ?Sized>(&mut self, value: &T) -> bool {
        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        if crate::traits::uses_own_code() {
            return self.take_alone(value);
        }
        false
    }

    fn slice<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        check_sizeless(values)?;
        if values.len() >= MANY && self.own(values) {
            return Ok(());
        }
        self.begin_list(values.len())?;
        self.array(values)
    }

    fn array<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        self.tracing().is_direct = false;
        match T::SIZE.fixed {
            Some(size) if self.is_fixed() => return self.fixed(values, size),
            // Values of a fixed size hold no objects.
            Some(_) if self.versions.is_today() && !self.graph.tracing.is_written => {
                return Ok(());
            }
            _ => {}
        }
        for (index, value) in values.iter().enumerate() {
            self.part(Step::Element(index), value)?;
        }
        Ok(())
    }

    fn number_bytes(&mut self, bytes: &[u8], list_of: Option<usize>) -> Result<bool, Error> {
        if let Some(size) = list_of {
            self.len(bytes.len().checked_div(size).unwrap_or(0))?;
        }
        self.put_all(bytes)?;
        Ok(true)
    }

    #[inline(always)]
    fn numbers<N: Number + Serialize>(&mut self, values: &[N]) -> Result<(), Error> {
        if cfg!(target_endian = "big") {
            return self.slice(values);
        }
        self.copied(values)
    }

    #[inline(always)]
    fn pods<T: bytemuck::Pod + Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        if cfg!(target_endian = "big") || !self.versions.is_today() {
            return self.slice(values);
        }
        check_sizeless(values)?;
        self.copied(values)
    }
}
