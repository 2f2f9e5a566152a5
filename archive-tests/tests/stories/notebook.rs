//! A struct that keeps trees of any shape, as a mod's notes in a save.

use archive::Value;
use archive_tests::golden::Story;

mod v1 {
    use archive::{Archive, Value};

    #[derive(Archive, Debug, PartialEq)]
    pub struct Notebook {
        pub notes: Value<'static>,
    }
}

mod v2 {
    use archive::{Archive, Value};

    #[derive(Archive, Debug, PartialEq)]
    pub struct Notebook {
        pub notes: Value<'static>,
        #[since(2, default = Value::Unit)]
        pub of_the_mod: Value<'static>,
    }
}

/// Equal trees, one as a program builds it part by part, and one as it comes from types.
fn trees() -> [Value<'static>; 2] {
    let parts = |numbers: [u16; 3]| Value::List(numbers.map(Value::U16).into());
    let built = vec![
        parts([3, 1, 2]),
        Value::List(vec![Value::U8(7), Value::U8(8)]),
        Value::List(vec![]),
        Value::List(vec![Value::U8(7), Value::U16(8)]),
    ];
    let typed = vec![
        Value::from(vec![3_u16, 1, 2]),
        Value::from(vec![7_u8, 8]),
        Value::Bytes(vec![].into()),
        Value::List(vec![Value::U8(7), Value::U16(8)]),
    ];
    [Value::List(built), Value::List(typed)]
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let [built, typed] = trees();
    let notebook = |notes: &Value<'static>| v1::Notebook { notes: notes.clone() };
    let later =
        |notes: &Value<'static>, of_the_mod| v2::Notebook { notes: notes.clone(), of_the_mod };

    let mut story = Story::new("notebook");
    story.ships(1, &notebook(&built));
    story.ships(2, &later(&typed, Value::from("read")));
    let [a, b] = [&built, &typed].map(|it| archive::to_vec(&notebook(it)).unwrap());
    assert_eq!(a, b, "equal values have the same bytes");

    story.loads(1, 2, &later(&typed, Value::Unit));
    story.refuses::<v1::Notebook>(2, 1);
    story.writes_for(2, 1, &later(&built, Value::Unit), &notebook(&typed));
    story.cannot_write_for(2, 1, "a new field", &later(&built, Value::from("read")));
    insta::assert_snapshot!(story.refusals());
}
