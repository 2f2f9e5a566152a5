use archive::Archive;

#[derive(Archive)]
enum Packet<'a> {
    Empty,
    Bytes(&'a mut [u8]),
}

fn main() {}
