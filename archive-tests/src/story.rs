//! Tests stories against their golden files.
//!
//! A *story* is a type with its versions 1 to n, each in a module as a team would have written it
//! for that release. Testing it covers every pair of versions: each release must load what each
//! other release wrote as a value written out by hand, or refuse it; and what a release writes for
//! an older one must equal, byte for byte, what the older one writes itself, or be refused. The
//! error messages are collected in one snapshot.

use std::any::Any;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Mutex;

use archive::{Archive, Describe, Deserialize, Error, Options, Schema, Serialize, VersionTable};

use crate::golden::{forms, readable, save, spellings};
use crate::hostile::{Bounds, Case, Outcome};
use crate::readable::{Everywhere, READABLE, told};

/// A type's versions, and what each of them wrote.
pub struct Story {
    name: &'static str,
    releases: BTreeMap<u32, Release>,
    context: RefCell<Box<dyn Any>>,
    hooks_correct: bool,
    proven: RefCell<BTreeSet<Pair>>,
    refusals: RefCell<String>,
}

/// One version as it shipped.
struct Release {
    table: VersionTable,
    schema: Schema,
    /// Its golden files by form.
    golden: BTreeMap<&'static str, Vec<u8>>,
    /// What it wrote when it shipped, in the forms in which it writes something else today.
    then: BTreeMap<&'static str, Vec<u8>>,
    /// Its golden texts, the newest spelling first.
    texts: Vec<String>,
    /// Its golden JSON, the newest spelling first.
    jsons: Vec<String>,
    /// Its value in every archive.
    everywhere: Everywhere,
}

/// What to test for two versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Pair {
    /// The second loads what the first wrote.
    Load(u32, u32),
    /// The first writes for the second.
    WriteFor(u32, u32),
}

impl Story {
    /// A story without versions.
    #[must_use]
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            releases: BTreeMap::new(),
            context: RefCell::new(Box::new(())),
            hooks_correct: false,
            proven: RefCell::default(),
            refusals: RefCell::default(),
        }
    }

    /// Lends a context to hooks and converters in every load.
    #[must_use]
    pub fn lending(mut self, context: impl Any) -> Self {
        self.context = RefCell::new(Box::new(context));
        self
    }

    /// Says that hooks correct loaded values, so not every value saves as it was stored.
    #[must_use]
    pub fn whose_hooks_correct(mut self) -> Self {
        self.hooks_correct = true;
        self
    }

    /// Ships a version: checks that its golden files hold this value and that it loads them itself.
    ///
    /// # Panics
    ///
    /// If a golden file is missing, differs, or loads as another value.
    pub fn ships<T: Archive + PartialEq + Debug>(&mut self, version: u32, value: &T) {
        let table = VersionTable::of::<T>().expect("each name stands for one type");
        let text = Options::file().to_text(value).expect("a shipped value is a text");
        let texts = readable(self.name, version, "text", &text);
        let json = Options::file().to_json_pretty(value).expect("a shipped value is JSON");
        let jsons = readable(self.name, version, "json", &json);
        let (schema, golden_files) = (T::schema(), BTreeMap::new());
        let everywhere = Everywhere::of(value, None);
        let then = BTreeMap::new();
        let mut release =
            Release { table, schema, golden: golden_files, then, texts, jsons, everywhere };
        for (form, options) in forms() {
            let today = save(&options, value).expect("a shipped value can be saved");
            let (kept, then) = spellings(self.name, version, form, &today);
            release.then.extend(then.map(|then| (form, then)));
            let theirs = VersionTable::of_archive(&kept).expect("an archive has versions");
            for table in [&release.table, &theirs] {
                let options = options.clone().write_for(table);
                let same = save(&options, value).expect("a version can write for itself");
                assert_eq!(same, kept, "version {version} as {form}, for itself");
            }
            // With only the schema in the file, tools show the same.
            if Schema::of_archive(&kept).is_ok() {
                let shown = archive::text::of_archive(&kept).expect("it carries its schema");
                assert_eq!(shown, text, "version {version} as {form}");
                let again = archive::text::to_archive(&shown, &kept).expect("it is of the archive");
                assert_eq!(again, kept, "version {version} as {form}, from its text");
                let shown = archive::json::of_archive(&kept).expect("it carries its schema");
                assert_eq!(shown, json, "version {version} as {form}");
                let again = archive::json::to_archive(&shown, &kept).expect("it is of the archive");
                assert_eq!(again, kept, "version {version} as {form}, from its JSON");
            }
            release.golden.insert(form, kept);
        }
        let forms = release.golden.values().cloned().collect();
        self.releases.insert(version, release);
        self.loads(version, version, value);
        self.endures::<T>(version, forms);
    }

    /// Checks that truncated and damaged golden files load as an error or a value.
    fn endures<T: Archive>(&self, version: u32, forms: Vec<Vec<u8>>) {
        static DONE: Mutex<BTreeSet<(&str, u32)>> = Mutex::new(BTreeSet::new());
        // Several tests may use the same story.
        let is_first = DONE.lock().expect("no test panics with it").insert((self.name, version));
        if is_first {
            let name = format!("{} version {version}", self.name);
            let load =
                |bytes: &[u8]| Outcome::like(bytes, || self.load::<T>(&Options::file(), bytes));
            let mut case = Case::today(&name, forms, Bounds::of::<T>(), load);
            case.is_today = !self.hooks_correct;
            case.refuses_prefixes();
            case.refuses_flips();
            case.endures_flips();
        }
    }

    /// The golden file of a version in a form.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn golden(&self, version: u32, form: &str) -> &[u8] {
        &self.release(version).golden[form]
    }

    fn release(&self, version: u32) -> &Release {
        self.releases.get(&version).unwrap_or_else(|| panic!("version {version} did not ship"))
    }

    /// Checks that `reader` loads what `writer` wrote as the expected value, and that the file has
    /// the writer's schema.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub fn loads<T>(&self, writer: u32, reader: u32, expected: &T)
    where
        T: Archive + PartialEq + Debug,
    {
        self.loads_borrowed(writer, reader, expected);
        let what = format!("v{reader} of v{writer}");
        let everywhere = &self.release(writer).everywhere;
        everywhere.loads(&what, expected, &mut **self.context.borrow_mut());
    }

    /// As [`loads`](Self::loads), for a type that borrows.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub fn loads_borrowed<'s, T>(&'s self, writer: u32, reader: u32, expected: &T)
    where
        T: Deserialize<'s> + PartialEq + Debug,
    {
        let release = self.release(writer);
        self.check_reader::<T>(reader);
        let then = T::schema_at(&release.table).expect("the writer's versions are in the history");
        assert_eq!(then.canonical(), release.schema.canonical(), "v{reader} remembers v{writer}");
        let then = |form| release.then.get(form);
        let all = forms().into_iter().flat_map(|(form, options)| {
            let files = [Some(&release.golden[form]), then(form)].into_iter().flatten();
            files.map(move |file| (form, options.clone(), file))
        });
        for (form, options, file) in all {
            let found = self.load::<T>(&options, file);
            let found =
                found.unwrap_or_else(|error| panic!("v{reader} of v{writer}'s {form}: {error}"));
            assert_eq!(found, *expected, "v{reader} loads v{writer}'s {form}");
        }
        let body = agreed_body(&release.golden["message"]);
        for (from, table) in self.tables(writer) {
            let agreed = Options::message().by_value(true).agreed(&table);
            let found = self.load::<T>(&agreed, body);
            let place = format!("v{reader} of v{writer}'s message, whose versions are from {from}");
            let found = found.unwrap_or_else(|error| panic!("{place}: {error}"));
            assert_eq!(found, *expected, "{place}");
        }
        let texts = release.texts.iter().map(|text| ("text", self.load_text::<T>(text)));
        let jsons = release.jsons.iter().map(|json| ("JSON", self.load_json::<T>(json)));
        for (form, found) in texts.chain(jsons) {
            let found =
                found.unwrap_or_else(|error| panic!("v{reader} of v{writer}'s {form}: {error}"));
            assert_eq!(found, *expected, "v{reader} loads v{writer}'s {form}");
        }
        let what = format!("v{reader} of v{writer}");
        release.everywhere.loads_borrowed(&what, expected, &mut **self.context.borrow_mut());
        self.proven.borrow_mut().insert(Pair::Load(writer, reader));
    }

    /// Checks that `reader` refuses what `writer` wrote, and adds the error to the report.
    ///
    /// # Panics
    ///
    /// If it does not refuse it.
    pub fn refuses<T: Archive + Debug>(&self, writer: u32, reader: u32) {
        self.check_reader::<T>(reader);
        let refusals = forms().into_iter().map(|(form, options)| {
            let loaded = self.load::<T>(&options, self.golden(writer, form));
            (form, loaded.expect_err("the reader refuses"))
        });
        self.report(&format!("v{reader} loads what v{writer} wrote"), refusals.collect());
        let text = self.load_text::<T>(&self.release(writer).texts[0]);
        let text = text.expect_err("the reader refuses the text");
        self.report(&format!("v{reader} loads the text of v{writer}"), vec![("text", text)]);
        let json = self.load_json::<T>(&self.release(writer).jsons[0]);
        let json = json.expect_err("the reader refuses the JSON");
        self.report(&format!("v{reader} loads the JSON of v{writer}"), vec![("json", json)]);
        let told = self.release(writer).everywhere.told::<T>(&mut **self.context.borrow_mut());
        self.tell(&format!("v{reader} loads what v{writer} wrote, from every archive"), &told);
        self.proven.borrow_mut().insert(Pair::Load(writer, reader));
    }

    /// Checks that `writer` writes for `reader` what `reader` itself writes for the expected value.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub fn writes_for<T, V>(&self, writer: u32, reader: u32, value: &T, expected: &V)
    where
        T: Serialize,
        V: Archive + PartialEq + Debug,
    {
        self.check_reader::<T>(writer);
        self.check_reader::<V>(reader);
        for (form, options) in forms() {
            let theirs = save(&options, expected).expect("the older version can save it");
            for (from, table) in self.tables(reader) {
                let ours = save(&options.clone().write_for(&table), value);
                let place =
                    format!("v{writer} for v{reader} as {form}, whose versions are from {from}");
                let ours = ours.unwrap_or_else(|error| panic!("{place}: {error}"));
                assert_eq!(ours, theirs, "{place}");
                if form == "message" {
                    let ours = save(&options.clone().agreed(&table), value);
                    assert_eq!(ours.unwrap(), agreed_body(&theirs), "{place}, agreed");
                }
            }
            let loaded = self.load::<V>(&options, &theirs).expect("the older version loads it");
            assert_eq!(loaded, *expected);
        }
        let theirs = Options::file().to_text(expected).expect("the older version can write it");
        let table = &self.release(reader).table;
        let ours = Options::file().write_for(table).to_text(value).expect("the newer one can too");
        assert_eq!(ours, theirs, "v{writer} for v{reader} as text");
        let theirs = Options::file().to_json(expected).expect("the older version can write it");
        let ours = Options::file().write_for(table).to_json(value).expect("the newer one can too");
        assert_eq!(ours, theirs, "v{writer} for v{reader} as JSON");
        let what = format!("v{reader} of what v{writer} wrote for it");
        let lent = &mut **self.context.borrow_mut();
        Everywhere::of(value, Some(table)).loads(&what, expected, lent);
        self.proven.borrow_mut().insert(Pair::WriteFor(writer, reader));
    }

    /// Checks that `writer` cannot write a value for `reader`, and adds the error to the report.
    ///
    /// # Panics
    ///
    /// If it can.
    pub fn cannot_write_for<T: Serialize>(&self, writer: u32, reader: u32, what: &str, value: &T) {
        self.check_reader::<T>(writer);
        let refusals = forms().into_iter().map(|(form, options)| {
            let refusal = |table: &VersionTable| {
                save(&options.clone().write_for(table), value).expect_err("something would be lost")
            };
            let error = refusal(&self.release(reader).table);
            for (from, table) in self.tables(reader) {
                assert_eq!(refusal(&table).to_string(), error.to_string(), "versions from {from}");
                let agreed = save(&options.clone().agreed(&table), value).unwrap_err();
                assert_eq!(agreed.to_string(), error.to_string(), "versions from {from}");
            }
            (form, error)
        });
        self.report(&format!("v{writer} writes {what} for v{reader}"), refusals.collect());
        let table = &self.release(reader).table;
        let refusals = READABLE.iter().map(|archive| match archive.save(value, Some(table)) {
            Ok(saved) => panic!("{} writes {what} for v{reader}: {saved:?}", archive.name),
            Err(refusal) => refusal.kind,
        });
        let told = told(&refusals.collect::<Vec<_>>());
        self.tell(&format!("v{writer} writes {what} for v{reader}, in every archive"), &told);
        self.proven.borrow_mut().insert(Pair::WriteFor(writer, reader));
    }

    /// The version tables of a release, from each source that its peers may have.
    fn tables(&self, version: u32) -> Vec<(&'static str, VersionTable)> {
        let release = self.release(version);
        let of = |(form, bytes): (&&'static str, &Vec<u8>)| {
            (*form, VersionTable::of_archive(bytes).expect("an archive has versions"))
        };
        let archives = release.golden.iter().map(of);
        std::iter::once(("its types", release.table.clone())).chain(archives).collect()
    }

    fn load<'s, T: Deserialize<'s>>(&self, options: &Options, bytes: &'s [u8]) -> Result<T, Error> {
        options.from_slice_with(bytes, &mut **self.context.borrow_mut())
    }

    fn load_text<'s, T: Deserialize<'s>>(&self, text: &'s str) -> Result<T, Error> {
        Options::file().from_text_with(text, &mut **self.context.borrow_mut())
    }

    fn load_json<'s, T: Deserialize<'s>>(&self, json: &'s str) -> Result<T, Error> {
        Options::file().from_json_with(json, &mut **self.context.borrow_mut())
    }

    /// Checks that a type is the one of this version of the story.
    fn check_reader<T: Describe>(&self, version: u32) {
        let table = VersionTable::of::<T>().expect("each name stands for one type");
        assert_eq!(table, self.release(version).table, "this is the type of version {version}");
    }

    /// Adds errors to the report, only once if they are the same in every form.
    fn report(&self, what: &str, refusals: Vec<(&'static str, Error)>) {
        let mut report = self.refusals.borrow_mut();
        let text = |error: &Error| format!("{:?}: {error}\n\n", error.kind());
        let all_say = refusals.first().map(|(_, error)| text(error));
        match all_say {
            Some(said) if refusals.iter().all(|(_, error)| text(error) == said) => {
                report.push_str(&format!("# {what}\n{said}"));
            }
            _ => {
                for (form, error) in &refusals {
                    report.push_str(&format!("# {what}, as {form}\n{}", text(error)));
                }
            }
        }
    }

    /// Adds a line to the report.
    fn tell(&self, what: &str, told: &str) {
        self.refusals.borrow_mut().push_str(&format!("# {what}\n{told}\n\n"));
    }

    /// Ends the story, and returns all refusals for a snapshot.
    ///
    /// # Panics
    ///
    /// If a pair of versions was not tested.
    #[must_use]
    pub fn refusals(self) -> String {
        let versions: Vec<u32> = self.releases.keys().copied().collect();
        let pairs = versions.iter().flat_map(|a| versions.iter().map(move |b| (*a, *b)));
        let wanted: BTreeSet<Pair> = pairs
            .flat_map(|(a, b)| {
                let write = (a > b).then_some(Pair::WriteFor(a, b));
                std::iter::once(Pair::Load(a, b)).chain(write)
            })
            .collect();
        let proven = self.proven.into_inner();
        let missing: Vec<&Pair> = wanted.difference(&proven).collect();
        assert!(missing.is_empty(), "`{}` does not prove {missing:?}", self.name);
        self.refusals.into_inner()
    }
}

impl Debug for Story {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Story").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The body of a message, as it is once versions were agreed on.
fn agreed_body(message: &[u8]) -> &[u8] {
    &message[crate::wire::body_start(message)..]
}
