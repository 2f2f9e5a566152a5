//! A plain text of values, by which the generator and the generated programs tell each other what they mean.
//!
//! It has nothing to do with the archives that are tested. Words stand between spaces: `Hero { level 7 name "Ann" }`.
//! A shared object is `&1= ..` where it occurs first, and `&1` after that.

use std::any::Any;
use std::collections::HashMap;

/// A value that can be shown and made.
pub trait Plain: Sized {
    fn show(&self, out: &mut Shown);

    /// # Errors
    ///
    /// If the text is of another value.
    fn make(source: &mut Source<'_>) -> Result<Self, String>;
}

/// The text of a value.
pub fn show<T: Plain>(value: &T) -> String {
    let mut out = Shown::default();
    value.show(&mut out);
    out.text
}

/// The text of a value, in which nothing is shared.
pub fn show_copies<T: Plain>(value: &T) -> String {
    let mut out = Shown { has_copies: true, ..Shown::default() };
    value.show(&mut out);
    out.text
}

/// The value of a text.
///
/// # Errors
///
/// If the text is of another value.
pub fn make<T: Plain>(text: &str) -> Result<T, String> {
    let mut source = Source { rest: text, objects: HashMap::new() };
    let made = T::make(&mut source)?;
    if source.rest.trim().is_empty() { Ok(made) } else { Err(format!("not read: {}", source.rest)) }
}

/// A text that is being written.
#[derive(Default)]
pub struct Shown {
    text: String,
    /// The numbers of the shared objects by their addresses.
    objects: HashMap<usize, usize>,
    /// Whether an object is shown wherever it is shared.
    has_copies: bool,
}

impl Shown {
    pub fn word(&mut self, word: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    pub fn field<T: Plain>(&mut self, name: &str, value: &T) {
        self.word(name);
        value.show(self);
    }

    /// Shows a shared object, its content only once.
    pub(crate) fn object<T: Plain>(&mut self, address: usize, content: &T) {
        if self.has_copies {
            return content.show(self);
        }
        let next = self.objects.len() + 1;
        let number = *self.objects.entry(address).or_insert(next);
        if number == next {
            self.word(&format!("&{number}="));
            content.show(self);
        } else {
            self.word(&format!("&{number}"));
        }
    }
}

/// A text that is being read.
pub struct Source<'s> {
    rest: &'s str,
    /// The shared objects that have been made.
    objects: HashMap<String, Box<dyn Any>>,
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

    /// A shared object: `wrap` is `Rc::new` or `Arc::new`.
    pub(crate) fn object<P: Any + Clone, T: Plain>(
        &mut self,
        wrap: impl Fn(T) -> P,
    ) -> Result<P, String> {
        let word = self.read()?;
        if let Some(name) = word.strip_suffix('=') {
            let made = wrap(T::make(self)?);
            self.objects.insert(name.to_owned(), Box::new(made.clone()));
            return Ok(made);
        }
        let made = self.objects.get(word).and_then(|made| made.downcast_ref::<P>());
        made.cloned().ok_or_else(|| format!("no object is {word}"))
    }
}
