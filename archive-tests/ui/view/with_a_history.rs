use archive::Archive;

#[derive(Archive)]
struct Save {
    title: String,
    level: u32,
}

#[derive(Archive)]
#[archive(save_as = Save, version = 2, after_load = View::count, default)]
struct View<'a> {
    title: &'a str,
    #[since(2, default = &7)]
    level: &'a u32,
}

fn main() {}
