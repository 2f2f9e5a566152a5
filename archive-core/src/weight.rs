//! The maximum memory per byte of input, computed from a type (DESIGN.md, "Bounds").

use alloc::vec::Vec;

use crate::Kind;
use crate::graph::Copies;
use crate::schema::Instances;
use crate::value::encoded;
use crate::{Arg, PrimitiveKind, Shape, Type};

/// The memory that a map or set of `len` entries may reserve. The hash tables of `std` are at least three
/// eighths full. The nodes of ordered maps are at least half full, except the last; a node always has room
/// for eleven entries.
pub(crate) const fn map_memory(len: usize, key_and_value: usize) -> usize {
    if len == 0 {
        return 0;
    }
    let entry = key_and_value.saturating_add(16).saturating_mul(3);
    entry.saturating_mul(len).saturating_add(key_and_value.saturating_mul(10))
}

/// What a shared value reserves besides itself: two reference counts, and padding to their alignment.
pub(crate) const COUNTS: usize = 3 * size_of::<usize>();

/// What a table's lists of objects reserve for each: a pointer, possibly a wide one, and what is noted of the object,
/// doubled for lists that have just grown.
pub(crate) const LISTED: usize = 4 * size_of::<usize>() + 2 * size_of::<Copies>();

/// The maximum memory that loading a value of type `root` reserves per byte of input, in bytes.
///
/// Each element of a sequence takes at least its minimum size, and different sequences have different bytes,
/// so the largest weight counts. Pointers may share bytes with what contains them, so their memory is added
/// up.
pub(crate) fn weight(root: &'static Type, instances: &Instances) -> usize {
    weigh(root, instances, false, false)
}

/// How often an object may be built: once for each kind of pointer to it (`Rc<T>`, `Arc<T>`, `Rc<RefCell<T>>`), since
/// all earlier objects of a table are built with it, and once more to be completed. More than three kinds of pointers to
/// one type are rare; such a file is refused only if its objects also take far more memory than bytes.
const BUILDS: usize = 4;

/// The same for an archive whose shared objects are in tables; elsewhere, links take four bytes.
pub(crate) fn linked_weight(root: &'static Type, instances: &Instances) -> usize {
    weigh(root, instances, false, true).saturating_mul(BUILDS)
}

/// The same for loading by name: a value may then take a single byte, with the rest set to defaults.
pub(crate) fn weight_by_name(root: &'static Type, instances: &Instances) -> usize {
    weigh(root, instances, true, true)
}

fn weigh(root: &'static Type, instances: &Instances, by_name: bool, is_linked: bool) -> usize {
    let (pointers, sizes) = (Vec::new(), Vec::new());
    let mut weigher = Weigher { instances, by_name, is_linked, sequences: 1, pointers, sizes };
    weigher.visit(root);
    for instance in instances.values() {
        if instance.shape.name == encoded::NAME {
            weigher.sequences = weigher.sequences.max(encoded::WEIGHT);
        }
        for arg in instance.shape.args {
            if let Arg::Type(ty) = arg {
                weigher.visit(ty);
            }
        }
        for field in instance.fields() {
            weigher.visit(field.ty);
        }
    }
    let pointers = weigher.pointers.iter().map(|(_, weight)| *weight);
    pointers.fold(weigher.sequences, usize::saturating_add)
}

struct Weigher<'i> {
    instances: &'i Instances,
    /// Whether nothing is known about the bytes of a value.
    by_name: bool,
    is_linked: bool,
    /// The largest weight of a sequence so far.
    sequences: usize,
    /// The weight of each kind of pointer, by target type.
    pointers: Vec<(*const Type, usize)>,
    /// The minimum sizes of structs and enums; 0 for those being measured.
    sizes: Vec<(*const Shape, usize)>,
}

impl Weigher<'_> {
    fn visit(&mut self, ty: &'static Type) {
        match ty.kind {
            Kind::List(inner) | Kind::Heap(inner) => {
                let min = self.min(inner);
                self.sequence(inner.memory, min);
            }
            Kind::Set(inner) | Kind::HashSet(inner) => {
                let min = self.min(inner);
                self.sequence(map_memory(1, inner.memory), min);
            }
            Kind::Map(key, value) | Kind::HashMap(key, value) => {
                let min = self.min(key).saturating_add(self.min(value));
                self.sequence(map_memory(1, key.memory.saturating_add(value.memory)), min);
            }
            Kind::Boxed(inner) => return self.pointer(inner, 0),
            Kind::Shared(inner) => {
                return self.pointer(inner, if self.is_linked { LISTED } else { 0 });
            }
            _ => {}
        }
        ty.kind.parts().for_each(|part| self.visit(part));
    }

    fn sequence(&mut self, memory: usize, min: usize) {
        self.sequences = self.sequences.max(memory.div_ceil(min.max(1)));
    }

    fn pointer(&mut self, to: &'static Type, beside: usize) {
        let key = core::ptr::from_ref(to);
        if self.pointers.iter().any(|(known, _)| *known == key) {
            return;
        }
        let memory = to.memory.saturating_add(COUNTS).saturating_add(beside);
        let min = self.min(to).max(1);
        self.pointers.push((key, memory.div_ceil(min)));
        self.visit(to);
    }

    /// The minimum size of a value of a type.
    fn min(&mut self, ty: &'static Type) -> usize {
        if self.by_name {
            return 1;
        }
        match ty.kind {
            Kind::Primitive(kind) => kind.min_size(),
            Kind::Option(_)
            | Kind::List(_)
            | Kind::Heap(_)
            | Kind::Set(_)
            | Kind::HashSet(_)
            | Kind::Map(..)
            | Kind::HashMap(..) => PrimitiveKind::Bytes.min_size(),
            Kind::Array(inner, len) => self.min(inner).saturating_mul(len),
            Kind::Tuple(parts) => {
                parts.iter().fold(0, |sum: usize, part| sum.saturating_add(self.min(part)))
            }
            Kind::Shared(_) if self.is_linked => size_of::<u32>(),
            Kind::Boxed(inner) | Kind::Shared(inner) => self.min(inner),
            Kind::Named(shape) => self.min_of_shape(shape()),
        }
    }

    /// The minimum size of a struct or enum. Returns 0 while it is being measured, which is a lower bound
    /// for a recursive value.
    fn min_of_shape(&mut self, shape: &'static Shape) -> usize {
        if !shape.variants().is_empty() {
            return 1;
        }
        let key = core::ptr::from_ref(shape);
        if let Some((_, known)) = self.sizes.iter().find(|(known, _)| *known == key) {
            return *known;
        }
        self.sizes.push((key, 0));
        let known = self.instances.values().find(|known| known.shape.id.is(shape.id));
        let version = known.map_or(shape.version, |known| known.version);
        let alive = shape.fields().iter().filter(|field| field.lifespan.contains(version));
        let sum = alive.fold(0, |sum: usize, field| sum.saturating_add(self.min(field.ty)));
        if let Some(entry) = self.sizes.iter_mut().find(|(known, _)| *known == key) {
            entry.1 = sum;
        }
        sum
    }
}
