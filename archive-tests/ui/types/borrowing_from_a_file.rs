use archive::Archive;

#[derive(Archive)]
struct SaveGame<'a> {
    name: &'a str,
}

fn load() -> SaveGame<'static> {
    archive::load("slot1.sav").unwrap()
}

fn main() {}
