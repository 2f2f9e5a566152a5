use archive::Archive;
use bytemuck::{Pod, Zeroable};

#[derive(Archive, Clone, Copy, Pod, Zeroable)]
#[archive(pod)]
#[repr(C)]
struct Block {
    kind: u16,
    #[archive(skip)]
    light: u16,
}

fn main() {}
