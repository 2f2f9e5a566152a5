use archive::Archive;

#[derive(Archive)]
struct Save {
    #[archive(snice(2))]
    level: u32,
    title: String,
}

#[derive(Archive)]
#[archive(save_as = Save)]
struct View<'a> {
    level: u32,
    title: &'a str,
}

fn main() {}
