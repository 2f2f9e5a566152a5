//! Numbers that are wider in a newer program are never rounded on the way through an older one.

use std::fmt::Debug;

use archive::{Archive, ErrorKind, Newer, Options, Unknown};

mod newer {
    use archive::Archive;

    // No file of version 1 is loaded here, so two fields need no function that converts them.
    #[derive(Archive, Debug, PartialEq, Clone)]
    pub struct Hero {
        #[archive(was(f32, until = 2))]
        pub x: f64,
        pub id: i64,
        #[archive(was(Vec<u8>, until = 2))]
        pub list: Vec<u16>,
        pub array: [u16; 16],
        #[since(2, default = 0)]
        pub luck: u8,
    }
}

#[derive(Archive, Debug, PartialEq, Clone)]
struct Hero {
    x: f32,
    id: f32,
    list: Vec<u8>,
    array: [u8; 16],
    #[archive(unknown)]
    extra: Unknown,
}

fn hero() -> newer::Hero {
    newer::Hero { x: 0.1, id: 12, list: vec![1, 2], array: [7; 16], luck: 3 }
}

fn keep() -> Options {
    Options::file().newer(Newer::Accept).unknown(Unknown::Retain)
}

/// Passes a value through the older program and back, as a text, as JSON and as a file.
fn pass<T: Archive + Debug + PartialEq + Clone>(value: &T) -> [Result<T, archive::Error>; 3] {
    let text = archive::text::to_string(value).unwrap();
    let text = keep().from_text::<Hero>(&text).map(|old| archive::text::to_string(&old).unwrap());
    let json = archive::json::to_string(value).unwrap();
    let json = keep().from_json::<Hero>(&json).map(|old| archive::json::to_string(&old).unwrap());
    let file = archive::to_vec(value).unwrap();
    let file = keep().from_slice::<Hero>(&file).map(|old| archive::to_vec(&old).unwrap());
    [
        text.and_then(|text| archive::text::from_str(&text)),
        json.and_then(|json| archive::json::from_str(&json)),
        file.and_then(|file| archive::from_slice(&file)),
    ]
}

#[test]
fn what_the_older_program_can_say_comes_back() {
    for id in [12, 0, -3, 16_777_216, 1 << 40] {
        for x in [0.5, -0.25, 0.0, -0.0, 0.1, 0.1_f32.into(), f32::MAX.into(), f64::INFINITY] {
            let hero = newer::Hero { x, id, ..hero() };
            // A text has decimal digits for both kinds of floats, a file has their bits.
            let [text, json, file] = pass(&hero);
            // A text does not say the kind of a float: 0.1 may be either.
            for found in [text, json] {
                match found {
                    Ok(found) => {
                        assert_eq!(found.x as f32, x as f32);
                        assert_eq!(newer::Hero { x, ..found }, hero);
                    }
                    Err(error) => assert!((id as f32).to_string().parse() != Ok(id), "{error}"),
                }
            }
            let is_narrow = f64::from(x as f32) == x;
            assert!(file.map_or(!is_narrow, |found| is_narrow && found == hero));
        }
    }
    let [text, json, _] = pass(&hero());
    assert_eq!((text.unwrap(), json.unwrap()), (hero(), hero()));
}

#[test]
fn what_it_would_round_is_refused() {
    let wide = [
        newer::Hero { x: 0.123_456_789, ..hero() },
        newer::Hero { x: 16_777_217.0, ..hero() },
        newer::Hero { id: 16_777_217, ..hero() },
        newer::Hero { id: (1 << 62) + 1, ..hero() },
        newer::Hero { x: 1e300, ..hero() },
    ];
    let mut told = Vec::new();
    for hero in wide {
        for refused in pass(&hero) {
            let error = refused.unwrap_err();
            let kinds = [ErrorKind::InvalidValue, ErrorKind::Mismatch];
            assert!(kinds.contains(&error.kind()), "{hero:?}: {error}");
            told.push(error.to_string());
        }
    }
    insta::assert_snapshot!(told[..2].join("\n\n"));
    // People may write any number of digits.
    let text = "Hero @1 { x = 0.123456789, id = 1, list = [], array = x\"00000000000000000000000000000000\" }";
    assert_eq!(keep().from_text::<Hero>(text).unwrap().x, 0.123_456_79);
}

/// Whatever a text says of an `f32`, an older program takes it for no number of a wider type.
#[test]
fn every_f32_of_a_newer_text_is_an_f32() {
    #[derive(Archive)]
    #[archive(name = "Place")]
    struct Wider {
        x: Vec<f32>,
        #[since(2, default = 0)]
        _y: u8,
    }
    #[derive(Archive)]
    struct Place {
        x: Vec<f32>,
    }
    // Half of those between 2^21 and 2^22 are as far from one decimal number as from another.
    let ties = (0..2_000_u32).map(|at| f32::from_bits(0x4a00_0001 + at * 4_001));
    let any = (0..2_000_u32).map(|at| f32::from_bits(at * 2_146_483));
    let x: Vec<f32> = ties.chain(any).chain([3_985_450.3]).filter(|x| x.is_finite()).collect();
    let newer = Wider { x, _y: 0 };
    let skip = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
    let text = archive::text::to_string(&newer).unwrap();
    assert!(skip.from_text::<Place>(&text).unwrap().x == newer.x);
    let json = archive::json::to_string(&newer).unwrap();
    assert!(skip.from_json::<Place>(&json).unwrap().x == newer.x);
}
