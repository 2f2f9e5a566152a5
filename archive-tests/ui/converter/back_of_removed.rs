use archive::Archive;

#[derive(Archive)]
struct Pawn {
    #[archive(removed(health: u8, until = 2, back = Pawn::health))]
    #[since(2, default, replaces(health))]
    body: (u8, u8),
}

impl Pawn {
    fn health(&self) -> u16 {
        self.body.0.into()
    }
}

fn main() {}
