use archive::Archive;

#[derive(Archive)]
enum Item {
    Ore,
    Sword {
        damage: u8,
        #[since(3)]
        sharp: u8,
    },
}

fn main() {}
