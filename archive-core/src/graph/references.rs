//! Reports the shared objects of a value and their holders, for debugging.

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
    /// The holders of weak pointers to objects that nothing in the value owns, once for each pointer; such pointers are
    /// saved empty.
    pub dangling: Vec<String>,
}

/// A shared object and its holders.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Referenced {
    /// Its type and number, such as `Node#3`.
    pub name: String,
    /// The objects that own it, once for each pointer; the value itself is `root`.
    pub owners: Vec<String>,
    /// The objects that point to it weakly, once for each pointer.
    pub weak: Vec<String>,
}

/// Lists the shared objects of a value, with the owners of each and those that point to it weakly, and the weak
/// pointers that dangle.
///
/// ```
/// use std::rc::Rc;
///
/// let name: Rc<str> = "Ada".into();
/// let references = archive_core::references(&(Rc::clone(&name), vec![Rc::clone(&name)]))?;
/// let [object] = &references.objects[..] else { panic!("one object") };
/// assert_eq!(object.owners, ["root", "root"]);
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// # Errors
///
/// Fails if the value cannot be represented in an archive or is nested too deeply.
pub fn references<T: Serialize + ?Sized>(value: &T) -> Result<References, Error> {
    let graph = Trace::found(&value, None, &Limits::new(), false)?;
    let mut references = References::default();
    for object in 0..graph.objects.len() {
        let name = graph.name_of(object);
        references.objects.push(Referenced { name, owners: Vec::new(), weak: Vec::new() });
    }
    note(&graph, None, &mut references);
    (0..graph.objects.len()).for_each(|object| note(&graph, Some(object), &mut references));
    Ok(references)
}

/// Records the targets of the edges of an object, or of the value itself.
fn note(graph: &Graph, object: Option<usize>, references: &mut References) {
    let holder = || object.map_or_else(|| "root".into(), |object| graph.name_of(object));
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
            write!(f, "{}: owned by {}", object.name, object.owners.join(", "))?;
            if !object.weak.is_empty() {
                write!(f, "; weakly linked from {}", object.weak.join(", "))?;
            }
            writeln!(f)?;
        }
        self.dangling.iter().try_for_each(|name| writeln!(f, "{name}: points to nothing"))
    }
}
