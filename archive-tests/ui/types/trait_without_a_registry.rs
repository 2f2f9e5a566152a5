//! A trait says nothing of the types that it may be.

trait Entity {}

fn main() {
    let _: Box<dyn Entity> = archive::from_slice(&[]).unwrap();
}
