use archive::Archive;

#[derive(Archive)]
struct Save {
    title: String,
    level: u32,
}

#[derive(Archive)]
#[archive(save_as = Save)]
struct View<'a> {
    title: &'a str,
    levl: &'a u32,
}

fn main() {}
