use archive::Archive;

#[derive(Archive)]
enum Item {
    #[archive(tag = 1)]
    Ore,
    Sword,
}

fn main() {}
