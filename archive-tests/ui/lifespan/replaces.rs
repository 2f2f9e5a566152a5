use archive::Archive;

#[derive(Archive)]
struct Pawn {
    #[archive(removed(health: u8, until = 2))]
    #[since(2, default, replaces(health, armor))]
    body: (u8, u8),
}

fn main() {}
