use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(renamed(3, from = "hp"), renamed(2, from = "hitpoints"))]
    health: f32,
}

fn main() {}
