use archive::Archive;

#[derive(Archive)]
enum Item {
    #[archive(removed(Smelt, until = 2, tag = 7))]
    Ore,
    #[since(2)]
    #[archive(tag = 7)]
    Sword,
}

fn main() {}
