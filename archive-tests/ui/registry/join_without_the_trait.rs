use archive::{Archive, Classes};

trait Entity: archive::Object {}

archive::registry! {
    dyn Entity as "Entity" {}
}

#[derive(Archive)]
struct Orc;

impl Entity for Orc {}

fn main() {
    <dyn Entity>::join(|registry| {
        registry.add(archive::class!(Orc as "mod.orc"));
    });
}
