use archive::Archive;

#[derive(Archive)]
struct Sound {
    #[archive(meta(max = 1e999))]
    volume: f64,
}

fn main() {}
