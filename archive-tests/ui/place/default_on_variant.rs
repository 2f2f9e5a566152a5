use archive::Archive;

#[derive(Archive)]
enum Item {
    #[archive(default)]
    Ore,
}

fn main() {}
