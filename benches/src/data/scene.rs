//! A scene graph with shared nodes that know their parents.

use crate::random::Random;

/// How many nodes the scene has.
pub const LEN: usize = 100_000;

/// A node without any library's pointers: it refers to others by their numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Plain {
    /// Its name.
    pub name: String,
    /// Its position.
    pub transform: [f32; 3],
    /// Its children. Some are also children of their next sibling.
    pub children: Vec<usize>,
    /// Its parent.
    pub parent: Option<usize>,
}

/// The nodes of a scene, starting with the root.
#[must_use]
pub fn generate(len: usize) -> Vec<Plain> {
    let random = &mut Random::new(super::SEED);
    let kinds = ["arm", "emitter", "leg", "light", "mesh", "root", "turret", "wheel"];
    let mut nodes: Vec<Plain> = (0..len)
        .map(|node| Plain {
            name: format!("{} {}", random.pick(&kinds), random.count(0..1000)),
            transform: std::array::from_fn(|_| random.float() * 2000.0 - 1000.0),
            children: Vec::new(),
            parent: (node > 0).then(|| random.count(node.saturating_sub(4000)..node)),
        })
        .collect();
    for node in 1..len {
        let parent = nodes[node].parent.expect("all but the first have one");
        nodes[parent].children.push(node);
    }
    let pairs = nodes.iter().flat_map(|node| node.children.windows(2));
    let shared: Vec<[usize; 2]> =
        pairs.filter(|_| random.chance(0.125)).map(|pair| [pair[0], pair[1]]).collect();
    for [node, behind] in shared {
        nodes[behind].children.push(node);
    }
    nodes
}
