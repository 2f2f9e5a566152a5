//! A plain text of values, by which the generator and the generated programs tell each other what they mean.
//!
//! It has nothing to do with the archives that are tested. Words stand between spaces: `Hero { level 7 name "Ann" }`.
//! A shared object is `&1= ..` where it occurs first, and `&1` after that. A link is `~` and the object, or `~None`.

use std::collections::HashMap;

use crate::content::Content;
use crate::source::Source;

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

    /// Shows a link to a shared object, or to none.
    pub(crate) fn link<P>(&mut self, target: Option<P>, show: impl FnOnce(&P, &mut Self)) {
        match target {
            // There are no links to copies.
            _ if self.has_copies => self.word("~"),
            None => self.word("~None"),
            Some(target) => {
                self.word("~");
                show(&target, self);
            }
        }
    }

    /// Shows a shared object, its content only once.
    pub(crate) fn object<T: Content + ?Sized>(&mut self, address: usize, content: &T) {
        if self.has_copies {
            return content.show_content(self);
        }
        let next = self.objects.len() + 1;
        let number = *self.objects.entry(address).or_insert(next);
        if number == next {
            self.word(&format!("&{number}="));
            content.show_content(self);
        } else {
            self.word(&format!("&{number}"));
        }
    }
}
