struct SaveGame {
    level: u32,
}

fn save(game: &SaveGame) -> Vec<u8> {
    archive::to_vec(game).unwrap()
}

fn main() {}
