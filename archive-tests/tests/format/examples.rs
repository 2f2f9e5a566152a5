//! The examples of FORMAT.md, byte for byte.

use std::collections::{BTreeMap, HashSet};

use archive::{Archive, Describe, Layout, Options, SchemaPolicy};

/// Parses lines of hexadecimal digits. Two spaces start a remark.
fn hex(lines: &str) -> Vec<u8> {
    let digits = lines.lines().map(|line| line.trim().split("  ").next().unwrap_or(""));
    digits
        .flat_map(str::split_whitespace)
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect()
}

#[derive(Archive)]
struct Item {
    id: String,
    count: u32,
}

#[derive(Archive)]
enum Mood {
    Calm,
    Angry { level: u8 },
}

#[derive(Archive)]
struct Player {
    name: String,
    health: f32,
    mood: Mood,
    bag: Vec<Item>,
    home: Option<(i16, i16)>,
}

fn ann() -> Player {
    Player {
        name: "Ann".into(),
        health: 0.5,
        mood: Mood::Angry { level: 3 },
        bag: vec![Item { id: "torch".into(), count: 3 }],
        home: Some((-1, 2)),
    }
}

/// A hero.
#[derive(Archive)]
struct Hero {
    level: u32,
    #[since(2, default = String::new())]
    name: String,
}

#[test]
fn section_3_a_number_as_a_message() {
    let expected = hex("ac 01
         21 06 41 3c e5 f2 b2 a6
         07 00 00 00");
    assert_eq!(Options::message().to_vec(&7_u32).unwrap(), expected);
}

#[derive(Archive)]
struct Squad {
    leader: Hero,
    size: u8,
}

#[test]
fn section_3_a_squad_as_a_message_in_a_stream() {
    let expected = hex("ac 31  magic, version 1 of the root, a version table, a length
         81 59 00 db c5 2f b4 fa  fingerprint
         01  1 type above version 1
         79 a8 67 9b 02  \"Hero\", version 2
         09  9 bytes of body
         07 00 00 00 03 41 6e 6e 03");
    let mut stream = Vec::new();
    let squad = Squad { leader: Hero { level: 7, name: "Ann".into() }, size: 3 };
    Options::message().to_writer(&mut stream, &squad).unwrap();
    assert_eq!(stream, expected);
}

#[test]
fn section_4_fingerprint_of_a_hero() {
    assert_eq!(Hero::schema().canonical(), "Hero\nHero@2{level:u32,name:str}\n");
    assert_eq!(Hero::schema().fingerprint(), 0x09c8_a279_0784_0953);
}

#[test]
fn section_5_a_player_as_rows() {
    let player = ann();
    let expected = hex("03 41 6e 6e
         00 00 00 3f
         01 03
         01
         05 74 6f 72 63 68
         03 00 00 00
         01 ff ff 02 00");
    let message = Options::message().to_vec(&player).unwrap();
    assert_eq!(message[10..], expected);
}

#[derive(Archive)]
struct Stock {
    prices: BTreeMap<String, u32>,
    seen: HashSet<u16>,
    grid: [(u8, bool); 2],
}

#[test]
fn section_5_a_stock_as_rows() {
    let prices = [("rope".into(), 5), ("axe".into(), 40)].into();
    let stock = Stock { prices, seen: [3, 256].into(), grid: [(1, true), (2, false)] };
    let expected = hex("02  prices
         03 61 78 65 28 00 00 00
         04 72 6f 70 65 05 00 00 00
         02  seen
         00 01
         03 00
         01 01 02 00  grid");
    let message = Options::message().to_vec(&stock).unwrap();
    assert_eq!(message[10..], expected);
}

#[test]
fn section_6_schema_of_a_hero() {
    let expected = hex("03 04 48 65 72 6f 05 6c 65 76 65 6c 04 6e 61 6d 65
         01 1b 00
         00 02 00 01 02 01 04 00 02 0f 00
         01 07 41 20 68 65 72 6f 2e");
    assert_eq!(Hero::schema().to_bytes(), expected);
}

#[test]
fn section_2_a_hero_as_a_file() {
    let hero = Hero { level: 7, name: "Ann".into() };
    let expected = hex("89 41 52 43 0d 0a 1a 0a  magic
         01 06 00 00  format 1; rows, schema and checksum; no codec
         65 00 00 00  101 bytes of header
         53 09 84 07 79 a2 c8 09  fingerprint
         08 00 00 00 00 00 00 00  8 bytes of body
         08 00 00 00 00 00 00 00  8 bytes before compression
         1f 94 7e 5d  CRC-32 of the body
         04 48 65 72 6f  root
         01 04 48 65 72 6f 02  version table
         28  40 bytes of schema
         03 04 48 65 72 6f 05 6c 65 76 65 6c 04 6e 61 6d 65
         01 1b 00 00 02 00 01 02 01 04 00 02 0f 00
         01 07 41 20 68 65 72 6f 2e
         17 85 c9 4b  CRC-32 of the header
         07 00 00 00 03 41 6e 6e  the body");
    assert_eq!(Options::file().layout(Layout::Rows).to_vec(&hero).unwrap(), expected);
}

/// What follows the header, whose length is at offset 12.
fn body(file: &[u8]) -> &[u8] {
    let len = u32::from_le_bytes(file[12..16].try_into().unwrap());
    &file[usize::try_from(len).unwrap()..]
}

/// The packed column of a list's elements, integers or floats. It follows the column of lengths.
fn packed<T: archive::Serialize>(list: &Vec<T>) -> Vec<u8> {
    let options = Options::file().schema(SchemaPolicy::Fingerprint).checksum(false);
    let file = options.to_vec(list).unwrap();
    let body = body(&file);
    let (body, tail) = body.split_last_chunk::<4>().unwrap();
    let directory = body.len() - usize::try_from(u32::from_le_bytes(*tail)).unwrap();
    let lengths = usize::from(body[directory]);
    body[lengths..directory].to_vec()
}

/// Reads a file of one list whose elements are packed otherwise than the library would.
fn read_packed<T>(count: u8, column: &[u8]) -> Result<Vec<T>, archive::Error>
where
    T: archive::Archive,
{
    let options = Options::file().schema(SchemaPolicy::Fingerprint).checksum(false);
    let mut file = options.to_vec(&Vec::<T>::new()).unwrap();
    let header = file.len() - body(&file).len();
    file.truncate(header);
    file.extend([0x30, count]);
    file.extend(column);
    file.extend([2, u8::try_from(column.len()).unwrap(), 2, 0, 0, 0]);
    let len = u8::try_from(file.len() - header).unwrap();
    (file[24], file[32]) = (len, len);
    let crc = crc32fast::hash(&file[..header - 4]);
    file[header - 4..header].copy_from_slice(&crc.to_le_bytes());
    options.from_slice(&file)
}

#[test]
fn section_7_packings_that_a_reader_takes() {
    assert_eq!(read_packed::<u16>(2, &hex("00 00 01 00 ff")).unwrap(), [256, 65280]);
    assert_eq!(read_packed::<u16>(5, &hex("01 2c 01")).unwrap(), [300; 5]);
    let bits = [1000, 1003, 1001, 1000, 1002];
    assert_eq!(read_packed::<u16>(5, &hex("12 e8 03 1c 02")).unwrap(), bits);
    assert_eq!(read_packed::<i8>(4, &hex("13 ff 88 0e")).unwrap(), [-1, 0, 1, 6]);
    let bytes = hex("22 fe ff ff ff 00 00 2c 01 02 00");
    assert_eq!(read_packed::<i32>(3, &bytes).unwrap(), [-2, 298, 0]);
    let exceptions = hex("30 03 00 ff 07 ff 09 e8 03 00 00 ff 00 00 00");
    assert_eq!(read_packed::<u32>(6, &exceptions).unwrap(), [3, 0, 1000, 7, 255, 9]);
    let planes = hex("40
         00 00 01 00
         01 00
         00 00 00 80
         01 7f");
    assert_eq!(read_packed::<f32>(3, &planes).unwrap(), [1.0, -1.0, 1.5]);
}

#[test]
fn section_7_packings_that_a_writer_chooses() {
    assert_eq!(packed(&vec![256_u16, 65280]), hex("00 00 01 00 ff"));
    assert_eq!(packed(&vec![300_u16; 5]), hex("01 2c 01"));
    assert_eq!(packed(&vec![1000_u16, 1003, 1001, 1000, 1002]), hex("12 e8 03 1c 02"));
    assert_eq!(packed(&vec![-1_i8, 0, 1, 6]), hex("13 ff 88 0e"));
    assert_eq!(packed(&vec![-2_i32, 298, 0]), hex("22 fe ff ff ff 00 00 2c 01 02 00"));
    let exceptions = hex("30 03 00 ff 07 ff 09 e8 03 00 00 ff 00 00 00");
    assert_eq!(packed(&vec![3_u32, 0, 1000, 7, 255, 9]), exceptions);
    assert_eq!(packed(&vec![1.0_f32, -1.0, 1.5])[0], 0, "too few floats to be cut");
    let floats: Vec<f32> = (0..64_u8).map(|n| f32::from(n) * 3.7 - 100.0).collect();
    assert_eq!(packed(&floats)[0], 0, "no plane is constant");
    let floats: Vec<f32> = (0..64_u8).map(|n| 0.5 + f32::from(n) / 130.0).collect();
    assert_eq!(packed(&floats)[0], 0x40, "all have one exponent");
    let mut long = hex("11 07 00 00 00");
    long.resize(5 + 513, 0);
    assert_eq!(packed(&vec![7_u32; 4097]), long);
}

#[test]
fn section_7_a_constant_past_4096_is_refused() {
    let options = Options::file().schema(SchemaPolicy::Fingerprint).checksum(false);
    let mut file = options.to_vec(&vec![7_u32; 4096]).unwrap();
    assert_eq!(body(&file)[..10], hex("00 00 10 00 00 01 07 00 00 00"));
    let start = file.len() - body(&file).len();
    file[start + 1] = 1;
    assert!(options.from_slice::<Vec<u32>>(&file).is_err());
}

#[test]
fn section_7_a_player_in_columns() {
    let expected = hex("30 03  name, lengths
         41 6e 6e  name, bytes
         00 00 00 00 3f  health
         00 01  mood, tags
         00 03  mood, Angry, level
         30 01  bag, lengths
         30 05  bag, id, lengths
         74 6f 72 63 68  bag, id, bytes
         30 03  bag, count
         00 01  home, presence
         00 ff ff  home, first place
         30 02  home, second place
         02 03 05 02 02 02  directory: the lengths of the columns
         02 05 02 02 03 02
         99 96 90 99  CRC-32 of the block
         10 00 00 00  16 bytes of directory");
    let file = archive::to_vec(&ann()).unwrap();
    assert_eq!(file[9..12], [7, 0, 0]);
    assert_eq!((file[24], file[32]), (52, 52));
    assert_eq!(file[40..44], hex("7e 25 c4 d9"));
    assert_eq!(body(&file), expected);
}

#[derive(Archive)]
struct Party {
    members: Vec<Member>,
    gold: u32,
}

#[derive(Archive)]
struct Member {
    name: String,
    mood: Mood,
    mount: Option<u16>,
}

#[test]
fn section_7_a_party_in_columns() {
    let member = |name: &str, mood, mount| Member { name: name.into(), mood, mount };
    let members = vec![
        member("Ann", Mood::Angry { level: 3 }, Some(300)),
        member("Bo", Mood::Calm, None),
        member("Cy", Mood::Angry { level: 4 }, Some(300)),
    ];
    let expected = hex("30 03  members, lengths
         30 03 02 02  name, lengths
         41 6e 6e 42 6f 43 79  name, bytes
         11 00 05  mood, tags
         00 03 04  mood, Angry, level
         11 00 05  mount, presence
         01 2c 01  mount
         00 70 11 01 00  gold
         02 04 07 03 03 03 03 05  directory: the lengths of the columns
         21 42 55 2f  CRC-32 of the block
         0c 00 00 00  12 bytes of directory");
    let file = archive::to_vec(&Party { members, gold: 70_000 }).unwrap();
    assert_eq!(body(&file), expected);
}

#[test]
fn section_7_three_blocks() {
    let numbers: Vec<u32> = (0..20_000).map(|n: u32| n.wrapping_mul(0x9e37_79b9)).collect();
    let value = (numbers, 7_u8);
    let checked = archive::to_vec(&value).unwrap();
    assert_eq!(body(&checked).len(), 80_017 + 3 * 4, "a CRC-32 of each block");
    let file = Options::file().checksum(false).to_vec(&value).unwrap();
    let body = body(&file);
    assert_eq!(body.len(), 80_017);
    assert!(body.starts_with(&hex("00 20 4e 00 00 00 00 00 00 00 b9 79")));
    assert!(body.ends_with(&hex("00 07 05 81 f1 04 02 05 00 00 00")));
}

#[test]
fn section_9_roots_with_and_without_versions() {
    #[derive(Archive, Clone, Debug, PartialEq)]
    struct Item {
        id: String,
        #[since(2, default = 1)]
        count: u64,
    }
    let item = Item { id: "torch".into(), count: 3 };
    let json = archive::json::to_string(&item).unwrap();
    assert_eq!(json, r#"{"@versions":{"Item":2},"id":"torch","count":"3"}"#);
    let json = archive::json::to_string(&[None, Some(item)]).unwrap();
    let expected = r#"{"@versions":{"Item":2},"@value":[null,{"id":"torch","count":"3"}]}"#;
    assert_eq!(json, expected);
    assert_eq!(archive::json::to_string(&[1, 2, 3]).unwrap(), "[1,2,3]");
}

#[test]
fn section_10_a_field_of_serdes_types() {
    let stored = archive::with::serde::to_stored(&Some(300));
    assert_eq!(Options::message().to_vec(&stored).unwrap()[10..], hex("01 05 2c 01"));
}

#[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
struct Color {
    r: u8,
    g: u8,
    b: u8,
}

#[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
enum Mode {
    Steady,
    Blink(f32, u8),
}

#[derive(archive::Archive, Debug, PartialEq)]
struct Lamp {
    power: u16,
    #[archive(with = archive::with::serde)]
    color: Color,
    #[archive(with = archive::with::serde)]
    mode: Mode,
    #[archive(with = archive::with::serde)]
    owner: Option<String>,
}

#[test]
fn section_12_fields_of_serdes_types_in_texts_and_json() {
    let (color, mode) = (Color { r: 255, g: 240, b: 200 }, Mode::Blink(0.5, 2));
    let lamp = Lamp { power: 40, color, mode, owner: None };
    let source = "Lamp @1 { power = 40, color = { r = 255, g = 240, b = 200 }, mode = { Blink = [0.5, 2] }, owner = none }";
    assert_eq!(archive::text::from_str::<Lamp>(source).unwrap(), lamp);
    let shown = archive::text::to_string(&lamp).unwrap();
    let words =
        |text: &str| text.replace(',', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words(&shown), words(source));
    let source = r#"{"@versions":{"Lamp":1},"power":40,"color":{"r":255,"g":240,"b":200},"mode":{"Blink":[0.5,2]},"owner":null}"#;
    assert_eq!(archive::json::to_string(&lamp).unwrap(), source);
    assert_eq!(archive::json::from_str::<Lamp>(source).unwrap(), lamp);
}

#[test]
fn section_7_a_text_that_is_compressed() {
    let compressed = hex("3f 30 64 61
         01 00 4a
         60 61 61 61 61 61 61
         02 64  directory: the lengths of the columns
         0e  bytes of the block as it is stored
         80 3b 81 a6  CRC-32 of these
         07 00 00 00  7 bytes of directory");
    // Writes the file without a codec and then inserts the example's body, since a codec's output
    // may change.
    let text = "a".repeat(100);
    let mut file = Options::file().to_vec(&text).unwrap();
    let header = file.len() - body(&file).len();
    file.truncate(header);
    file.extend(&compressed);
    file[10] = 1;
    (file[24], file[32]) = (25, 113);
    file[40..44].copy_from_slice(&hex("35 96 26 6d"));
    let crc = crc32fast::hash(&file[..header - 4]);
    file[header - 4..header].copy_from_slice(&crc.to_le_bytes());
    assert_eq!(archive::from_slice::<String>(&file).unwrap(), text);
}

#[test]
fn section_8_hashes() {
    let hash = |value: Result<u128, archive::Error>| format!("{:032x}", value.unwrap());
    assert_eq!(hash(archive::hash(&())), "99aa06d3014798d86001c324468d497f");
    assert_eq!(hash(archive::hash(&7_u32)), "bc436cfaea3fe1a89284b7aeb2cf9cb7");
    assert_eq!(hash(archive::hash("torch")), "7bf853d11978e0b4966990bc97a7ebf2");
    assert_eq!(hash(archive::hash(&ann())), "51122f181e9500fc91b2821168442972");
}

/// A tree as its schema says that it is.
#[derive(Archive)]
#[archive(crate = crate, name = "std.HashTree")]
struct Tree {
    hash: u128,
    hashes: Vec<u64>,
    below: Vec<u32>,
    labels: Vec<u32>,
    names: Vec<String>,
}

#[test]
fn section_8_the_tree_of_a_player() {
    let tree = archive::hash_tree(&ann()).unwrap();
    let sent = Options::message().to_vec(&tree).unwrap();
    let tree: Tree = Options::message().from_slice(&sent).unwrap();
    assert_eq!(tree.hash, archive::hash(&ann()).unwrap());
    let hashes: Vec<_> = tree.hashes.iter().map(|hash| format!("{hash:016x}")).collect();
    let expected = "95aa30e54d909b96 bb2dc4509829ae49 42f1aef26d6cc8fe 13e608bc156defed \
        ded4e54247db6b33 a9b9e68dcfd14304 966990bc97a7ebf2 f8b0ec3427dee7b3 16505f65b39da99d \
        b25805c594dec06b 93ba9ce8e388180a";
    assert_eq!(hashes.join(" "), expected);
    assert_eq!(tree.below, [0, 0, 1, 0, 3, 2, 0, 0, 2, 0, 0]);
    let field = |name: u32| 0x8000_0000 | name;
    let labels = [0, 1, 2, 3, 4].map(field).into_iter();
    let labels: Vec<_> = labels.chain([0, field(5), field(6), field(7), 0, 1]).collect();
    assert_eq!(tree.labels, labels);
    let names = ["name", "health", "mood", "level", "bag", "id", "count", "home"];
    assert_eq!(tree.names, names);
}
