use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    children: Vec<*mut u8>,
}

fn main() {}
