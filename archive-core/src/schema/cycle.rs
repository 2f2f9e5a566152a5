//! Finds recursive structs and enums in a schema.

use alloc::vec::Vec;

use super::{Schema, TypeRef};

/// For each struct and enum, whether it is on a cycle, or on a path between two. Found by repeatedly
/// removing those that refer to none of the rest, and those that none of the rest refers to.
///
/// `names` collects the structs and enums that a type refers to.
pub(crate) fn on_cycles(schema: &Schema, names: impl Fn(&TypeRef, &mut Vec<usize>)) -> Vec<bool> {
    let count = schema.types.len();
    let mut refers: Vec<Vec<usize>> = Vec::with_capacity(count);
    let mut referred: Vec<Vec<usize>> = alloc::vec![Vec::new(); count];
    for (index, def) in schema.types.iter().enumerate() {
        let mut to = Vec::new();
        def.body.fields().for_each(|field| names(&field.ty, &mut to));
        to.sort_unstable();
        to.dedup();
        for other in &to {
            if let Some(from) = referred.get_mut(*other) {
                from.push(index);
            }
        }
        refers.push(to);
    }
    let mut left = alloc::vec![true; count];
    take_away(&mut left, &refers, &referred);
    take_away(&mut left, &referred, &refers);
    left
}

/// Repeatedly removes nodes without an edge to a remaining node.
fn take_away(left: &mut [bool], to: &[Vec<usize>], from: &[Vec<usize>]) {
    let is_left = |left: &[bool], at: &usize| left.get(*at).copied().unwrap_or(false);
    let edges = |at: usize| to.get(at).map_or(&[][..], Vec::as_slice).iter();
    let mut degrees: Vec<usize> =
        (0..left.len()).map(|at| edges(at).filter(|to| is_left(left, to)).count()).collect();
    let mut open: Vec<usize> =
        (0..left.len()).filter(|at| is_left(left, at) && degrees.get(*at) == Some(&0)).collect();
    while let Some(at) = open.pop() {
        if let Some(left) = left.get_mut(at) {
            *left = false;
        }
        for other in from.get(at).map_or(&[][..], Vec::as_slice) {
            if let Some(degree) = degrees.get_mut(*other).filter(|degree| **degree > 0) {
                *degree = degree.saturating_sub(1);
                if *degree == 0 && is_left(left, other) {
                    open.push(*other);
                }
            }
        }
    }
}
