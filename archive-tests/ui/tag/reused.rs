use archive::Archive;

#[derive(Archive)]
enum Item {
    #[archive(tag = 4)]
    Ore,
    #[archive(tag = 4)]
    Sword,
}

fn main() {}
