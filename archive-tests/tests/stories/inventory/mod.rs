//! An inventory of nested types that change independently: fields are widened, converted, renamed
//! and split, variants are added, removed and renamed, a type is renamed, and old versions are
//! dropped.

mod v1;
mod v2;
mod v3;
pub mod v4;

use std::fmt::Debug;

use archive::{Deserialize, Error, ErrorKind, Serialize, VersionTable};
use archive_tests::golden::{Story, refusal};

fn story() -> Story {
    let mut story = Story::new("inventory");
    story.ships(1, &v1::shipped());
    story.ships(2, &v2::shipped());
    story.ships(3, &v3::shipped());
    story.ships(4, &v4::shipped());
    story
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let story = story();
    let first = vec![
        v2::item(v2::Kind::Sword, 1, 120, 9),
        v2::item(v2::Kind::Potion { heal: 30 }, 5, 15, 0),
        v2::item(v2::Kind::Ore(70), 200, 2, 0),
    ];
    story.loads(1, 2, &v2::inventory(200, first));
    let first = vec![
        v3::stack(v3::Kind::Sword, 1, 120, 9),
        v3::stack(v3::Kind::Flask { heal: 30, mana: 0 }, 5, 15, 0),
        v3::stack(v3::Kind::Ingot { weight: 35 }, 200, 2, 0),
    ];
    story.loads(1, 3, &v3::inventory(200, first));
    let second = vec![
        v3::stack(v3::Kind::Sword, 1, 120, 9),
        v3::stack(v3::Kind::Flask { heal: 30, mana: 0 }, 500, 15, 0),
        v3::stack(v3::Kind::Ingot { weight: 35 }, 70_000, 2, 0),
        v3::stack(v3::Kind::Scroll("Fog".into()), 1, 40, 0),
    ];
    story.loads(2, 3, &v3::inventory(1000, second));
    story.refuses::<v4::Inventory>(1, 4);
    let second = vec![
        v4::stack(v4::Kind::Sword, 1, 120, 9),
        v4::stack(v4::Kind::Flask { heal: 30, mana: 0 }, 500, 15, 0),
        v4::stack(v4::Kind::Ingot { weight: 35 }, 70_000, 2, 0),
        v4::stack(v4::Kind::Scroll("Fog".into()), 1, 40, 0),
    ];
    story.loads(2, 4, &v4::inventory("the bag of Mira", 1000, second));
    let third = vec![
        v4::stack(v4::Kind::Sword, 1, 120, 9),
        v4::stack(v4::Kind::Flask { heal: 300, mana: 5 }, 500, 15, 0),
        v4::stack(v4::Kind::Ingot { weight: 35 }, 70_000, 2, 0),
        v4::stack(v4::Kind::Scroll("Fog".into()), 1, 40, 0),
    ];
    story.loads(3, 4, &v4::inventory("the bag of Mira", 70_000, third));

    for newer in 2..=4 {
        story.refuses::<v1::Inventory>(newer, 1);
    }
    for newer in 3..=4 {
        story.refuses::<v2::Inventory>(newer, 2);
    }
    story.refuses::<v3::Inventory>(4, 3);
    write_for_older_versions(&story);
    insta::assert_snapshot!(story.refusals());
}

fn write_for_older_versions(story: &Story) {
    story.cannot_write_for(2, 1, "a name that was split", &v2::shipped());
    story.cannot_write_for(3, 1, "a name that was split", &v3::shipped());
    story.cannot_write_for(4, 1, "a version that was given up", &v4::shipped());

    let flask = |heal, mana| v3::stack(v3::Kind::Flask { heal, mana }, 500, 15, 7);
    let potion = v2::item(v2::Kind::Potion { heal: 255 }, 500, 15, 7);
    let theirs = v2::inventory(1000, vec![potion]);
    story.writes_for(3, 2, &v3::inventory(1000, vec![flask(255, 0)]), &theirs);
    let inventory = |flask| v3::inventory(1000, vec![flask]);
    story.cannot_write_for(3, 2, "a wider field", &v3::inventory(70_000, vec![]));
    story.cannot_write_for(3, 2, "a wider field of a variant", &inventory(flask(300, 0)));
    story.cannot_write_for(3, 2, "a new field of a variant", &inventory(flask(255, 5)));
    let ingot = v3::stack(v3::Kind::Ingot { weight: 35 }, 1, 2, 0);
    story.cannot_write_for(3, 2, "a new variant", &inventory(ingot));

    let flask = || vec![v4::stack(v4::Kind::Flask { heal: 255, mana: 0 }, 500, 15, 7)];
    let default = v4::inventory("the bag of Mira", 1000, flask());
    story.writes_for(4, 2, &default, &theirs);
    let same = vec![v3::stack(v3::Kind::Flask { heal: 255, mana: 0 }, 500, 15, 7)];
    story.writes_for(4, 3, &default, &v3::inventory(1000, same));
    story.cannot_write_for(4, 3, "another label", &v4::inventory("loot", 1000, flask()));
    let bow = vec![v4::stack(v4::Kind::Bow, 1, 150, 12)];
    story.cannot_write_for(4, 3, "a new variant", &v4::inventory("the bag of Mira", 1, bow));
}

/// How an old value is refused as a `T`.
fn refusal_as<T: for<'a> Deserialize<'a> + Debug>(old: &impl Serialize) -> (Error, String) {
    refusal(old, |options, bytes| options.from_slice::<T>(bytes).unwrap_err())
}

#[test]
fn a_variant_that_was_removed_without_into_is_named() {
    let items = vec![v2::item(v2::Kind::Sword, 1, 1, 1), v2::item(v2::Kind::Key, 1, 0, 0)];
    let (error, said) = refusal_as::<v4::Inventory>(&v2::inventory(0, items));
    assert_eq!((error.kind(), error.path()), (ErrorKind::RetiredVariant, "items[1].kind"));
    insta::assert_snapshot!(said);
}

#[test]
fn a_converter_that_fails_is_an_error_with_the_path() {
    let items = vec![v1::item(v1::Kind::Sword, 1, "1g", 1), v1::item(v1::Kind::Key, 1, "free", 0)];
    let old = v1::Inventory { owner: "Mira Vale".into(), purse: v1::Purse { gold: 0 }, items };
    let (error, said) = refusal_as::<v2::Inventory>(&old);
    assert_eq!((error.kind(), error.path()), (ErrorKind::Convert, "items[1].price"));
    insta::assert_snapshot!(said);
}

#[test]
fn an_upgrade_that_fails_is_an_error_of_its_type() {
    let old =
        v1::Inventory { owner: "Mira".into(), purse: v1::Purse { gold: 0 }, items: Vec::new() };
    let (error, said) = refusal_as::<v3::Inventory>(&old);
    assert_eq!((error.kind(), error.type_name()), (ErrorKind::Hook, "Inventory"));
    insta::assert_snapshot!(said);
}

#[test]
fn a_nested_type_has_a_version_of_its_own() {
    let table = |bytes| VersionTable::of_archive(bytes).unwrap().to_string();
    let story = story();
    assert_eq!(table(story.golden(1, "file")), "Inventory @1, Item @1, Kind @1, Purse @1");
    assert_eq!(table(story.golden(3, "file")), "Inventory @2, Kind @3, Purse @3, Stack @3");
    assert_eq!(table(story.golden(4, "file")), "Inventory @3, Kind @4, Purse @3, Stack @3");
}
