use archive::Archive;

#[derive(Archive)]
enum Item {
    #[archive(removed(Sword(u8), until = 3))]
    Ore,
    #[since(2)]
    Sword,
}

fn main() {}
