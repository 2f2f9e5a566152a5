use archive::Archive;

#[derive(Archive)]
#[archive(transparent)]
struct Title {
    text: String,
}

#[derive(Archive)]
#[archive(save_as = Title)]
struct View<'a> {
    text: &'a str,
}

fn main() {}
