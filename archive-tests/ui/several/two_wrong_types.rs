use archive::Archive;

struct Blade(u32);

struct Shield(u32);

#[derive(Archive)]
struct Hero {
    blade: Blade,
    shields: Vec<Shield>,
    parent: u32,
}

fn main() {}
