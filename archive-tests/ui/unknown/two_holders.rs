use archive::{Archive, Unknown};

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[archive(unknown)]
    extra: Unknown,
    #[archive(unknown)]
    rest: Unknown,
}

fn main() {}
