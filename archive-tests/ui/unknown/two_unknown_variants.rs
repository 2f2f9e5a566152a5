use archive::Archive;

#[derive(Archive)]
enum Item {
    Ore,
    #[archive(unknown)]
    Other,
    #[archive(unknown)]
    Another,
}

fn main() {}
