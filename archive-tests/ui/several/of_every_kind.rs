use archive::Archive;

#[derive(Archive)]
#[archive(version = 3, skip)]
struct SaveGame {
    #[archive(removed(mana: u16, since = 2, until = 2), alias = "stamina")]
    level: u32,
    #[since(4)]
    stamina: u16,
    parent: *const u8,
    #[archive(was(u8, until = 2), with = codec)]
    armor: u16,
}

fn main() {}
