use archive::Archive;

#[derive(Archive)]
#[archive(max_len = 4)]
struct Name(String);

fn main() {}
