use archive::Archive;

#[derive(Archive)]
struct SaveGame<'a> {
    name: &'a mut str,
}

fn main() {}
