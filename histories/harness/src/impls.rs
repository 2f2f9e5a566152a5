//! What is shown of the types of `std`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::Hash;

use crate::content::Content;
use crate::plain::{Plain, Shown, show};
use crate::source::Source;

macro_rules! by_words {
    ($($ty:ty),*) => {$(
        impl Plain for $ty {
            fn show(&self, out: &mut Shown) {
                out.word(&format!("{self:?}"));
            }

            fn make(source: &mut Source<'_>) -> Result<Self, String> {
                let word = source.read()?;
                word.parse().map_err(|error| format!("{word}: {error}"))
            }
        }
    )*};
}

by_words!(bool, u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f32, f64, usize, isize);

/// Text has its characters as numbers if they could be taken for something else.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for char in text.chars() {
        if char.is_whitespace() || char.is_control() || matches!(char, '"' | '\\') {
            quoted.push_str(&format!("\\{:x};", u32::from(char)));
        } else {
            quoted.push(char);
        }
    }
    quoted.push('"');
    quoted
}

fn unquoted(word: &str) -> Result<String, String> {
    let inner = word.strip_prefix('"').and_then(|word| word.strip_suffix('"'));
    let mut rest = inner.ok_or_else(|| format!("a text expected, {word} found"))?;
    let mut text = String::new();
    while let Some((before, after)) = rest.split_once('\\') {
        let (number, after) = after.split_once(';').ok_or("a `;` expected")?;
        text.push_str(before);
        let code = u32::from_str_radix(number, 16).ok().and_then(char::from_u32);
        text.push(code.ok_or_else(|| format!("no character is {number}"))?);
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}

impl Plain for String {
    fn show(&self, out: &mut Shown) {
        out.word(&quoted(self));
    }

    fn make(source: &mut Source<'_>) -> Result<Self, String> {
        unquoted(source.read()?)
    }
}

impl Plain for char {
    fn show(&self, out: &mut Shown) {
        out.word(&quoted(&self.to_string()));
    }

    fn make(source: &mut Source<'_>) -> Result<Self, String> {
        let text = unquoted(source.read()?)?;
        text.chars().next().ok_or_else(|| "a character expected".into())
    }
}

impl<T: Plain> Plain for Option<T> {
    fn show(&self, out: &mut Shown) {
        match self {
            None => out.word("None"),
            Some(value) => out.field("Some", value),
        }
    }

    fn make(source: &mut Source<'_>) -> Result<Self, String> {
        if source.peek() == "None" {
            return source.word("None").map(|()| None);
        }
        source.field("Some").map(Some)
    }
}

impl<T: Content + ?Sized> Plain for Box<T> {
    fn show(&self, out: &mut Shown) {
        T::show_content(self, out);
    }

    fn make(source: &mut Source<'_>) -> Result<Self, String> {
        T::make_box(source)
    }
}

impl<T: Plain> Plain for RefCell<T> {
    fn show(&self, out: &mut Shown) {
        self.borrow().show(out);
    }

    fn make(source: &mut Source<'_>) -> Result<Self, String> {
        T::make(source).map(Self::new)
    }
}

fn show_list<'t, T: Plain + 't>(values: impl Iterator<Item = &'t T>, out: &mut Shown) {
    out.word("[");
    for value in values {
        value.show(out);
    }
    out.word("]");
}

fn make_list<T: Plain>(source: &mut Source<'_>) -> Result<Vec<T>, String> {
    source.word("[")?;
    let mut values = Vec::new();
    while source.peek() != "]" {
        values.push(T::make(source)?);
    }
    source.word("]")?;
    Ok(values)
}

/// Elements in the order of their texts.
fn show_set<'t, T: Plain + 't>(values: impl Iterator<Item = &'t T>, out: &mut Shown) {
    let mut words: Vec<String> = values.map(show).collect();
    words.sort();
    out.word("[");
    words.iter().for_each(|word| out.word(word));
    out.word("]");
}

macro_rules! sets {
    ($($set:ident: $($bound:ident)*,)*) => {$(
        impl<T: Plain $(+ $bound)*> Plain for $set<T> {
            fn show(&self, out: &mut Shown) {
                show_set(self.iter(), out);
            }

            fn make(source: &mut Source<'_>) -> Result<Self, String> {
                make_list(source).map(Self::from_iter)
            }
        }
    )*};
}

sets! {
    BTreeSet: Ord,
    HashSet: Hash Eq,
}

impl<T: Plain> Plain for Vec<T> {
    fn show(&self, out: &mut Shown) {
        show_list(self.iter(), out);
    }

    fn make(source: &mut Source<'_>) -> Result<Self, String> {
        make_list(source)
    }
}

impl<T: Plain> Plain for VecDeque<T> {
    fn show(&self, out: &mut Shown) {
        show_list(self.iter(), out);
    }

    fn make(source: &mut Source<'_>) -> Result<Self, String> {
        make_list(source).map(Self::from)
    }
}

impl<T: Plain, const N: usize> Plain for [T; N] {
    fn show(&self, out: &mut Shown) {
        show_list(self.iter(), out);
    }

    fn make(source: &mut Source<'_>) -> Result<Self, String> {
        let values = make_list(source)?;
        values.try_into().map_err(|_| format!("{N} values expected"))
    }
}

/// Entries in the order of the texts of their keys, as that of a hash map is none.
fn show_map<'m, K, V>(entries: impl Iterator<Item = (&'m K, &'m V)>, out: &mut Shown)
where
    K: Plain + 'm,
    V: Plain + 'm,
{
    let mut entries: Vec<(String, &V)> = entries.map(|(key, value)| (show(key), value)).collect();
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    out.word("[");
    for (key, value) in entries {
        out.field(&key, value);
    }
    out.word("]");
}

fn make_map<K: Plain, V: Plain>(source: &mut Source<'_>) -> Result<Vec<(K, V)>, String> {
    source.word("[")?;
    let mut entries = Vec::new();
    while source.peek() != "]" {
        entries.push((K::make(source)?, V::make(source)?));
    }
    source.word("]")?;
    Ok(entries)
}

impl<K: Plain + Ord, V: Plain> Plain for BTreeMap<K, V> {
    fn show(&self, out: &mut Shown) {
        show_map(self.iter(), out);
    }

    fn make(source: &mut Source<'_>) -> Result<Self, String> {
        make_map(source).map(Self::from_iter)
    }
}

impl<K: Plain + Hash + Eq, V: Plain> Plain for HashMap<K, V> {
    fn show(&self, out: &mut Shown) {
        show_map(self.iter(), out);
    }

    fn make(source: &mut Source<'_>) -> Result<Self, String> {
        make_map(source).map(Self::from_iter)
    }
}

macro_rules! tuples {
    ($($name:ident $place:tt),*) => {
        impl<$($name: Plain),*> Plain for ($($name,)*) {
            fn show(&self, out: &mut Shown) {
                out.word("(");
                $(self.$place.show(out);)*
                out.word(")");
            }

            fn make(source: &mut Source<'_>) -> Result<Self, String> {
                source.word("(")?;
                let made = ($($name::make(source)?,)*);
                source.word(")")?;
                Ok(made)
            }
        }
    };
}

tuples!(A 0, B 1);
tuples!(A 0, B 1, C 2);
tuples!(A 0, B 1, C 2, D 3);
