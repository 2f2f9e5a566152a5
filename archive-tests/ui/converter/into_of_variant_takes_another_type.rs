use archive::Archive;

#[derive(Archive)]
enum Item {
    #[archive(removed(Smelt { heat: u8 }, until = 2, into = Item::smelted))]
    Ore,
}

impl Item {
    fn smelted(_: String) -> Self {
        Self::Ore
    }
}

fn main() {}
