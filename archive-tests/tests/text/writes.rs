//! How values are written as text.

use std::collections::BTreeMap;

use archive::{Archive, text};

#[derive(Archive, Debug, PartialEq)]
struct SaveGame {
    level: u32,
    health: f32,
    #[since(4)]
    #[default = 100]
    stamina: u16,
    difficulty: Difficulty,
    inventory: Vec<Item>,
    notes: BTreeMap<String, Option<char>>,
    icon: Vec<u8>,
}

#[derive(Archive, Debug, PartialEq)]
enum Difficulty {
    Hard { ironman: bool },
}

#[derive(Archive, Debug, PartialEq)]
struct Item {
    id: String,
    count: u32,
}

#[test]
fn a_struct_is_written_as_people_expect() {
    let game = SaveGame {
        level: 12,
        health: 0.85,
        stamina: 70,
        difficulty: Difficulty::Hard { ironman: true },
        inventory: vec![
            Item { id: "torch".into(), count: 3 },
            Item {
                id: "a \"very\" long name that does not fit\non a line with the rest".into(),
                count: 1,
            },
        ],
        notes: [("exit".into(), Some('x')), ("none".into(), None)].into(),
        icon: (0..40).collect(),
    };
    let written = text::to_string(&game).unwrap();
    let expected = r#"@versions { Difficulty = 1, Item = 1 }
SaveGame @4 {
  level = 12
  health = 0.85
  stamina = 70
  difficulty = Hard { ironman = true }
  inventory = [
    Item { id = "torch", count = 3 }
    Item {
      id = "a \"very\" long name that does not fit\non a line with the rest"
      count = 1
    }
  ]
  notes = { "exit" = 'x', "none" = none }
  icon = x"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
2021222324252627"
}
"#;
    assert_eq!(written, expected);
    assert_eq!(text::from_str::<SaveGame>(&written).unwrap(), game);
}

#[test]
fn numbers_of_a_list_share_lines() {
    let numbers: Vec<u32> = (1000..1040).collect();
    let expected = "[
  1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 1015
  1016, 1017, 1018, 1019, 1020, 1021, 1022, 1023, 1024, 1025, 1026, 1027, 1028, 1029, 1030, 1031
  1032, 1033, 1034, 1035, 1036, 1037, 1038, 1039
]
";
    assert_eq!(text::to_string(&numbers).unwrap(), expected);
}

#[test]
fn a_scalar_is_its_own_text() {
    assert_eq!(text::to_string(&u128::MAX).unwrap(), "340282366920938463463374607431768211455\n");
    assert_eq!(text::to_string(&f64::NEG_INFINITY).unwrap(), "-inf\n");
    assert_eq!(text::to_string(&f32::from_bits(0xffc0_0001)).unwrap(), "nan(0xffc00001)\n");
    assert_eq!(text::to_string(&Some(None::<u8>)).unwrap(), "some(none)\n");
    assert_eq!(text::to_string(&Some(Some(3_u8))).unwrap(), "some(3)\n");
    assert_eq!(text::to_string(&()).unwrap(), "()\n");
    assert_eq!(text::to_string("\u{202e}\u{7}`é").unwrap(), "\"\\u{202e}\\u{7}`é\"\n");
}

#[test]
fn floats_have_as_few_digits_as_read_the_same() {
    let singles = [0.1_f32, 1e-45, 16_777_216.0, f32::MAX, -0.0];
    let written = singles.map(|number| text::to_string(&number).unwrap());
    assert_eq!(written, ["0.1\n", "1e-45\n", "16777216.0\n", "3.4028235e+38\n", "-0.0\n"]);
    let doubles = [0.1_f64, 0.1 + 0.2, 5e-324, 1e300];
    let written = doubles.map(|number| text::to_string(&number).unwrap());
    assert_eq!(written, ["0.1\n", "0.30000000000000004\n", "5e-324\n", "1e+300\n"]);
}

// The limits are those of FORMAT.md.
#[test]
fn small_and_large_floats_have_an_exponent() {
    let singles = [9.9e-7_f32, 1e-6, 9.99e12, 1e13, 1.5e20];
    let written = singles.map(|number| text::to_string(&number).unwrap());
    assert_eq!(written, ["9.9e-7\n", "0.000001\n", "9990000000000.0\n", "1e+13\n", "1.5e+20\n"]);
    let doubles = [9.9e-6_f64, 1e-5, 9.99e15, 1e16, 1.5e-7];
    let written = doubles.map(|number| text::to_string(&number).unwrap());
    assert_eq!(written, ["9.9e-6\n", "0.00001\n", "9990000000000000.0\n", "1e+16\n", "1.5e-7\n"]);
}

#[test]
fn a_group_of_72_bytes_stands_on_one_line() {
    let line = |text: &str| text.lines().count() == 1;
    // The quotes, the comma and the space take 6 bytes; the parentheses do not count.
    let pair = |len: usize| text::to_string(&("a".repeat(len), String::new())).unwrap();
    assert!(line(&pair(72 - 6)));
    assert!(!line(&pair(72 - 5)));
    // The space after the first brace counts, the one before the last does not.
    let map =
        |len: usize| text::to_string(&std::collections::BTreeMap::from([("a".repeat(len), 1)]));
    assert!(line(&map(72 - 7).unwrap()));
    assert!(!line(&map(72 - 6).unwrap()));
}

#[test]
fn a_line_of_numbers_ends_once_it_has_92_bytes() {
    let lines = |text: String| text.lines().map(str::len).collect::<Vec<_>>();
    // With commas and spaces, four numbers of 21 digits take 90 bytes and five take 113; with one
    // of 23 digits, four take 92.
    let numbers = |first: u128, count: usize| {
        let mut numbers = vec![10_u128.pow(20); count];
        numbers[0] = first;
        lines(text::to_string(&numbers).unwrap())
    };
    assert_eq!(numbers(10_u128.pow(20), 5), [115]);
    assert_eq!(numbers(10_u128.pow(22), 5), [1, 94, 23, 1]);
    assert_eq!(numbers(10_u128.pow(22), 4), [94]);
}

#[test]
fn a_line_of_versions_ends_once_it_has_92_bytes() {
    macro_rules! named {
        ($($module:ident $first:literal)*) => {$(
            mod $module {
                use archive::Archive;

                #[derive(Archive)]
                #[archive(name = $first)]
                pub struct A;
                #[derive(Archive)]
                #[archive(name = "bcdefghijklmnopqr")]
                pub struct B;
                #[derive(Archive)]
                #[archive(name = "cdefghijklmnopqrs")]
                pub struct C;
                #[derive(Archive)]
                #[archive(name = "defghijklmnopqrst")]
                pub struct D;
                #[derive(Archive)]
                #[archive(name = "efghijklmnopqrstu")]
                pub struct E;

                pub fn lines() -> Vec<usize> {
                    let text = archive::text::to_string(&(A, B, C, D, E)).unwrap();
                    let (versions, _) = text.split_once("\n(").unwrap();
                    versions.lines().map(str::len).collect()
                }
            }
        )*};
    }
    named! { short "abcdefghijklmnopq" long "abcdefghijklmnopqr" }
    // Four entries of 21 bytes stay below 92 bytes with their commas; with one of 22 they reach it.
    assert_eq!(short::lines(), ["@versions { ".len() + 5 * 21 + 4 * 2 + " }".len()]);
    let apart = ["@versions {".len(), "  ".len() + 91, "  ".len() + 21, "}".len()];
    assert_eq!(long::lines(), apart);
}

#[test]
fn a_name_that_is_a_word_or_no_name_stands_between_backticks() {
    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "two words")]
    struct Odd {
        #[archive(renamed(2, from = "old"))]
        r#true: bool,
        r#type: Kind,
    }
    #[derive(Archive, Debug, PartialEq)]
    #[expect(non_camel_case_types, reason = "the point")]
    enum Kind {
        none,
    }
    let odd = Odd { r#true: true, r#type: Kind::none };
    let written = text::to_string(&odd).unwrap();
    assert_eq!(
        written,
        "@versions { Kind = 1 }\n`two words` @2 {\n  `true` = true\n  type = `none`\n}\n"
    );
    assert_eq!(text::from_str::<Odd>(&written).unwrap(), odd);
}
