use archive::Archive;

#[derive(Archive)]
enum Item {
    #[archive(was(u8, until = 2))]
    Ore,
}

fn main() {}
