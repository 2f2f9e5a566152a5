//! Variants around a struct as people write them: the name of the variant in place of that of the struct.

use archive::{Archive, text};

#[derive(Archive, Debug, PartialEq)]
struct Agent {
    moves: u32,
    #[since(2, default = 3)]
    sight: u32,
}

#[derive(Archive, Debug, PartialEq)]
struct Damage(u32);

#[derive(Archive, Debug, PartialEq)]
struct Nested(Damage);

#[derive(Archive, Debug, PartialEq)]
#[archive(transparent)]
struct Id(u32);

#[derive(Archive, Debug, PartialEq)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(Archive, Debug, PartialEq)]
enum Component {
    #[archive(alias = "Actor")]
    Agent(Agent),
    Damage(Damage),
    Nested(Nested),
    Id(Id),
    Named {
        agent: Agent,
    },
    Two(Damage, u8),
    /// It had a second field once.
    #[archive(removed(_: u8, until = 2))]
    Lost(Damage),
    Boxed(Box<Damage>),
    Page(Page<u8>),
}

fn component(source: &str) -> Component {
    let loaded: Component = text::from_str(source).unwrap_or_else(|error| panic!("{error}"));
    // Without the types, which have the defaults, and as it is written, it means the same.
    if !source.contains("moves") || source.contains("sight") {
        let file = text::to_archive(source, &archive::to_vec(&loaded).unwrap()).unwrap();
        assert_eq!(archive::from_slice::<Component>(&file).unwrap(), loaded, "{source}");
    }
    assert_eq!(text::from_str::<Component>(&text::to_string(&loaded).unwrap()).unwrap(), loaded);
    loaded
}

#[test]
fn the_name_of_a_variant_stands_for_that_of_the_struct_in_it() {
    let agent = |moves, sight| Component::Agent(Agent { moves, sight });
    assert_eq!(component("Agent { moves = 1, sight = 2 }"), agent(1, 2));
    assert_eq!(component("Agent { moves = 1 }"), agent(1, 3));
    assert_eq!(component("Damage(7)"), Component::Damage(Damage(7)));
    assert_eq!(component("Boxed(7)"), Component::Boxed(Box::new(Damage(7))));
    assert_eq!(component("Page { items = [1] }"), Component::Page(Page { items: vec![1] }));
    let list: Vec<Component> = text::from_str("[Actor { moves = 1 }, Damage(2)]").unwrap();
    assert_eq!(list, [agent(1, 3), Component::Damage(Damage(2))]);
}

#[test]
fn what_is_written_in_full_means_the_same() {
    for (source, expected) in [
        ("Agent(Agent { moves = 1, sight = 3 })", Component::Agent(Agent { moves: 1, sight: 3 })),
        ("Agent({ moves = 1 })", Component::Agent(Agent { moves: 1, sight: 3 })),
        ("Damage(Damage(7))", Component::Damage(Damage(7))),
        ("Damage((7))", Component::Damage(Damage(7))),
        ("Nested(Nested(Damage(7)))", Component::Nested(Nested(Damage(7)))),
        ("Id(7)", Component::Id(Id(7))),
        (
            "Named { agent = { moves = 1, sight = 3 } }",
            Component::Named { agent: Agent { moves: 1, sight: 3 } },
        ),
        ("Two((1), 2)", Component::Two(Damage(1), 2)),
        ("Lost((1))", Component::Lost(Damage(1))),
        ("Boxed((1))", Component::Boxed(Box::new(Damage(1)))),
    ] {
        assert_eq!(component(source), expected, "{source}");
    }
}

#[test]
fn others_have_their_own_fields() {
    for (source, expected) in [
        ("Named { moves = 1 }", "`Component::Named` has no field `moves`"),
        ("Two(1, 2)", "expected the struct `Damage`, found `1`"),
        ("Lost(1)", "expected the struct `Damage`, found `1`"),
        ("Nested(Damage(7))", "expected `Nested`, found `Damage`"),
        ("Agent { speed = 1 }", "`Agent` has no field `speed`"),
        ("Agent", "the field `moves` is missing"),
    ] {
        let error = text::from_str::<Component>(source).unwrap_err();
        assert!(error.detail().starts_with(expected), "{source}: {error}");
    }
}

/// An edit finds parts by the path that the text has.
#[test]
fn a_part_is_edited_where_it_is() {
    let source = "[Agent { moves = 1 /* few */ }]";
    let edited = text::edit(source, "[0].moves", &4_u32).unwrap();
    assert_eq!(edited, "[Agent { moves = 4 /* few */ }]");
}
