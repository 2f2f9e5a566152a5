use archive::Archive;

#[derive(Archive)]
enum Item {
    #[archive(tag = "ore")]
    Ore,
}

fn main() {}
