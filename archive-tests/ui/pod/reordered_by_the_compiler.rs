use archive::Archive;
use bytemuck::{Pod, Zeroable};

#[derive(Archive, Clone, Copy)]
#[archive(pod)]
struct Block {
    kind: u8,
    height: u32,
    light: u8,
    heat: u16,
}

unsafe impl Zeroable for Block {}
unsafe impl Pod for Block {}

fn main() {}
