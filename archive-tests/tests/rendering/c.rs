//! A schema as a C header.

use std::process::Command;

use archive::{Archive, Describe, schema};

use crate::game::SaveGame;

#[test]
fn a_game() {
    insta::assert_snapshot!(schema::c_header(&SaveGame::schema()));
}

#[derive(Archive)]
struct Everything {
    gap: Gap,
    tail: Tail,
    wide: Wide,
    none: Empty,
    fits: Fits,
    holder: Holder,
    list: List,
}

#[derive(Archive)]
struct Gap {
    a: u8,
    b: u32,
}

#[derive(Archive)]
struct Tail {
    a: u32,
    b: u8,
}

#[derive(Archive)]
struct Wide {
    a: u128,
}

#[derive(Archive)]
struct Empty {}

#[derive(Archive)]
struct Fits {
    int: u64,
    r#double: f64,
    pairs: [Pair; 3],
    pad: [u8; 2],
}

#[derive(Archive)]
struct Pair(i16, u16);

#[derive(Archive)]
struct Holder {
    gap: Gap,
}

#[derive(Archive)]
struct List {
    items: Vec<u16>,
    flag: bool,
}

#[test]
fn every_reason_why_a_type_does_not_qualify() {
    insta::assert_snapshot!(schema::c_header(&Everything::schema()));
}

#[test]
fn a_compiler_accepts_it() {
    let directory = tempfile::tempdir().unwrap();
    let headers = [
        schema::c_header(&SaveGame::schema()),
        schema::c_header(&Everything::schema()),
        schema::c_header(&crate::hostile::schema()),
    ];
    for (header, standard) in headers.iter().flat_map(|h| [(h, "c99"), (h, "c11")]) {
        let path = directory.path().join("test.h");
        std::fs::write(&path, header).unwrap();
        let mut compiler = Command::new("cc");
        compiler.args(["-fsyntax-only", "-Wall", "-Werror", "-pedantic", "-x", "c"]);
        let Ok(run) = compiler.arg(format!("-std={standard}")).arg(&path).output() else {
            return; // A machine without a C compiler has the snapshots.
        };
        assert!(run.status.success(), "{}\n{header}", String::from_utf8_lossy(&run.stderr));
    }
}
