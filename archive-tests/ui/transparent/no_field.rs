use archive::Archive;

#[derive(Archive)]
#[archive(transparent)]
struct Health;

fn main() {}
