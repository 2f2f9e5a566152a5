use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(validate = check)]
    level: u32,
}

fn main() {}
