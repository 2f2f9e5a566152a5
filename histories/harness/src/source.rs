//! A plain text that is being read.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::{self, Rc};
use std::sync::{self, Arc};

use crate::plain::Plain;

/// The value of a text.
///
/// # Errors
///
/// If the text is of another value.
pub fn make<T: Plain>(text: &str) -> Result<T, String> {
    let mut source = Source { rest: text, objects: HashMap::new(), open: HashMap::new() };
    let made = catch_unwind(AssertUnwindSafe(|| T::make(&mut source)));
    let made = made.unwrap_or_else(|panic| match panic.downcast::<String>() {
        Ok(error) => Err(*error),
        Err(panic) => resume_unwind(panic),
    })?;
    if source.rest.trim().is_empty() { Ok(made) } else { Err(format!("not read: {}", source.rest)) }
}

/// The error of a text in which a link occurs before what owns its target, which is then in a circle.
pub const CIRCLE: &str = "an object that is not made yet owns itself";

/// Leaves a closure that cannot return an error, for [`make`].
fn leave(error: String) -> ! {
    resume_unwind(Box::new(error))
}

/// A text that is being read.
pub struct Source<'s> {
    rest: &'s str,
    /// The shared objects that have been made.
    objects: HashMap<String, Box<dyn Any>>,
    /// Links to those that are being made.
    open: HashMap<String, Box<dyn Any>>,
}

impl<'s> Source<'s> {
    /// The next word, without reading past it.
    pub fn peek(&self) -> &'s str {
        let rest = self.rest.trim_start();
        rest.split(' ').next().unwrap_or_default()
    }

    /// The next word.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn read(&mut self) -> Result<&'s str, String> {
        let word = self.peek();
        if word.is_empty() {
            return Err("the text ends too early".into());
        }
        self.rest = self.rest.trim_start().get(word.len()..).unwrap_or_default();
        Ok(word)
    }

    /// # Errors
    ///
    /// If the next word is another one.
    pub fn word(&mut self, expected: &str) -> Result<(), String> {
        let found = self.read()?;
        if found == expected { Ok(()) } else { Err(format!("{expected} expected, {found} found")) }
    }

    /// # Errors
    ///
    /// If the next words are not this field.
    pub fn field<T: Plain>(&mut self, name: &str) -> Result<T, String> {
        self.word(name)?;
        T::make(self)
    }

    /// A value without a name.
    ///
    /// # Errors
    ///
    /// If the next words are not of such a value.
    pub fn part<T: Plain>(&mut self) -> Result<T, String> {
        T::make(self)
    }

    /// A shared object in an `Rc` or an `Arc`.
    pub(crate) fn object<P: Any + Clone>(
        &mut self,
        new: impl Fn(&mut Self, &str) -> Result<P, String>,
    ) -> Result<P, String> {
        let word = self.read()?;
        if let Some(name) = word.strip_suffix('=') {
            let made = new(self, name)?;
            self.open.remove(name);
            self.objects.insert(name.to_owned(), Box::new(made.clone()));
            return Ok(made);
        }
        if self.open.contains_key(word) {
            return Err(CIRCLE.into());
        }
        let made = self.objects.get(word).and_then(|made| made.downcast_ref::<P>());
        made.cloned().ok_or_else(|| format!("no object is {word}"))
    }

    /// A link to the object that is next, if that is being made.
    pub(crate) fn open<W: Any + Clone>(&mut self) -> Option<W> {
        let found = self.open.get(self.peek())?.downcast_ref::<W>()?.clone();
        self.read().ok().map(|_| found)
    }

    /// An object in which links may lead to it as an object of a trait.
    ///
    /// # Errors
    ///
    /// If the next words are not of such a value.
    pub fn rc_in_circle<T: Plain + 'static, D: ?Sized + 'static>(
        &mut self,
        name: &str,
        up: fn(rc::Weak<T>) -> rc::Weak<D>,
    ) -> Result<Rc<T>, String> {
        Ok(Rc::new_cyclic(|weak| {
            self.open.insert(name.to_owned(), Box::new(up(weak.clone())));
            T::make(self).unwrap_or_else(|error| leave(error))
        }))
    }

    /// The same in an `Arc`.
    ///
    /// # Errors
    ///
    /// If the next words are not of such a value.
    pub fn arc_in_circle<T: Plain + 'static, D: ?Sized + 'static>(
        &mut self,
        name: &str,
        up: fn(sync::Weak<T>) -> sync::Weak<D>,
    ) -> Result<Arc<T>, String> {
        Ok(Arc::new_cyclic(|weak| {
            self.open.insert(name.to_owned(), Box::new(up(weak.clone())));
            T::make(self).unwrap_or_else(|error| leave(error))
        }))
    }
}
