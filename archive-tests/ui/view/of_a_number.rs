use archive::Archive;

#[derive(Archive)]
#[archive(save_as = u32)]
struct View<'a> {
    title: &'a str,
}

fn main() {}
