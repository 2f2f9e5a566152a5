//! Called by derived code on a loaded value: `into`, `upgrade`, `after_load` and `validate`.

use alloc::format;
use core::marker::PhantomData;

use crate::graph;
use crate::hooks::{IntoHook, MutHook, RefHook, Refusal, RetiredHook, UpgradeHook, refused};
use crate::{Error, ErrorKind, InputArchive, Scope, Step, Upgrade};

/// Converts a removed variant to one of today's, by the function `into`.
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
    let refused = |why: Refusal| {
        let variant = record.shape.variants().iter().find(|it| it.tag == record.tag);
        let name = variant.map_or("", |it| it.name_at(record.version));
        let what = format!("`into` refused the removed variant `{}::{name}`", record.shape.name);
        refused(ErrorKind::Convert, &what, why).in_record(record)
    };
    Ok(archive.context().convert(|context| f.call(args, context).map_err(refused))?)
}

/// Hands the removed value of the field at `index` to the function `into`.
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
    let refused = |why: Refusal| refused(ErrorKind::Convert, "`into` refused it", why);
    let result = archive.context().hook(|context| f.call(value, old, context).map_err(refused));
    result.map_err(|error| archive.locate(error.into(), Step::Field(record, index)))
}

/// Runs an `upgrade` hook.
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
    let upgraded = archive.context().hook(|context| {
        let result = f.call(value, upgrade, context);
        if let Some(mistake) = upgrade.mistake() {
            return Err(hook(record, "mistake in `upgrade`", Refusal::Said(mistake))
                .with_help("correct the hook; the data is valid"));
        }
        result.map_err(|why| hook(record, "`upgrade` refused the value", why))
    });
    Ok(upgraded?)
}

/// Runs an `after_load` hook.
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
    let refused = |why: Refusal| hook(record, "`after_load` refused the value", why);
    Ok(archive.context().hook(|context| f.call(value, context).map_err(refused))?)
}

/// Runs a `validate` hook.
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
    // As long as objects lack links, these are not validated, nor what leads to them.
    if !graph::may_validate(archive)? {
        return Ok(());
    }
    let refused = |why: Refusal| hook(record, "`validate` refused the value", why);
    Ok(archive.context().hook(|context| f.call(value, context).map_err(refused))?)
}

#[cold]
fn hook(record: &Scope, what: &str, why: Refusal) -> Error {
    refused(ErrorKind::Hook, what, why).in_record(record)
}
