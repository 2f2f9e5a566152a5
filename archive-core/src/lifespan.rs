//! The versions in which fields and variants exist, and their names over time.

/// The versions in which a field or variant exists: from `since` up to, but excluding, `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lifespan {
    /// The first version.
    pub since: u32,
    /// The first version without it; `None` while it exists.
    pub until: Option<u32>,
}

impl Lifespan {
    /// Every version.
    pub const ALWAYS: Self = Self::since(1);

    /// Creates a lifespan from version `since` on.
    #[must_use]
    pub const fn since(since: u32) -> Self {
        Self { since, until: None }
    }

    /// Creates a lifespan from version `since` up to, but excluding, version `until`.
    #[must_use]
    pub const fn between(since: u32, until: u32) -> Self {
        Self { since, until: Some(until) }
    }

    /// Returns `true` if the lifespan contains `version`.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, version: u32) -> bool {
        self.since <= version
            && match self.until {
                Some(until) => version < until,
                None => true,
            }
    }
}

/// A name that something had before version `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rename {
    /// The first version with a different name.
    pub until: u32,
    /// The name before it.
    pub from: &'static str,
}

/// A name at `version`, given the current name and its renames in ascending order.
pub(crate) fn name_at(name: &'static str, renamed: &[Rename], version: u32) -> &'static str {
    renamed.iter().find(|rename| version < rename.until).map_or(name, |rename| rename.from)
}

/// All names from `version` on, and all aliases.
pub(crate) fn names_from(
    name: &'static str,
    aliases: &'static [&'static str],
    renamed: &'static [Rename],
    version: u32,
) -> impl Iterator<Item = &'static str> {
    let older = renamed.iter().filter(move |rename| version < rename.until);
    core::iter::once(name).chain(aliases.iter().copied()).chain(older.map(|rename| rename.from))
}
