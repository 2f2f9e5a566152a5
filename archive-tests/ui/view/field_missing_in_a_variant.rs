use archive::Archive;

#[derive(Archive)]
enum Message {
    Say { text: String, to: u32 },
    Give(u32, u8),
}

#[derive(Archive)]
#[archive(save_as = Message)]
enum View<'a> {
    Say { text: &'a str },
    Give(&'a u32),
}

fn main() {}
