use archive::Archive;

#[derive(Archive)]
struct SaveGame<'a> {
    levels: &'a [u32],
}

fn main() {}
