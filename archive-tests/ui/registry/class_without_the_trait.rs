use archive::Archive;

trait Entity: archive::Object {}

#[derive(Archive)]
struct Orc;

#[derive(Archive)]
struct Player;

impl Entity for Player {}

archive::registry! {
    dyn Entity as "Entity" {
        Player as "player",
        Orc as "orc",
    }
}

fn main() {}
