use archive::Archive;

#[derive(Archive)]
struct Place(u32, #[since(2, default = 0)] u32, u32);

fn main() {}
