use archive::Archive;

#[derive(Archive)]
struct Save {
    title: String,
}

#[derive(Archive)]
#[archive(save_as = Save)]
struct View {
    title: &'static str,
}

#[derive(Archive)]
struct Outer {
    inner: View,
}

fn main() -> Result<(), archive::Error> {
    let view: View = archive::load("slot1.sav")?;
    println!("{}", view.title);
    Ok(())
}
