use archive::Archive;

trait Entity {
    fn health(&self) -> u8;
}

#[derive(Archive)]
struct Orc {
    health: u8,
}

impl Entity for Orc {
    fn health(&self) -> u8 {
        self.health
    }
}

archive::registry! {
    dyn Entity as "Entity" {
        Orc as "orc",
    }
}

fn main() {}
