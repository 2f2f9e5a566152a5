//! Trees of one version that become parts of trees of another.

use archive::{Archive, Compound, ErrorKind, Value, edit, edit_archive, update};

mod before {
    #[derive(archive::Archive)]
    pub struct Save {
        pub place: Place,
        pub gate: Gate,
        pub mode: Mode,
    }

    #[derive(archive::Archive)]
    pub struct Place {
        pub x: u8,
        pub y: u8,
    }

    #[derive(archive::Archive)]
    pub struct Gate {
        pub width: f32,
    }

    #[derive(archive::Archive)]
    pub enum Mode {
        On,
        Sleep { turns: u8 },
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Save {
    place: Place,
    gate: Gate,
    mode: Mode,
}

#[derive(Archive, Debug, PartialEq)]
struct Place {
    #[archive(renamed(2, from = "x"))]
    y: u8,
    #[archive(renamed(2, from = "y"))]
    x: u8,
}

#[derive(Archive, Debug, PartialEq)]
#[archive(renamed(2, from = "Gate"), name = "Door")]
struct Gate {
    #[archive(was(f32, until = 2, with = |cm: f32| cm / 100.0, back = |metres: &f32| metres * 100.0))]
    width: f32,
}

#[derive(Archive, Debug, PartialEq)]
enum Mode {
    On,
    #[archive(renamed(2, from = "Sleep"))]
    Doze {
        turns: u8,
    },
    #[since(2)]
    Sleep {
        turns: u8,
    },
}

fn before() -> before::Save {
    let (place, gate) = (before::Place { x: 1, y: 2 }, before::Gate { width: 50.0 });
    before::Save { place, gate, mode: before::Mode::Sleep { turns: 3 } }
}

fn today() -> Save {
    let (place, gate) = (Place { y: 1, x: 2 }, Gate { width: 0.5 });
    Save { place, gate, mode: Mode::Doze { turns: 3 } }
}

/// The file has one version, and nothing in it tells how to convert to it.
#[test]
fn no_part_of_another_version_is_put_into_a_file_unnoticed() {
    let old = archive::to_vec(&before()).unwrap();
    let new = archive::to_vec(&today()).unwrap();
    assert_eq!(archive::from_slice::<Save>(&old).unwrap(), today());
    let place = |file: &[u8], place: Value<'static>| {
        edit_archive(file, |tree| tree.set("place", place).map(drop))
    };
    let refused = place(&old, Value::of(&Place { y: 9, x: 8 }).unwrap()).unwrap_err();
    assert_eq!((refused.kind(), refused.path()), (ErrorKind::Mismatch, "place"));
    let refused = place(&new, Value::of(&before::Place { x: 9, y: 8 }).unwrap()).unwrap_err();
    assert_eq!((refused.kind(), refused.path()), (ErrorKind::Mismatch, "place"));

    // At the version of the file, by whatever made it.
    let same = place(&old, Value::of(&before::Place { x: 9, y: 8 }).unwrap()).unwrap();
    assert_eq!(archive::from_slice::<Save>(&same).unwrap().place, Place { y: 9, x: 8 });
    let by_hand = || Compound::of_struct("Place", [("y", Value::U8(9)), ("x", Value::U8(8))]);
    assert_eq!(place(&new, by_hand().into()).unwrap_err().kind(), ErrorKind::Mismatch);
    let same = place(&new, by_hand().at_version(2).into()).unwrap();
    assert_eq!(archive::from_slice::<Save>(&same).unwrap().place, Place { y: 9, x: 8 });

    let mode = |file: &[u8], mode: Value<'static>| {
        edit_archive(file, |tree| tree.set("mode", mode).map(drop))
    };
    let refused = mode(&new, Value::of(&before::Mode::Sleep { turns: 4 }).unwrap()).unwrap_err();
    assert!(refused.to_string().contains("no variant `Sleep`"), "{refused}");
    let same = mode(&old, Value::of(&before::Mode::Sleep { turns: 4 }).unwrap()).unwrap();
    let loaded = archive::from_slice::<Save>(&same).unwrap();
    assert_eq!(loaded.mode, Mode::Doze { turns: 4 });
}

#[test]
fn a_field_of_a_renamed_type_is_not_taken_for_another() {
    let mut save = today();
    let refused = update(&mut save, Value::of(&before()).unwrap()).unwrap_err();
    assert!(refused.to_string().contains("means something else in version 2"), "{refused}");
    // Also if its type has another name by now.
    let gate = Value::of(&before().gate).unwrap();
    let refused = update(&mut save.gate, gate.clone()).unwrap_err();
    assert!(refused.to_string().contains("`width` of `Door` version 1"), "{refused}");
    assert_eq!(save, today());
    // A whole value is converted.
    edit(&mut save.gate, |tree| {
        *tree = gate;
        Ok(())
    })
    .unwrap();
    assert_eq!(save, today());
}

#[test]
fn a_variant_is_not_taken_for_another() {
    let older = Value::of(&before().mode).unwrap();
    for mut mode in [Mode::On, Mode::Sleep { turns: 9 }, Mode::Doze { turns: 9 }] {
        update(&mut mode, older.clone()).unwrap();
        assert_eq!(mode, Mode::Doze { turns: 3 });
    }
}
