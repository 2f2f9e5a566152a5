use archive::Archive;

#[derive(Archive)]
enum Item {
    Ore,
    #[archive(skip)]
    Cursor,
}

fn main() {}
