use archive::Archive;

#[derive(Archive)]
#[archive(transparent)]
enum Item {
    Ore,
}

fn main() {}
