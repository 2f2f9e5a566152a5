use archive::Archive;

#[derive(Archive)]
enum Item {
    #[archive(removed(Smelt { heat: u8 }, since = 4, until = 2))]
    Ore,
}

fn main() {}
