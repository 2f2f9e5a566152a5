//! Values of a program's types changed through the trees that they are.

use crate::value::{Value, graph, retaining};
use crate::{Archive, Error, ErrorKind, Limits, Newer, Options, UnknownPolicy, facts};

/// Changes a value through its tree, or leaves it as it is if that fails.
///
/// For editors and consoles, which know a path and a value but no types. Converters, hooks and
/// bounds of the type hold as they do when it is loaded; fields that are skipped are as after a load.
///
/// ```
/// use archive_core::{Describe, Deserialize, Serialize};
/// # use archive_derive::Archive;
///
/// #[derive(Archive, Debug, PartialEq)]
/// # #[archive(crate = archive_core)]
/// #[archive(validate = Hero::check)]
/// struct Hero { name: String, health: u8 }
/// # impl Hero {
/// #     fn check(&self) -> Result<(), &'static str> {
/// #         if self.health <= 100 { Ok(()) } else { Err("health is at most 100") }
/// #     }
/// # }
///
/// let mut hero = Hero { name: "Ann".into(), health: 7 };
/// archive_core::edit(&mut hero, |tree| tree.set("health", 80).map(drop))?;
/// assert_eq!(hero.health, 80);
///
/// let error = archive_core::edit(&mut hero, |tree| tree.set("health", 200).map(drop)).unwrap_err();
/// assert!(error.detail().contains("at most 100"));
/// assert_eq!(hero.health, 80);
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// # Errors
///
/// Those of `edit`, and what the edited tree lacks to be a `T`.
pub fn edit<T: Archive>(
    value: &mut T,
    edit: impl FnOnce(&mut Value<'static>) -> Result<(), Error>,
) -> Result<(), Error> {
    let options = Options::file();
    let (saving, rows) = options.rows(value)?;
    let schema = &saving.edition.schema;
    if saving.edition.fingerprint == facts::of::<T>()?.today.fingerprint {
        let mut tree = Value::of(value)?;
        graph::edit_root(&mut tree, edit)?;
        *value = tree.to()?;
        return Ok(());
    }
    // It is said by the schema of another program, with what was retained of that.
    let (limits, mut budget) = (Limits::new(), usize::MAX);
    let mut tree = Value::from_rows(schema, &rows, 0, false, &limits, &mut budget)?.into_owned();
    edit(&mut tree)?;
    *value = retaining(&tree, schema)?;
    Ok(())
}

/// Overwrites the fields that a tree has, and leaves all others; see [`Value::merge`].
///
/// ```
/// use archive_core::{Describe, Deserialize, Serialize, Value};
/// # use archive_derive::Archive;
///
/// #[derive(Archive, Clone, Debug, PartialEq)]
/// # #[archive(crate = archive_core)]
/// struct Torch { fuel: u32, lit: bool }
///
/// let prototype = Torch { fuel: 10, lit: false };
/// let copy = Torch { fuel: 3, ..prototype.clone() };
/// let Some(beyond) = Value::of(&copy)?.beyond(&Value::of(&prototype)?) else { panic!("equal") };
///
/// let mut loaded = Torch { fuel: 10, lit: true };
/// archive_core::update(&mut loaded, beyond)?;
/// assert_eq!(loaded, Torch { fuel: 3, lit: true });
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// # Errors
///
/// As [`edit()`].
pub fn update<T: Archive>(value: &mut T, over: Value<'static>) -> Result<(), Error> {
    edit(value, |tree| {
        tree.merge(over);
        Ok(())
    })
}

/// A copy of a value that shares nothing with it, whether or not the type is `Clone`.
///
/// ```
/// let shared = std::rc::Rc::new(7_u32);
/// let copy = archive_core::deep_copy(&vec![shared.clone(), shared.clone()])?;
/// assert!(!std::rc::Rc::ptr_eq(&copy[0], &shared));
/// assert!(std::rc::Rc::ptr_eq(&copy[0], &copy[1])); // what was shared inside still is
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// # Errors
///
/// The value has no form in an archive, or one of its own hooks refuses it.
pub fn deep_copy<T: Archive>(value: &T) -> Result<T, Error> {
    let options = Options::message();
    match options.to_vec(value) {
        Err(error) if error.kind() == ErrorKind::Retained => {
            let options = Options::file().newer(Newer::Accept).unknown(UnknownPolicy::Retain);
            options.from_slice(&options.to_vec(value)?)
        }
        bytes => options.from_slice(&bytes?),
    }
}
