//! Loads a part of a file: only the fields that a smaller type declares.

use alloc::format;
use alloc::sync::Arc;
use std::io::{self, Read, Seek};
use std::path::Path;

use crate::columns::{self, BodySize, Directory, Plan};
use crate::file::{not_loaded, opened};
use crate::header::MESSAGE_MAGIC;
use crate::matching::LoadAs;
use crate::open::{self, BodyForm};
use crate::schema::Schema;
use crate::stored::{self, Blocks, Stored};
use crate::traits::{LoadRoot, loaded};
use crate::value::by_name::{self, Load};
use crate::value::{StoredBody, read_by_tree};
use crate::{Archive, Context, Error, ErrorKind, Layout, Lend, Limits, Options, UnknownPolicy};

/// Loads only the fields of a file that a smaller type declares. For a save in memory or inside a container, use
/// [`Options::part_from_reader`].
///
/// Fields are matched by name, in nested types too; the type itself may have a different name from the saved one. In a
/// file in columns (the default for files), only the blocks with these fields are read. A file in rows is read
/// completely, by its schema, which takes longer than loading it as its own type.
///
/// A type that takes the name of the saved one, by `#[archive(name = "SaveGame")]`, also shares its versions: `since`,
/// `was` and `renamed` on its fields apply to files of those versions. If it has no such attributes, let it state the
/// versions in which its fields mean the same, `#[archive(version = 5, oldest = 3)]`: it refuses older files. A type with a
/// different name does not know the file's history: fields that older files lack or name differently are an error unless
/// they have a default or an `alias`.
///
/// A newer program's file is read in the same way, whatever [`Options::newer`] says; fields that the part does not
/// declare are not retained.
///
/// ```
/// use archive::Archive;
///
/// #[derive(Archive)]
/// struct SaveGame { title: String, level: u32, world: Vec<[f32; 3]> }
///
/// #[derive(Archive, Debug, PartialEq)]
/// struct Summary { title: String, level: u32 }
///
/// let directory = tempfile::tempdir()?;
/// let slot = directory.path().join("slot1.sav");
/// let game = SaveGame { title: "The bridge".into(), level: 12, world: vec![[0.0; 3]; 100_000] };
/// archive::save(&slot, &game)?;
///
/// let summary: Summary = archive::load_part(&slot)?;
/// assert_eq!(summary, Summary { title: "The bridge".into(), level: 12 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails like [`Options::load`], or if the file does not carry its schema.
pub fn load_part<T: Archive>(path: impl AsRef<Path>) -> Result<T, Error> {
    Options::file().load_part(path)
}

impl Options {
    /// Loads only the fields of a file that a smaller type declares; see [`load_part`].
    ///
    /// # Errors
    ///
    /// Fails like [`load`](Self::load), or if the file does not carry its schema.
    pub fn load_part<T: Archive>(&self, path: impl AsRef<Path>) -> Result<T, Error> {
        self.part_in(path.as_ref(), Context::empty())
    }

    /// Loads only the fields of a file that a smaller type declares, lending `context` to its hooks, converters and
    /// handles.
    ///
    /// # Errors
    ///
    /// Fails like [`load_part`](Self::load_part).
    pub fn load_part_with<T: Archive>(
        &self,
        path: impl AsRef<Path>,
        mut context: impl Lend,
    ) -> Result<T, Error> {
        self.part_in(path.as_ref(), Context::of(&mut context))
    }

    /// Loads only the fields that a smaller type declares from a reader that holds exactly one archive; see
    /// [`load_part`]. Use it for a save in memory (from a cloud, for instance) or in a container of many files.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use archive::{Archive, Options};
    ///
    /// #[derive(Archive)]
    /// struct SaveGame { title: String, world: Vec<[f32; 3]> }
    ///
    /// #[derive(Archive)]
    /// struct Summary { title: String }
    ///
    /// let game = SaveGame { title: "The bridge".into(), world: vec![[0.0; 3]; 100_000] };
    /// let from_the_cloud = archive::to_vec(&game)?;
    /// let summary: Summary = Options::file().part_from_reader(Cursor::new(&from_the_cloud))?;
    /// assert_eq!(summary.title, "The bridge");
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails like [`load_part`](Self::load_part), or with an error of the reader.
    pub fn part_from_reader<T: Archive>(&self, mut reader: impl Read + Seek) -> Result<T, Error> {
        self.part_of(&mut reader, Context::empty())
    }

    /// Loads only the fields that a smaller type declares from a reader, lending `context` to its hooks, converters and
    /// handles.
    ///
    /// # Errors
    ///
    /// Fails like [`part_from_reader`](Self::part_from_reader).
    pub fn part_from_reader_with<T: Archive>(
        &self,
        mut reader: impl Read + Seek,
        mut context: impl Lend,
    ) -> Result<T, Error> {
        self.part_of(&mut reader, Context::of(&mut context))
    }

    fn part_in<T: Archive>(&self, path: &Path, context: Context<'_>) -> Result<T, Error> {
        let mut file = opened(path)?;
        if file.metadata().is_ok_and(|it| it.is_dir()) {
            return Err(not_loaded(path, io::ErrorKind::IsADirectory.into()));
        }
        self.part_of(&mut file, context).map_err(|error| error.in_file(path))
    }

    fn part_of<T: Archive>(&self, file: &mut dyn Stored, context: Context<'_>) -> Result<T, Error> {
        let mut part = None;
        self.read_part(file, context, &mut part).map_err(in_part)?;
        loaded(part)
    }

    fn read_part(
        &self,
        file: &mut dyn Stored,
        context: Context<'_>,
        root: &mut dyn for<'a> LoadRoot<'a>,
    ) -> Result<(), Error> {
        let limits = self.get_limits();
        let mut start = stored::start(file)?;
        if start.first() == Some(&MESSAGE_MAGIC) {
            return Err(no_schema());
        }
        let header = stored::header(file, &mut start, limits)?;
        let schema = Arc::new(open::embedded(&header)?.ok_or_else(no_schema)?);
        let stored = stored::body_len(file, &header)?;
        let form = BodyForm::of(&header, stored);
        let body = BodySize { offset: header.len, stored, raw: form.raw };
        let part = Part { schema: &schema, body, form, limits };
        match form.layout {
            Layout::Columns => part.of_columns(file, context, root),
            Layout::Rows => part.of_whole(file, context, root),
        }
    }
}

/// Adds to an error about a field that means something else in a newer version what a part can do about it.
#[cold]
fn in_part(error: Error) -> Error {
    match (error.kind(), error.found_version()) {
        (ErrorKind::TooNew, Some(version)) if !error.path().is_empty() => {
            let help = format!(
                "update this program; or, if its type is meant as a part of version {version}, say so: \
                 `#[archive(version = {version}, oldest = {version})]`"
            );
            error.with_help(help)
        }
        _ => error,
    }
}

/// A file from which a part is loaded.
struct Part<'p> {
    schema: &'p Arc<Schema>,
    body: BodySize,
    form: BodyForm,
    limits: &'p Limits,
}

impl Part<'_> {
    fn of_columns(
        &self,
        file: &mut dyn Stored,
        context: Context<'_>,
        root: &mut dyn for<'a> LoadRoot<'a>,
    ) -> Result<(), Error> {
        let most = open::most_parts(self.body.offset, self.body.stored, self.limits);
        let is_linked = self.form.is_linked;
        let facts = root.facts()?;
        let skip = UnknownPolicy::Skip;
        let plan = || open::plan_by_name(facts, self.schema, (skip, LoadAs::Part), most, is_linked);
        // If the types disagree, reading the whole file shows whether the values fit anyway.
        let Some(found) = plan()? else { return self.of_whole(file, context, root) };
        let directory = stored::directory(file, found.tree.columns, self.body, self.form)?;
        if found.needs_tree() || open::catches(facts) {
            return self.by_tree(file, &directory, found, context, root);
        }
        let blocks = Blocks { file, offset: self.body.offset };
        let may_repeat = !context.lends();
        let read = self.input(&directory, &found).read(blocks, context, root);
        read.map_err(|error| {
            open::explained(error, may_repeat, || {
                self.by_tree(file, &directory, plan().ok()??, Context::empty(), root).err()
            })
        })
    }

    /// Reads the parts of a tree that a plan needs.
    fn by_tree(
        &self,
        file: &mut dyn Stored,
        directory: &Directory,
        plan: Plan,
        context: Context<'_>,
        root: &mut dyn for<'a> LoadRoot<'a>,
    ) -> Result<(), Error> {
        let plan = plan.into_trees(self.schema);
        let blocks = Blocks { file, offset: self.body.offset };
        let tree = self.input(directory, &plan).read_whole(blocks)?;
        let load = Load::new(self.limits, context, UnknownPolicy::Skip);
        by_name::load(&tree, Some(Arc::clone(self.schema)), load, root)
    }

    fn input<'i>(&'i self, directory: &'i Directory, plan: &'i Plan) -> columns::Input<'i> {
        let Self { schema, body, limits, .. } = *self;
        columns::Input { plan, directory, body, limits, schema, versions: None, is_today: false }
    }

    /// Reads the whole file: for rows, since nothing says where a field is; for columns, if not every value
    /// has the part.
    fn of_whole(
        &self,
        file: &mut dyn Stored,
        context: Context<'_>,
        root: &mut dyn for<'a> LoadRoot<'a>,
    ) -> Result<(), Error> {
        self.form.check_raw(self.body.stored, self.limits)?;
        let bytes = stored::some(file, self.body.offset, self.body.stored)?;
        let body = StoredBody { bytes: &bytes, offset: self.body.offset, form: self.form };
        let may = (self.limits, UnknownPolicy::Skip, LoadAs::Part);
        read_by_tree(self.schema, body, may, context, root)
    }
}

#[cold]
fn no_schema() -> Error {
    let detail = "a part can only be loaded from a file that carries its schema";
    Error::new(ErrorKind::Unsupported, detail).with_help(
        "save it with `Options::file()`, which embeds the schema, or load the whole file",
    )
}
