use archive::Archive;

#[derive(Archive)]
struct Save {
    title: String,
}

#[derive(Archive)]
enum Message {
    Say { text: String },
}

#[derive(Archive)]
#[archive(save_as = Message)]
struct View<'a> {
    text: &'a str,
}

#[derive(Archive)]
#[archive(save_as = Save)]
enum Choice<'a> {
    Title(&'a str),
}

#[derive(Archive)]
#[archive(save_as = Save)]
struct Tuple<'a>(&'a str);

#[derive(Archive)]
#[archive(save_as = Message)]
enum Tuples<'a> {
    Say(&'a str),
}

fn main() {}
