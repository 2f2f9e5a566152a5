use archive::Archive;

#[derive(Archive)]
#[archive(rename_all = "camelCase", deny_unknown_fields)]
struct Settings {
    #[archive(rename = "vol")]
    volume: f32,
    #[archive(serialize_with = "to", deserialize_with = "of")]
    place: (f32, f32),
    #[archive(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[archive(skip_serializing)]
    old: u8,
    #[archive(borrow)]
    text: String,
}

#[derive(Archive)]
#[archive(try_from = "u8", into = "u8")]
struct Level(u8);

#[derive(Archive)]
#[archive(tag = "type")]
enum Item {
    #[archive(skip)]
    Cursor,
    #[archive(other)]
    Rest,
}

fn main() {}
