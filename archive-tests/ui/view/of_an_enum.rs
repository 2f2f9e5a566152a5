use archive::Archive;

#[derive(Archive)]
enum Save {
    Empty,
}

#[derive(Archive)]
#[archive(save_as = Save)]
struct View<'a> {
    title: &'a str,
}

fn main() {}
