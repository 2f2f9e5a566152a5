use archive::Archive;

mod whole {
    pub type Stored = u32;
}

#[derive(Archive)]
struct SaveGame {
    #[archive(with = std::collections::HashSet<whole>)]
    seen: std::collections::HashSet<f32>,
    #[archive(with = std::collections::BTreeMap<u8, whole>)]
    best: std::collections::BTreeMap<u8, f32>,
    #[archive(with = std::collections::HashMap<whole, _>)]
    kinds: std::collections::HashMap<f32, u8>,
    #[archive(with = Vec<_>)]
    all: Vec<f32>,
    #[archive(with = (whole, whole))]
    two: (f32, f32),
}

fn main() {}
