//! Only a missing file gives the default; one that cannot be read is an error.

use std::fs;

use archive::{
    Archive, Describe, Deserialize, ErrorKind, InputArchive, Layout, Options, OutputArchive,
    Serialize, Type,
};
use archive_tests::memory::peak;
use tempfile::tempdir;

#[derive(Archive, Debug, PartialEq)]
struct Scores(Vec<u32>);

impl Default for Scores {
    fn default() -> Self {
        Self(vec![100, 90])
    }
}

#[test]
fn a_file_that_is_not_there_is_the_default() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("scores");
    assert_eq!(archive::load_or_default::<Scores>(&path).unwrap(), Scores::default());
    assert_eq!(Options::file().load_or_default::<Scores>(&path).unwrap(), Scores::default());
    assert!(!path.exists(), "loading makes no file");
    let error = archive::load::<Scores>(&path).unwrap_err();
    assert_eq!(error.io_kind(), Some(std::io::ErrorKind::NotFound));
    assert_eq!(error.file(), Some(path.as_path()));
}

#[test]
fn a_file_that_is_there_is_loaded() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("scores");
    archive::save(&path, &Scores(vec![7])).unwrap();
    assert_eq!(archive::load_or_default::<Scores>(&path).unwrap(), Scores(vec![7]));
}

#[test]
fn a_file_that_is_damaged_is_an_error() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("scores");
    let bytes = archive::to_vec(&Scores(vec![7, 8])).unwrap();
    let flipped = [&bytes[..bytes.len() - 1], &[1]].concat();
    let damaged: [(&[u8], ErrorKind); 6] = [
        (b"", ErrorKind::Truncated),
        (b"not an archive", ErrorKind::NotAnArchive),
        (&[0; 64], ErrorKind::Checksum),
        (&bytes[..bytes.len() - 1], ErrorKind::Truncated),
        (&[&bytes[..], b"\n"].concat(), ErrorKind::TrailingBytes),
        (&flipped, ErrorKind::Checksum),
    ];
    for (bytes, kind) in damaged {
        fs::write(&path, bytes).unwrap();
        let error = archive::load_or_default::<Scores>(&path).unwrap_err();
        assert_eq!((error.kind(), error.file()), (kind, Some(path.as_path())));
        assert_eq!(fs::read(&path).unwrap(), bytes, "the file is as it was");
    }
}

#[test]
fn a_file_of_another_type_is_an_error() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("scores");
    archive::save(&path, "text").unwrap();
    assert!(archive::load_or_default::<Scores>(&path).is_err());
}

#[test]
fn a_directory_is_an_error() {
    let directory = tempdir().unwrap();
    let error = archive::load_or_default::<Scores>(directory.path()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
}

/// What follows an archive may be as large as the disk.
#[test]
fn what_follows_an_archive_is_not_read() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("scores.sav");
    let large = vec!["a score"; 1000];
    for options in [Options::file(), Options::file().layout(Layout::Rows)] {
        options.save(&path, &large).unwrap();
        let len = fs::metadata(&path).unwrap().len();
        fs::File::options().write(true).open(&path).unwrap().set_len(len + (1 << 30)).unwrap();
        let (loaded, memory) = peak(|| options.load::<Vec<String>>(&path));
        let error = loaded.unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::TrailingBytes, Some(len)));
        assert!(memory < 16 * 1024, "{memory}");
    }
}

// Windows does not tell this from a file that is not there.
#[cfg(unix)]
#[test]
fn a_file_in_the_place_of_a_directory_is_an_error() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("saves");
    fs::write(&file, "text").unwrap();
    let error = archive::load_or_default::<Scores>(file.join("scores")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
}

#[cfg(unix)]
#[test]
fn a_file_that_must_not_be_read_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempdir().unwrap();
    let path = directory.path().join("scores");
    archive::save(&path, &Scores(vec![7])).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    // An administrator can read everything.
    if fs::read(&path).is_err() {
        let error = archive::load_or_default::<Scores>(&path).unwrap_err();
        assert_eq!(error.io_kind(), Some(std::io::ErrorKind::PermissionDenied));
    }
}

#[test]
fn what_is_lent_reaches_the_hooks() {
    #[derive(Archive, Debug)]
    #[archive(after_load = Named::find)]
    struct Named {
        id: usize,
        #[archive(skip)]
        name: String,
    }
    impl Named {
        fn find(&mut self, context: &mut archive::Context<'_>) -> Result<(), String> {
            let names = context.get::<Vec<String>>().ok_or("no names were lent")?;
            self.name = names.get(self.id).ok_or("no such name")?.clone();
            Ok(())
        }
    }
    let directory = tempdir().unwrap();
    let path = directory.path().join("named");
    archive::save(&path, &Named { id: 1, name: String::new() }).unwrap();
    let mut names = vec!["Ada".to_owned(), "Grace".to_owned()];
    assert_eq!(archive::load_with::<Named>(&path, &mut names).unwrap().name, "Grace");
    let error = archive::load::<Named>(&path).unwrap_err();
    assert_eq!((error.kind(), error.file()), (ErrorKind::Hook, Some(path.as_path())));
    assert_eq!(error.detail(), "`after_load` refused the value: no names were lent");
}

#[test]
fn what_is_text_is_said_to_be() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("scores");
    for (found, is_text) in
        [("Scores [1, 2]", true), ("{\"a\": 1}", true), ("\u{1}\u{2}\u{3}", false)]
    {
        fs::write(&path, found).unwrap();
        let error = archive::load::<Scores>(&path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotAnArchive);
        assert_eq!(error.to_string().contains("text::from_str"), is_text, "{error}");
    }
}

#[test]
fn a_directory_is_no_file() {
    let directory = tempdir().unwrap();
    let whole = archive::load::<Scores>(directory.path()).unwrap_err();
    let part = archive::load_part::<Scores>(directory.path()).unwrap_err();
    for error in [whole, part] {
        assert!(error.to_string().contains("make sure that it is a file"), "{error}");
    }
}

/// A number that is loaded from another file, which is missing.
#[derive(Debug, Default)]
struct Sprite(u32);

impl Describe for Sprite {
    const TYPE: &'static Type = u32::TYPE;
}

impl Serialize for Sprite {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        self.0.serialize(archive)
    }
}

impl<'a> Deserialize<'a> for Sprite {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let id = u32::deserialize(archive)?;
        match fs::read("no such sprite") {
            Ok(_) => Ok(Self(id)),
            Err(error) => Err(archive::Error::io("cannot open the sprite", error).into()),
        }
    }
}

#[test]
fn a_file_that_something_else_misses_is_no_default() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("sprite");
    archive::save(&path, &Sprite(7)).unwrap();
    for loaded in [archive::load::<Sprite>(&path), archive::load_or_default(&path)] {
        let error = loaded.unwrap_err();
        assert_eq!(error.io_kind(), Some(std::io::ErrorKind::NotFound), "{error}");
        assert!(!error.is_not_found(), "the save is there");
    }
    let path = directory.path().join("sprite.txt");
    archive::text::save(&path, &Sprite(7)).unwrap();
    assert!(archive::text::load_or_default::<Sprite>(&path).is_err());
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_no_archive_is_not_read_to_its_end() {
    let error = archive::load::<Scores>("/dev/zero").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Checksum);
    assert!(error.to_string().contains("/dev/zero"), "{error}");
    assert_eq!(
        archive::load::<Scores>("/proc/self/exe").unwrap_err().kind(),
        ErrorKind::NotAnArchive
    );
}
