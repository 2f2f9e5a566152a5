//! The examples of FORMAT.md, byte for byte.

use archive::{Archive, Describe, Options};

/// The bytes that lines of hexadecimal digits stand for; what follows two spaces is a remark.
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
#[allow(dead_code, reason = "the example has a variant that it does not use")]
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

#[test]
fn section_4_fingerprint_of_a_hero() {
    assert_eq!(Hero::schema().canonical(), "Hero\nHero@2{level:u32,name:str}\n");
    assert_eq!(Hero::schema().fingerprint(), 0x09c8_a279_0784_0953);
}

#[test]
fn section_5_a_player_as_rows() {
    let player = Player {
        name: "Ann".into(),
        health: 0.5,
        mood: Mood::Angry { level: 3 },
        bag: vec![Item { id: "torch".into(), count: 3 }],
        home: Some((-1, 2)),
    };
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
         01 06 00 00  format 1; schema and checksum; no codec
         65 00 00 00  101 bytes of header
         53 09 84 07 79 a2 c8 09  fingerprint
         08 00 00 00 00 00 00 00  8 bytes of body
         08 00 00 00 00 00 00 00  8 bytes decompressed
         1f 94 7e 5d  CRC-32 of the body
         04 48 65 72 6f  root
         01 04 48 65 72 6f 02  version table
         28  40 bytes of schema
         03 04 48 65 72 6f 05 6c 65 76 65 6c 04 6e 61 6d 65
         01 1b 00 00 02 00 01 02 01 04 00 02 0f 00
         01 07 41 20 68 65 72 6f 2e
         17 85 c9 4b  CRC-32 of the header
         07 00 00 00 03 41 6e 6e  the body");
    assert_eq!(archive::to_vec(&hero).unwrap(), expected);
}
