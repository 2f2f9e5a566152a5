//! The versions of a program's types in one archive.

use alloc::vec::Vec;

use crate::{Identity, Shape};

/// The versions of a program's types in one archive, resolved when it is opened.
#[derive(Clone, Debug, Default)]
pub struct Versions {
    /// Sorted by the address of the identity.
    list: Vec<(&'static Identity, u32)>,
    /// Whether saving leaves out fields that an older version lacks, whatever they contain.
    is_lossy: bool,
}

impl Versions {
    /// Every type at its current version.
    pub(crate) const TODAY: &'static Self = &Self { list: Vec::new(), is_lossy: false };

    /// The same versions, for saving without the fields that they lack.
    pub(crate) fn lossy(&self) -> Self {
        Self { is_lossy: true, ..self.clone() }
    }

    /// Returns `true` if saving leaves out fields that these versions lack, whatever they contain, as with
    /// [`Unknown::Skip`](crate::UnknownPolicy::Skip). Otherwise a hand-written impl fails where it would lose a value.
    ///
    /// ```
    /// use archive::{
    ///     Body, Describe, Error, ErrorKind, Field, Fields, Identity, Kind, Lifespan, Options, OutputArchive, Serialize, Shape,
    ///     Size, Style, Type, Unknown, VersionTable, Versions,
    /// };
    ///
    /// /// Its stamina was added in version 2.
    /// struct Hero { level: u32, stamina: u16 }
    ///
    /// const fn field(name: &'static str, ty: &'static Type, size: Size, since: u32) -> Field {
    ///     let lifespan = Lifespan::since(since);
    ///     let (has_default, removed, flatten) = (since > 1, false, false);
    ///     Field { name, renamed: &[], aliases: &[], lifespan, ty, size, has_default, removed, flatten, doc: "", meta: &[] }
    /// }
    ///
    /// static ID: Identity = Identity::new(module_path!(), "Hero");
    /// static SHAPE: Shape = Shape {
    ///     id: &ID, name: "Hero", renamed: &[], args: &[], version: 2, oldest: 1, doc: "", meta: &[],
    ///     body: Body::Struct(Fields {
    ///         style: Style::Named,
    ///         list: &[field("level", u32::TYPE, u32::SIZE, 1), field("stamina", u16::TYPE, u16::SIZE, 2)],
    ///     }),
    /// };
    ///
    /// impl Describe for Hero {
    ///     const TYPE: &'static Type = &Type { kind: Kind::Named(|| &SHAPE), memory: size_of::<Self>() };
    /// }
    /// impl Serialize for Hero {
    ///     fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
    ///         let is_lossy = archive.versions().is_some_and(Versions::is_lossy);
    ///         let scope = archive.begin(&SHAPE)?;
    ///         archive.field(&scope, 0, &self.level)?;
    ///         if scope.lives(1) {
    ///             archive.field(&scope, 1, &self.stamina)?;
    ///         } else if self.stamina != 100 && !is_lossy {
    ///             return Err(Error::new(ErrorKind::CannotWrite, "the stamina would be lost").into());
    ///         }
    ///         archive.end(scope)
    ///     }
    /// }
    ///
    /// let older = Options::message().write_for(&VersionTable::new().with("Hero", 1));
    /// let hero = Hero { level: 7, stamina: 5 };
    /// assert_eq!(older.to_vec(&hero).unwrap_err().kind(), ErrorKind::CannotWrite);
    /// assert!(older.unknown(Unknown::Skip).to_vec(&hero)?.ends_with(&[7, 0, 0, 0]));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn is_lossy(&self) -> bool {
        self.is_lossy
    }

    /// Adds a type that is not at its current version.
    pub(crate) fn add(&mut self, id: &'static Identity, version: u32) {
        let key = core::ptr::from_ref(id);
        if let Err(at) = self.list.binary_search_by_key(&key, |(id, _)| core::ptr::from_ref(*id)) {
            self.list.insert(at, (id, version));
        }
    }

    /// Whether every type is at its current version.
    pub(crate) fn is_today(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the version of a type.
    #[inline]
    #[must_use]
    pub fn of(&self, shape: &'static Shape) -> u32 {
        if shape.version == 1 {
            return 1;
        }
        let key = core::ptr::from_ref(shape.id);
        match self.list.binary_search_by_key(&key, |(id, _)| core::ptr::from_ref(*id)) {
            Ok(at) => self.list.get(at).map_or(shape.version, |(_, version)| *version),
            Err(_) => shape.version,
        }
    }
}
