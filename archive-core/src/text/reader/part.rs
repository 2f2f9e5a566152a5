//! Moves the reader to the part that a [`Step`] names.

use super::flat::is_flat;
use super::record::Open;
use super::refused::departed;
use super::{Reader, json};
use crate::{Error, ErrorKind, InputArchive, Step};

impl<const LINKED: bool> Reader<'_, '_, '_, LINKED> {
    /// Goes to a part of the open value.
    #[inline(never)]
    pub(super) fn enter_any(&mut self, step: Step<'_>) -> Result<(), Error> {
        if let (Step::Field(record, index), Some(Open::Scope(open))) = (step, self.open.last_mut())
        {
            if let Some(at) = open.expected(self.tape, record, index) {
                self.at = at;
                return Ok(());
            }
        }
        match self.part_of(step) {
            Ok(at) => {
                self.at = at;
                Ok(())
            }
            // These errors name an unknown key, so the path of the missing field would mislead.
            Err(error) if matches!(error.kind(), ErrorKind::UnknownField | ErrorKind::Syntax) => {
                Err(error)
            }
            Err(error) => Err(self.locate(error, step)),
        }
    }

    /// The token of a part, without the fast path.
    #[inline(never)]
    fn part_of(&mut self, step: Step<'_>) -> Result<u32, Error> {
        if let (true, Step::Field(record, index)) = (is_flat(step), step) {
            return self.flat_part(record, index);
        }
        match (step, self.open.last_mut()) {
            (Step::Field(record, index), Some(Open::Scope(open))) => {
                match open.take(self.tape, record, index) {
                    Some(at) => Ok(at),
                    None => Err(self.missing(record, index)),
                }
            }
            (Step::Element(_), Some(Open::Bytes(bytes))) => {
                self.byte = Some(bytes.next().ok_or_else(departed)?);
                Ok(self.at)
            }
            (Step::Key(_), Some(Open::Entries { next, left, paired })) => {
                *left = left.checked_sub(1).ok_or_else(departed)?;
                let at = if *paired { json::key(self.tape, *next)? } else { *next };
                *next = self.tape.token(at).next;
                Ok(at)
            }
            (Step::Value(_), Some(Open::Entries { next, paired, .. })) => {
                let at = *next;
                // In JSON, skip the end of the pair.
                *next = self.tape.token(at).next.saturating_add(u32::from(*paired));
                Ok(at)
            }
            _ => Err(departed()),
        }
    }
}
