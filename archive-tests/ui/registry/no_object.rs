trait Entity {}

archive::registry! {
    dyn Entity as "Entity" {}
}

fn main() {}
