//! The labels of the nodes in a tree of hashes.

use alloc::format;
use alloc::string::String;

/// A node's label within its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// The element at an index.
    Element(usize),
    /// A run of elements, from an index to the start of the next node.
    Run(usize),
    /// The field with this name.
    Field(u32),
    /// The map entry with this key.
    Key(u32),
}

const ELEMENT: u32 = 0;
const RUN: u32 = 1 << 30;
const FIELD: u32 = 2 << 30;
const KEY: u32 = 3 << 30;
const NUMBER: u32 = RUN - 1;

impl Label {
    /// The label as 32 bits, with the kind in the top two. Numbers that are too large become the largest.
    pub(super) fn to_bits(self) -> u32 {
        let number = |index: usize| u32::try_from(index).map_or(NUMBER, |index| index.min(NUMBER));
        match self {
            Self::Element(index) => ELEMENT | number(index),
            Self::Run(index) => RUN | number(index),
            Self::Field(name) => FIELD | name.min(NUMBER),
            Self::Key(name) => KEY | name.min(NUMBER),
        }
    }

    pub(super) fn from_bits(bits: u32) -> Self {
        let number = bits & NUMBER;
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        match bits & KEY {
            ELEMENT => Self::Element(index),
            RUN => Self::Run(index),
            FIELD => Self::Field(number),
            _ => Self::Key(number),
        }
    }
}

/// Appends a step to a path; a run ends where `next` starts.
pub(super) fn push(path: &mut String, label: Label, name: &str, next: Option<Label>) {
    let step = match (label, next) {
        (Label::Field(_), _) if path.is_empty() => name.into(),
        (Label::Field(_), _) => format!(".{name}"),
        (Label::Key(_), _) => format!("[{name}]"),
        (Label::Element(index), _) => format!("[{index}]"),
        (Label::Run(start), Some(Label::Run(end))) => format!("[{start}..{end}]"),
        (Label::Run(start), _) => format!("[{start}..]"),
    };
    path.push_str(&step);
}
