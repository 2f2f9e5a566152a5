use archive::Archive;

#[derive(Archive)]
enum Kind {
    Orc,
}

#[derive(Archive)]
struct Pair(u8, u8);

#[derive(Archive)]
struct Of {
    #[archive(flatten)]
    list: Vec<u32>,
}

#[derive(Archive)]
struct OfAnEnum {
    #[archive(flatten)]
    kind: Kind,
}

#[derive(Archive)]
struct OfATuple {
    #[archive(flatten)]
    pair: Pair,
}

fn main() {}
