use archive::Archive;

#[derive(Archive)]
struct Save {
    title: String,
}

#[derive(Archive)]
#[archive(save_as = Save)]
struct View<'a> {
    title: &'a str,
}

fn main() -> Result<(), archive::Error> {
    let view: View<'static> = archive::load("slot1.sav")?;
    println!("{}", view.title);
    Ok(())
}
