//! Applies a [`Diff`] to a value.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::brief::brief;
use super::work::Work;
use super::{Change, Diff};
use crate::error::shown;
use crate::value::Value;
use crate::value::elements::Elements;
use crate::value::path::Written;
use crate::{Error, ErrorKind};

impl Diff {
    /// Applies the changes to a value, turning the first of the compared values into the second.
    ///
    /// The value must hold the old value wherever a change applies; the rest may differ. So a fix to one save can be
    /// applied to another:
    ///
    /// ```
    /// use archive::Value;
    ///
    /// let fix = Value::from(vec!["sord", "bow"]).diff(&Value::from(vec!["sword", "bow"]));
    /// let mut other = Value::from(vec!["sord", "key", "torch"]);
    /// fix.apply(&mut other)?;
    /// assert_eq!(other, Value::from(vec!["sword", "key", "torch"]));
    /// assert!(fix.apply(&mut other).is_err());
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value differs from the old value where a change applies; and for changes that were not made by
    /// [`Value::diff`], if they would shift more than a hundred million elements one by one, or nest values more deeply than the
    /// value does and a file can. The value is then unchanged.
    pub fn apply(&self, value: &mut Value<'_>) -> Result<(), Error> {
        let mut apply = Apply { value, places: Vec::new(), work: Work::new() };
        let mut done = Vec::with_capacity(self.changes.len());
        let mut checked = 0;
        for (at, change) in self.changes.iter().enumerate() {
            let mut is_new = true;
            if at >= checked {
                let entries = entries(self.changes.get(at..).unwrap_or_default());
                checked = at.saturating_add(entries.len());
                is_new = apply.are_new(entries);
            }
            let spot = if is_new { apply.change(change) } else { None };
            let is_done = spot.is_some();
            done.extend(spot);
            let error = apply.work.check(change).err();
            let error = error.or_else(|| (!is_done).then(|| other(apply.value, change)));
            if let Some(error) = error {
                for (change, spot) in self.changes.iter().zip(done).rev() {
                    apply.undo(change, &spot);
                }
                return Err(error);
            }
        }
        Ok(())
    }
}

/// The path of the map that a change adds an entry to.
fn map_of(change: &Change) -> Option<&str> {
    match change {
        Change::Added { path, key: Some(_), .. } => Some(Written::all(path).ok()?.last()?.within()),
        _ => None,
    }
}

/// The longest run of changes at the front that add entries to the same map.
fn entries(changes: &[Change]) -> &[Change] {
    let Some(map) = changes.first().and_then(map_of) else { return &[] };
    let count = changes.iter().take_while(|change| map_of(change) == Some(map)).count();
    changes.get(..count).unwrap_or_default()
}

/// The value that is being changed.
struct Apply<'v, 'a> {
    value: &'v mut Value<'a>,
    work: Work,
    /// The positions on the way to the last change. The next change is often near, so maps are searched from
    /// there.
    places: Vec<usize>,
}

impl<'a> Apply<'_, 'a> {
    /// Applies a change and returns the spot where it was applied, or `None` if it does not fit the value.
    fn change(&mut self, change: &Change) -> Option<Spot> {
        let mut steps = Written::all(change.path()).ok()?;
        let place = match change {
            Change::Moved { from, to, .. } => {
                let is_moved = self.lead(&steps)?.0.move_element(*from, *to);
                self.work.add(from.abs_diff(*to));
                is_moved.then_some(*to)?
            }
            Change::Changed { from, to, .. } => match steps.pop() {
                Some(last) => self.replace(&steps, &last, from, to)?,
                None if self.value == from => {
                    *self.value = to.clone();
                    0
                }
                None => return None,
            },
            Change::Added { place, key, value, .. } => {
                let last = steps.pop()?;
                let within = self.lead_for(&steps, value)?;
                let place = put(within, &last, *place, key, value)?;
                let count = shifted(within, place);
                self.work.add(count);
                place
            }
            Change::Removed { place, key, value, .. } => {
                let last = steps.pop()?;
                self.remove(&steps, &last, *place, key, value)?
            }
        };
        let way = self.places.get(..steps.len()).unwrap_or_default().to_vec();
        Some(Spot { way, place })
    }

    /// Undoes a change that was applied at a spot. It cannot fail: the spot is found by positions, as a step may name
    /// several keys.
    fn undo(&mut self, change: &Change, spot: &Spot) {
        let Ok(mut steps) = Written::all(change.path()) else { return };
        let last = match change {
            Change::Moved { .. } => None,
            _ => steps.pop(),
        };
        let Some(within) = spot.within(self.value) else { return };
        match (change, last) {
            (Change::Changed { from, .. }, None) => *self.value = from.clone(),
            (Change::Changed { from, .. }, Some(_)) => {
                drop(within.replace_part(spot.place, from.clone()));
            }
            (Change::Moved { from, .. }, _) => {
                within.move_element(spot.place, *from);
            }
            (Change::Added { .. }, _) => drop(within.remove_part(spot.place)),
            (Change::Removed { key, value, .. }, Some(last)) => {
                put(within, &last, spot.place, key, value);
            }
            (Change::Removed { .. }, None) => {}
        }
    }

    /// Whether a map has none of the entries yet that the changes add.
    fn are_new(&mut self, added: &[Change]) -> bool {
        let Some(first) = added.first() else { return true };
        let Ok(mut steps) = Written::all(first.path()) else { return false };
        steps.pop();
        let Some((Value::Map(entries), _)) = self.lead(&steps) else { return false };
        let mut keys: Vec<&Value<'_>> = Vec::new();
        for change in added {
            if let Change::Added { key: Some(key), .. } = change {
                keys.push(key);
            }
        }
        keys.sort_unstable();
        let are_new = !entries.iter().any(|(key, _)| keys.binary_search(&key).is_ok());
        let count = entries.len();
        self.work.add(count);
        are_new
    }

    /// The part at the end of some steps, and the levels around its own parts.
    fn lead(&mut self, steps: &[Written<'_>]) -> Option<(&mut Value<'a>, u32)> {
        let mut value = &mut *self.value;
        let mut levels = 0_u32;
        for (depth, step) in steps.iter().enumerate() {
            levels = levels.saturating_add(levels_of(value));
            let within = value.in_options_mut();
            let hint = self.places.get(depth).copied().unwrap_or_default();
            let place = within.place(&step.step, hint)?;
            self.work.add(place.abs_diff(hint));
            match self.places.get_mut(depth) {
                Some(known) => *known = place,
                None => self.places.push(place),
            }
            value = within.part_mut(place)?;
        }
        levels = levels.saturating_add(levels_of(value));
        Some((value.in_options_mut(), levels))
    }

    /// The part at the end of some steps, if it may have a part that is as deep as `part`.
    fn lead_for(&mut self, steps: &[Written<'_>], part: &Value<'_>) -> Option<&mut Value<'a>> {
        let (_, levels) = self.lead(steps)?;
        if !self.work.may_nest(self.value, levels, part) {
            return None;
        }
        self.lead(steps).map(|(within, _)| within)
    }

    fn replace(
        &mut self,
        steps: &[Written<'_>],
        last: &Written<'_>,
        from: &Value<'static>,
        to: &Value<'static>,
    ) -> Option<usize> {
        let hint = self.places.get(steps.len()).copied().unwrap_or_default();
        let within = self.lead_for(steps, to)?;
        let place = within.place(&last.step, hint)?;
        if !within.is_part(place, from) {
            return None;
        }
        within.replace_part(place, to.clone())?;
        self.work.add(place.abs_diff(hint));
        self.places.truncate(steps.len());
        self.places.push(place);
        Some(place)
    }

    fn remove(
        &mut self,
        steps: &[Written<'_>],
        last: &Written<'_>,
        hint: usize,
        key: &Option<Value<'static>>,
        value: &Value<'static>,
    ) -> Option<usize> {
        let (within, _) = self.lead(steps)?;
        let place = within.place(&last.step, hint)?;
        if let Value::Map(entries) = &*within {
            entries.get(place).filter(|(other, _)| Some(other) == key.as_ref())?;
        }
        if !within.is_part(place, value) {
            return None;
        }
        within.remove_part(place)?;
        let count = shifted(within, place);
        self.work.add(count);
        self.work.add(place.abs_diff(hint));
        Some(place)
    }
}

/// How many levels a value has around its parts: itself, and the options that it is in.
fn levels_of(value: &Value<'_>) -> u32 {
    let (mut value, mut levels) = (value, 1_u32);
    while let Value::Option(Some(inner)) = value {
        (value, levels) = (inner, levels.saturating_add(1));
    }
    levels
}

/// How many parts were shifted to add or remove one. Each field added or removed rebuilds the struct.
fn shifted(within: &Value<'_>, place: usize) -> usize {
    let is_list = !matches!(within, Value::Struct(_) | Value::Variant(_));
    within.len().saturating_sub(if is_list { place } else { 0 })
}

/// Where a change was applied.
struct Spot {
    /// The positions on the way to what the changed part is in.
    way: Vec<usize>,
    /// The part's position there.
    place: usize,
}

impl Spot {
    /// What the changed part is in.
    fn within<'v, 'a>(&self, value: &'v mut Value<'a>) -> Option<&'v mut Value<'a>> {
        let mut value = value.in_options_mut();
        for place in &self.way {
            value = value.part_mut(*place)?.in_options_mut();
        }
        Some(value)
    }
}

/// Adds a part and returns its position, or `None` if it does not fit. An entry comes last if there are too few before it:
/// other entries may differ, and none is known by its position.
fn put<'a>(
    within: &mut Value<'a>,
    last: &Written<'_>,
    place: usize,
    key: &Option<Value<'static>>,
    value: &Value<'static>,
) -> Option<usize> {
    match (within, key) {
        (Value::Map(entries), Some(key)) => {
            let place = place.min(entries.len());
            entries.insert(place, (key.clone(), value.clone()));
            Some(place)
        }
        (Value::Struct(it) | Value::Variant(it), None) => {
            let name = last.step.field().filter(|name| it.get(name).is_none())?;
            it.insert(place, name, value.clone()).then_some(place)
        }
        (within, None) if last.step.index() == Some(place) => {
            within.insert_element(place, value.clone()).then_some(place)
        }
        _ => None,
    }
}

/// The error for an element that is added past the end of a list.
fn too_few(value: &Value<'_>, change: &Change) -> Option<String> {
    let Change::Added { path, place, key: None, .. } = change else { return None };
    let steps = Written::all(path).ok()?;
    let len = Elements::of(value.get(steps.last()?.within())?.in_options())?.len();
    let is_past = *place > len;
    is_past.then(|| {
        format!("the difference was made from a list of at least {place}, but there are {len} here")
    })
}

/// The error for a change that does not fit the value.
#[cold]
fn other(value: &Value<'_>, change: &Change) -> Error {
    let made_from = match change {
        Change::Changed { from: it, .. } | Change::Removed { value: it, .. } => brief(it),
        Change::Added { .. } => String::from("a value without this part"),
        Change::Moved { from, to, .. } => format!("a list with elements {from} and {to}"),
    };
    let found = value.get(change.path()).map_or_else(|| String::from("nothing"), brief);
    let detail = too_few(value, change).unwrap_or_else(|| {
        format!("the difference was made from {made_from}, but there is {found} here")
    });
    Error::new(ErrorKind::WrongPath, detail)
        .at_path(&shown(change.path()))
        .with_help("apply it to the value that it was made from, or to one that is equal here")
}
