use archive::Archive;

struct Slot<T>(T);

#[derive(Archive)]
struct Inventory<T> {
    first: Slot<T>,
    others: Vec<Slot<T>>,
}

#[derive(Archive)]
#[archive(transparent)]
struct Own<T>(Slot<T>);

fn main() {}
