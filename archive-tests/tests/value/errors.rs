//! The errors for mistyped paths.

use archive::{Error, Value};

use crate::game::tree;

#[test]
fn errors_say_how_far_a_path_led_and_what_is_there() {
    let set = |path: &str| tree().set(path, 1_u8).unwrap_err();
    let insert = |path: &str| tree().insert(path, 1_u8).unwrap_err();
    let errors: Vec<(&str, Error)> = vec![
        ("a misspelt field", set("hero.bag[1].cuont")),
        ("another field", set("hero.bag[1].weight")),
        ("no such element", set("hero.bag[3].count")),
        ("an element by name", set("hero.bag.first")),
        (
            "an element of an empty list",
            Value::from(Vec::<u8>::new()).set("[0]", 1_u8).unwrap_err(),
        ),
        ("a misspelt key", set("names[\"troch\"]")),
        ("a misspelt variant", set("ores[Irno]")),
        ("a key as a field", set("names.torch")),
        ("no such entry", set("stock[8].count")),
        ("nothing", set("hero.pet.pet.name")),
        ("no parts", set("hero.level.x")),
        ("no path", set("hero..level")),
        ("a pattern", set("hero.bag[*].count")),
        ("a field that is there", insert("hero.level")),
        ("an entry that is there", insert("names[\"torch\"]")),
        ("past the end", insert("hero.bag[4]")),
        ("a key of another kind", insert("names[7]")),
        ("the whole", tree().remove("").unwrap_err()),
    ];
    let text: String =
        errors.iter().map(|(what, error)| format!("# {what}\n{error}\n\n")).collect();
    insta::assert_snapshot!(text);
}
