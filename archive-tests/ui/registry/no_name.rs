trait Entity: archive::Object {}

archive::registry! {
    dyn Entity {}
}

fn main() {}
