use archive::Archive;

#[derive(Archive)]
struct Save {
    title: String,
}

#[derive(Archive)]
#[archive(save_as = Save)]
struct View<'a> {
    title: &'a str,
    level: &'a u32,
}

fn main() {}
