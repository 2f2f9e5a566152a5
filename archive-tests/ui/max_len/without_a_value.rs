use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(max_len)]
    name: String,
}

fn main() {}
