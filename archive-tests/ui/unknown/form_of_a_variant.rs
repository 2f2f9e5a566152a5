use archive::{Archive, Unknown};

#[derive(Archive)]
enum Difficulty {
    Easy,
    #[archive(unknown)]
    Newer,
}

#[derive(Archive)]
enum Weather {
    Sunny,
    #[archive(unknown)]
    Newer { held: Unknown },
}

#[derive(Archive)]
enum Mood {
    Calm,
    #[archive(unknown)]
    Newer(#[archive(unknown)] Unknown),
}

fn main() {}
