//! A value that is only ever saved and loaded through type-erased archives.

use archive::{Describe, Deserialize, InputArchive, OutputArchive, Serialize, Type};

/// Saves and loads through `&mut dyn OutputArchive` and `&mut dyn InputArchive`.
#[derive(Clone, Debug, PartialEq)]
pub struct Erased<T>(pub T);

impl<T: Describe> Describe for Erased<T> {
    const TYPE: &'static Type = T::TYPE;
}

impl<T: Serialize> Serialize for Erased<T> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        let mut erased = archive as &mut dyn OutputArchive<Error = A::Error>;
        self.0.serialize(&mut erased)
    }
}

impl<'a, T: Deserialize<'a>> Deserialize<'a> for Erased<T> {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let mut erased = archive as &mut dyn InputArchive<'a, Error = A::Error>;
        T::deserialize(&mut erased).map(Self)
    }
}
