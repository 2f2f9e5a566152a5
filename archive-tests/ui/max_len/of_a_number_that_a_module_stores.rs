use archive::Archive;

mod text {
    pub type Stored = String;

    pub fn to_stored(value: &u16) -> String {
        value.to_string()
    }

    pub fn from_stored(text: String) -> Result<u16, std::num::ParseIntError> {
        text.parse()
    }
}

#[derive(Archive)]
struct SaveGame {
    #[archive(max_len = 3, with = text)]
    level: u16,
}

fn main() {}
