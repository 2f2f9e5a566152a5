use archive::Archive;

struct Blade(u32);

#[derive(Archive)]
enum Item {
    Ore,
    Sword(Blade),
}

fn main() {}
