use archive::Archive;

trait Entity: archive::Object {}

#[derive(Archive)]
struct Orc;

#[derive(Archive)]
struct Troll;

impl Entity for Orc {}
impl Entity for Troll {}

archive::registry! {
    dyn Entity as "Entity" {
        Orc as "orc",
        Troll as "troll" sinc 2,
    }
}

fn main() {}
