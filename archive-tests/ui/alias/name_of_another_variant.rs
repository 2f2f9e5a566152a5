use archive::Archive;

#[derive(Archive)]
enum Item {
    Ore,
    #[archive(alias = "Ore")]
    Sword,
}

fn main() {}
