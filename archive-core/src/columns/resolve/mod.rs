//! Makes a plan by matching a type of the program with the tree of an archive.
//!
//! Fields and variants are matched either by their declared history, if the archive's types are versions of this
//! program's, or by name, if another program wrote it ([`Matching`]).

mod budget;
mod matching;
mod plain;
mod tables;

use budget::Rows;

pub(crate) use matching::Matching;

use super::plan::{ABSENT, Act, NONE, Plan, Spot, UnknownField};
use super::tree::{Node, Part, Tree};
use crate::matching::{Matched, variant_of};
use crate::schema::{BodyDef, FieldDef, FieldsDef, Schema, TypeDef, TypeRef, walk};
use crate::shape::Field;
use crate::value::encoded;
use crate::weight::{COUNTS, linked_weight, weight, weight_by_name};
use crate::{Error, Kind, Shape, Type, UnknownPolicy};

impl Plan {
    /// Resolves a type against a schema.
    ///
    /// `None` if a part has another kind in the archive than in the program, or if the archive has unknown fields and
    /// these are to be an error. That is not an error yet, since the value may not have such a part.
    ///
    /// # Errors
    ///
    /// Two types have the same name.
    pub(crate) fn new(
        root: &'static Type,
        schema: &Schema,
        tree: Tree,
        matching: Matching<'_>,
    ) -> Result<Option<Self>, Error> {
        let plan = Self::empty(tree);
        let mut resolve =
            Resolve { schema, matching, plan, depth: 0, pointers: 0, rows: Rows::ONE };
        let node = resolve.plan.tree.root;
        if resolve.fill(0, root, node).is_err() {
            return Ok(None);
        }
        if matching.declared {
            resolve.declare_tables(root)?;
        }
        if resolve.fill_tables().is_err() {
            return Ok(None);
        }
        resolve.leave(Rows::ONE);
        let Resolve { mut plan, pointers, .. } = resolve;
        let each = plan.weight.saturating_add(pointers).saturating_add(budget::UNPACKED);
        plan.weight = each.saturating_mul(8);
        plan.weight = plan.weight.max(rows_weight(root, &plan, matching)?);
        // Here and not at each load: a message has so little else that it was a fifth of the steps.
        plan.is_for_tables = plan.may_be_in_tables(0);
        let is_refused = matching.unknown == UnknownPolicy::Error && !plan.unknown.is_empty();
        Ok((!is_refused).then_some(plan))
    }
}

/// The most memory that a value in rows may take for each of its bytes.
fn rows_weight(root: &'static Type, plan: &Plan, matching: Matching<'_>) -> Result<usize, Error> {
    if !plan.spots.iter().any(|spot| matches!(spot.act, Act::Rows | Act::ForeignRows)) {
        return Ok(0);
    }
    let instances = walk(root, &mut |shape, _| Ok((matching.version)(shape, None)))?;
    Ok(match (matching.declared, plan.tree.tables.is_empty()) {
        (true, true) => weight(root, &instances),
        (true, false) => linked_weight(root, &instances),
        (false, _) => weight_by_name(root, &instances),
    })
}

/// A part has another kind in the archive than in the program.
struct Differs;

struct Resolve<'s, 'v> {
    schema: &'s Schema,
    matching: Matching<'v>,
    plan: Plan,
    depth: u32,
    /// The total memory that the targets of all pointers in the type take.
    pointers: usize,
    /// The rows of what is being resolved.
    rows: Rows,
}

impl<'s> Resolve<'s, '_> {
    fn set(&mut self, at: usize, spot: Spot) {
        self.grant(budget::unpacked(&spot, self.plan.tree.get(spot.node)));
        if let Some(spot_of) = self.plan.spot_of.get_mut(spot.node) {
            *spot_of = at;
        }
        if let Some(place) = self.plan.spots.get_mut(at) {
            let Spot { required, pointers, .. } = *place;
            *place = Spot { depth: self.depth, required, pointers, ..spot };
        }
    }

    /// Adds spots and returns the first of them.
    fn add(&mut self, count: usize) -> usize {
        let first = self.plan.spots.len();
        self.plan.spots.extend(core::iter::repeat_n(ABSENT, count));
        first
    }

    /// Fills a spot, whose value is at `node` of the archive.
    fn fill(&mut self, at: usize, ty: &'static Type, node: usize) -> Result<(), Differs> {
        let their = self.plan.tree.get(node);
        match (ty.kind, their.part) {
            (Kind::Shared(inner), Part::Link(table)) => {
                let first = self.table(table, inner);
                self.set(at, Spot { act: Act::Link(table), first, node, ..ABSENT });
                Ok(())
            }
            (Kind::Boxed(inner) | Kind::Shared(inner), part) => {
                let memory = inner.memory.saturating_add(COUNTS);
                self.pointers = self.pointers.saturating_add(memory);
                self.grant(memory);
                // The reader of rows counts a pointer to a value in rows.
                let levels = u32::from(part != Part::Rows);
                self.depth = self.depth.saturating_add(levels);
                let spots = self.plan.spots.iter_mut();
                spots
                    .skip(at)
                    .take(1)
                    .for_each(|spot| spot.pointers = spot.pointers.saturating_add(1));
                self.fill(at, inner, node)?;
                self.depth = self.depth.saturating_sub(levels);
                Ok(())
            }
            (Kind::Option(inner), Part::Option) => {
                self.fill_parts(at, Act::Option, node, &[inner])?;
                if let Some(spot) = self.plan.spots.get_mut(at) {
                    spot.evolves = inner.evolves();
                }
                Ok(())
            }
            (Kind::Option(inner), _) => {
                let first = self.add(1);
                self.set(at, Spot { act: Act::Always, first, len: 1, node, ..ABSENT });
                self.fill(first, inner, node)
            }
            (_, Part::Option) => {
                if let Some(spot) = self.plan.spots.get_mut(at) {
                    if spot.required != NONE {
                        if self.matching.declared {
                            return Err(Differs);
                        }
                        self.as_tree(at, node);
                        return Ok(());
                    }
                    spot.required = node;
                }
                self.fill(at, ty, their.first)
            }
            (_, Part::Link(table)) => {
                let first = self.table(table, ty);
                self.set(at, Spot { act: Act::Follow(table), first, node, ..ABSENT });
                Ok(())
            }
            (Kind::Named(shape), part) => self.fill_named(at, shape(), node, part),
            _ => self.fill_plain(at, ty, node, their),
        }
    }

    fn fill_parts(
        &mut self,
        at: usize,
        act: Act,
        node: usize,
        types: &[&'static Type],
    ) -> Result<(), Differs> {
        let their = self.plan.tree.get(node);
        let first = self.add(types.len());
        self.set(at, Spot { act, first, len: types.len(), node, ..ABSENT });
        self.within(act, |resolve| {
            let mut parts = (first..).zip(their.first..).zip(types);
            parts.try_for_each(|((spot, part), ty)| resolve.fill(spot, ty, part))
        })
    }

    fn fill_named(
        &mut self,
        at: usize,
        shape: &'static Shape,
        node: usize,
        part: Part,
    ) -> Result<(), Differs> {
        let their = self.plan.tree.get(node);
        if shape.name == encoded::NAME {
            self.plan.weight = self.plan.weight.max(encoded::WEIGHT);
        }
        let schema = self.schema;
        let def = schema.types.get(their.def);
        let version = (self.matching.version)(shape, def);
        if part == Part::Rows {
            let act = if self.matching.declared { Act::Rows } else { Act::ForeignRows };
            let is_recursive = shape.id.is_recursive;
            let has_links = !self.plan.tree.tables.is_empty()
                && schema.holds_shared(&TypeRef::Named(their.def));
            self.set(at, Spot { act, node, version, is_recursive, has_links, ..ABSENT });
            return Ok(());
        }
        self.depth = self.depth.saturating_add(1);
        match (part, def) {
            (Part::Struct, Some(TypeDef { body: BodyDef::Struct(theirs), .. }))
                if shape.variants().is_empty() =>
            {
                let first = self.add(shape.fields().len());
                let len = shape.fields().len();
                self.set(at, Spot { act: Act::Struct, first, len, node, version, ..ABSENT });
                self.fill_fields(first, (shape, shape.fields()), their, theirs, version)?;
                self.compare(at, |plan| !plan.has_fields(first, shape, shape.fields()));
            }
            (Part::Enum { .. }, Some(def)) if !shape.variants().is_empty() => {
                self.fill_variants(at, shape, node, def, version)?;
                if let Some(spot) = self.plan.spots.get_mut(at) {
                    spot.evolves = shape.size().evolves;
                }
            }
            _ => return Err(Differs),
        }
        if let Some(spot) = self.plan.spots.get_mut(at) {
            spot.is_recursive = shape.id.is_recursive;
        }
        self.depth = self.depth.saturating_sub(1);
        Ok(())
    }

    fn fill_fields(
        &mut self,
        first: usize,
        (shape, ours): (&'static Shape, &'static [Field]),
        their: Node,
        theirs: &FieldsDef,
        version: u32,
    ) -> Result<(), Differs> {
        let names = theirs.list.iter().map(FieldDef::named);
        let naming = self.matching.naming(shape, self.schema.types.get(their.def));
        let matched = Matched::new(ours, version, names, naming);
        let stored = self.schema.types.get(their.def).map_or(version, |def| def.version);
        for (place, (spot, field)) in (first..).zip(ours).enumerate() {
            let Some(index) = matched.place(place) else { continue };
            let node = their.first.saturating_add(index);
            self.fill(spot, field.ty, node)?;
        }
        if matched.first_converted().is_some() {
            // Read as a tree, which is an error if there are such values.
            return Err(Differs);
        }
        for field in matched.unknown().iter().filter_map(|place| theirs.list.get(*place)) {
            let name = field.name.clone();
            self.plan.unknown.push(UnknownField { name, shape });
        }
        let others = &mut self.plan.other_versions;
        let is_other = !self.matching.declared && stored != shape.version;
        if is_other && !others.iter().any(|(other, _)| core::ptr::eq(*other, shape)) {
            others.push((shape, stored));
        }
        Ok(())
    }

    /// Resolves variants: the parts of the spot are the archive's variants, in the archive's order.
    fn fill_variants(
        &mut self,
        at: usize,
        shape: &'static Shape,
        node: usize,
        def: &TypeDef,
        version: u32,
    ) -> Result<(), Differs> {
        let their = self.plan.tree.get(node);
        let BodyDef::Enum(theirs) = &def.body else {
            return Ok(());
        };
        let naming = self.matching.naming(shape, Some(def));
        let first = self.add(theirs.len());
        let len = theirs.len();
        let is_wide = their.part == Part::Enum { is_wide: true };
        let tags = self.plan.tags.len();
        self.plan.tags.extend(theirs.iter().map(|variant| variant.tag));
        self.set(at, Spot { act: Act::Enum, first, len, node, version, is_wide, tags, ..ABSENT });
        let (around, mut largest) = (self.rows.memory, 0);
        for ((spot, part), variant) in (first..).zip(their.first..).zip(theirs) {
            self.rows.memory = 0;
            let named = (&*variant.name, Some(variant.tag), def.version);
            let Some(ours) = variant_of(shape, named, version, naming) else {
                // An unknown variant may have the tag of another one that is known.
                self.compare(at, |_| true);
                continue;
            };
            let fields = self.add(ours.fields.list.len());
            let len = ours.fields.list.len();
            let spot_of = Spot { act: Act::Variant, first: fields, len, node: part, ..ABSENT };
            self.set(spot, Spot { version, tag: ours.tag, ..spot_of });
            let their = self.plan.tree.get(part);
            let ours_of = (shape, ours.fields.list);
            self.fill_fields(fields, ours_of, their, &variant.fields, version)?;
            self.compare(at, |plan| {
                ours.tag != variant.tag || !plan.has_fields(fields, shape, ours.fields.list)
            });
            largest = largest.max(self.rows.memory);
        }
        // A row has one of the variants.
        self.rows.memory = around.saturating_add(largest);
        Ok(())
    }

    /// Marks a spot as different if the archive is another program's and `differs` is true.
    fn compare(&mut self, at: usize, differs: impl FnOnce(&Plan) -> bool) {
        if !self.matching.declared && differs(&self.plan) {
            if let Some(spot) = self.plan.spots.get_mut(at) {
                spot.differs = true;
            }
        }
    }
}
