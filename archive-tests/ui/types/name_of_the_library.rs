use archive::Archive;

#[derive(Archive)]
#[archive(name = "std.Hero")]
struct Hero {
    level: u32,
}

#[derive(Archive)]
#[archive(version = 2, renamed(2, from = "std.Foe"))]
struct Enemy {
    level: u32,
}

fn main() {}
