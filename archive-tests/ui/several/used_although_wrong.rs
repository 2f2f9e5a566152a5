use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[since(2)]
    stamina: u16,
}

#[derive(Archive)]
struct World {
    games: Vec<SaveGame>,
}

fn save(world: &World) -> archive::Result<World> {
    archive::from_slice(&archive::to_vec(world)?)
}

fn main() {}
