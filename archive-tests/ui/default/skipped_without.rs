use archive::Archive;

struct RenderCache(u32);

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[archive(skip)]
    cache: RenderCache,
}

fn main() {}
