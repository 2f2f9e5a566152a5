use archive::Archive;

struct Blade(u32);

#[derive(Archive)]
struct Slot<T> {
    item: T,
}

fn save(slot: &Slot<Blade>) -> Vec<u8> {
    archive::to_vec(slot).unwrap()
}

fn main() {}
