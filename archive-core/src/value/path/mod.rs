//! Parts of a value by their paths.

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

pub(crate) use print::key_step;
pub(in crate::value) use print::{Names, push_field, push_key};
pub(in crate::value) use step::{Step, Steps};

use super::Value;
use super::graph::Graph;
use crate::Error;
use crate::error::shown;
use refused::{malformed, missing, no_key, pattern, present, whole};

/// A step as it is written in a path.
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

    /// The path that leads to what the step is a part of.
    pub(in crate::value) fn within(&self) -> &'p str {
        self.at
    }

    fn shown(&self) -> Cow<'p, str> {
        shown(self.text)
    }
}

impl<'a> Value<'a> {
    /// The part that a path leads to, if there is one.
    ///
    /// A path names fields behind dots and everything else in brackets, and walks through options as
    /// if they were not there:
    ///
    /// | step | leads to |
    /// |---|---|
    /// | `.count`, `["odd name"]` | a field |
    /// | `.0`, `[0]` | a field or part without a name |
    /// | `[3]` | an element of a list, from 0 |
    /// | `["torch"]`, `[-3]`, `['x']`, `[true]`, `[Iron]` | the entry of a map that has this key: a text, number, char, bool or variant without fields, or a struct of only that, such as an id |
    /// | `{3}` | the entry of a map at a place, from 0 |
    ///
    /// In a tree with shared objects (a struct `std.Graph` of the value, `root`, and of a list for each type of them) a
    /// path may begin at the value or at a field of that struct; the one that leads further wins, and on a tie that field.
    /// It leads through links to the objects. So `root` alone is the value, and `root.volume` may also lead into a field
    /// `root` of the value.
    ///
    /// ```
    /// use archive_core::Value;
    /// use std::collections::BTreeMap;
    ///
    /// let bags = BTreeMap::from([("Ada", vec![(3_u8, Some("torch"))])]);
    /// let tree = Value::of(&bags)?;
    /// assert_eq!(tree.get(r#"["Ada"][0].0"#), Some(&Value::U8(3)));
    /// assert_eq!(tree.get(r#"["Bob"]"#), None);
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&Self> {
        let steps: Vec<Step<'_>> = Steps::new(path).collect::<Result<_, _>>().ok()?;
        let (graph, mut value) = (Graph::for_path(self, steps.iter()), self);
        for step in &steps {
            let within = graph.enter(value, step);
            value = within.part(within.place(step, 0)?)?;
        }
        Some(value)
    }

    /// The part that a path leads to, to be changed.
    ///
    /// A list of numbers is kept compactly; one whose element is lent is a list of values from then on.
    /// [`Value::set`] keeps it as it is.
    ///
    /// ```
    /// use archive_core::Value;
    ///
    /// let mut tree = Value::of(&(vec!["torch"], 7_u8))?;
    /// if let Some(Value::List(bag)) = tree.get_mut("[0]") {
    ///     bag.push("key".into());
    /// }
    /// assert_eq!(tree.to::<(Vec<String>, u8)>()?.0, ["torch", "key"]);
    /// # Ok::<(), archive_core::Error>(())
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

    /// Puts a value where a path leads, and gives what stood there.
    ///
    /// A literal such as `0.85` is an `f64`: in the place of an `f32` it becomes one, if that is printed with the same digits.
    ///
    /// ```
    /// use archive_core::Value;
    ///
    /// let mut tree = Value::of(&(3_u32, [0.5_f32, 1.0]))?;
    /// assert_eq!(tree.set("[0]", 4_u32)?, Value::U32(3));
    /// tree.set("[1][0]", 0.25_f32)?;
    /// assert_eq!(tree.to::<(u32, [f32; 2])>()?, (4, [0.25, 1.0]));
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The path leads to nothing. The error says how far it led, and what is there.
    pub fn set(&mut self, path: &str, value: impl Into<Self>) -> Result<Self, Error> {
        let value = value.into();
        let Some((last, within)) = self.last(path)? else { return Ok(mem::replace(self, value)) };
        let place = within.place(&last.step, 0).ok_or_else(|| missing(within, &last))?;
        let value = match within {
            Self::Numbers(numbers) => value.in_place_of(numbers.get(place).as_ref()),
            _ => value.in_place_of(within.part(place)),
        };
        within.replace_part(place, value).map_err(|_| missing(within, &last))
    }

    /// Adds a value where a path leads: before an element of a list, as a new entry of a map, in the
    /// order of keys, or as the last field of a struct.
    ///
    /// A key becomes what the other keys of the map are.
    ///
    /// ```
    /// use archive_core::Value;
    /// use std::collections::BTreeMap;
    ///
    /// let mut tree = Value::of(&BTreeMap::from([("key", vec![1_u8])]))?;
    /// tree.insert(r#"["torch"]"#, vec![7_u8])?;
    /// tree.insert(r#"["torch"][1]"#, 8_u8)?;
    /// assert_eq!(tree.to::<BTreeMap<String, Vec<u8>>>()?["torch"], [7, 8]);
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The path leads to a field or an entry that is there already, or past the end of a list.
    pub fn insert(&mut self, path: &str, value: impl Into<Self>) -> Result<(), Error> {
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
                let key = key::key(&last.step, entries).ok_or_else(|| no_key(&last))?;
                let greater = entries.iter().position(|(other, _)| *other > key);
                entries.insert(greater.unwrap_or(entries.len()), (key, value.into()));
                return Ok(());
            }
            _ => {
                if let Some(index) = last.step.index() {
                    if within.insert_element(index, value.into()) {
                        return Ok(());
                    }
                }
            }
        }
        Err(missing(within, &last))
    }

    /// Takes out what a path leads to: an element of a list, an entry of a map, or a field.
    ///
    /// ```
    /// use archive_core::Value;
    ///
    /// let mut tree = Value::of(&vec!["torch", "key"])?;
    /// assert_eq!(tree.remove("[0]")?, Value::from("torch"));
    /// assert_eq!(tree.to::<Vec<String>>()?, ["key"]);
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The path leads to nothing, or is empty.
    pub fn remove(&mut self, path: &str) -> Result<Self, Error> {
        let Some((last, within)) = self.last(path)? else { return Err(whole()) };
        let place = within.place(&last.step, 0).ok_or_else(|| missing(within, &last))?;
        match within.remove_part(place) {
            Some((_, value)) => Ok(value),
            None => Err(missing(within, &last)),
        }
    }

    /// The last step of a path, if it has one, and what it is a step of.
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
