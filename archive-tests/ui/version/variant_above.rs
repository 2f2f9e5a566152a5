use archive::Archive;

#[derive(Archive)]
#[archive(version = 1)]
enum Item {
    Ore,
    #[since(2)]
    Sword,
}

fn main() {}
