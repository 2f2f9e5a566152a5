use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[since = 2]
    stamina: u16,
}

fn main() {}
