//! The types that two programs have under the same name in different shapes.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;

use super::outline::OutlineBody;
use super::with_classes::is_class;
use super::{BodyDef, Schema};

/// The structs and variants that other programs have under the same name in another shape. For the index of each
/// struct or enum, the names of its variants; "" for a struct.
#[derive(Default)]
pub(crate) struct Differing(BTreeMap<usize, BTreeSet<String>>);

impl Differing {
    /// Whether another program's value of this struct or variant may not have the shape that it has here.
    pub(crate) fn contains(&self, def: usize, variant: &str) -> bool {
        self.0.get(&def).is_some_and(|variants| variants.contains(variant))
    }

    /// Adds what another program has in another shape than a schema, whose types are at `places`.
    pub(super) fn add(
        &mut self,
        schema: &Schema,
        places: &BTreeMap<String, usize>,
        theirs: &Schema,
    ) {
        for their in &theirs.types {
            let Some(&place) = places.get(&theirs.name_of(their)) else { continue };
            let Some(our) = schema.types.get(place) else { continue };
            let outlines = (schema.outline(our), theirs.outline(their));
            if outlines.0 == outlines.1 {
                continue;
            }
            let differing = self.0.entry(place).or_default();
            match (&their.body, outlines.0.body, outlines.1.body) {
                (BodyDef::Enum(defs), OutlineBody::Enum(ours), OutlineBody::Enum(variants)) => {
                    // A key means the same class in all versions of the trait; another name may pass to another
                    // variant.
                    let keeps_names = outlines.0.version == outlines.1.version;
                    let ours: BTreeMap<u32, _> = ours.iter().map(|our| (our.tag, our)).collect();
                    let others = defs.iter().zip(&variants).filter(|(def, variant)| {
                        let is_same = ours.get(&variant.tag).is_some_and(|our| our == variant);
                        !is_same || !(keeps_names || is_class(def))
                    });
                    differing.extend(others.map(|(def, _)| def.name.clone()));
                }
                (BodyDef::Enum(defs), ..) => {
                    differing.extend(defs.iter().map(|it| it.name.clone()))
                }
                (BodyDef::Struct(_), ..) => differing.extend([String::new()]),
            }
        }
    }
}
