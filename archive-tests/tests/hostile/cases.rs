//! Every shape as a case.

use std::fs;
use std::path::Path;

use archive::Options;

use crate::case::{Case, case, reload, reload_borrowing};
use crate::shapes::{
    self, Grid, Item, Library, Lists, Maps, Pointers, Scalars, Texts, Tree, Weather, Zero,
};

/// A value of every shape, in today's version.
pub fn today() -> Vec<Case> {
    vec![
        case("scalars", &shapes::scalars(), reload::<Scalars>),
        case("texts", &shapes::texts(), |bytes| reload_borrowing::<Texts<'_>>(bytes)),
        case("lists", &shapes::lists(), reload::<Lists>),
        case("maps", &shapes::maps(), reload::<Maps>),
        case("tree", &shapes::tree(), reload::<Tree>),
        case("grid", &shapes::grid(), reload::<(Grid<u8, 2>, Grid<Weather, 1>)>),
        case("zero", &shapes::zero(), reload::<Zero>),
        case("pointers", &shapes::pointers(), reload::<Pointers>),
        case("library", &shapes::library(), reload::<Library>),
        case("items", &shapes::items(), reload::<Vec<Item>>),
        case("number", &7_u32, reload::<u32>),
        case("bytes", &vec![1_u8, 2, 3], |bytes| reload_borrowing::<&[u8]>(bytes)),
        case("unit", &(), reload::<()>),
    ]
}

/// Archives of earlier versions.
pub fn past() -> Vec<Case> {
    let first = [shapes::v1::Item { name: "torch".into(), weight: 3 }];
    let second = [shapes::v2::Item { name: "sword".into(), state: shapes::v2::State::Broken(4) }];
    let weight = 2 * archive::__private::weight::<Vec<Item>>().unwrap();
    let load = reload::<Vec<Item>>;
    let message = Options::message();
    vec![
        Case::golden("version 1", archive::to_vec(&first[..]).unwrap(), weight, load),
        Case::golden("version 2", archive::to_vec(&second[..]).unwrap(), weight, load),
        Case::golden("message of version 1", message.to_vec(&first[..]).unwrap(), weight, load),
        Case::golden("message of version 2", message.to_vec(&second[..]).unwrap(), weight, load),
    ]
}

/// Everything.
pub fn all() -> Vec<Case> {
    today().into_iter().chain(past()).collect()
}

/// The committed files of every release, whatever their types.
pub fn golden_files() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("golden"), &mut files);
    files.sort();
    files
}

fn collect(directory: &Path, files: &mut Vec<(String, Vec<u8>)>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            let bytes = fs::read(&path).unwrap();
            if archive::is_archive(&bytes) {
                files.push((path.display().to_string(), bytes));
            }
        }
    }
}
