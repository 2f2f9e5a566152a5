//! What a caller lends to hooks and converters while a value is loaded.

use core::any::Any;
use core::fmt;

/// What a caller lends to hooks and converters while a value is loaded.
///
/// A hook takes it as its last parameter, if it wants it:
///
/// ```
/// use archive_core::Context;
///
/// struct Catalog { names: Vec<&'static str> }
/// struct Item { id: usize, name: &'static str }
///
/// fn find_name(item: &mut Item, context: &mut Context) -> Result<(), String> {
///     let catalog = context.get::<Catalog>().ok_or("no catalog was lent")?;
///     item.name = catalog.names.get(item.id).ok_or("no such item")?;
///     Ok(())
/// }
///
/// let mut catalog = Catalog { names: vec!["torch"] };
/// let mut item = Item { id: 0, name: "" };
/// find_name(&mut item, &mut Context::lending(&mut catalog))?;
/// assert_eq!(item.name, "torch");
/// # Ok::<(), String>(())
/// ```
pub struct Context<'c> {
    lent: Option<&'c mut dyn Any>,
}

impl<'c> Context<'c> {
    /// A context without anything lent.
    #[must_use]
    pub const fn empty() -> Self {
        Self { lent: None }
    }

    /// A context that lends `value`.
    #[must_use]
    pub fn lending(value: &'c mut dyn Any) -> Self {
        Self { lent: Some(value) }
    }

    /// What was lent, if it is a `T`.
    #[must_use]
    pub fn get<T: Any>(&mut self) -> Option<&mut T> {
        self.lent.as_deref_mut()?.downcast_mut()
    }

    /// Whether something was lent.
    #[inline]
    pub(crate) fn lends(&self) -> bool {
        self.lent.is_some()
    }

    /// The same context, for a shorter time.
    #[must_use]
    pub fn reborrow(&mut self) -> Context<'_> {
        match &mut self.lent {
            Some(lent) => Context { lent: Some(&mut **lent) },
            None => Context { lent: None },
        }
    }
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("lends", &self.lends()).finish()
    }
}
