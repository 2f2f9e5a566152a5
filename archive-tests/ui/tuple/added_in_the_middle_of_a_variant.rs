use archive::Archive;

#[derive(Archive)]
enum Item {
    Ore,
    Sword(#[since(2, default = 0)] u8, u8),
}

fn main() {}
