use archive::{Archive, Unknown};

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[since(2, default = Unknown::new())]
    #[archive(unknown, alias = "rest", skip, flatten)]
    extra: Unknown,
}

#[derive(Archive)]
enum Difficulty {
    Easy,
    #[since(2)]
    #[archive(unknown, tag = 7)]
    Newer(Unknown),
    #[archive(tag = 4294967295)]
    Hard,
}

fn main() {}
