//! `mesh`: 125,000 triangles of random floats.

use macro_rules_attribute::apply;

use super::{SEED, measured};
use crate::random::Random;

/// A mesh.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Mesh {
    pub triangles: Vec<Triangle>,
}

/// A triangle of it. `repr(C)` lets wincode, savefile, speedy and bytemuck copy it whole.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
#[repr(C)]
pub struct Triangle {
    pub v0: Vector3,
    pub v1: Vector3,
    pub v2: Vector3,
    pub normal: Vector3,
}

/// A corner of it, or its normal.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
#[repr(C)]
pub struct Vector3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

/// The same mesh with `#[archive(pod)]`, which has the same bytes.
pub mod pod {
    use archive::Archive;
    use bytemuck::{Pod, Zeroable};

    /// A mesh.
    #[derive(Archive, Clone, Debug, PartialEq)]
    pub struct Mesh {
        pub triangles: Vec<Triangle>,
    }

    /// A triangle of it.
    #[derive(Archive, Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
    #[archive(pod)]
    #[repr(C)]
    pub struct Triangle {
        pub v0: Vector3,
        pub v1: Vector3,
        pub v2: Vector3,
        pub normal: Vector3,
    }

    /// A corner of it, or its normal.
    #[derive(Archive, Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
    #[archive(pod)]
    #[repr(C)]
    pub struct Vector3 {
        pub x: f32,
        pub y: f32,
        pub z: f32,
    }
}

/// The mesh to measure.
#[must_use]
pub fn generate() -> Mesh {
    let random = &mut Random::new(SEED);
    Mesh { triangles: random.list(125_000..125_001, triangle) }
}

fn triangle(random: &mut Random) -> Triangle {
    let mut vector = || Vector3 { x: random.float(), y: random.float(), z: random.float() };
    Triangle { v0: vector(), v1: vector(), v2: vector(), normal: vector() }
}

impl From<&Mesh> for pod::Mesh {
    fn from(mesh: &Mesh) -> Self {
        let vector = |v: Vector3| pod::Vector3 { x: v.x, y: v.y, z: v.z };
        let triangle = |t: &Triangle| pod::Triangle {
            v0: vector(t.v0),
            v1: vector(t.v1),
            v2: vector(t.v2),
            normal: vector(t.normal),
        };
        Self { triangles: mesh.triangles.iter().map(triangle).collect() }
    }
}
