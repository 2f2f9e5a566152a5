use archive::Archive;

#[derive(Archive)]
#[archive(removed(Ore, until = 2))]
enum Item {}

fn main() {}
