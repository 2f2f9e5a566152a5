use archive::Archive;

#[derive(Archive)]
#[archive(removed(heat: u8, until = 2))]
enum Item {
    Ore,
}

fn main() {}
