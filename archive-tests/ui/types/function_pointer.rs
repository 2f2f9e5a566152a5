use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    on_death: fn(u32) -> u32,
}

fn main() {}
