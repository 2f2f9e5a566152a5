//! How a tree of hashes grows while a value is hashed (FORMAT.md §10.2).

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::archive::{Parts, Watch};
use super::feed::Feed;
use super::path::Label;
use super::tree::HashTree;
use crate::{Kind, Step, Type};

/// A tree that grows.
pub(super) struct Growth {
    tree: HashTree,
    /// The names of fields that the tree has.
    names: BTreeMap<String, u32>,
    /// The parts that are open and have nodes, from the root.
    frames: Vec<Frame>,
    /// How many parts without nodes are open within the last of these.
    untracked: u32,
    /// The text of the key that is being visited.
    key: Option<String>,
}

/// A part that is open.
#[derive(Clone, Copy)]
struct Frame {
    /// Its node; the root has none.
    node: Option<usize>,
    /// How many nodes there may yet be below.
    left: usize,
    mode: Mode,
    /// Whether the key of an entry of a map is over, and its value not begun.
    awaits_value: bool,
}

/// Which nodes the parts of a part have.
#[derive(Clone, Copy)]
enum Mode {
    /// None.
    Blind,
    /// One each, and below each so many.
    Each(usize),
    /// One for so many together.
    Runs(usize),
}

/// The most characters of a key.
const KEY: usize = 40;

impl Growth {
    /// A tree of at most so many nodes.
    pub(super) fn new(most: usize) -> Self {
        let root = Frame { node: None, left: most, mode: Mode::Blind, awaits_value: false };
        Self {
            tree: HashTree::default(),
            names: BTreeMap::new(),
            frames: alloc::vec![root],
            untracked: 0,
            key: None,
        }
    }

    /// The tree of a value of this hash.
    pub(super) fn finish(mut self, hash: u128) -> HashTree {
        self.tree.hash = hash;
        self.tree
    }

    /// Opens a node below the last frame, from which its share of nodes is taken.
    pub(super) fn open(&mut self, feed: &mut Feed, label: Label, share: usize) {
        let Some(parent) = self.frames.last_mut() else {
            return;
        };
        let left = share.min(parent.left.saturating_sub(1));
        parent.left = parent.left.saturating_sub(left.saturating_add(1));
        let node = Some(self.tree.push(label));
        self.frames.push(Frame { node, left, mode: Mode::Blind, awaits_value: false });
        feed.open();
    }

    /// How many nodes there may yet be below the last frame.
    pub(super) fn left(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.left)
    }

    /// Closes the last frame.
    pub(super) fn close(&mut self, feed: &mut Feed) {
        if self.frames.len() < 2 {
            return;
        }
        let hash = feed.close();
        if let Some(node) = self.frames.pop().and_then(|frame| frame.node) {
            self.tree.close(node, hash);
        }
    }

    /// The number of a field's name.
    pub(super) fn name(&mut self, name: &str) -> u32 {
        if let Some(known) = self.names.get(name) {
            return *known;
        }
        let number = self.tree.name(name.to_owned());
        self.names.insert(name.to_owned(), number);
        number
    }

    /// The number of a key's text.
    pub(super) fn key(&mut self, text: String) -> u32 {
        self.tree.name(cut(text))
    }

    fn run_is_open(&self) -> bool {
        matches!(self.frames.as_slice(), [.., parent, _] if matches!(parent.mode, Mode::Runs(_)))
    }
}

impl Watch for Growth {
    fn begin(&mut self, _feed: &mut Feed, parts: Parts<'_>) {
        let is_key = self.key.is_some();
        let Some(frame) = self.frames.last_mut().filter(|_| self.untracked == 0 && !is_key) else {
            return;
        };
        frame.mode = match parts {
            Parts::Fields(record) => {
                let alive = (0..record.fields().len()).filter(|index| record.lives(*index)).count();
                let with_parts = record.fields().iter().enumerate();
                let with_parts =
                    with_parts.filter(|(index, field)| record.lives(*index) && has_parts(field.ty));
                match frame.left.checked_sub(alive) {
                    Some(rest) => Mode::Each(rest.checked_div(with_parts.count()).unwrap_or(0)),
                    None => Mode::Blind,
                }
            }
            Parts::Elements(0) => Mode::Blind,
            Parts::Elements(len) => match frame.left.checked_sub(len) {
                Some(rest) => Mode::Each(rest.checked_div(len).unwrap_or(0)),
                None if frame.left > 1 => Mode::Runs(len.div_ceil(frame.left)),
                None => Mode::Blind,
            },
        };
    }

    fn end(&mut self, feed: &mut Feed) {
        if self.untracked == 0 && self.run_is_open() {
            self.close(feed);
        }
        if let Some(frame) = self.frames.last_mut().filter(|_| self.untracked == 0) {
            frame.mode = Mode::Blind;
        }
    }

    fn enter(&mut self, feed: &mut Feed, step: Step<'_>) {
        if self.untracked > 0 || self.key.is_some() {
            self.untracked = self.untracked.saturating_add(1);
            return;
        }
        if let Some(frame) = self.frames.last_mut().filter(|frame| frame.awaits_value) {
            frame.awaits_value = false;
            if matches!(step, Step::Value(_)) {
                return;
            }
            self.close(feed);
        }
        let runs = self.run_is_open();
        let parent = self.frames.len().checked_sub(if runs { 2 } else { 1 });
        let Some(parent) = parent.and_then(|at| self.frames.get(at)).copied() else {
            return;
        };
        match (parent.mode, step) {
            (Mode::Each(share), _) if parent.left > 0 => self.enter_part(feed, step, share),
            (Mode::Runs(run), Step::Element(index) | Step::Key(index))
                if index.checked_rem(run) == Some(0) =>
            {
                if runs {
                    self.close(feed);
                }
                self.open(feed, Label::Run(index), 0);
                self.untracked = 1;
            }
            _ => self.untracked = 1,
        }
    }

    fn leave(&mut self, feed: &mut Feed) {
        if let Some(rest) = self.untracked.checked_sub(1) {
            self.untracked = rest;
            return;
        }
        match (self.key.take(), self.frames.last_mut()) {
            (Some(text), Some(frame)) => {
                frame.awaits_value = true;
                if let Some(node) = frame.node {
                    let name = self.key(text);
                    self.tree.label(node, Label::Key(name));
                }
            }
            _ => self.close(feed),
        }
    }

    #[inline(always)]
    fn text(&mut self, write: impl FnOnce(&mut String)) {
        if let Some(text) = &mut self.key {
            // One more than there may be is enough to see that it is too long.
            if text.len() <= KEY.saturating_mul(4) {
                if !text.is_empty() {
                    text.push_str(", ");
                }
                write(text);
            }
        }
    }

    #[inline(always)]
    fn is_blind(&self) -> bool {
        self.untracked > 0
            || self.key.is_some()
            || self.frames.last().is_none_or(|frame| matches!(frame.mode, Mode::Blind))
    }
}

impl Growth {
    fn enter_part(&mut self, feed: &mut Feed, step: Step<'_>, share: usize) {
        match step {
            Step::Field(record, index) => {
                let field = record.fields().get(index);
                let name = field.map_or("", |field| field.name_at(record.version));
                let is_leaf = !field.is_some_and(|field| has_parts(field.ty));
                let name = self.name(name);
                self.open(feed, Label::Field(name), if is_leaf { 0 } else { share });
            }
            Step::Key(index) => {
                self.open(feed, Label::Element(index), share);
                self.key = Some(String::new());
            }
            Step::Element(index) | Step::Value(index) => {
                self.open(feed, Label::Element(index), share);
            }
        }
    }
}

/// Whether there may be anything to tell of a value but that it differs.
fn has_parts(ty: &Type) -> bool {
    match ty.kind {
        Kind::Primitive(_) => false,
        Kind::Option(inner) | Kind::Boxed(inner) | Kind::Shared(inner) => has_parts(inner),
        _ => true,
    }
}

/// A key of which a person reads as much as a line has room for.
fn cut(text: String) -> String {
    let Some((end, _)) = text.char_indices().nth(KEY) else {
        return text;
    };
    let mut short = text.get(..end).unwrap_or_default().to_owned();
    short.push_str("..");
    short
}
