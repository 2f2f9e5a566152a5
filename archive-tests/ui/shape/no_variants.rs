use archive::Archive;

#[derive(Archive)]
enum Item {}

fn main() {}
