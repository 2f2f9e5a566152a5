use archive::Archive;

mod small {
    pub type Stored<T> = Vec<T>;
}

#[derive(Archive)]
struct SaveGame {
    #[archive(with = small<u8>)]
    bag: [u8; 4],
}

fn main() {}
