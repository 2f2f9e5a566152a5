use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(with = "archive::with::serde")]
    bag: [u8; 4],
}

fn main() {}
