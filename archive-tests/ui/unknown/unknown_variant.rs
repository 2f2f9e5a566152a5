use archive::Archive;

#[derive(Archive)]
enum Item {
    Ore,
    #[archive(unknown)]
    Other,
}

fn main() {}
