//! A schema as a C header.

use std::process::Command;

use archive::{Archive, Describe, schema};

use super::game::SaveGame;

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
        schema::c_header(&super::hostile::schema()),
    ];
    for (header, standard) in headers.iter().flat_map(|h| [(h, "c99"), (h, "c11")]) {
        let path = directory.path().join("test.h");
        std::fs::write(&path, header).unwrap();
        let mut compiler = Command::new("cc");
        compiler.args(["-fsyntax-only", "-Wall", "-Werror", "-pedantic", "-x", "c"]);
        let Ok(run) = compiler.arg(format!("-std={standard}")).arg(&path).output() else {
            return; // Without a C compiler, the snapshots must do.
        };
        assert!(run.status.success(), "{}\n{header}", String::from_utf8_lossy(&run.stderr));
    }
}

#[test]
fn offsets_are_those_of_the_struct_in_memory() {
    #[derive(Archive, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
    #[archive(pod)]
    #[repr(C)]
    struct Shot {
        from: [f32; 3],
        time: u32,
        speed: f64,
        kind: u16,
        flags: [u8; 6],
    }
    let header = schema::c_header(&Shot::schema());
    let expected = [
        format!("sizeof(Shot) == {}", size_of::<Shot>()),
        format!("offsetof(Shot, from) == {}", std::mem::offset_of!(Shot, from)),
        format!("offsetof(Shot, time) == {}", std::mem::offset_of!(Shot, time)),
        format!("offsetof(Shot, speed) == {}", std::mem::offset_of!(Shot, speed)),
        format!("offsetof(Shot, kind) == {}", std::mem::offset_of!(Shot, kind)),
        format!("offsetof(Shot, flags) == {}", std::mem::offset_of!(Shot, flags)),
    ];
    for part in expected {
        assert!(header.contains(&part), "{part}\n{header}");
    }
    let shot = Shot { from: [1.0, 2.0, 3.0], time: 4, speed: 5.0, kind: 6, flags: [7; 6] };
    let rows = archive::Options::message().to_vec(&shot).unwrap();
    if cfg!(target_endian = "little") {
        assert!(rows.ends_with(bytemuck::bytes_of(&shot)), "rows are the bytes in memory");
    }
}
