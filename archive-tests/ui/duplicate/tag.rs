use archive::Archive;

#[derive(Archive)]
enum Item {
    #[archive(tag = 1, tag = 2)]
    Ore,
}

fn main() {}
