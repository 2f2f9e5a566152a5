//! An archive that only checks that a value is visited as its type declares, to say where an impl departs from it.

mod check_impl;
mod parts;

use alloc::collections::{BTreeSet, VecDeque};
use alloc::format;
use alloc::vec::Vec;

pub use check_impl::{check_impl, check_impl_with};
use parts::{Open, Parts, Visited, Way};

use crate::graph::object_path;
use crate::limits::Depth;
use crate::schema::todays_name;
use crate::shape::Body;
use crate::traits::{SaveRoot, checks_visits};
use crate::{
    Error, ErrorKind, Held, Kind, Limits, OutputArchive, Primitive, Scope, Shape, Shared, Step,
    Type, Unknown,
};

/// What the value declares that is visited next, and the parts around it.
struct Declared {
    expected: Option<&'static Type>,
    /// The parts that have begun, innermost last.
    open: Vec<Open>,
    ways: Vec<Way>,
    /// What was wrong in a call that cannot fail; the next one that can reports it.
    wrong: Option<Error>,
    /// The addresses of the objects met so far, and these objects: those that are still to be visited, and the others,
    /// which are held so that no other gets their address.
    met: BTreeSet<usize>,
    objects: VecDeque<(Held, &'static Type)>,
    visited: Vec<(Held, &'static Type)>,
    depth: Depth,
}

/// Passes on what a save gives, unless the value was not visited as its type declares: rows take whatever is visited, and
/// columns only tell when they do not fit together. A save that failed is looked at, and in builds for debugging the first,
/// second, fourth .. save of a type. It takes somewhat longer than saving, and comes after it, so that what is saved does
/// not depend on it.
#[inline(always)]
pub(crate) fn checked<R>(
    saved: Result<R, Error>,
    value: &dyn SaveRoot,
    limits: &Limits,
) -> Result<R, Error> {
    match saved {
        Ok(saved) if !checks_visits() => Ok(saved),
        Ok(saved) => check(value, limits).map(|()| saved),
        Err(error) => Err(explained(error, value, limits)),
    }
}

fn check(value: &dyn SaveRoot, limits: &Limits) -> Result<(), Error> {
    if !value.facts()?.is_save_checked() {
        return Ok(());
    }
    departure(value, limits).map_or(Ok(()), Err)
}

#[cold]
fn explained(error: Error, value: &dyn SaveRoot, limits: &Limits) -> Error {
    // The caller may try again with a larger buffer.
    if error.kind() == ErrorKind::BufferTooSmall {
        return error;
    }
    departure(value, limits).unwrap_or(error)
}

/// Where the visit of a value departs from what its type declares.
fn departure(value: &dyn SaveRoot, limits: &Limits) -> Option<Error> {
    let root = value.facts().ok()?.root;
    let found = Declared::check(root, limits, &|archive| value.save(archive)).err();
    // Any other error is found by the archive, too.
    found.filter(|error| error.kind() == ErrorKind::Shape)
}

impl Declared {
    /// Checks a value of this type, given by a function that visits it, and the objects that it leads to.
    ///
    /// # Errors
    ///
    /// The value is not visited as the type declares, or cannot be visited.
    fn check(
        ty: &'static Type,
        limits: &Limits,
        visit: &dyn Fn(&mut dyn OutputArchive<Error = Error>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut declared = Self {
            expected: Some(ty),
            open: Vec::new(),
            ways: Vec::new(),
            wrong: None,
            met: BTreeSet::new(),
            objects: VecDeque::new(),
            visited: Vec::new(),
            depth: Depth::new(limits),
        };
        visit(&mut declared)?;
        declared.finish()?;
        while let Some((object, ty)) = declared.objects.pop_front() {
            declared.expected = Some(ty);
            let checked = object.visit(&mut declared).and_then(|()| declared.finish());
            checked.map_err(|error| declared.in_object(error, ty))?;
            declared.visited.push((object, ty));
        }
        Ok(())
    }

    /// Adds to an error the object in which it happened, which comes after those that were visited.
    #[cold]
    fn in_object(&self, error: Error, ty: &'static Type) -> Error {
        let name = todays_name(ty);
        let row = self.visited.iter().filter(|(_, other)| todays_name(other) == name).count();
        error.in_object(&object_path(ty, row), Some(ty))
    }

    /// Ends the value, or an object.
    fn finish(&mut self) -> Result<(), Error> {
        self.leave_value(0);
        self.report()
    }

    /// Leaves a value, before which so many parts had begun.
    fn leave_value(&mut self, open: usize) {
        let expected = self.expected.take();
        if self.open.len() != open {
            self.open.truncate(open);
            self.note("`serialize` does not end a part that it began");
        } else if let Some(declared) = expected {
            let declared = todays_name(declared);
            self.note(&format!("`serialize` visits nothing, but the type declares `{declared}`"));
        }
    }

    fn note(&mut self, wrong: &str) {
        self.wrong.get_or_insert_with(|| departed(wrong));
    }

    /// The type that is declared here, for a visit of something that is described like this.
    fn take(&mut self, visited: Visited) -> Result<&'static Type, Error> {
        let mut declared = self.take_pointer(visited)?;
        // A list of nodes takes memory for a pointer each, but is visited like any other.
        while let Kind::Boxed(inner) = declared.kind {
            declared = inner;
        }
        Ok(declared)
    }

    fn take_pointer(&mut self, visited: Visited) -> Result<&'static Type, Error> {
        self.report()?;
        self.expected.take().ok_or_else(|| {
            departed(&format!("`serialize` visits {visited} where the type declares nothing more"))
        })
    }

    fn report(&mut self) -> Result<(), Error> {
        self.wrong.take().map_or(Ok(()), Err)
    }

    /// Ends a list, map, array or tuple.
    fn close(&mut self) {
        match self.open.pop() {
            Some(
                Open::Tuple { len, next, .. }
                | Open::List { len, next, .. }
                | Open::Map { len, next, .. },
            ) if next != len => {
                self.note(&format!("`serialize` visits {next} parts after it began {len} of them"));
            }
            Some(Open::Tuple { .. } | Open::List { .. } | Open::Map { .. }) => {}
            _ => self.note("`serialize` ends another part than it began"),
        }
    }
}

#[cold]
fn departed(detail: &str) -> Error {
    Error::new(ErrorKind::Shape, format!("a value is not visited as its type declares: {detail}"))
}

#[cold]
fn other(visited: Visited, declared: &'static Type) -> Error {
    let declared = todays_name(declared);
    departed(&format!("`serialize` visits {visited}, but the type declares `{declared}`"))
}

impl OutputArchive for Declared {
    type Error = Error;

    fn primitive(&mut self, value: Primitive<'_>) -> Result<(), Error> {
        let visited = Visited::Primitive(value.kind().name());
        match self.take(visited)? {
            Type { kind: Kind::Primitive(kind), .. } if *kind == value.kind() => Ok(()),
            declared => Err(other(visited, declared)),
        }
    }

    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.depth.descend()?;
        let visited = Visited::Struct(shape.name);
        let declared = self.take(visited)?;
        let own = declared.shape().filter(|own| own.id.is(shape.id));
        match own.map(|own| &own.body) {
            Some(Body::Struct(fields)) => {
                let (fields, version) = (fields.list, shape.version);
                self.open.push(Open::Fields { fields, version, next: 0 });
                Ok(Scope::of_struct(shape, version))
            }
            _ => Err(other(visited, declared)),
        }
    }

    fn variant(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Error> {
        self.depth.descend()?;
        let visited = Visited::Enum(shape.name);
        let declared = self.take(visited)?;
        let own = declared.shape().filter(|own| own.id.is(shape.id));
        match own.map(|own| &own.body) {
            Some(Body::Enum(variants)) => {
                // An unknown variant that was retained has no fields.
                let fields = variants.get(index).map_or(&[][..], |variant| variant.fields.list);
                self.open.push(Open::Fields { fields, version: shape.version, next: 0 });
                Ok(Scope::of_variant(shape, index, shape.version))
            }
            _ => Err(other(visited, declared)),
        }
    }

    fn unknown(&mut self, record: &Scope, _: &Unknown) -> Result<(), Error> {
        // What a holder retained comes after the fields, but an unknown variant is in place of a value.
        if self.expected.is_none() {
            return Ok(());
        }
        let visited = Visited::Unknown(record.shape.name);
        let declared = self.take(visited)?;
        match declared.shape() {
            Some(own) if own.id.is(record.shape.id) => Ok(()),
            _ => Err(other(visited, declared)),
        }
    }

    fn end(&mut self, _: Scope) -> Result<(), Error> {
        self.depth.ascend();
        self.report()?;
        let Some(Open::Fields { fields, version, next }) = self.open.pop() else {
            return Err(departed("`serialize` ends a struct or a variant that it did not begin"));
        };
        let mut rest = fields.iter().skip(next).filter(|field| field.lifespan.contains(version));
        match rest.next() {
            Some(field) => {
                let name = field.name_at(version);
                Err(departed(&format!("`serialize` does not visit the field `{name}`")))
            }
            None => Ok(()),
        }
    }

    fn enter(&mut self, step: Step<'_>) -> Result<(), Error> {
        self.report()?;
        self.ways.push(Way::new(self.open.len(), step));
        self.expected = self.open.last_mut().and_then(|open| open.part(step));
        if self.expected.is_some() {
            return Ok(());
        }
        let error = departed("`serialize` visits a part that is not the next one");
        Err(error.within(step))
    }

    fn leave(&mut self) {
        if let Some(way) = self.ways.pop() {
            self.leave_value(way.open);
            self.wrong = self.wrong.take().map(|wrong| wrong.within(way.step()));
        }
    }

    fn option(&mut self, is_some: bool) -> Result<(), Error> {
        let declared = self.take(Visited::Plain("an option"))?;
        let Kind::Option(held) = declared.kind else {
            return Err(other(Visited::Plain("an option"), declared));
        };
        self.expected = is_some.then_some(held);
        Ok(())
    }

    fn begin_list(&mut self, len: usize) -> Result<(), Error> {
        let declared = self.take(Visited::Plain("a list"))?;
        let (Kind::List(element)
        | Kind::Heap(element)
        | Kind::Set(element)
        | Kind::HashSet(element)) = declared.kind
        else {
            return Err(other(Visited::Plain("a list"), declared));
        };
        self.open.push(Open::List { element, len, next: 0 });
        Ok(())
    }

    fn end_list(&mut self) {
        self.close();
    }

    fn begin_tuple(&mut self, len: usize) -> Result<(), Error> {
        let visited = Visited::Parts(len);
        let declared = self.take(visited)?;
        let (parts, most) = match declared.kind {
            Kind::Array(element, most) => (Parts::Same(element), most),
            Kind::Tuple(types) => (Parts::Each(types), types.len()),
            _ => return Err(other(visited, declared)),
        };
        if len != most {
            return Err(other(visited, declared));
        }
        self.open.push(Open::Tuple { parts, len, next: 0 });
        Ok(())
    }

    fn end_tuple(&mut self) {
        self.close();
    }

    fn begin_map(&mut self, len: usize) -> Result<(), Error> {
        let declared = self.take(Visited::Plain("a map"))?;
        let (Kind::Map(key, value) | Kind::HashMap(key, value)) = declared.kind else {
            return Err(other(Visited::Plain("a map"), declared));
        };
        self.open.push(Open::Map { key, value, len, next: 0 });
        Ok(())
    }

    fn end_map(&mut self) {
        self.close();
    }

    fn begin_pointer(&mut self) -> Result<(), Error> {
        self.depth.descend()?;
        // A large recursive type enters more levels than its own (`derived::put_levels`).
        if let Some(Type { kind: Kind::Named(_), .. }) = self.expected {
            return self.report();
        }
        let declared = self.take_pointer(Visited::Plain("a pointer"))?;
        let (Kind::Boxed(target) | Kind::Shared(target)) = declared.kind else {
            return Err(other(Visited::Plain("a pointer"), declared));
        };
        self.expected = Some(target);
        Ok(())
    }

    fn end_pointer(&mut self) {
        self.depth.ascend();
    }

    fn meet_shared(&mut self, object: Shared<'_>) -> Result<bool, Error> {
        let declared = self.take(Visited::Plain("a shared pointer"))?;
        let Kind::Shared(target) = declared.kind else {
            return Err(other(Visited::Plain("a shared pointer"), declared));
        };
        if self.met.insert(object.address()) {
            self.objects.push_back((object.hold(), target));
        }
        Ok(true)
    }

    fn meet_weak(&mut self, _: Shared<'_>) -> Result<bool, Error> {
        let declared = self.take(Visited::Plain("a weak pointer"))?;
        match declared.kind {
            Kind::Option(Type { kind: Kind::Shared(_), .. }) => Ok(true),
            _ => Err(other(Visited::Plain("a weak pointer"), declared)),
        }
    }

    fn erased(&mut self) -> Option<&mut dyn OutputArchive<Error = Error>> {
        Some(self)
    }

    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        error.within(step)
    }
}
