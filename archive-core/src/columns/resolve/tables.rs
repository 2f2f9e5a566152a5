//! Resolves the tables of shared objects.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Differs, Resolve};
use crate::columns::plan::{ABSENT, Act, NONE, Spot, TablePlan};
use crate::schema::{static_name, walk};
use crate::weight::{COUNTS, LISTED};
use crate::{Error, Kind, Type};

impl Resolve<'_, '_> {
    /// The spot of a table's objects, read as the given type of the program.
    pub(super) fn table(&mut self, table: usize, ty: &'static Type) -> usize {
        let version = self.matching.version;
        let name = static_name(ty, &mut |shape| version(shape, None));
        let mut known = self.plan.tables.iter();
        if let Some(known) = known.find(|known| known.table == table && known.name == name) {
            return known.spot.saturating_add(1);
        }
        let spot = self.add(2);
        self.plan.tables.push(TablePlan { table, name, ty, spot });
        spot.saturating_add(1)
    }

    /// Finds the tables of all shared types that can be reached from `root`, including those within rows.
    pub(super) fn declare_tables(&mut self, root: &'static Type) -> Result<(), Error> {
        if self.plan.tree.tables.is_empty() {
            return Ok(());
        }
        let (schema, version) = (self.schema, self.matching.version);
        let names: Vec<String> = schema.shared().iter().map(|ty| schema.type_name(ty)).collect();
        let instances = walk(root, &mut |shape, _| Ok(version(shape, None)))?;
        let mut shared = Vec::new();
        shared_by(root, &mut shared);
        for instance in instances.values() {
            instance.fields().for_each(|field| shared_by(field.ty, &mut shared));
        }
        for ty in shared {
            let name = static_name(ty, &mut |shape| version(shape, None));
            if let Some(table) = names.iter().position(|known| *known == name) {
                self.table(table, ty);
            }
        }
        Ok(())
    }

    /// Fills the spots of the tables. Filling one may add others.
    pub(super) fn fill_tables(&mut self) -> Result<(), Differs> {
        let mut next = 0;
        while let Some(TablePlan { table, ty, spot, .. }) = self.plan.tables.get(next) {
            let (table, ty, spot) = (*table, *ty, *spot);
            let node = self.plan.tree.tables.get(table).copied().unwrap_or(NONE);
            self.depth = 0;
            let first = spot.saturating_add(1);
            self.set(spot, Spot { act: Act::List, first, len: 1, node, ..ABSENT });
            self.weigh(Act::List, ty.memory.saturating_add(COUNTS).saturating_add(LISTED));
            let object = self.plan.tree.get(node).first;
            self.within(Act::List, |resolve| resolve.fill(first, ty, object))?;
            next = next.saturating_add(1);
        }
        Ok(())
    }
}

/// Adds the types behind the shared pointers of a type.
fn shared_by(ty: &'static Type, to: &mut Vec<&'static Type>) {
    if let Kind::Shared(inner) = ty.kind {
        to.push(inner);
    }
    ty.kind.parts().for_each(|part| shared_by(part, to));
}
