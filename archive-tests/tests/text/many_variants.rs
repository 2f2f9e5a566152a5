//! Enums with so many variants that their names are looked up in a map.

use archive::{Archive, ErrorKind, Value, json, text};

#[derive(Archive, Clone, Copy, Debug, PartialEq)]
#[archive(removed(Gone, until = 2, into = || Self::B09))]
enum Block {
    B01,
    B02,
    #[archive(renamed(2, from = "Third"))]
    B03,
    #[archive(alias = "fourth")]
    B04,
    B05,
    B06,
    B07,
    B08,
    B09,
    /// Its name is `B12`'s former one.
    #[since(3)]
    B10,
    B11,
    #[archive(renamed(3, from = "B10"))]
    B12,
    B13,
    B14,
    B15,
    B16(u8),
    B17 {
        of: u8,
    },
    B18,
}

#[test]
fn each_name_is_that_of_its_variant() {
    let both = |name: &str| {
        let block = text::from_str::<Block>(name).unwrap();
        assert_eq!(json::from_str::<Block>(&format!("\"{name}\"")).unwrap(), block);
        block
    };
    assert_eq!(both("B01"), Block::B01);
    assert_eq!(both("B18"), Block::B18);
    assert_eq!((both("Third"), both("B03")), (Block::B03, Block::B03));
    assert_eq!((both("fourth"), both("B04")), (Block::B04, Block::B04));
    assert_eq!(both("Gone"), Block::B09);
    assert_eq!(both("B10"), Block::B10);
    let old: Block = text::from_str("@versions { Block = 2 } B10").unwrap();
    assert_eq!(old, Block::B12);
    assert_eq!(text::from_str::<Block>("B16(3)").unwrap(), Block::B16(3));
    assert_eq!(json::from_str::<Block>(r#"{"B17":{"of":3}}"#).unwrap(), Block::B17 { of: 3 });
    // Written in other ways.
    assert_eq!(json::from_str::<Block>(r#""\u0042\u0031\u0038""#).unwrap(), Block::B18);
    assert_eq!(text::from_str::<Block>(r"`B1\u{38}`").unwrap(), Block::B18);
    for source in ["B19", "B0", "3", "`B1\\u{39}`"] {
        let error = text::from_str::<Block>(source).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::UnknownTag | ErrorKind::Mismatch), "{error}");
    }
    let all = vec![Block::B18, Block::B12, Block::B01, Block::B17 { of: 1 }];
    assert_eq!(Value::of(&all).unwrap().to::<Vec<Block>>().unwrap(), all);
    let census = archive::census(&all).unwrap();
    let names: Vec<_> = census.parts().iter().map(|part| part.name.as_str()).collect();
    for name in ["[]::B18", "[]::B12", "[]::B01", "[]::B17"] {
        assert!(names.contains(&name), "{names:?}");
    }
}
