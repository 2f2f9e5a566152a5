use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(with = seconds)]
    played: std::time::Instant,
}

fn main() {}
