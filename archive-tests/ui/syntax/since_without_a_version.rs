use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[since]
    stamina: u16,
}

fn main() {}
