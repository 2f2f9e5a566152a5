use archive::Archive;

#[derive(Archive)]
enum Item {
    Ore,
    #[since(2, default = 3)]
    Sword,
}

fn main() {}
