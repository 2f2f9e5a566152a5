//! What must hold for bytes from anybody, for any type: they load as a value or an error within the
//! memory bounds, and a value of today's version has no encoding but its own bytes.

use archive::{Archive, Describe, Deserialize, Error, ErrorKind, Options, Serialize};

use crate::memory::peak;
use crate::wire;

/// Memory that every load may take (DESIGN.md, "Bounds").
pub const FREE: usize = 64 * 1024;
/// The memory of an error and its message.
const ERROR: usize = 4 * 1024;
/// The memory for finding out which versions an unknown header means. The reader's own types bound
/// it, not the input.
const RESOLUTION: usize = 128 * 1024;
/// The memory allowed for each byte of an embedded schema (`Schema::from_bytes`).
const SCHEMA: usize = 192;
/// The memory for the parts of a type while its columns are read, whatever their bytes.
const PARTS: usize = 32 * 1024;
/// The best compression ratio that a test may reach.
const RATIO: usize = 4096;

/// How much memory a load may take for each byte of a body.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// For each byte of rows.
    rows: usize,
    /// For columns without bytes, and for each byte of columns.
    columns: (usize, usize),
    /// Whether there are maps, sets or heaps: saved in their type's order, loaded in any.
    has_orders: bool,
}

impl Bounds {
    /// The bounds of a type.
    ///
    /// # Panics
    ///
    /// If two different types within `T` have the same name.
    #[must_use]
    pub fn of<T: Describe + ?Sized>() -> Self {
        use archive::__private::{columns_memory, weight};
        let columns = |bytes| columns_memory::<T>(bytes).expect("the type has columns");
        let rows = weight::<T>().expect("each name stands for one type");
        let schema = T::schema().canonical();
        let mut words = schema.split(|c: char| !c.is_alphanumeric() && c != '_');
        let has_orders = words.any(|word| ["map", "set", "heap"].contains(&word));
        Self { rows, columns: (columns(0), columns(1) - columns(0)), has_orders }
    }

    /// The bounds of a type whose rows are read by name.
    ///
    /// # Panics
    ///
    /// As [`of`](Self::of).
    #[must_use]
    pub fn by_name<T: Describe + ?Sized>() -> Self {
        let weight = archive::__private::weight_by_name::<T>();
        Self { rows: weight.expect("each name stands for one type"), ..Self::of::<T>() }
    }

    /// Twice the bounds, which is enough for older versions of the type.
    #[must_use]
    pub fn twice(self) -> Self {
        let (free, weight) = self.columns;
        Self { rows: 2 * self.rows, columns: (2 * free, 2 * weight), ..self }
    }

    /// The most memory for these bytes, not counting their header.
    fn whole(&self, bytes: &[u8]) -> usize {
        let has_body = wire::is_file(bytes) && wire::header_len(bytes).is_some();
        if has_body { self.body(bytes) } else { self.rows * bytes.len() }
    }

    /// The most memory for this many bytes of rows.
    #[must_use]
    pub fn rows(&self, len: usize) -> usize {
        self.rows * len
    }

    /// The most memory for the body of these bytes, whose header must be readable.
    #[must_use]
    pub fn body(&self, bytes: &[u8]) -> usize {
        let stored = bytes.len() - wire::body_start(bytes);
        // A body that claims to be larger is refused.
        let raw = wire::raw_len(bytes).min(RATIO.saturating_mul(stored));
        let decompressed = if raw == stored { 0 } else { raw };
        let (free, weight) = self.columns;
        let value = match wire::is_columns(bytes) {
            true => (PARTS + free).saturating_add(weight.saturating_mul(raw)),
            false => self.rows.saturating_mul(raw),
        };
        value.saturating_add(decompressed)
    }
}

/// The result of loading some bytes.
#[derive(Debug)]
pub struct Outcome {
    /// The body of the loaded value when saved again.
    pub body: Result<Vec<u8>, Error>,
    /// The most memory that the load held at once.
    pub peak: usize,
}

impl Outcome {
    /// Loads a value with `load`, and saves it again.
    ///
    /// # Panics
    ///
    /// If the loaded value cannot be saved.
    pub fn of<T: Serialize>(load: impl FnOnce() -> Result<T, Error>) -> Self {
        Self::saved_as(load, &Options::message())
    }

    /// As [`of`](Self::of), but saves tables of objects only if these bytes have them.
    ///
    /// # Panics
    ///
    /// If the loaded value cannot be saved.
    pub fn like<T: Serialize>(bytes: &[u8], load: impl FnOnce() -> Result<T, Error>) -> Self {
        Self::saved_as(load, &Options::message().by_value(!wire::is_linked(bytes)))
    }

    fn saved_as<T: Serialize>(load: impl FnOnce() -> Result<T, Error>, options: &Options) -> Self {
        let (loaded, peak) = peak(load);
        let body = loaded.map(|value| {
            Options::file().to_vec(&value).expect("what was loaded can be saved in columns");
            let saved = options.to_vec(&value).expect("what was loaded can be saved");
            saved[wire::body_start(&saved)..].to_vec()
        });
        Self { body, peak }
    }
}

/// Loads a `T`, and saves it again.
#[must_use]
pub fn reload<T: Archive>(bytes: &[u8]) -> Outcome {
    reload_borrowing::<T>(bytes)
}

/// Loads a `T` that may point to the bytes, and saves it again.
#[must_use]
pub fn reload_borrowing<'a, T: Serialize + Deserialize<'a>>(bytes: &'a [u8]) -> Outcome {
    Outcome::like(bytes, || archive::from_slice::<T>(bytes))
}

/// Archives of one value, and how to load changed versions of them.
pub struct Case<'l> {
    /// The name in failure messages.
    pub name: String,
    /// The value in every layout and with every codec; at least one form must be uncompressed rows.
    pub forms: Vec<Vec<u8>>,
    /// The most memory that a load may take.
    pub bounds: Bounds,
    /// Whether the bytes are of today's version, so that only the order of keys may vary.
    pub is_today: bool,
    load: Box<Load<'l>>,
}

type Load<'l> = dyn Fn(&[u8]) -> Outcome + 'l;

impl std::fmt::Debug for Case<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Case").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Whether one is a permutation of the other.
fn is_reordered(bytes: &[u8], others: &[u8]) -> bool {
    let sorted = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        bytes.sort_unstable();
        bytes
    };
    sorted(bytes) == sorted(others)
}

impl<'l> Case<'l> {
    /// A value of today's version, which must load and save as the same bytes.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub fn today(
        name: &str,
        forms: Vec<Vec<u8>>,
        bounds: Bounds,
        load: impl Fn(&[u8]) -> Outcome + 'l,
    ) -> Self {
        let case = Self { name: name.into(), forms, bounds, is_today: true, load: Box::new(load) };
        // The first load caches what is known of the type, so it is not measured.
        let plain = case.forms.iter().find(|form| wire::is_rows(form)).expect("plain rows");
        let plain = &plain[wire::body_start(plain)..];
        for (index, form) in case.forms.iter().enumerate() {
            let body = case.load(form).body;
            let body = body.unwrap_or_else(|error| panic!("{name}, form {index}: {error}"));
            assert_eq!(body, plain, "{name}, form {index}");
        }
        case
    }

    /// A value that an earlier release wrote.
    ///
    /// # Panics
    ///
    /// If it does not load.
    pub fn past(
        name: &str,
        forms: Vec<Vec<u8>>,
        bounds: Bounds,
        load: impl Fn(&[u8]) -> Outcome + 'l,
    ) -> Self {
        let case = Self { name: name.into(), forms, bounds, is_today: false, load: Box::new(load) };
        for form in &case.forms {
            case.load(form).body.expect("the archive is loaded");
        }
        case
    }

    /// Loads these bytes.
    #[must_use]
    pub fn load(&self, bytes: &[u8]) -> Outcome {
        (self.load)(bytes)
    }

    /// Checks that bytes from anybody load as a value or an error within the memory bounds, and
    /// that a value of today's version saves as the same bytes, or as those with its keys in order.
    ///
    /// # Errors
    ///
    /// The kind of the error, if the bytes are refused.
    ///
    /// # Panics
    ///
    /// If the check fails.
    #[track_caller]
    pub fn judge(&self, bytes: &[u8]) -> Result<(), ErrorKind> {
        let header = wire::header_len(bytes).unwrap_or(bytes.len());
        self.within(bytes, (RESOLUTION + SCHEMA * header).saturating_add(self.bounds.whole(bytes)))
    }

    /// As [`judge`](Self::judge), for bytes with an intact header: only the body counts.
    ///
    /// # Errors
    ///
    /// The kind of the error, if the bytes are refused.
    ///
    /// # Panics
    ///
    /// If the check fails.
    #[track_caller]
    pub fn judge_body(&self, bytes: &[u8]) -> Result<(), ErrorKind> {
        self.within(bytes, self.bounds.body(bytes))
    }

    #[track_caller]
    fn within(&self, bytes: &[u8], memory: usize) -> Result<(), ErrorKind> {
        let outcome = self.load(bytes);
        let bound = memory.saturating_add(FREE + ERROR);
        assert!(outcome.peak <= bound, "{}: {} of {bound} bytes", self.name, outcome.peak);
        let body = outcome.body.map_err(|error| error.kind())?;
        // There are many ways to pack columns and to compress.
        if self.is_today && wire::is_plain(bytes) {
            let given = &bytes[wire::body_start(bytes)..];
            if body != given {
                let why = format!("{}: a second form: {body:?} of {given:?}", self.name);
                assert!(self.bounds.has_orders && is_reordered(&body, given), "{why}");
                let again = self.load(&wire::with_body(bytes, &body)).body;
                assert!(again.is_ok_and(|again| again == body), "{why}");
            }
        }
        Ok(())
    }

    /// Checks that every truncated archive is refused, even if its header matches what is left.
    ///
    /// # Panics
    ///
    /// If one is loaded, or refused for another reason.
    pub fn refuses_prefixes(&self) {
        for form in &self.forms {
            for len in 0..form.len() {
                let kind = self.judge(&form[..len]).expect_err("a prefix is refused");
                // A message does not store its own length, so the next length inside it fails.
                let is_short = kind == ErrorKind::Truncated
                    || kind == ErrorKind::Length && !wire::is_file(form);
                assert!(is_short, "{}: {kind:?} at {len} of {}", self.name, form.len());
            }
            let body = &form[wire::body_start(form)..];
            for len in 0..body.len() {
                let agreed = wire::with_body(form, &body[..len]);
                let kind = self.judge_body(&agreed).expect_err("a prefix is refused");
                // Bodies read from the end or decompressed fail with other errors.
                let is_short = matches!(kind, ErrorKind::Truncated | ErrorKind::Length)
                    || !wire::is_plain(form);
                assert!(is_short, "{}: {kind:?} at {len} of {}", self.name, body.len());
            }
        }
    }

    /// Checks that flipping any bit of a file with checksums is noticed.
    ///
    /// # Panics
    ///
    /// If a flipped file is loaded, or refused with the wrong kind of error.
    pub fn refuses_flips(&self) {
        for file in self.forms.iter().filter(|form| wire::is_file(form) && form[9] & 4 != 0) {
            for (bit, flipped) in flips(file) {
                let kind = self.judge(&flipped).expect_err("the checksum is wrong");
                let is_magic = bit < 64;
                assert_eq!(kind == ErrorKind::NotAnArchive, is_magic, "{}: {bit}", self.name);
            }
        }
    }

    /// Checks that every archive with one flipped bit and corrected checksums passes `judge`.
    ///
    /// # Panics
    ///
    /// If one fails [`judge`](Self::judge).
    pub fn endures_flips(&self) {
        for form in &self.forms {
            let columns = wire::columns(form).unwrap_or(0);
            for (_, mut flipped) in flips(form) {
                wire::seal_columns(&mut flipped, columns);
                let _ = self.judge(&flipped);
            }
        }
    }
}

/// The bytes with one bit flipped, for every bit.
fn flips(bytes: &[u8]) -> impl Iterator<Item = (usize, Vec<u8>)> {
    (0..bytes.len() * 8).map(|bit| {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        (bit, flipped)
    })
}
