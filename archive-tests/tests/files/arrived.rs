//! Values of a stream of which some bytes came so far; they may borrow from these bytes.

use archive::{Archive, Compression, ErrorKind, Options, VersionTable};

#[derive(Archive, Debug, PartialEq)]
#[archive(version = 2)]
enum Said<'a> {
    Line { who: u32, text: &'a str },
    Left(&'a [u8]),
}

fn said() -> [Said<'static>; 3] {
    let long = Said::Line { who: 9, text: "as long as a paragraph. ".repeat(20).leak() };
    [Said::Line { who: 1, text: "hello" }, Said::Left(b"bye"), long]
}

fn forms() -> [Options; 3] {
    let agreed = Options::message().agreed(&VersionTable::of::<Said<'_>>().unwrap());
    [Options::file(), Options::message(), agreed]
}

#[test]
fn whole_values_are_taken_and_borrow() {
    for options in forms() {
        let mut sent = Vec::new();
        said().iter().for_each(|said| options.to_writer(&mut sent, said).unwrap());
        for len in 0..=sent.len() {
            let mut came = &sent[..len];
            let mut taken = Vec::new();
            while let Some(next) = options.next_from_slice::<Said<'_>>(&mut came).unwrap() {
                if let Said::Line { text, .. } = &next {
                    assert!(sent.as_ptr_range().contains(&text.as_ptr()));
                }
                taken.push(next);
            }
            assert_eq!(taken, said()[..taken.len()]);
            // What is not whole yet stays.
            assert_eq!(came, &sent[len - came.len()..len]);
            let mut rest = &sent[len - came.len()..];
            while let Some(next) = options.next_from_slice(&mut rest).unwrap() {
                taken.push(next);
            }
            assert_eq!((&taken[..], rest), (&said()[..], &[][..]));
        }
    }
}

#[test]
fn a_value_that_is_refused_is_taken_all_the_same() {
    for options in forms() {
        let mut sent = Vec::new();
        options.to_writer(&mut sent, &Said::Line { who: 1, text: "hello" }).unwrap();
        let at = sent.windows(5).position(|window| window == b"hello").unwrap();
        sent[at] = 0xff;
        options.to_writer(&mut sent, &Said::Left(b"bye")).unwrap();
        let mut came = &sent[..];
        let error = options.next_from_slice::<Said<'_>>(&mut came).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::InvalidUtf8 | ErrorKind::Checksum), "{error}");
        let next = options.next_from_slice(&mut came).unwrap();
        assert_eq!(next, Some(Said::Left(b"bye")));
        assert_eq!(options.next_from_slice::<Said<'_>>(&mut came).unwrap(), None);
    }
}

#[test]
fn what_cannot_be_borrowed_or_has_no_length_is_an_error() {
    let packed = Options::file().compression(Compression::Lz4);
    let mut sent = Vec::new();
    packed.to_writer(&mut sent, &said()[2]).unwrap();
    let error = packed.next_from_slice::<Said<'_>>(&mut &sent[..]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CannotBorrow);

    let alone = Options::message().to_vec(&said()[0]).unwrap();
    let mut came = &alone[..];
    let error = Options::message().next_from_slice::<Said<'_>>(&mut came).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert_eq!(came, alone);
}

/// Its context is lent.
#[derive(Archive, Debug, PartialEq)]
#[archive(after_load = Counted::count)]
struct Counted(u8);

impl Counted {
    fn count(&mut self, context: &mut archive::Context<'_>) {
        *context.get::<u32>().unwrap() += 1;
    }
}

#[test]
fn a_context_is_lent() {
    let (options, mut sent, mut count) = (Options::message(), Vec::new(), 0_u32);
    options.to_writer(&mut sent, &Counted(3)).unwrap();
    options.to_writer(&mut sent, &Counted(4)).unwrap();
    let mut came = &sent[..];
    while let Some(next) = options.next_from_slice_with::<Counted>(&mut came, &mut count).unwrap() {
        assert_eq!(u32::from(next.0), 2 + count);
    }
    assert_eq!(count, 2);
}
