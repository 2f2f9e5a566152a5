//! A tree of hashes of a value and its parts, to find the first difference between two values.

use alloc::string::String;
use alloc::vec::Vec;

use archive_derive::Archive;

use super::archive::visit;
use super::growth::Growth;
use super::path::{Label, push};
use crate::{Error, Serialize, Value};

/// The default for the maximum number of parts in a tree.
const MOST: usize = 1 << 18;

/// Hashes a value and each of its parts, to find out where two values differ.
///
/// ```
/// use archive::{Archive, HashTree};
///
/// #[derive(Archive, Clone)]
/// struct Position { x: f32, y: f32 }
///
/// #[derive(Archive, Clone)]
/// struct World { tick: u32, units: Vec<Position> }
///
/// let ours = World { tick: 7, units: vec![Position { x: 1.0, y: 2.0 }; 4] };
/// let mut theirs = ours.clone();
/// theirs.units[3].x = 1.5;
///
/// // A peer sends its tree: it is an archive itself.
/// let sent = archive::to_vec(&archive::hash_tree(&theirs)?)?;
/// let theirs: HashTree = archive::from_slice(&sent)?;
/// let ours = archive::hash_tree(&ours)?;
/// assert_eq!(ours.first_difference(&theirs).as_deref(), Some("units[3].x"));
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails like [`hash`](crate::hash()), or if the value [retained](crate::Unknown) something from another program's
/// archive.
pub fn hash_tree<T: Serialize + ?Sized>(value: &T) -> Result<HashTree, Error> {
    HashTree::of(value, MOST)
}

/// The hashes of a value and its parts; see [`hash_tree`].
///
/// A tree takes 16 bytes for each of at most 262144 parts (4 MiB), plus up to 40 characters for each map key. If a
/// value has more parts, each struct, list and map divides its share equally among its content. Where the share of a
/// list is too small, one hash covers a range of elements, such as `tiles[616..693]`, and differences are not located
/// any further.
#[derive(Archive, Clone, Debug, Default, PartialEq, Eq)]
#[archive(crate = crate, name = "std.HashTree")]
pub struct HashTree {
    pub(super) hash: u128,
    /// The hash of each node; a node comes before those below it.
    hashes: Vec<u64>,
    /// The number of nodes below each.
    below: Vec<u32>,
    labels: Vec<u32>,
    /// Field names and key texts, referenced by labels.
    names: Vec<String>,
}

impl HashTree {
    /// Hashes a value as a tree of at most `most` parts; see [`hash_tree`].
    ///
    /// ```
    /// use archive::HashTree;
    ///
    /// let mut ours = [0_u16; 1000];
    /// let whole = HashTree::of(&ours, 10)?;
    /// ours[617] = 1;
    /// let difference = HashTree::of(&ours, 10)?.first_difference(&whole);
    /// assert_eq!(difference.as_deref(), Some("[600..700]"));
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails like [`hash_tree`].
    pub fn of<T: Serialize + ?Sized>(value: &T, most: usize) -> Result<Self, Error> {
        let most = most.min(usize::try_from(u32::MAX >> 2).unwrap_or(usize::MAX));
        if let Some(hash) = super::linked(&value)? {
            return Ok(Self::of_objects(&Value::of(value)?, most, hash));
        }
        let (hash, growth) = visit(value, Growth::new(most))?;
        Ok(growth.finish(hash))
    }

    /// Returns the hash of the whole value, as [`hash`](crate::hash()) does.
    #[must_use]
    pub fn hash(&self) -> u128 {
        self.hash
    }

    /// Returns the number of hashed parts.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.hashes.len()
    }

    /// Returns the path of the first part in which two values differ, or `None` if they are equal. The path is empty if
    /// it is the whole value.
    ///
    /// The values must have the same type, and the trees the same maximum number of parts. If one list is a prefix of
    /// the other, the path leads to the first additional element. Map entries are named by their keys:
    /// `stock["wood"].count`. Objects shared by `Rc` and `Arc` are named by their place in the list of their type, as
    /// in a [`Value`]: `Node[3].count`.
    #[must_use]
    pub fn first_difference(&self, other: &Self) -> Option<String> {
        if self.hash == other.hash {
            return None;
        }
        let mut path = String::new();
        let (mut ours, mut theirs) = (self.children(None), other.children(None));
        while let Some((tree, node, at)) = Self::differing(&mut ours, &mut theirs) {
            let next = tree.get(tree.after(node.at)).filter(|_| !node.is_last);
            push(&mut path, node.label, tree.name_of(node.label), next.map(|next| next.label));
            let Some(other_node) = at else {
                break;
            };
            ours = self.children(Some(node.at));
            theirs = other.children(Some(other_node));
        }
        Some(path)
    }

    /// The first of some parts that differs between the trees, and its counterpart in the other tree, if
    /// any. `None` if only the whole is known to differ.
    fn differing<'t>(
        ours: &mut Children<'t>,
        theirs: &mut Children<'t>,
    ) -> Option<(&'t Self, Node, Option<usize>)> {
        let (our_tree, their_tree) = (ours.tree, theirs.tree);
        if ours.is_empty() || theirs.is_empty() {
            return None;
        }
        loop {
            match (ours.next(), theirs.next()) {
                (Some(a), Some(b)) if !our_tree.same(a.label, their_tree, b.label) => {
                    // Different keys are a difference in themselves. Other labels differ only because the
                    // parent is another variant or was divided differently.
                    let is_key = matches!((a.label, b.label), (Label::Key(_), Label::Key(_)));
                    return is_key.then_some((our_tree, a, None));
                }
                (Some(a), Some(b)) if a.hash != b.hash => return Some((our_tree, a, Some(b.at))),
                (Some(_), Some(_)) => {}
                (Some(a), None) => return Some((our_tree, a, None)),
                (None, Some(b)) => return Some((their_tree, b, None)),
                (None, None) => return None,
            }
        }
    }

    fn same(&self, label: Label, other: &Self, theirs: Label) -> bool {
        match (label, theirs) {
            (Label::Field(_), Label::Field(_)) | (Label::Key(_), Label::Key(_)) => {
                self.name_of(label) == other.name_of(theirs)
            }
            _ => label == theirs,
        }
    }

    fn name_of(&self, label: Label) -> &str {
        match label {
            Label::Field(name) | Label::Key(name) => {
                let at = usize::try_from(name).unwrap_or(usize::MAX);
                self.names.get(at).map_or("", String::as_str)
            }
            Label::Element(_) | Label::Run(_) => "",
        }
    }

    /// The children of a node, or of the root.
    fn children(&self, node: Option<usize>) -> Children<'_> {
        match node {
            None => Children { tree: self, at: 0, end: self.hashes.len() },
            Some(at) => Children { tree: self, at: at.saturating_add(1), end: self.after(at) },
        }
    }

    /// The index after a node and everything below it. Trees come from peers, so the numbers in them are not
    /// trusted.
    fn after(&self, at: usize) -> usize {
        let below = self.below.get(at).and_then(|below| usize::try_from(*below).ok()).unwrap_or(0);
        at.saturating_add(below).saturating_add(1)
    }

    fn get(&self, at: usize) -> Option<Node> {
        let (hash, label) = (*self.hashes.get(at)?, *self.labels.get(at)?);
        Some(Node { at, hash, label: Label::from_bits(label), is_last: false })
    }

    /// Adds a node whose hash is not known yet.
    pub(super) fn push(&mut self, label: Label) -> usize {
        self.hashes.push(0);
        self.below.push(0);
        self.labels.push(label.to_bits());
        self.hashes.len().saturating_sub(1)
    }

    /// Sets the label of a node.
    pub(super) fn label(&mut self, node: usize, label: Label) {
        if let Some(known) = self.labels.get_mut(node) {
            *known = label.to_bits();
        }
    }

    /// Sets the hash of a node; all nodes after it are below it.
    pub(super) fn close(&mut self, node: usize, hash: u128) {
        let below = self.hashes.len().saturating_sub(node).saturating_sub(1);
        if let (Some(known), Some(count)) = (self.hashes.get_mut(node), self.below.get_mut(node)) {
            *known = u64::try_from(hash & u128::from(u64::MAX)).unwrap_or(0);
            *count = u32::try_from(below).unwrap_or(u32::MAX);
        }
    }

    /// Adds a name, and returns its number.
    pub(super) fn name(&mut self, name: String) -> u32 {
        self.names.push(name);
        u32::try_from(self.names.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }
}

/// A node of a tree.
#[derive(Clone, Copy)]
struct Node {
    at: usize,
    hash: u64,
    label: Label,
    /// Whether it is the last child of its parent.
    is_last: bool,
}

/// Iterates over the children of a node.
struct Children<'t> {
    tree: &'t HashTree,
    at: usize,
    end: usize,
}

impl Children<'_> {
    fn is_empty(&self) -> bool {
        self.at >= self.end
    }
}

impl Iterator for Children<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        let node = self.tree.get(self.at).filter(|_| !self.is_empty())?;
        self.at = self.tree.after(self.at);
        Some(Node { is_last: self.is_empty(), ..node })
    }
}
