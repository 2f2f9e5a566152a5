use archive::{Archive, Unknown};

#[derive(Archive)]
struct Save {
    title: String,
    #[archive(unknown)]
    extra: Unknown,
}

#[derive(Archive)]
#[archive(save_as = Save)]
struct View<'a> {
    title: &'a str,
}

fn main() {}
