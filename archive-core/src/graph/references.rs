//! Reports the shared objects of a value and their holders, for debugging.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::found::{Graph, Hold, usize_of};
use super::trace::Trace;
use crate::{Error, Limits, Serialize};

/// The shared objects of a value and their holders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct References {
    /// The objects, in the order in which a save meets them.
    pub objects: Vec<Referenced>,
    /// The paths of the holders of weak pointers to objects that nothing in the value owns, once for each pointer; such pointers are
    /// saved empty.
    pub dangling: Vec<String>,
}

/// A shared object and its holders.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Referenced {
    /// Its path in a tree of the value ([`Value::of`](crate::Value::of)): its type and row, such as `Node[3]`.
    pub path: String,
    /// The paths of the objects that own it, once for each pointer; the value itself is `root`.
    pub owners: Vec<String>,
    /// The paths of the objects that point to it weakly, once for each pointer.
    pub weak: Vec<String>,
}

/// Lists the shared objects of a value, with the owners of each and those that point to it weakly, and the weak
/// pointers that dangle.
///
/// ```
/// use std::rc::Rc;
///
/// let name: Rc<str> = "Ada".into();
/// let references = archive::references(&(Rc::clone(&name), vec![Rc::clone(&name)]))?;
/// let [object] = &references.objects[..] else { panic!("one object") };
/// assert_eq!(object.owners, ["root", "root"]);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails if the value cannot be represented in an archive or is nested too deeply.
pub fn references<T: Serialize + ?Sized>(value: &T) -> Result<References, Error> {
    let graph = Trace::found(&value, None, &Limits::new(), false)?;
    // Objects that own themselves have no order, and no tree.
    let order = graph.sorted();
    let paths: Vec<String> = graph.paths(&graph.rows(order)).collect();
    let mut references = References::default();
    for path in &paths {
        let path = path.clone();
        references.objects.push(Referenced { path, owners: Vec::new(), weak: Vec::new() });
    }
    note(&graph, None, "root", &mut references);
    for (object, path) in paths.iter().enumerate() {
        note(&graph, Some(object), path, &mut references);
    }
    Ok(references)
}

/// Records the targets of the edges of an object, or of the value itself.
fn note(graph: &Graph, object: Option<usize>, path: &str, references: &mut References) {
    let holder = || path.to_owned();
    for edge in graph.edges_of(object) {
        let to = references.objects.get_mut(usize_of(edge.to));
        match edge.hold {
            Hold::Firm | Hold::Loose => {
                if let Some(to) = to {
                    to.owners.push(holder());
                }
            }
            Hold::Weak { .. } => match to {
                Some(to) => to.weak.push(holder()),
                None => references.dangling.push(holder()),
            },
        }
    }
}

/// Prints a line for each object, with its holders.
impl fmt::Display for References {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for object in &self.objects {
            write!(f, "{}: owned by {}", object.path, object.owners.join(", "))?;
            if !object.weak.is_empty() {
                write!(f, "; weakly linked from {}", object.weak.join(", "))?;
            }
            writeln!(f)?;
        }
        self.dangling.iter().try_for_each(|name| writeln!(f, "{name}: points to nothing"))
    }
}
