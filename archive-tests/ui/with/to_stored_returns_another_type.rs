use archive::Archive;

mod small {
    pub type Stored<T> = Vec<T>;

    pub fn to_stored(bag: &[u8; 4]) -> Vec<u16> {
        bag.map(u16::from).to_vec()
    }

    pub fn from_stored(_: Vec<u8>) -> [u8; 4] {
        [0; 4]
    }
}

#[derive(Archive)]
struct SaveGame {
    #[archive(with = small<u8>)]
    bag: [u8; 4],
}

fn main() {}
