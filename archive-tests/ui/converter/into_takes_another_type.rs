use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(removed(mana: u16, until = 2, into = SaveGame::heal))]
    health: f32,
}

impl SaveGame {
    fn heal(&mut self, mana: f64) {
        self.health += mana as f32;
    }
}

fn main() {}
