use archive::Archive;
use bytemuck::{Pod, Zeroable};

#[derive(Archive, Clone, Copy)]
#[archive(pod)]
#[repr(C)]
struct Block {
    kind: u8,
    light: u16,
}

unsafe impl Zeroable for Block {}
unsafe impl Pod for Block {}

fn main() {}
