use archive::Archive;

#[derive(Archive, Clone, Copy)]
#[archive(pod)]
enum Item {
    Ore,
}

fn main() {}
