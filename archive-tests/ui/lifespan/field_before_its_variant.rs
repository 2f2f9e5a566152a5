use archive::Archive;

#[derive(Archive)]
enum Spell {
    Heal,
    #[since(3)]
    #[archive(removed(mana: u16, since = 1, until = 4))]
    Fire {
        #[since(2, default = 1)]
        heat: u8,
    },
}

fn main() {}
