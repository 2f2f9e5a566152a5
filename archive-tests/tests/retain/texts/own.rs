//! A newer program has removed or renamed fields of types that cannot keep that.

use archive::{Archive, ErrorKind, Unknown};

use super::{Form, text};

mod newer {
    use archive::{Archive, Unknown};

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(super) struct Save {
        pub(super) items: Vec<Item>,
        pub(super) pairs: Vec<Pair>,
        pub(super) moods: Vec<Mood>,
        #[since(2, default = 7)]
        pub(super) weather: u8,
        #[archive(unknown)]
        pub(super) extra: Unknown,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    #[archive(removed(count: u8, until = 2, default = 5))]
    pub(super) struct Item {
        #[archive(renamed(2, from = "id"))]
        pub(super) name: String,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    #[archive(removed(_: u8, until = 2, default = 5))]
    pub(super) struct Pair(pub(super) u8);

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(super) enum Mood {
        #[archive(removed(since: u8, until = 2, default = 5))]
        Calm { level: u8 },
        Angry {
            #[since(2, default = 0)]
            level: u8,
            #[archive(unknown)]
            extra: Unknown,
        },
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Save {
    items: Vec<Item>,
    pairs: Vec<Pair>,
    moods: Vec<Mood>,
    #[archive(unknown)]
    extra: Unknown,
}

#[derive(Archive, Debug, PartialEq)]
struct Item {
    #[archive(alias = "name")]
    id: String,
    #[archive(default = 5)]
    count: u8,
}

#[derive(Archive, Debug, PartialEq)]
struct Pair(u8, #[archive(default = 5)] u8);

#[derive(Archive, Debug, PartialEq)]
enum Mood {
    Calm {
        level: u8,
        #[archive(default = 5)]
        since: u8,
    },
    Angry {
        #[archive(unknown)]
        extra: Unknown,
    },
}

fn theirs(moods: Vec<newer::Mood>) -> newer::Save {
    let items = vec![newer::Item { name: "rope".into() }];
    newer::Save { items, pairs: vec![newer::Pair(1)], moods, weather: 9, extra: Unknown::new() }
}

#[test]
fn what_has_no_holder_is_written_at_its_own_version() {
    let theirs = theirs(vec![newer::Mood::Calm { level: 2 }]);
    for form in super::FORMS {
        let save: Save = form.load(&form.save(&theirs).unwrap()).unwrap();
        assert_eq!((save.items[0].count, save.pairs[0].1), (5, 5));
        let saved = form.save(&save).unwrap();
        assert_eq!(form.read::<newer::Save>(&saved), theirs, "{form:?}");
        assert_eq!(form.load::<Save>(&saved).unwrap(), save);
    }
    let save: Save = Form::Text.load(&Form::Text.save(&theirs).unwrap()).unwrap();
    insta::assert_snapshot!(text::to_string(&save).unwrap());
}

/// A type has one version in a text.
#[test]
fn what_some_values_of_a_type_retained_and_others_cannot_is_an_error() {
    let angry = newer::Mood::Angry { level: 3, extra: Unknown::new() };
    let theirs = theirs(vec![newer::Mood::Calm { level: 2 }, angry]);
    for form in [Form::Text, Form::Json] {
        let save: Save = form.load(&form.save(&theirs).unwrap()).unwrap();
        let error = form.save(&save).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Retained);
        insta::assert_snapshot!("both", error.to_string());
    }
}

/// Variants and classes that have new names in the newer program, which this one knows as aliases.
mod renamed {
    use archive::{Archive, Unknown};

    use super::super::FORMS;

    mod newer {
        use archive::{Archive, Unknown};

        pub trait Unit: archive::Object {}

        #[derive(Archive)]
        pub struct Elf(pub u8);

        impl Unit for Elf {}

        archive::registry! {
            dyn Unit as "Unit" {
                Elf as "elf" renamed 2 from "goblin",
            }
        }

        #[derive(Archive, Debug, PartialEq)]
        pub enum Mood {
            #[archive(renamed(2, from = "Calm"))]
            Serene(u8),
            Angry,
        }

        #[derive(Archive)]
        pub struct Save {
            pub units: Vec<Box<dyn Unit>>,
            pub moods: Vec<Mood>,
            #[since(2, default = 7)]
            pub weather: u8,
            #[archive(unknown)]
            pub extra: Unknown,
        }
    }

    pub trait Unit: archive::Object {}

    #[derive(Archive)]
    pub struct Elf(pub u8);

    impl Unit for Elf {}

    archive::registry! {
        dyn Unit as "Unit" {
            Elf as "goblin" | "elf",
        }
    }

    #[derive(Archive)]
    enum Mood {
        #[archive(alias = "Serene")]
        Calm(u8),
        Angry,
    }

    #[derive(Archive)]
    struct Save {
        units: Vec<Box<dyn Unit>>,
        moods: Vec<Mood>,
        #[archive(unknown)]
        extra: Unknown,
    }

    #[test]
    fn they_are_written_by_the_names_that_are_known() {
        let units: Vec<Box<dyn newer::Unit>> = vec![Box::new(newer::Elf(3))];
        let moods = vec![newer::Mood::Angry, newer::Mood::Serene(4)];
        let theirs = newer::Save { units, moods, weather: 9, extra: Unknown::new() };
        for form in FORMS {
            let save: Save = form.load(&form.save(&theirs).unwrap()).unwrap();
            let found: newer::Save = form.read(&form.save(&save).unwrap());
            assert_eq!((found.units.len(), found.weather), (1, 9), "{form:?}");
            assert_eq!(found.moods, theirs.moods);
        }
    }
}
