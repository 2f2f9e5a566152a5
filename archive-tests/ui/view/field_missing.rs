use archive::Archive;

#[derive(Archive)]
struct Save {
    level: u32,
    title: String,
}

#[derive(Archive)]
#[archive(save_as = Save)]
struct View<'a> {
    title: &'a str,
}

fn main() {}
