//! Tests that each change to a shipped shape is found, with the right advice.

mod made;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use std::fs;

use super::{Lock, accept, check};
use crate::{Arg, Describe, Error, ErrorKind, Field, Lifespan, Rename, Shape, Style, Type};
use made::{called_before, choice, during, field, leak, of, record, tuple, variant, variant_at};

fn lock(shape: Shape) -> Lock {
    let mut open = Vec::new();
    let mut lock = Lock::default();
    lock.add(leak(shape), &mut open);
    lock.and_within(open)
}

/// Ships `old`, and returns the error of checking `new`.
fn refusal_of(old: &[Lock], new: &[Lock]) -> Error {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shapes.lock");
    accept(&path, old).unwrap();
    let before = fs::read_to_string(&path).unwrap();
    let error = check(&path, new).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Lock);
    assert_eq!(
        accept(&path, new).unwrap_err().detail(),
        error.detail(),
        "accepting changes no line"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    error
}

fn refusal(old: Shape, new: Shape) -> String {
    refusal_of(&[lock(old)], &[lock(new)]).detail().to_string()
}

/// Ships `old`, accepts `new`, and returns the file's lines without fingerprints.
fn accepted(old: &[Lock], new: &[Lock]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shapes.lock");
    accept(&path, old).unwrap();
    accept(&path, new).unwrap();
    check(&path, new).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(' ').unwrap().1.to_string()).collect()
}

fn save_game(version: u32, more: Vec<Field>) -> Shape {
    let mut list = vec![field("level", u8::TYPE), field("health", f32::TYPE)];
    list.extend(more);
    record("SaveGame", version, list)
}

#[test]
fn a_new_version_is_asked_for_and_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shapes.lock");
    let new = || [lock(save_game(2, vec![during(field("stamina", u16::TYPE), 2, None)]))];
    let error = check(&path, &new()).unwrap_err();
    assert_eq!(error.detail(), "2 shapes are not in the lock file yet: SaveGame@1, SaveGame@2");
    assert!(error.help().contains("`ARCHIVE_LOCK=accept cargo test`"), "{error}");
    accept(&path, &new()).unwrap();
    check(&path, &new()).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().skip_while(|line| line.starts_with('#')).collect();
    assert_eq!(
        lines,
        [
            "5546bddf5cf9c369 SaveGame@1{level:u8,health:f32}",
            "26c30bab64db05a7 SaveGame@2{level:u8,health:f32,stamina:u16}"
        ]
    );
    assert!(!text.contains("tmp") && fs::read_dir(folder.path()).unwrap().count() == 1);
}

#[test]
fn a_field_added_without_since() {
    assert_eq!(
        refusal(save_game(4, vec![]), save_game(4, vec![field("stamina", u16::TYPE)])),
        "`stamina: u16` was added to SaveGame version 4 (already shipped): write \
         `#[since(5, default = ...)] stamina: u16`"
    );
}

#[test]
fn a_field_whose_since_is_a_shipped_version() {
    let stamina = |since| vec![during(field("stamina", u16::TYPE), since, None)];
    assert_eq!(
        refusal(save_game(3, stamina(3)), save_game(3, stamina(2))),
        "`stamina: u16` was added to SaveGame version 2 (already shipped): write \
         `#[since(3, default = ...)] stamina: u16`"
    );
    assert_eq!(
        refusal(save_game(3, stamina(2)), save_game(3, stamina(3))),
        "`stamina: u16` is missing from SaveGame version 2 (already shipped): write \
         `#[since(2, default = ...)] stamina: u16`"
    );
}

#[test]
fn a_field_removed_without_a_tombstone() {
    let old =
        record("SaveGame", 4, vec![field("difficulty", i32::TYPE), field("health", f32::TYPE)]);
    let new = record("SaveGame", 4, vec![field("health", f32::TYPE)]);
    assert_eq!(
        refusal(old, new),
        "`difficulty: i32` was removed from SaveGame version 4 (already shipped): write \
         `#[archive(removed(difficulty: i32, until = 5))]` above the field that came after it (`health`); \
         that drops its value: to keep it, add `into = path`, where `path` is a `fn(&mut SaveGame, i32)`, or \
         let an `upgrade` of the type take it"
    );
}

#[test]
fn a_field_that_is_called_as_a_type_is() {
    let old = record("SaveGame", 4, vec![field("unit", u32::TYPE), field("health", f32::TYPE)]);
    let new = record("SaveGame", 4, vec![field("health", f32::TYPE)]);
    assert_eq!(
        refusal(old, new),
        "`unit: u32` was removed from SaveGame version 4 (already shipped): write \
         `#[archive(removed(unit: u32, until = 5))]` above the field that came after it (`health`); that drops \
         its value: to keep it, add `into = path`, where `path` is a `fn(&mut SaveGame, u32)`, or let an \
         `upgrade` of the type take it"
    );
}

#[test]
fn a_tombstone_that_went_too_early() {
    let old = save_game(4, vec![during(field("gold", Option::<u32>::TYPE), 2, 4)]);
    assert_eq!(
        refusal(old, save_game(4, vec![])),
        "`gold: Option<u32>` was removed from SaveGame version 3 (already shipped): write \
         `#[archive(removed(gold: Option<u32>, since = 2, until = 4))]` on the type, since it was the last \
         field; that drops its value: to keep it, add `into = path`, where `path` is a `fn(&mut SaveGame, \
         Option<u32>)`, or let an `upgrade` of the type take it"
    );
}

#[test]
fn a_field_of_another_type() {
    let with = |ty| record("SaveGame", 4, vec![field("level", ty)]);
    assert_eq!(
        refusal(with(u8::TYPE), with(u32::TYPE)),
        "`level` of SaveGame version 4 (already shipped) changed its type from `u8` to `u32`: write \
         `#[archive(was(u8, until = 5))] level: u32`"
    );
    assert_eq!(
        refusal(with(String::TYPE), with(u32::TYPE)),
        "`level` of SaveGame version 4 (already shipped) changed its type from `String` to `u32`: write \
         `#[archive(was(String, until = 5, with = path))] level: u32`, where `path` is a `fn(String) -> \
         u32`, or returns a `Result` of it"
    );
}

#[test]
fn a_field_of_another_name() {
    let with = |name| record("SaveGame", 4, vec![field("level", u8::TYPE), field(name, f32::TYPE)]);
    assert_eq!(
        refusal(with("hp"), with("health")),
        "`hp` of SaveGame version 4 (already shipped) is now called `health`: write \
         `#[archive(renamed(5, from = \"hp\"))] health: f32`"
    );
}

#[test]
fn fields_in_another_order() {
    let new = record("SaveGame", 1, vec![field("health", f32::TYPE), field("level", u8::TYPE)]);
    assert_eq!(
        refusal(save_game(1, vec![]), new),
        "the fields of SaveGame version 1 (already shipped) are in another order: write them in the order in \
         which they shipped: `level`, `health`"
    );
}

#[test]
fn a_field_of_a_tuple_removed_or_put_in_the_middle() {
    let of =
        |types: &[&'static Type]| tuple("Pair", types.iter().map(|ty| field("_", ty)).collect());
    assert_eq!(
        refusal(of(&[u8::TYPE, f32::TYPE]), of(&[f32::TYPE])),
        "`0: u8` was removed from Pair version 1 (already shipped): write `#[archive(removed(_: u8, until = 2))]` \
         above the field that came after it, a `f32`; that drops its value: to keep it, add `into = path`, where \
         `path` is a `fn(&mut Pair, u8)`, or let an `upgrade` of the type take it"
    );
    assert_eq!(
        refusal(of(&[u8::TYPE, f32::TYPE]), of(&[u8::TYPE, i32::TYPE, f32::TYPE])),
        "`1: i32` was added to Pair version 1 (already shipped): write `#[since(2, default = ...)] i32` at \
         the end, since a tuple can only grow there"
    );
}

#[test]
fn variants_added_removed_renamed_and_retagged() {
    let unit = |name, tag| variant(name, tag, Style::Unit, vec![]);
    let smelt = || variant("Smelt", 1, Style::Named, vec![field("heat", u8::TYPE)]);
    let old = || choice("Command", vec![unit("Stop", 0), smelt()]);
    let place = "Command version 1 (already shipped)";
    assert_eq!(
        refusal(
            old(),
            choice("Command", vec![unit("Fly", 0), unit("Stop", 1), variant_at(smelt(), 2)])
        ),
        format!("`Fly` was added to {place}: write `#[since(2)] Fly`")
    );
    assert_eq!(
        refusal(old(), choice("Command", vec![unit("Stop", 0)])),
        format!(
            "`Smelt` was removed from {place}: write `#[archive(removed(Smelt {{ heat: u8 }}, until = 2, \
             into = path))]` on the type, since none of the variants that were added with it comes after it, \
             where `path` takes its fields and returns the enum; without `into`, files that hold it cannot \
             be loaded"
        )
    );
    assert_eq!(
        refusal(old(), choice("Command", vec![unit("Halt", 0), smelt()])),
        format!(
            "`Stop` of {place} is now called `Halt`: write `#[archive(renamed(2, from = \"Stop\"))] Halt`"
        )
    );
    assert_eq!(
        refusal(old(), choice("Command", vec![unit("Stop", 0), variant_at(smelt(), 7)])),
        format!(
            "`Smelt` of {place} changed its tag from 1 to 7: write `#[archive(tag = 1)] Smelt`"
        )
    );
    let hotter =
        variant("Smelt", 1, Style::Named, vec![field("heat", u8::TYPE), field("ore", u8::TYPE)]);
    assert_eq!(
        refusal(old(), choice("Command", vec![unit("Stop", 0), hotter])),
        "`ore: u8` was added to Command::Smelt version 1 (already shipped): write `#[since(2, default = \
         ...)] ore: u8`"
    );
}

#[test]
fn a_removed_variant_of_another_tag() {
    let command = |tag| {
        let mut smelt = variant("Smelt", tag, Style::Unit, vec![]);
        smelt.lifespan = Lifespan { since: 1, until: Some(2) };
        let mut command = choice("Command", vec![variant("Stop", 0, Style::Unit, vec![]), smelt]);
        command.version = 2;
        command
    };
    assert_eq!(
        refusal(command(1), command(7)),
        "`Smelt` of Command version 1 (already shipped) changed its tag from 1 to 7: write `tag = 1` in its \
         `removed(Smelt, ..)`"
    );
}

#[test]
fn a_variant_may_get_its_first_field() {
    let stop = |list| choice("Command", vec![variant("Stop", 0, Style::Named, list)]);
    let mut new = stop(vec![during(field("why", u8::TYPE), 2, None)]);
    new.version = 2;
    let old = choice("Command", vec![variant("Stop", 0, Style::Unit, vec![])]);
    assert_eq!(
        accepted(&[lock(old)], &[lock(new)]),
        ["Command@1[0 Stop]", "Command@2[0 Stop{why:u8}]"]
    );
}

#[test]
fn a_version_that_was_taken_back() {
    assert_eq!(
        refusal(save_game(2, vec![]), save_game(1, vec![])),
        "version 2 of SaveGame has shipped, but the type is back at version 1: restore the attributes that \
         mention version 2, or write `#[archive(version = 2)]` on it"
    );
}

#[test]
fn versions_below_the_oldest_are_dropped_on_accept() {
    let old = || [lock(save_game(3, vec![during(field("gold", u32::TYPE), 1, 2)]))];
    let mut new = save_game(3, vec![]);
    new.oldest = 2;
    let lines = accepted(&old(), &[lock(new)]);
    assert_eq!(lines, ["SaveGame@2{level:u8,health:f32}", "SaveGame@3{level:u8,health:f32}"]);
}

#[test]
fn a_type_that_only_dropped_versions_held_may_go() {
    let gold = of::<0>(record("Gold", 1, vec![field("coins", u32::TYPE)]));
    let old = [lock(save_game(2, vec![during(field("gold", gold), 1, 2)]))];
    let mut new = save_game(2, vec![]);
    new.oldest = 2;
    // A type with the same shape and another name is not mistaken for it.
    let other = lock(record("Debt", 1, vec![field("coins", u32::TYPE)]));
    assert_eq!(
        accepted(&old, &[lock(new), other]),
        ["Debt@1{coins:u32}", "SaveGame@2{level:u8,health:f32}"]
    );
}

#[test]
fn a_type_that_is_handed_to_check_no_more() {
    let error = refusal_of(
        &[lock(save_game(1, vec![])), lock(record("Replay", 2, vec![]))],
        &[lock(save_game(1, vec![]))],
    );
    assert_eq!(
        error.detail(),
        "`Replay` has shipped, but is no longer among the locked types: pass its `lock()` to `check` too; if \
         it has another name now, write `#[archive(renamed(3, from = \"Replay\"))]` on it; if nobody loads \
         it any more, delete its lines"
    );
    assert!(error.help().contains("(lines 3, 4)"), "{error}");
}

#[test]
fn a_type_of_another_name() {
    let coins = || vec![field("coins", u32::TYPE)];
    let holder = |purse| lock(save_game(1, vec![field("purse", purse)]));
    let gold = holder(of::<1>(record("Gold", 1, coins())));
    let money = holder(of::<2>(record("Money", 1, coins())));
    assert_eq!(
        refusal_of(&[gold], &[money]).detail(),
        "`Gold` has shipped and is now called `Money`: write `#[archive(renamed(2, from = \"Gold\"))]` on it"
    );
}

#[test]
fn a_declared_rename_of_a_nested_type_changes_no_shape_of_its_holder() {
    let coins = || vec![field("coins", u32::TYPE)];
    let old = lock(save_game(1, vec![field("purse", of::<3>(record("Gold", 1, coins())))]));
    let mut money = record("Money", 2, coins());
    money.renamed = leak([Rename { until: 2, from: "Gold" }]);
    let new = lock(save_game(1, vec![field("purse", of::<4>(money))]));
    assert_eq!(
        accepted(&[old], &[new]),
        ["Gold@1{coins:u32}", "Money@2{coins:u32}", "SaveGame@1{level:u8,health:f32,purse:Money}"]
    );
}

#[test]
fn a_renamed_field_whose_attribute_is_lost() {
    let old = save_game(2, vec![called_before(field("gold", u32::TYPE), 2, "coins")]);
    assert_eq!(
        refusal(old, save_game(2, vec![field("gold", u32::TYPE)])),
        "`coins` of SaveGame version 1 (already shipped) is now called `gold`: write \
         `#[archive(renamed(2, from = \"coins\"))] gold: u32`"
    );
}

#[test]
fn two_branches_that_made_one_version() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shapes.lock");
    let ours = || [lock(save_game(1, vec![field("ours", u8::TYPE)]))];
    accept(&path, &ours()).unwrap();
    let theirs = lock(save_game(1, vec![field("theirs", u8::TYPE)])).to_string();
    fs::write(&path, fs::read_to_string(&path).unwrap() + &theirs).unwrap();
    assert_eq!(
        check(&path, &ours()).unwrap_err().detail(),
        "lines 3 and 4 are both version 1 of `SaveGame`, as if from two branches: move the changes of one of \
         them to version 2, and delete its line"
    );
}

#[test]
fn two_types_of_one_name() {
    let error =
        check("none.lock", &[lock(save_game(1, vec![])), lock(save_game(1, vec![]))]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NameClash);
}

#[test]
fn a_generic_type_is_locked_with_its_arguments_and_answered_for_once() {
    let pair = |arg: &'static Type, more: Vec<Field>| {
        let mut list = vec![field("first", arg)];
        list.extend(more);
        let mut pair = record("Pair", 1, list);
        pair.args = leak([Arg::Type(arg)]);
        pair
    };
    let both = |more: fn() -> Vec<Field>| {
        let (a, mut b) = (pair(u8::TYPE, more()), pair(u16::TYPE, more()));
        b.id = a.id;
        [lock(a), lock(b)]
    };
    assert_eq!(
        refusal_of(&both(Vec::new), &both(|| vec![field("second", i32::TYPE)])).detail(),
        "`second: i32` was added to Pair<u8> version 1 (already shipped): write \
         `#[since(2, default = ...)] second: i32`"
    );
    let lines = accepted(&[], &both(Vec::new));
    assert_eq!(lines, ["Pair<u16>@1{first:u16}", "Pair<u8>@1{first:u8}"]);
}
