//! What derived code calls once a value is built.

use core::marker::PhantomData;

use super::load::{Place, refuse};
use crate::hooks::{IntoHook, MutHook, RefHook, RetiredHook, UpgradeHook, refused};
use crate::{Error, ErrorKind, InputArchive, Scope, Step, Upgrade};

/// Today's variant for a removed one, by the function `into`.
///
/// # Errors
///
/// The function's.
pub fn retired<'a, A, Args, V, R, M, F>(
    archive: &mut A,
    record: &Scope,
    args: Args,
    _: PhantomData<V>,
    f: F,
) -> Result<V, A::Error>
where
    A: InputArchive<'a>,
    F: RetiredHook<Args, V, R, M>,
{
    f.call(args, &mut archive.context()).map_err(|why| {
        let error = refused(ErrorKind::Convert, "`into` refused a removed variant", &why);
        error.in_record(record).into()
    })
}

/// Hands the removed value that stood at `index` to what was built without it.
///
/// # Errors
///
/// The function's.
pub fn hand_over<'a, A, T, Old, R, M, F>(
    archive: &mut A,
    record: &Scope,
    index: usize,
    value: &mut T,
    old: Old,
    f: F,
) -> Result<(), A::Error>
where
    A: InputArchive<'a>,
    F: IntoHook<T, Old, (), R, M>,
{
    let result = f.call(value, old, &mut archive.context());
    let place = Place { step: Step::Field(record, index), offset: None };
    result.map_err(|why| refuse(archive, place, "`into` refused it", ("", &why)))
}

/// Runs an `upgrade` hook.
///
/// # Errors
///
/// The hook's.
pub fn upgrade<'a, A, T, R, M, F>(
    archive: &mut A,
    record: &Scope,
    value: &mut T,
    upgrade: &mut Upgrade,
    f: F,
) -> Result<(), A::Error>
where
    A: InputArchive<'a>,
    F: UpgradeHook<T, (), R, M>,
{
    let result = f.call(value, upgrade, &mut archive.context());
    if let Some(mistake) = upgrade.mistake() {
        return Err(hook(record, "`upgrade` has a mistake", &mistake).into());
    }
    result.map_err(|why| hook(record, "`upgrade` refused the value", &why).into())
}

/// Runs an `after_load` hook.
///
/// # Errors
///
/// The hook's.
pub fn after_load<'a, A, T, R, M, F>(
    archive: &mut A,
    record: &Scope,
    value: &mut T,
    f: F,
) -> Result<(), A::Error>
where
    A: InputArchive<'a>,
    F: MutHook<T, (), R, M>,
{
    let result = f.call(value, &mut archive.context());
    result.map_err(|why| hook(record, "`after_load` refused the value", &why).into())
}

/// Runs a `validate` hook.
///
/// # Errors
///
/// The hook's.
pub fn validate<'a, A, T, R, M, F>(
    archive: &mut A,
    record: &Scope,
    value: &T,
    f: F,
) -> Result<(), A::Error>
where
    A: InputArchive<'a>,
    F: RefHook<T, (), R, M>,
{
    // An object that lacks links is built again when they are there, and judged then.
    if let Some(objects) = archive.objects().filter(|objects| objects.is_incomplete()) {
        objects.rebuild();
        return Ok(());
    }
    let result = f.call(value, &mut archive.context());
    result.map_err(|why| hook(record, "`validate` refused the value", &why).into())
}

#[cold]
fn hook(record: &Scope, what: &str, why: &str) -> Error {
    refused(ErrorKind::Hook, what, why).in_record(record)
}
