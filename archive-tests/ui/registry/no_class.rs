trait Entity: archive::Object {}

archive::registry! {
    dyn Entity as "Entity" {
        "orc" => Orc,
    }
}

fn main() {}
