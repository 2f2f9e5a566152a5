//! A converter that looks something up in what the program lends.

use archive::ErrorKind;
use archive_tests::golden::{Story, refusal};

/// The game's item names.
struct Catalog {
    names: Vec<&'static str>,
}

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Bag {
        pub items: Vec<Tool>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Tool {
        pub id: u16,
    }
}

pub mod v2 {
    use archive::{Archive, Context};

    use super::Catalog;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Bag {
        pub items: Vec<Tool>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Tool {
        #[archive(was(u16, until = 2, with = name_of))]
        #[archive(renamed(2, from = "id"))]
        pub name: String,
    }

    fn name_of(id: u16, context: &mut Context<'_>) -> Result<String, String> {
        let catalog = context.get::<Catalog>().ok_or("no catalog was lent")?;
        let name = catalog.names.get(usize::from(id));
        name.map(|name| String::from(*name)).ok_or_else(|| format!("the catalog has no item {id}"))
    }
}

fn old(id: u16) -> v1::Bag {
    v1::Bag { items: vec![v1::Tool { id: 0 }, v1::Tool { id }] }
}

fn today(name: &str) -> v2::Bag {
    v2::Bag { items: vec![v2::Tool { name: "torch".into() }, v2::Tool { name: name.into() }] }
}

fn story() -> Story {
    let mut story = Story::new("catalog").lending(Catalog { names: vec!["torch", "rope"] });
    story.ships(1, &old(1));
    story.ships(2, &today("lamp"));
    story
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let story = story();
    story.loads(1, 2, &today("rope"));
    story.refuses::<v1::Bag>(2, 1);
    story.cannot_write_for(2, 1, "a converter without a way back", &today("rope"));
    insta::assert_snapshot!(story.refusals());
}

#[test]
fn without_what_it_needs_a_converter_refuses() {
    let story = story();
    let error = archive::from_slice::<v2::Bag>(story.golden(1, "file")).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Convert, "items[0].id"));
    let mut catalog = Catalog { names: vec!["torch"] };
    let (_, said) = refusal(&old(7), |options, bytes| {
        options.from_slice_with::<v2::Bag>(bytes, &mut catalog).unwrap_err()
    });
    insta::assert_snapshot!(said);
}

#[test]
fn a_file_is_loaded_with_a_context_as_well() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("bag");
    archive::save(&path, &old(1)).unwrap();
    let mut catalog = Catalog { names: vec!["torch", "rope"] };
    assert_eq!(archive::load_with::<v2::Bag>(&path, &mut catalog).unwrap(), today("rope"));
}
