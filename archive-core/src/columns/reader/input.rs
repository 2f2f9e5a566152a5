//! Implements `InputArchive` for the reader by row number.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::fault::{departed, missing, not_bool, not_char, unknown_variant};
use super::{Data, Reader, Slot, elements, index, version};
use crate::columns::plan::Act;
use crate::graph::{Left, Link, Objects, object_path};
use crate::primitive::for_each_number;
use crate::traits::{MinSize, OwnCode, copied, get_any, get_bytes, numbers, reserved};
use crate::{
    Context, Deserialize, Error, InputArchive, Number, Primitive, PrimitiveKind, Scope, Shape,
    Step, Type,
};

impl<'a> InputArchive<'a> for Reader<'a, '_, '_, '_> {
    type Error = Error;

    #[inline]
    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Error> {
        get_any(self, kind)
    }

    for_each_number!(get_bytes);

    #[inline(never)]
    fn bool(&mut self) -> Result<bool, Error> {
        match self.get()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(not_bool()),
        }
    }

    #[inline(never)]
    fn char(&mut self) -> Result<char, Error> {
        match char::from_u32(self.u32()?) {
            Some(value) => Ok(value),
            None => Err(not_char()),
        }
    }

    #[inline(never)]
    fn str(&mut self) -> Result<Cow<'a, str>, Error> {
        if self.at.by_rows {
            return self.str_in_row();
        }
        let slot = self.slot()?;
        let (start, len) = Self::place(slot, self.at.row)?;
        let range = start..start.wrapping_add(len);
        match slot.data {
            Data::Text(text) => text.get(range).map(Cow::Borrowed),
            Data::HeldText(text) => {
                self.claim(len, 1)?;
                text.get(range).map(|text| Cow::Owned(text.into()))
            }
            _ => return Err(departed()),
        }
        .ok_or_else(|| self.split_char())
    }

    #[inline(never)]
    fn boxed_str(&mut self) -> Result<Box<str>, Error> {
        copied(self)
    }

    #[inline(never)]
    fn bytes(&mut self) -> Result<Cow<'a, [u8]>, Error> {
        if self.at.by_rows {
            return self.bytes_in_row();
        }
        let slot = self.slot()?;
        let (start, len) = Self::place(slot, self.at.row)?;
        let range = start..start.wrapping_add(len);
        match slot.data {
            Data::Bytes(bytes) => bytes.get(range).map(Cow::Borrowed),
            Data::HeldBytes(bytes) => {
                self.claim(len, 1)?;
                bytes.get(range).map(|bytes| Cow::Owned(bytes.into()))
            }
            _ => None,
        }
        .ok_or_else(departed)
    }

    #[inline(never)]
    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        let slot = self.slot()?;
        match slot.act {
            Act::Struct => {
                let version = version(shape, slot);
                Ok(Scope::of_struct(shape, version).at(slot.first))
            }
            Act::Rows => {
                self.begin_row()?;
                self.in_row(|row| row.begin(shape))
            }
            _ => Err(departed()),
        }
    }

    #[inline(never)]
    fn variant(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        let slot = self.slot()?;
        if !matches!(slot.act, Act::Enum) {
            return self.variant_in_row(shape, slot.act);
        }
        let (part, row) = Self::place(slot, self.at.row)?;
        let at = slot.first.wrapping_add(part);
        match self.slots.get(at) {
            Some(Slot { act: Act::Variant, first, data: Data::Type { tag, .. }, .. }) => {
                (self.at.slot, self.at.row) = (at, row);
                let version = version(shape, slot);
                Ok(Scope::of_tag(shape, *tag, version).at(*first))
            }
            _ => Err(unknown_variant(shape, self.terms.foreign, part)),
        }
    }

    #[inline(never)]
    fn has(&mut self, record: &Scope, index: usize) -> bool {
        if self.at.by_rows {
            return record.lives(index);
        }
        let slot = self.slots.get(record.place.wrapping_add(index));
        slot.is_some_and(|slot| !matches!(slot.act, Act::Absent))
    }

    #[inline(always)]
    fn end(&mut self, record: Scope) -> Result<(), Error> {
        if self.at.by_rows { self.end_row(record) } else { Ok(()) }
    }

    #[inline]
    fn enter(&mut self, step: Step<'_>) -> Result<(), Error> {
        self.terms.entered.push(self.at);
        self.step(step);
        match self.slots.get(self.at.slot) {
            Some(Slot { act: Act::Absent, .. }) if !self.at.by_rows => {
                Err(self.locate(missing(), step))
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn leave(&mut self) {
        if let Some(at) = self.terms.entered.pop() {
            self.at = at;
        }
    }

    #[inline(never)]
    fn option(&mut self) -> Result<bool, Error> {
        if self.at.by_rows {
            return self.in_row(|row| row.option());
        }
        let slot = self.slot()?;
        match slot.act {
            Act::Option => {
                let from = self.at.row.wrapping_mul(4);
                let Some([a, b, c, d]) = slot.places.get(from..from.wrapping_add(4)) else {
                    return Err(departed());
                };
                let place = index(u32::from_le_bytes([*a, *b, *c, *d]));
                (self.at.slot, self.at.row) = (slot.first, place.wrapping_sub(1));
                Ok(place > 0)
            }
            Act::Always => {
                self.at.slot = slot.first;
                Ok(true)
            }
            _ => Err(departed()),
        }
    }

    #[inline(never)]
    fn begin_list(&mut self, min: MinSize) -> Result<usize, Error> {
        if self.at.by_rows {
            return self.in_row(|row| row.begin_list(min));
        }
        self.open(|act| matches!(act, Act::List | Act::FixedList(_)))
    }

    #[inline(never)]
    fn begin_tuple(&mut self, _len: usize) -> Result<(), Error> {
        if self.at.by_rows {
            return Ok(());
        }
        let slot = self.slot()?;
        match slot.act {
            Act::Array(len) => self.at.open(slot.first, self.at.row.wrapping_mul(len), true),
            Act::Tuple => self.at.open(slot.first, self.at.row, false),
            _ => return Err(departed()),
        }
        Ok(())
    }

    #[inline(never)]
    fn begin_map(&mut self, min: MinSize) -> Result<usize, Error> {
        if self.at.by_rows {
            return self.in_row(|row| row.begin_map(min));
        }
        self.open(|act| matches!(act, Act::Map))
    }

    #[inline(always)]
    fn begin_pointer(&mut self) -> Result<(), Error> {
        if self.at.by_rows { self.in_row(|row| row.begin_pointer()) } else { Ok(()) }
    }

    #[inline(always)]
    fn end_pointer(&mut self) {
        if self.at.by_rows {
            let _ = self.in_row(|row| {
                row.end_pointer();
                Ok(())
            });
        }
    }

    #[inline(always)]
    fn link(&mut self, to: &'static Type) -> Result<Option<Link>, Error> {
        self.find_link(to)
    }

    #[inline(always)]
    fn erased(&mut self) -> Option<&mut dyn InputArchive<'a, Error = Error>> {
        Some(self)
    }

    fn own_code(&mut self, code: &mut dyn OwnCode<'a>) -> bool {
        code.with_columns(self);
        true
    }

    #[inline(always)]
    fn objects(&mut self) -> Option<&mut Objects<'a, Error>> {
        Some(&mut self.terms.links.as_mut()?.objects)
    }

    fn begin_object(&mut self, link: Link) -> Result<(), Error> {
        self.enter_object(link);
        Ok(())
    }

    fn end_object(&mut self) -> Result<(), Error> {
        self.leave_object();
        Ok(())
    }

    fn locate_object(&self, error: Error, ty: &'static Type, row: usize) -> Error {
        self.placed(error).in_object(&object_path(ty, row), Some(ty))
    }

    fn limits_left(&self) -> Left {
        let levels = self.terms.depth().saturating_sub(self.levels());
        Left { memory: self.budget.get(), levels }
    }

    #[inline(never)]
    fn claim(&mut self, count: usize, bytes: usize) -> Result<(), Error> {
        let wanted = count.saturating_mul(bytes);
        match self.budget.get().checked_sub(wanted) {
            Some(budget) => {
                self.budget.set(budget);
                Ok(())
            }
            None => Err(self.over_budget(wanted)),
        }
    }

    #[inline(always)]
    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        self.placed(error).within(step)
    }

    #[inline(always)]
    fn context(&mut self) -> Context<'_> {
        self.terms.context.reborrow()
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part<T: Deserialize<'a>>(&mut self, step: Step<'_>) -> Result<T, Error> {
        let at = self.at;
        self.step(step);
        match self.value() {
            Ok(value) => {
                self.at = at;
                Ok(value)
            }
            Err(error) => Err(self.locate(error, step)),
        }
    }

    #[inline(always)]
    fn held<T: Deserialize<'a>>(&mut self) -> Result<T, Error> {
        self.value()
    }

    #[inline(always)]
    fn own<T: Deserialize<'a>>(&mut self) -> Option<T> {
        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        return self.own_value();
        #[cfg(not(any(archive_own_code, not(any(debug_assertions, feature = "small-code")))))]
        None
    }

    #[inline(always)]
    fn vec<T: Deserialize<'a>>(&mut self) -> Result<Vec<T>, Error> {
        if let Some(values) = self.own() {
            return Ok(values);
        }
        let len = self.begin_list(MinSize::of::<T>())?;
        if self.at.by_rows {
            let mut values = reserved(self, len)?;
            for index in 0..len {
                values.push(self.part(Step::Element(index))?);
            }
            return Ok(values);
        }
        elements(len, self.slots, self.at, self.budget, self.terms)
    }

    fn array_bytes(&mut self, len: usize) -> Result<Option<&[u8]>, Error> {
        if self.at.by_rows {
            return Ok(None);
        }
        let slot = self.slot()?;
        match (slot.act, self.slots.get(slot.first)) {
            (Act::Array(_), Some(Slot { data: Data::Numbers(numbers), .. })) => {
                let from = self.at.row.saturating_mul(len);
                let bytes = numbers.get(from..from.saturating_add(len));
                bytes.map(Some).ok_or_else(departed)
            }
            _ => Ok(None),
        }
    }

    fn number_bytes(&mut self, size: usize) -> Result<Option<&[u8]>, Error> {
        if self.at.by_rows {
            return Ok(None);
        }
        let len = self.begin_list(MinSize { today: size, ever: size })?;
        let from = self.at.inner_row.saturating_mul(size);
        let to = from.saturating_add(len.saturating_mul(size));
        let bytes = match self.slots.get(self.at.inner()) {
            Some(Slot { data: Data::Numbers(numbers), .. }) => numbers.get(from..to),
            _ => None,
        };
        let bytes = bytes.ok_or_else(departed)?;
        self.claim(len, size)?;
        Ok(Some(bytes))
    }

    #[inline(never)]
    fn numbers<N: Number + Deserialize<'a>>(&mut self) -> Result<Vec<N>, Error> {
        match self.number_bytes(size_of::<N>())? {
            Some(bytes) => numbers(bytes),
            None => self.vec(),
        }
    }
}
