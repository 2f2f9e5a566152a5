use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(max_len = "64")]
    name: String,
}

fn main() {}
