//! Turns names in a schema into identifiers of a programming language.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

/// A name of ASCII letters, digits and `_` only, without a leading digit.
pub(super) fn identifier(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut text: String = name.chars().map(plain).collect();
    if !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        text.insert(0, '_');
    }
    text
}

/// A name with single `_` between words, and none around.
pub(super) fn snake(name: &str) -> String {
    let mut text = String::new();
    for word in name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        if !text.is_empty() {
            text.push('_');
        }
        text.push_str(word);
    }
    identifier(&text)
}

/// A name in camel case: `Grid<u8,4>` becomes `GridU84`.
pub(super) fn camel(name: &str) -> String {
    let mut text = String::new();
    for word in name.split(|c: char| !c.is_ascii_alphanumeric()) {
        let mut rest = word.chars();
        text.extend(rest.next().map(|first| first.to_ascii_uppercase()));
        text.push_str(rest.as_str());
    }
    identifier(&text)
}

/// A scope that hands out each identifier once.
#[derive(Default)]
pub(super) struct Scope {
    /// The next number to append to each identifier.
    taken: BTreeMap<String, u32>,
}

impl Scope {
    /// A scope in which these words are reserved.
    pub(super) fn with(words: &[&str]) -> Self {
        Self { taken: words.iter().map(|word| ((*word).to_owned(), 2)).collect() }
    }

    /// The identifier, with a number appended if it is taken.
    pub(super) fn take(&mut self, identifier: String) -> String {
        let Some(next) = self.taken.get(&identifier) else {
            self.taken.insert(identifier.clone(), 2);
            return identifier;
        };
        let mut number = *next;
        let free = loop {
            let candidate = format!("{identifier}_{number}");
            number = number.saturating_add(1);
            // Another name may already end in that number.
            if !self.taken.contains_key(&candidate) {
                break candidate;
            }
        };
        self.taken.insert(identifier, number);
        self.taken.insert(free.clone(), 2);
        free
    }
}
