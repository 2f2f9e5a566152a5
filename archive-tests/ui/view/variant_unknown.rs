use archive::Archive;

#[derive(Archive)]
enum Message {
    Say { text: String },
    Quit,
}

#[derive(Archive)]
#[archive(save_as = Message)]
enum View<'a> {
    Says { text: &'a str },
    Quit,
}

fn main() {}
