use archive::Archive;

#[derive(Archive, Clone, Copy)]
#[archive(pod)]
#[repr(C)]
struct Block {
    kind: u16,
    light: u16,
}

fn main() {}
