use archive::Archive;

#[derive(Archive)]
struct Save {
    title: String,
}

#[derive(Archive)]
#[archive(save_as = Save)]
struct View<'a>(&'a str);

#[derive(Archive)]
#[archive(save_as = Save)]
enum Choice<'a> {
    Title(&'a str),
}

fn main() {}
