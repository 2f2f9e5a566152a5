//! A class that joins has no versions.
use archive::{Archive, Classes};

trait Entity: archive::Object {}

#[derive(Archive)]
struct Orc;

impl Entity for Orc {}

archive::registry! { dyn Entity as "Entity" {} }

fn main() {
    let _ = <dyn Entity>::join(|registry| {
        registry.add(archive::class!(dyn Entity, Orc as "mod.orc" since 2));
    });
}
