use archive::Archive;

#[derive(Archive, Default)]
struct PhantomData {
    ghost_health: u32,
}

#[derive(Archive)]
struct Game {
    ghost: PhantomData,
}

fn main() {}
