//! Shows values of serde's types in texts.

use super::{Data, are_keyed};
use crate::text::print::{Brackets, Printer};
use crate::text::tape::SOME;

impl Printer {
    /// Adds a value of serde's data model. An option around it takes `none`, and the first `some(..)`, for its own.
    pub(crate) fn plain(&mut self, value: &Data, is_in_option: bool) {
        let is_word = match value {
            Data::None => true,
            Data::Some(_) => !value.is_plain(),
            _ => false,
        };
        match value {
            _ if is_in_option && is_word => self.some(|out| out.plain(value, false)),
            Data::None => self.raw("none"),
            Data::Unit => self.raw("()"),
            Data::Some(held) if value.is_plain() => self.plain(held, false),
            Data::Some(held) => self.some(|out| out.plain(held, false)),
            Data::List(values) => self.list(values),
            Data::Map(entries) if are_keyed(entries) => self.entries(entries),
            Data::Map(entries) => self.named(value.name(), |out| out.pairs(entries)),
            _ if value.is_plain() => self.scalar(value),
            _ => self.named(value.name(), |out| out.scalar(value)),
        }
    }

    fn some(&mut self, value: impl FnOnce(&mut Self)) {
        self.raw(SOME);
        self.raw("(");
        value(self);
        self.raw(")");
    }

    fn scalar(&mut self, value: &Data) {
        if let Some(primitive) = value.primitive() {
            self.primitive(&primitive);
        }
    }

    /// Adds a value behind a name.
    fn named(&mut self, name: &str, value: impl FnOnce(&mut Self)) {
        self.name(name);
        self.begin(Brackets::Paren, false, false);
        self.part();
        value(self);
        self.end();
    }

    fn list(&mut self, values: &[Data]) {
        let is_number = |it: &Data| it.primitive().is_some_and(|it| it.kind().is_number());
        let is_dense = values.iter().all(|it| it.is_plain() && is_number(it));
        self.begin(Brackets::Bracket, is_dense, false);
        for value in values {
            self.part();
            self.plain(value, false);
        }
        self.end();
    }

    fn entries(&mut self, entries: &[(Data, Data)]) {
        self.begin(Brackets::Brace, false, false);
        for (key, value) in entries {
            match key {
                Data::Str(name) => self.key(name),
                key => {
                    self.part();
                    self.plain(key, false);
                    self.raw(" = ");
                }
            }
            self.plain(value, false);
        }
        self.end();
    }

    fn pairs(&mut self, entries: &[(Data, Data)]) {
        self.begin(Brackets::Bracket, false, false);
        for (key, value) in entries {
            self.part();
            self.begin(Brackets::Paren, false, false);
            for half in [key, value] {
                self.part();
                self.plain(half, false);
            }
            self.end();
        }
        self.end();
    }
}
