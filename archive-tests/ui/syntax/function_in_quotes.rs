use archive::Archive;

#[derive(Archive)]
#[archive(validate = "SaveGame::check", after_load = "not a path", upgrade(from = 1, with = "SaveGame::upgrade"))]
struct SaveGame {
    #[archive(was(i32, until = 2, with = "from_whole", back = "|health| *health as i32"))]
    health: f32,
    #[archive(removed(mana: u16, until = 2, into = "SaveGame::mana", back = "SaveGame::old_mana"))]
    level: u32,
}

#[derive(Archive)]
#[archive(crate = "game::archive")]
struct Settings {
    volume: u8,
}

fn main() {}
