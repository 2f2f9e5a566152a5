//! Walks through the parts of any value, for tools.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;
use core::mem;

use crate::error::field_name;
use crate::limits::Depth;
use crate::text::print::Printer;
use crate::unknown::is_catch;
use crate::{
    Error, Field, Held, Limits, OutputArchive, Primitive, Scope, Serialize, Shape, Shared, Step,
    Unknown, Variant,
};

/// A part of a value that [`walk`] visits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Part<'v> {
    /// Its path, such as `player.bag["belt"].count`; empty for the value itself. The path of a map key is the position
    /// of its entry: the first key is at `player.bag{0}`, and its field `x` at `player.bag{0}.x`. Objects nested more
    /// than 64 levels deep come last, with their number as the path, such as `&7`.
    pub path: &'v str,
    /// The field that holds it, with docs and notes; `None` for elements and entries.
    pub field: Option<&'static Field>,
    /// The object's number, if this is an object behind an `Rc` or an `Arc`; [links](Visit::Link) to it have the same
    /// number.
    pub object: Option<usize>,
    /// What the walk visits here.
    pub visit: Visit<'v>,
}

/// What a walk visits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Visit<'v> {
    /// A value without parts.
    Primitive(Primitive<'v>),
    /// An empty option; an option with a value is visited as that value.
    None,
    /// The start of a struct.
    Struct(&'static Shape),
    /// The start of a variant of an enum.
    Variant(&'static Shape, &'static Variant),
    /// The start of a list or a set with this number of elements.
    List(usize),
    /// The start of an array or a tuple with this number of parts.
    Tuple(usize),
    /// The start of a map with this number of entries, each a key and a value.
    Map(usize),
    /// A link to the object with this number, which was visited before or comes last. A weak pointer is always a link;
    /// its object may come later, or never if nothing in the value owns it.
    Link(usize),
    /// Data that a struct or an unknown variant retained from another program's archive.
    Unknown(&'v Unknown),
    /// The end of the part that started last and is still open.
    End,
}

/// Visits every part of a value in row order, without building a tree in memory: for logs, searches and the like. A
/// shared object is visited at the first pointer that owns it; all other pointers are [links](Visit::Link), so cycles
/// end.
///
/// ```
/// use archive::{Archive, Visit, walk};
///
/// #[derive(Archive)]
/// struct Item { id: String, count: u32 }
///
/// let bag = vec![Item { id: "torch".into(), count: 3 }];
/// let mut seen = Vec::new();
/// walk(&bag, |part| match &part.visit {
///     Visit::Primitive(value) => seen.push(format!("{} = {value:?}", part.path)),
///     Visit::Struct(shape) => seen.push(format!("{}: {}", part.path, shape.name)),
///     _ => {}
/// })?;
/// assert_eq!(seen, ["[0]: Item", r#"[0].id = Str("torch")"#, "[0].count = U32(3)"]);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails if the value, including nested objects, is nested too deeply, or cannot be represented in an archive.
pub fn walk<T: Serialize + ?Sized>(
    value: &T,
    mut visit: impl FnMut(&Part<'_>),
) -> Result<(), Error> {
    let mut walker = Walker {
        visit: &mut visit,
        path: String::new(),
        field: None,
        outer: Vec::new(),
        key: None,
        objects: BTreeMap::new(),
        later: Vec::new(),
        object: None,
        depth: Depth::new(&Limits::new()),
    };
    value.serialize(&mut walker)?;
    walker.finish()
}

struct Walker<'f> {
    visit: &'f mut dyn FnMut(&Part<'_>),
    path: String,
    field: Option<&'static Field>,
    /// The parts around the current one, innermost last.
    outer: Vec<Outer>,
    /// The last map key, and its depth.
    key: Option<(usize, String)>,
    /// The objects met so far, by address.
    objects: BTreeMap<usize, Met>,
    /// Deeply nested objects, to be visited after everything else.
    later: Vec<(usize, Rc<Held>)>,
    /// The number of the object that the next part is.
    object: Option<usize>,
    depth: Depth,
}

/// An object that the walk met.
struct Met {
    number: usize,
    /// Whether it was visited or is queued.
    is_taken: bool,
    /// Keeps the object alive, so that no other gets its address.
    held: Rc<Held>,
}

struct Outer {
    /// The length of its path in bytes.
    path: usize,
    field: Option<&'static Field>,
    /// Whether the current part is one of its keys, and may name an entry.
    is_key: bool,
}

impl Walker<'_> {
    fn finish(&mut self) -> Result<(), Error> {
        while let Some((number, object)) = self.later.pop() {
            let name = format!("&{number}");
            self.path.clone_from(&name);
            self.object = Some(number);
            object.visit(self).map_err(|error| error.in_object(&name, None))?;
        }
        Ok(())
    }

    fn meet(&mut self, visit: Visit<'_>) {
        let object = self.object.take();
        let part = Part { path: &self.path, field: self.field, object, visit };
        (self.visit)(&part);
    }

    /// The record of an object behind a pointer.
    fn met(&mut self, object: Shared<'_>) -> &mut Met {
        let number = self.objects.len();
        let met = || Met { number, is_taken: false, held: Rc::new(object.hold()) };
        self.objects.entry(object.address()).or_insert_with(met)
    }

    /// Appends a step to the path.
    fn step(&mut self, step: Step<'_>) {
        match step {
            Step::Field(scope, index) => {
                if !self.path.is_empty() {
                    self.path.push('.');
                }
                self.path.push_str(&field_name(scope, index));
            }
            Step::Value(index) => match self.key.take() {
                Some((depth, key)) if depth == self.outer.len() => {
                    let _ = write!(self.path, "[{key}]");
                }
                _ => self.entry(index),
            },
            Step::Element(index) => {
                let _ = write!(self.path, "[{index}]");
            }
            Step::Key(index) => self.entry(index),
        }
    }

    fn entry(&mut self, index: usize) {
        let _ = write!(self.path, "{{{index}}}");
    }
}

impl OutputArchive for Walker<'_> {
    type Error = Error;

    fn primitive(&mut self, value: Primitive<'_>) -> Result<(), Error> {
        let is_name = match value {
            Primitive::Unit | Primitive::F32(_) | Primitive::F64(_) | Primitive::Bytes(_) => false,
            _ => self.outer.last().is_some_and(|outer| outer.is_key),
        };
        if is_name {
            let mut key = Printer::default();
            key.primitive(&value);
            self.key = Some((self.outer.len(), key.finish()));
        }
        self.meet(Visit::Primitive(value));
        Ok(())
    }

    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.depth.descend()?;
        self.meet(Visit::Struct(shape));
        Ok(Scope::of_struct(shape, shape.version))
    }

    fn variant(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Error> {
        self.depth.descend()?;
        if let Some(variant) = shape.variants().get(index) {
            self.meet(Visit::Variant(shape, variant));
        }
        Ok(Scope::of_variant(shape, index, shape.version))
    }

    fn unknown(&mut self, scope: &Scope, retained: &Unknown) -> Result<(), Error> {
        if !retained.is_empty() || is_catch(scope) {
            self.meet(Visit::Unknown(retained));
        }
        Ok(())
    }

    fn end(&mut self, _scope: Scope) -> Result<(), Error> {
        self.end_pointer();
        self.meet(Visit::End);
        Ok(())
    }

    fn enter(&mut self, step: Step<'_>) -> Result<(), Error> {
        let (path, is_key) = (self.path.len(), matches!(step, Step::Key(_)));
        self.outer.push(Outer { path, field: self.field, is_key });
        self.step(step);
        self.field = match step {
            Step::Field(scope, index) => scope.fields().get(index),
            _ => None,
        };
        Ok(())
    }

    fn leave(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.path.truncate(outer.path);
            self.field = outer.field;
        }
    }

    fn option(&mut self, is_some: bool) -> Result<(), Error> {
        // What an option holds does not name an entry.
        if let Some(outer) = self.outer.last_mut() {
            outer.is_key = false;
        }
        if !is_some {
            self.meet(Visit::None);
        }
        Ok(())
    }

    fn begin_list(&mut self, len: usize) -> Result<(), Error> {
        self.meet(Visit::List(len));
        Ok(())
    }

    fn end_list(&mut self) {
        self.meet(Visit::End);
    }

    fn begin_tuple(&mut self, len: usize) -> Result<(), Error> {
        self.meet(Visit::Tuple(len));
        Ok(())
    }

    fn end_tuple(&mut self) {
        self.meet(Visit::End);
    }

    fn begin_map(&mut self, len: usize) -> Result<(), Error> {
        self.meet(Visit::Map(len));
        Ok(())
    }

    fn end_map(&mut self) {
        self.meet(Visit::End);
    }

    fn begin_pointer(&mut self) -> Result<(), Error> {
        self.depth.descend()
    }

    fn erased(&mut self) -> Option<&mut dyn OutputArchive<Error = Error>> {
        Some(self)
    }

    fn meet_shared(&mut self, object: Shared<'_>) -> Result<bool, Error> {
        let is_deep = self.depth.left <= self.depth.most / 2;
        let met = self.met(object);
        let (number, is_taken) = (met.number, mem::replace(&mut met.is_taken, true));
        if is_deep && !is_taken {
            let held = Rc::clone(&met.held);
            self.later.push((number, held));
        }
        let is_link = is_deep || is_taken;
        // An object that is itself a pointer to another object is a link to it.
        if is_link || self.object.is_some() {
            self.meet(Visit::Link(number));
        }
        self.object = (!is_link).then_some(number);
        Ok(is_link)
    }

    fn meet_weak(&mut self, object: Shared<'_>) -> Result<bool, Error> {
        let number = self.met(object).number;
        self.meet(Visit::Link(number));
        Ok(true)
    }

    fn end_pointer(&mut self) {
        self.depth.ascend();
    }

    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        error.within(step)
    }
}
