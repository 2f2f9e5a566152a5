//! Versions and variants that a program's own archive takes from outside.

use archive::{
    Archive, Deserialize, Error, ErrorKind, InputArchive, MinSize, OutputArchive, Primitive,
    PrimitiveKind, Scope, Serialize, Shape,
};

#[derive(Archive, Debug, PartialEq)]
#[archive(oldest = 2)]
struct Old {
    hp: u16,
    #[since(3, default = 1)]
    armor: u8,
}

#[derive(Archive, Debug, PartialEq)]
enum Order {
    Delete(u16),
    Keep,
    #[since(2)]
    Move(u16),
}

/// Gives the number 7, structs at a version and the variant at an index.
struct Given {
    version: u32,
    index: usize,
}

impl<'a> InputArchive<'a> for Given {
    type Error = Error;

    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Error> {
        Ok(if kind == PrimitiveKind::U8 { Primitive::U8(7) } else { Primitive::U16(7) })
    }

    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        Ok(Scope::of_struct(shape, shape.check_version(self.version)?))
    }

    fn variant(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        Ok(Scope::of_variant(shape, self.index, shape.check_version(self.version)?))
    }

    fn option(&mut self) -> Result<bool, Error> {
        Ok(false)
    }

    fn begin_list(&mut self, _: MinSize) -> Result<usize, Error> {
        Ok(0)
    }

    fn begin_map(&mut self, _: MinSize) -> Result<usize, Error> {
        Ok(0)
    }
}

/// Takes everything, at the first version.
struct First;

impl OutputArchive for First {
    type Error = Error;

    fn primitive(&mut self, _: Primitive<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        Ok(Scope::of_struct(shape, shape.check_version(1)?))
    }

    fn variant(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Error> {
        let scope = Scope::of_variant(shape, index, shape.check_version(1)?);
        scope.check_variant()?;
        Ok(scope)
    }
}

#[test]
fn a_version_outside_the_history_is_refused() {
    let read = |version| Old::deserialize(&mut Given { version, index: 0 });
    assert_eq!(read(2).unwrap(), Old { hp: 7, armor: 1 });
    assert_eq!(read(3).unwrap(), Old { hp: 7, armor: 7 });
    for (version, kind) in [
        (0, ErrorKind::TooOld),
        (1, ErrorKind::TooOld),
        (4, ErrorKind::TooNew),
        (u32::MAX, ErrorKind::TooNew),
    ] {
        assert_eq!(read(version).unwrap_err().kind(), kind, "{version}");
    }
    insta::assert_snapshot!(read(1).unwrap_err(), @r"
    version 1 is too old: the oldest readable version is 2
      type: Old, version 1 (this program reads versions 2 to 3)
      help: load and save it once with a release that still reads that version
    ");
}

#[test]
fn a_variant_out_of_range_is_no_variant() {
    let read = |version, index| Order::deserialize(&mut Given { version, index });
    assert_eq!(read(2, 0).unwrap(), Order::Delete(7));
    assert_eq!(read(2, 2).unwrap(), Order::Move(7));
    for (version, index) in [(2, 3), (2, 5), (2, usize::MAX), (1, 2)] {
        assert_eq!(read(version, index).unwrap_err().kind(), ErrorKind::UnknownTag, "{index}");
    }
}

#[test]
fn an_own_archive_refuses_a_variant_that_the_older_version_lacks() {
    Order::Keep.serialize(&mut First).unwrap();
    let error = Order::Move(1).serialize(&mut First).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CannotWrite);
    assert!(error.to_string().contains("the variant `Order::Move` does not exist in version 1"));
    // The history of `Old` does not have it.
    let error = Old { hp: 1, armor: 1 }.serialize(&mut First).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooOld);
}
