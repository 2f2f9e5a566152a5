use archive::{Archive, Unknown};

#[derive(Archive)]
enum Difficulty {
    Easy,
    #[archive(unknown)]
    Newer(Unknown),
    #[archive(unknown)]
    Older(Unknown),
}

fn main() {}
