use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(was(String, until = 2))]
    level: u32,
    #[archive(was(u64, until = 2), was(i32, until = 3))]
    gold: u32,
}

fn main() {}
