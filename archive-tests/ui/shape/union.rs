use archive::Archive;

#[derive(Archive)]
union Bits {
    int: u32,
    float: f32,
}

fn main() {}
