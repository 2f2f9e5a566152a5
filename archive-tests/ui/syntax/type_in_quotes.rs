use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(was("u8", until = 2), removed(mana: "Option<u16>", until = 2))]
    level: u32,
}

fn main() {}
