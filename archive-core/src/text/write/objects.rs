//! Links, and the objects that they lead to.

use super::Walk;
use crate::numbered::Object;
use crate::schema::TypeRef;
use crate::text::print::Brackets;
use crate::{Error, InputArchive};

impl<'a> Walk<'a, '_, '_, '_> {
    /// Writes a numbered object as a link, and any other as if it was owned.
    pub(super) fn shared(&mut self, inner: &TypeRef) -> Result<(), Error> {
        let object = self.numbered.link(inner, &mut self.rows)?;
        if let Some(object) = object.filter(|object| object.number > 0) {
            self.out.link(object.number);
            return Ok(());
        }
        self.rows.begin_pointer()?;
        match object {
            Some(object) => self.object(inner, object)?,
            None => self.value(inner)?,
        }
        self.rows.end_pointer();
        Ok(())
    }

    fn object(&mut self, ty: &TypeRef, object: &Object<'a>) -> Result<(), Error> {
        let left = self.rows.go_to(object.rows);
        let from = self.meeting.as_ref().map(|meeting| meeting.go_to(object.place));
        self.value(ty)?;
        if let (Some(meeting), Some(from)) = (&self.meeting, from) {
            meeting.go_to(from);
        }
        self.rows.go_to(left);
        Ok(())
    }

    /// Writes the numbered objects.
    pub(super) fn objects(&mut self) -> Result<(), Error> {
        let numbered = self.numbered;
        if numbered.listed().len() == 0 {
            return Ok(());
        }
        self.out.raw("\n@objects ");
        self.out.begin(Brackets::Brace, false, true);
        for object in numbered.listed() {
            self.out.part();
            self.out.link(object.number);
            self.out.raw(" = ");
            self.object(object.ty, object)?;
        }
        self.out.end();
        Ok(())
    }
}
