use archive::Archive;

#[derive(Archive)]
#[archive(removed(level: u32, until = 2))]
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
