use archive::Archive;

#[derive(Archive)]
#[archive(tag = 1)]
enum Item {
    Ore,
}

fn main() {}
