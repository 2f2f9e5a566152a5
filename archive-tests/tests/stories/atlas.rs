//! Ids of a type that is not stored, in an atlas that today's program saves from where its parts are.

use archive::Archive;
use archive_tests::golden::{Story, forms};

/// What the ids are of.
#[derive(Debug, PartialEq)]
pub struct Texture;

mod v1 {
    use std::marker::PhantomData;

    use archive::Archive;

    use super::Texture;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Atlas {
        pub names: Vec<String>,
        pub first: Id<Texture>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Id<T> {
        pub marker: PhantomData<T>,
        pub id: u16,
    }
}

pub mod v2 {
    use std::marker::PhantomData;

    use archive::Archive;

    use super::Texture;

    #[derive(Archive, Debug, PartialEq)]
    #[archive(default)]
    pub struct Atlas {
        pub names: Vec<String>,
        #[since(2)]
        pub size: [u16; 2],
        pub first: Id<Texture>,
    }

    impl Default for Atlas {
        fn default() -> Self {
            Self { names: Vec::new(), size: [64, 32], first: Id { id: 0, marker: PhantomData } }
        }
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Id<T> {
        #[archive(was(u16, until = 2))]
        pub id: u32,
        pub marker: PhantomData<T>,
    }
}

#[derive(Archive)]
#[archive(save_as = v2::Atlas)]
struct View<'a> {
    names: Vec<&'a str>,
    size: &'a [u16; 2],
    first: &'a v2::Id<Texture>,
}

fn today(size: [u16; 2], id: u32) -> v2::Atlas {
    let first = v2::Id { id, marker: std::marker::PhantomData };
    v2::Atlas { names: vec!["grass".into(), "stone".into()], size, first }
}

fn once(id: u16) -> v1::Atlas {
    let first = v1::Id { id, marker: std::marker::PhantomData };
    v1::Atlas { names: vec!["grass".into(), "stone".into()], first }
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let mut story = Story::new("atlas");
    story.ships(1, &once(7));
    story.ships(2, &today([256, 128], 70_000));

    story.loads(1, 2, &today([64, 32], 7));
    story.refuses::<v1::Atlas>(2, 1);

    story.writes_for(2, 1, &today([64, 32], 7), &once(7));
    story.cannot_write_for(2, 1, "a new field", &today([256, 128], 7));
    story.cannot_write_for(2, 1, "a wider field", &today([64, 32], 70_000));

    let atlas = today([256, 128], 70_000);
    let view = View {
        names: atlas.names.iter().map(String::as_str).collect(),
        size: &atlas.size,
        first: &atlas.first,
    };
    for (form, options) in forms() {
        assert_eq!(options.to_vec(&view).unwrap(), story.golden(2, form), "{form}");
    }
    let text = archive::text::to_string(&view).unwrap();
    assert_eq!(text, archive::text::to_string(&atlas).unwrap());
    insta::assert_snapshot!(story.refusals());
}
