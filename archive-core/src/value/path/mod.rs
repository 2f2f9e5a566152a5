//! Reaches parts of a value by path.

mod key;
mod links;
mod parts;
mod print;
mod refused;
mod step;
mod walk;

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::mem;

pub(crate) use links::Begin;
pub(in crate::value) use print::{Names, push_key};
pub(crate) use print::{key_step, push_field};
pub(crate) use refused::named;
pub(in crate::value) use step::{Step, Steps};

use super::Value;
use super::graph::Graph;
use crate::Error;
use crate::error::shown;
use refused::{malformed, missing, no_key, numbered, pattern, present, whole};

/// A step with its source text.
pub(in crate::value) struct Written<'p> {
    pub(in crate::value) step: Step<'p>,
    at: &'p str,
    text: &'p str,
}

impl<'p> Written<'p> {
    /// The steps of a path.
    pub(in crate::value) fn all(path: &'p str) -> Result<Vec<Self>, Error> {
        let mut steps = Steps::new(path);
        let mut all = Vec::new();
        loop {
            let (at, rest) = (steps.done(), steps.rest());
            match steps.next() {
                None => return Ok(all),
                Some(Err(_)) => return Err(malformed(at, rest)),
                Some(Ok(Step::Any | Step::Deep)) => return Err(pattern(at)),
                Some(Ok(step)) => {
                    let text = rest.strip_suffix(steps.rest()).unwrap_or(rest);
                    let text = text.strip_prefix('.').unwrap_or(text);
                    all.push(Self { step, at, text });
                }
            }
        }
    }

    /// The path to the value that the step is in.
    pub(in crate::value) fn within(&self) -> &'p str {
        self.at
    }

    fn shown(&self) -> Cow<'p, str> {
        shown(self.text)
    }
}

/// The steps of a pattern.
pub(in crate::value) fn steps_of(pattern: &str) -> Result<Vec<Step<'_>>, Error> {
    let mut steps = Steps::new(pattern);
    let all = steps.by_ref().collect::<Result<_, _>>();
    all.map_err(|_| malformed(steps.done(), steps.rest()))
}

impl<'a> Value<'a> {
    /// Returns the part at a path, if there is one.
    ///
    /// In a path, dots introduce fields and brackets everything else. Options are transparent:
    ///
    /// | step | leads to |
    /// |---|---|
    /// | `.count`, `["odd name"]` | a field |
    /// | `.0`, `[0]` | a field or part without a name |
    /// | `[3]` | an element of a list, counted from 0 |
    /// | `["torch"]`, `[-3]`, `['x']`, `[true]`, `[Iron]` | the entry of a map with this key: a text, number, char, bool or variant without fields, or a struct with one such field, such as an id |
    /// | `{3}` | the entry of a map at this position, counted from 0 |
    ///
    /// A tree with shared objects is a struct `std.Graph` with the value in its field `root` and one list per type of
    /// object. A path in it may start at the value or at a field of `std.Graph`: the start that leads further wins, and
    /// `std.Graph` on a tie. So `root` alone is the value, and `root.volume` may also lead into a field `root` of the
    /// value. Paths follow links to the objects.
    ///
    /// ```
    /// use archive::Value;
    /// use std::collections::BTreeMap;
    ///
    /// let bags = BTreeMap::from([("Ada", vec![(3_u8, Some("torch"))])]);
    /// let tree = Value::of(&bags)?;
    /// assert_eq!(tree.get(r#"["Ada"][0].0"#), Some(&Value::U8(3)));
    /// assert_eq!(tree.get(r#"["Bob"]"#), None);
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&Self> {
        let steps: Vec<Step<'_>> = Steps::new(path).collect::<Result<_, _>>().ok()?;
        let (count, part) = Graph::for_path(self, steps.iter()).reach(self, steps.iter());
        (count == steps.len()).then_some(part)
    }

    /// Returns a mutable reference to the part at a path, if there is one.
    ///
    /// Borrowing an element turns compact numbers or bytes into a list of values; [`Value::set`] keeps them compact.
    ///
    /// ```
    /// use archive::Value;
    ///
    /// let mut tree = Value::of(&(vec!["torch"], 7_u8))?;
    /// if let Some(Value::List(bag)) = tree.get_mut("[0]") {
    ///     bag.push("key".into());
    /// }
    /// assert_eq!(tree.to::<(Vec<String>, u8)>()?.0, ["torch", "key"]);
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn get_mut(&mut self, path: &str) -> Option<&mut Self> {
        let steps: Vec<Step<'_>> = Steps::new(path).collect::<Result<_, _>>().ok()?;
        let (mut value, done) = self.last_link(steps.iter())?;
        for step in steps.iter().skip(done) {
            let within = value.in_options_mut();
            value = within.part_mut(within.place(step, 0)?)?;
        }
        Some(value)
    }

    /// Replaces the part at a path, and returns the old value.
    ///
    /// A number takes the kind of the number that it replaces, if that fits it: an integer exactly, and an `f64` as an `f32`
    /// that prints with the same digits, as for a literal such as `0.85`. Elsewhere it keeps its kind in the tree;
    /// [`edit`](crate::edit()) and [`edit_archive`](crate::edit_archive) convert it by the type.
    ///
    /// ```
    /// use archive::Value;
    ///
    /// let mut tree = Value::of(&(3_u32, [0.5_f32, 1.0]))?;
    /// assert_eq!(tree.set("[0]", 4)?, Value::U32(3));
    /// tree.set("[1][0]", 0.25)?;
    /// assert_eq!(tree.to::<(u32, [f32; 2])>()?, (4, [0.25, 1.0]));
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the path leads to nothing; the error says how far it leads and what is there.
    pub fn set(&mut self, path: &str, value: impl Into<Self>) -> Result<Self, Error> {
        let value = value.into();
        let Some((last, within)) = self.last(path)? else { return Ok(mem::replace(self, value)) };
        let place = within.place(&last.step, 0).ok_or_else(|| missing(within, &last))?;
        let value = within.like_part(place, value);
        within.replace_part(place, value).ok_or_else(|| missing(within, &last))
    }

    /// Inserts a value at a path: before an element of a list, as a new entry of a map in the order of its keys, or as
    /// the last field of a struct.
    ///
    /// The key takes the kind of the map's other keys, and a number that of the other elements or entries if it
    /// [fits](Self::set).
    ///
    /// ```
    /// use archive::Value;
    /// use std::collections::BTreeMap;
    ///
    /// let mut tree = Value::of(&BTreeMap::from([("key", vec![1_u8])]))?;
    /// tree.insert(r#"["torch"]"#, vec![7_u8])?;
    /// tree.insert(r#"["torch"][1]"#, 8)?;
    /// assert_eq!(tree.to::<BTreeMap<String, Vec<u8>>>()?["torch"], [7, 8]);
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the field or entry exists, or the path leads past the end of a list or to a shared object before others, whose
    /// numbers are in links.
    pub fn insert(&mut self, path: &str, value: impl Into<Self>) -> Result<(), Error> {
        let is_object = self.is_object(path);
        let Some((last, within)) = self.last(path)? else { return Err(whole()) };
        let place = within.place(&last.step, 0);
        match within {
            Self::Struct(it) | Self::Variant(it) => match last.step.field() {
                Some(_) if place.is_some() => return Err(present(&last)),
                Some(name) if it.insert(it.fields.len(), name, value.into()) => return Ok(()),
                _ => {}
            },
            Self::Map(_) if place.is_some() => return Err(present(&last)),
            Self::Map(entries) => {
                let key = key::key(&last.step, entries).ok_or_else(|| no_key(&last, entries))?;
                let greater = entries.iter().position(|(other, _)| *other > key);
                let value = value.into().in_place_of(entries.first().map(|(_, value)| value));
                entries.insert(greater.unwrap_or(entries.len()), (key, value));
                return Ok(());
            }
            _ => {
                if let Some(index) = last.step.index() {
                    if is_object && index < within.len() {
                        return Err(numbered(&last));
                    }
                    let value = match within {
                        Self::Tuple(_) => value.into(),
                        _ => within.like_part(0, value.into()),
                    };
                    if within.insert_element(index, value) {
                        return Ok(());
                    }
                }
            }
        }
        Err(missing(within, &last))
    }

    /// Removes and returns the part at a path: an element of a list, an entry of a map, or a field.
    ///
    /// ```
    /// use archive::Value;
    ///
    /// let mut tree = Value::of(&vec!["torch", "key"])?;
    /// assert_eq!(tree.remove("[0]")?, Value::from("torch"));
    /// assert_eq!(tree.to::<Vec<String>>()?, ["key"]);
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the path leads to nothing or is empty, or leads to a shared object before others, whose numbers are in links.
    pub fn remove(&mut self, path: &str) -> Result<Self, Error> {
        let is_object = self.is_object(path);
        let Some((last, within)) = self.last(path)? else { return Err(whole()) };
        let place = within.place(&last.step, 0).ok_or_else(|| missing(within, &last))?;
        if is_object && place.saturating_add(1) < within.len() {
            return Err(numbered(&last));
        }
        match within.remove_part(place) {
            Some((_, value)) => Ok(value),
            None => Err(missing(within, &last)),
        }
    }

    /// The last step of a path, and the value that it is in, or `None` for an empty path.
    fn last<'v, 'p>(
        &'v mut self,
        path: &'p str,
    ) -> Result<Option<(Written<'p>, &'v mut Self)>, Error> {
        let mut steps = Written::all(path)?;
        let led = self.last_link(steps.iter().map(|step| &step.step));
        let Some(last) = steps.pop() else { return Ok(None) };
        let Some((mut value, done)) = led else { return Err(missing(&Value::Unit, &last)) };
        for step in steps.iter().skip(done) {
            let within = value.in_options_mut();
            let place = within.place(&step.step, 0).ok_or_else(|| missing(within, step))?;
            let part = within.part_mut(place);
            value = part.ok_or_else(|| missing(&Value::Unit, step))?;
        }
        Ok(Some((last, value.in_options_mut())))
    }
}
