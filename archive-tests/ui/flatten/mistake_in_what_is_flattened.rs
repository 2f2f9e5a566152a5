use archive::Archive;

#[derive(Archive)]
struct Base {
    #[archive(alais = "hp")]
    health: u32,
}

#[derive(Archive)]
struct Orc {
    #[archive(flatten)]
    base: Base,
}

fn main() {}
