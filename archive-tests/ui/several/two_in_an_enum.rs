use archive::Archive;

#[derive(Archive)]
enum Item {
    #[archive(tag = 3)]
    Ore,
    #[archive(tag = 3)]
    Sword {
        #[archive(until = 2)]
        damage: u8,
        #[since(2)]
        sharp: u8,
    },
}

fn main() {}
