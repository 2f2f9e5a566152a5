use archive::Archive;

trait Entity: archive::Object {}

#[derive(Archive)]
struct SaveGame {
    entities: Vec<u32>,
}

#[derive(Archive)]
#[archive(save_as = SaveGame)]
struct SaveView<'a> {
    entities: Vec<&'a dyn Entity>,
}

fn main() {}
