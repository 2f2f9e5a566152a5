use archive::Archive;

#[derive(Archive)]
#[archive(bound = "T Archive")]
struct Slot<T> {
    item: T,
}

fn main() {}
