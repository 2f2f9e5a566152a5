//! The printer: lays out a text, with each group on one line where it fits.

mod short;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::escape;
use crate::Primitive;
pub(super) use short::{Label, push_ascii};

/// Spaces per level.
const INDENT: usize = 2;

/// A group is put on one line if its parts take no more bytes than this.
pub(super) const SHORT: usize = 72;

/// The length after which a line of a dense list is broken, in bytes.
const LINE: usize = 92;

/// The brackets of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Brackets {
    /// `{ }`: fields of a struct or entries of a map.
    Brace,
    /// `( )`: the parts of a tuple.
    Paren,
    /// `[ ]`: the elements of a list.
    Bracket,
}

impl Brackets {
    const fn pair(self) -> (&'static str, &'static str) {
        match self {
            Self::Brace => ("{", "}"),
            Self::Paren => ("(", ")"),
            Self::Bracket => ("[", "]"),
        }
    }

    /// The space between a bracket and the part next to it, on one line.
    const fn gap(self) -> &'static str {
        match self {
            Self::Brace => " ",
            Self::Paren | Self::Bracket => "",
        }
    }
}

/// A text that grows as the parts of a value are added in order.
///
/// A group is written on one line until it is too long; then it and all groups around it are spread over
/// lines. No more than one line is ever written twice.
#[derive(Debug, Default)]
pub(crate) struct Printer {
    out: String,
    open: Vec<Group>,
    /// The starts of parts, in the open groups, that are still on one line.
    marks: Vec<Mark>,
}

#[derive(Debug)]
struct Group {
    brackets: Brackets,
    /// The place after its opening bracket.
    start: usize,
    is_empty: bool,
    /// Whether its parts are small enough for many to share a line.
    dense: bool,
    /// Whether each part has a line to itself.
    tall: bool,
    /// The start of its last line, if it is dense.
    line: usize,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    /// The start of the part.
    at: usize,
    /// The bytes of separator before it.
    gap: usize,
    /// The number of groups around it.
    depth: usize,
}

impl Printer {
    /// Returns the text.
    pub(crate) fn finish(mut self) -> String {
        // What was reserved for numbers, whose texts are longer than they are, is not kept.
        if self.out.capacity() >> 1 > self.out.len() {
            self.out.shrink_to_fit();
        }
        self.out
    }

    /// Reserves memory for a text.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.out.reserve(bytes);
    }

    /// Adds text as it is.
    pub(crate) fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Adds the name of a type, field or variant.
    pub(crate) fn name(&mut self, name: &str) {
        escape::write_name(&mut self.out, name);
    }

    /// Adds the name of a field, whose value follows.
    pub(crate) fn key(&mut self, name: &str) {
        self.part();
        self.name(name);
        self.out.push_str(" = ");
    }

    /// Begins a field with its label: the name as shown, and `=`.
    pub(super) fn label(&mut self, label: &Label) {
        self.part();
        label.push(&mut self.out);
    }

    /// Adds the name of a type or variant that is already formatted.
    pub(super) fn title(&mut self, name: &Label) {
        name.push(&mut self.out);
    }

    /// Adds a link to an object.
    pub(crate) fn link(&mut self, number: u32) {
        self.out.push('&');
        self.integer(number);
    }

    /// Adds an integer.
    pub(crate) fn integer(&mut self, number: impl itoa::Integer) {
        push_ascii(&mut self.out, itoa::Buffer::new().format(number));
    }

    /// Begins a group. In a tall group each part has its own line, as then in all groups around it; in a dense one, many
    /// parts share a line.
    pub(crate) fn begin(&mut self, brackets: Brackets, dense: bool, tall: bool) {
        if tall {
            self.spread();
        }
        self.out.push_str(brackets.pair().0);
        let start = self.out.len();
        self.open.push(Group { brackets, start, is_empty: true, dense, tall, line: start });
    }

    /// Begins a part of the group that was begun last.
    pub(crate) fn part(&mut self) {
        let depth = self.open.len();
        let Some(group) = self.open.last_mut() else { return };
        let first = core::mem::take(&mut group.is_empty);
        if group.dense {
            return self.dense_part(first);
        }
        if group.tall {
            return new_line(&mut self.out, depth);
        }
        if self.out.len().saturating_sub(group.start) > SHORT {
            self.spread();
            return new_line(&mut self.out, depth);
        }
        // Each separator has a length that the compiler knows.
        match (first, group.brackets) {
            (false, _) => self.mark(", "),
            (true, Brackets::Brace) => self.mark(" "),
            (true, _) => self.mark(""),
        }
    }

    /// Begins a part that so far shares a line with the text before it.
    #[inline(always)]
    fn mark(&mut self, gap: &str) {
        self.out.push_str(gap);
        let (at, depth) = (self.out.len(), self.open.len());
        self.marks.push(Mark { at, gap: gap.len(), depth });
    }

    fn dense_part(&mut self, first: bool) {
        let depth = self.open.len();
        let Some(group) = self.open.last() else { return };
        let line = group.line;
        if first {
            return self.mark(group.brackets.gap());
        }
        if self.out.len().saturating_sub(line) < LINE {
            return self.out.push_str(", ");
        }
        self.spread();
        new_line(&mut self.out, depth);
        if let Some(group) = self.open.last_mut() {
            group.line = self.out.len();
        }
    }

    /// Ends the group that was begun last.
    pub(crate) fn end(&mut self) {
        let is_long = |group: &Group| self.out.len().saturating_sub(group.start) > SHORT;
        if self.open.last().is_some_and(|it| !it.tall && !it.dense && !it.is_empty && is_long(it)) {
            self.spread();
        }
        let Some(group) = self.open.pop() else { return };
        let depth = self.open.len();
        if !group.is_empty && group.tall {
            new_line(&mut self.out, depth);
        } else if !group.is_empty {
            self.out.push_str(group.brackets.gap());
        }
        while self.marks.last().is_some_and(|mark| mark.depth > depth) {
            self.marks.pop();
        }
        self.out.push_str(group.brackets.pair().1);
    }

    /// Makes all open groups take several lines: moves each part that is still on one line to its own line.
    fn spread(&mut self) {
        for group in &mut self.open {
            group.tall = true;
        }
        let Some(first) = self.marks.first().copied() else { return };
        let start = first.at.saturating_sub(first.gap);
        let rest = self.out.split_off(start);
        let mut from = start;
        for mark in self.marks.drain(..) {
            let end = mark.at.saturating_sub(mark.gap);
            let before = rest.get(from.saturating_sub(start)..end.saturating_sub(start));
            self.out.push_str(before.unwrap_or_default());
            new_line(&mut self.out, mark.depth);
            from = mark.at;
        }
        self.out.push_str(rest.get(from.saturating_sub(start)..).unwrap_or_default());
    }

    /// Adds a value without parts.
    pub(crate) fn primitive(&mut self, value: &Primitive<'_>) {
        match value {
            Primitive::Unit => self.raw("()"),
            Primitive::Bool(true) => self.raw("true"),
            Primitive::Bool(false) => self.raw("false"),
            Primitive::U8(number) => self.integer(*number),
            Primitive::U16(number) => self.integer(*number),
            Primitive::U32(number) => self.integer(*number),
            Primitive::U64(number) => self.integer(*number),
            Primitive::U128(number) => self.integer(*number),
            Primitive::I8(number) => self.integer(*number),
            Primitive::I16(number) => self.integer(*number),
            Primitive::I32(number) => self.integer(*number),
            Primitive::I64(number) => self.integer(*number),
            Primitive::I128(number) => self.integer(*number),
            Primitive::F32(number) => self.single(*number),
            Primitive::F64(number) => self.double(*number),
            Primitive::Char(c) => {
                let mut bytes = [0; 4];
                escape::write_quoted(&mut self.out, c.encode_utf8(&mut bytes), '\'');
            }
            Primitive::Str(text) => self.quoted(text),
            Primitive::Bytes(bytes) => {
                if escape::are_tall(bytes) {
                    self.spread();
                }
                escape::write_bytes(&mut self.out, bytes);
            }
        }
    }

    /// Adds a text in quotes.
    pub(crate) fn quoted(&mut self, text: &str) {
        escape::write_quoted(&mut self.out, text, '"');
    }
}

macro_rules! floats {
    ($($ty:ident $add:ident $text:ident $word:ident;)*) => {$(
        impl Printer {
            /// Adds a float.
            pub(crate) fn $add(&mut self, number: $ty) {
                match number.is_finite() {
                    true => push_ascii(&mut self.out, zmij::Buffer::new().format_finite(number)),
                    false => self.raw(&$word(number)),
                }
            }
        }

        /// A float as in texts.
        pub(crate) fn $text(number: $ty) -> String {
            match number.is_finite() {
                true => zmij::Buffer::new().format_finite(number).into(),
                false => $word(number).into_owned(),
            }
        }

        /// The word for a float that is not finite.
        pub(crate) fn $word(number: $ty) -> Cow<'static, str> {
            match number {
                $ty::INFINITY => "inf".into(),
                $ty::NEG_INFINITY => "-inf".into(),
                _ if number.to_bits() == $ty::NAN.to_bits() => "nan".into(),
                _ => alloc::format!("nan({:#x})", number.to_bits()).into(),
            }
        }
    )*};
}
floats! {
    f32 single single_text single_word;
    f64 double double_text double_word;
}

fn new_line(out: &mut String, depth: usize) {
    short::new_line(out, depth.saturating_mul(INDENT));
}
