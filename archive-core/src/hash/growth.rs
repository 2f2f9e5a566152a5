//! Builds a tree of hashes while a value is hashed (FORMAT.md §10.2).

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::archive::{Parts, Watch};
use super::feed::Feed;
use super::path::Label;
use super::tree::HashTree;
use crate::{Kind, Step, Type};

/// A tree under construction.
pub(super) struct Growth {
    tree: HashTree,
    /// The numbers of the field names in the tree.
    names: BTreeMap<String, u32>,
    /// The open parts with nodes, starting at the root.
    frames: Vec<Frame>,
    /// How many parts without nodes are open inside the last frame.
    untracked: u32,
    /// The text of the map key being visited.
    key: Option<String>,
}

/// An open part.
#[derive(Clone, Copy)]
struct Frame {
    /// Its node; `None` for the root.
    node: Option<usize>,
    /// How many more nodes may be added below it.
    left: usize,
    mode: Mode,
    /// Whether the key of a map entry has ended and its value has not begun.
    awaits_value: bool,
}

/// How nodes are assigned to the parts of a part.
#[derive(Clone, Copy)]
enum Mode {
    /// No nodes.
    Blind,
    /// One node each, with this share of nodes below each.
    Each(usize),
    /// One node per run of this many parts.
    Runs(usize),
}

/// The maximum number of characters of a key.
const KEY: usize = 40;

impl Growth {
    /// A tree of at most `most` nodes.
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

    /// Ends the tree; `hash` is that of the whole value.
    pub(super) fn finish(mut self, hash: u128) -> HashTree {
        self.tree.hash = hash;
        self.tree
    }

    /// Opens a node in the last frame, and takes its share of nodes from it.
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

    /// How many more nodes may be added below the last frame.
    pub(super) fn left(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.left)
    }

    /// Ends the last frame.
    pub(super) fn close(&mut self, feed: &mut Feed) {
        if self.frames.len() < 2 {
            return;
        }
        let hash = feed.close();
        if let Some(node) = self.frames.pop().and_then(|frame| frame.node) {
            self.tree.close(node, hash);
        }
    }

    /// The number of a field name.
    pub(super) fn name(&mut self, name: &str) -> u32 {
        if let Some(known) = self.names.get(name) {
            return *known;
        }
        let number = self.tree.name(name.to_owned());
        self.names.insert(name.to_owned(), number);
        number
    }

    /// The number of a key text.
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
                let fields = record.fields().iter().enumerate();
                let alive = fields.filter(|(index, _)| record.lives(*index));
                let with_parts = alive.clone().filter(|(_, field)| has_parts(field.ty));
                match frame.left.checked_sub(alive.count()) {
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
            // The text may exceed its limit by one piece, which is enough to see that it is too long.
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

/// Whether differences can be located inside a value of this type.
fn has_parts(ty: &Type) -> bool {
    match ty.kind {
        Kind::Primitive(_) => false,
        Kind::Option(inner) | Kind::Boxed(inner) | Kind::Shared(inner) => has_parts(inner),
        _ => true,
    }
}

/// Shortens a key to what fits on a line.
fn cut(text: String) -> String {
    let Some((end, _)) = text.char_indices().nth(KEY) else {
        return text;
    };
    let mut short = text.get(..end).unwrap_or_default().to_owned();
    short.push_str("..");
    short
}
