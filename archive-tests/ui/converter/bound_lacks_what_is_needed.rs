use archive::Archive;

#[derive(Archive)]
#[archive(bound = "T: Clone")]
struct Slot<T> {
    item: T,
}

fn main() {}
