struct SaveGame {
    level: u32,
}

fn load(bytes: &[u8]) -> SaveGame {
    archive::from_slice(bytes).unwrap()
}

fn main() {}
