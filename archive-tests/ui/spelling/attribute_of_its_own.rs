use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[sicne(2, default = 100)]
    stamina: u16,
}

fn main() {}
