use archive::Archive;

#[derive(Archive)]
struct SaveGame<'a> {
    level: &'a u32,
}

fn main() {}
