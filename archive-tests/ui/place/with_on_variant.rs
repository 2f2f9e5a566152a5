use archive::Archive;

#[derive(Archive)]
enum Item {
    #[archive(with = codec)]
    Ore(u8),
}

fn main() {}
