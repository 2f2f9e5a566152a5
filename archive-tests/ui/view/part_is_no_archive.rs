use archive::Archive;

struct Item;

#[derive(Archive)]
struct Save {
    items: Vec<u32>,
}

#[derive(Archive)]
#[archive(save_as = Save)]
struct View<'a> {
    items: &'a [Item],
}

fn main() {}
