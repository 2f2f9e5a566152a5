//! Runs all cases of a history.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use archive::{ErrorKind, Limits, Newer, Options, Unknown, VersionTable};

use crate::cases::{Case, Cases, Expected, Task};
use crate::damage::endure;
use crate::program::{Form, Program, Saved};
use crate::routes::{Route, routes};
use crate::source::CIRCLE;

/// Runs all cases, and prints what fails.
#[must_use]
pub fn run(seed: u64, cases: &str, programs: &[Box<dyn Program>]) -> ExitCode {
    // Panics are reported with the case that they belong to.
    std::panic::set_hook(Box::new(|_| ()));
    let cases = match Cases::parse(cases) {
        Ok(cases) => cases,
        Err(error) => {
            println!("seed {seed}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut runner = Runner { seed, cases: &cases, programs, checks: 0, failures: 0 };
    for (program, values) in cases.values.iter().enumerate() {
        for index in 0..values.len() {
            runner.own(program, index);
        }
    }
    for case in &cases.cases {
        for route in routes() {
            runner.case(case, &route);
        }
    }
    println!("seed {seed}: {} checks, {} failures", runner.checks, runner.failures);
    if runner.failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The word for an object that was kept.
const STRANGER: &str = " as:? ";

struct Runner<'r> {
    seed: u64,
    cases: &'r Cases,
    programs: &'r [Box<dyn Program>],
    checks: usize,
    failures: usize,
}

/// What a check found instead of what it expected.
struct Differs {
    step: &'static str,
    expected: String,
    found: String,
}

type Checked = Result<(), Differs>;

fn differs(step: &'static str, expected: &str, found: impl ToString) -> Differs {
    Differs { step, expected: expected.to_owned(), found: found.to_string() }
}

fn equal(step: &'static str, expected: &str, found: Result<String, archive::Error>) -> Checked {
    match found {
        Ok(found) if found == expected => Ok(()),
        Ok(found) => Err(differs(step, expected, found)),
        Err(error) => Err(differs(step, expected, format!("{:?}: {error}", error.kind()))),
    }
}

fn must<T>(step: &'static str, result: Result<T, archive::Error>) -> Result<T, Differs> {
    result.map_err(|error| differs(step, "success", format!("{:?}: {error}", error.kind())))
}

fn refused<T: std::fmt::Debug>(
    step: &'static str,
    result: Result<T, archive::Error>,
    kinds: &[ErrorKind],
) -> Checked {
    match result {
        Err(error) if kinds.is_empty() || kinds.contains(&error.kind()) => Ok(()),
        Err(error) => Err(differs(step, &format!("{kinds:?}"), format!("{error:?}"))),
        Ok(found) => Err(differs(step, "an error", format!("{found:?}"))),
    }
}

impl<'r> Runner<'r> {
    fn program(&self, index: usize) -> Option<&'r dyn Program> {
        self.programs.get(index).map(|program| &**program)
    }

    /// A program and its own value: the text is right, saves are repeatable, and damage does no harm.
    fn own(&mut self, program: usize, index: usize) {
        let Some((it, plain)) = self.program(program).zip(self.cases.value(program, index)) else {
            return;
        };
        for route in routes() {
            let seed = self.seed ^ (index as u64) << 32;
            let checked = catch_unwind(AssertUnwindSafe(|| own(it, plain, &route, seed)));
            self.report(program, program, index, &route, checked);
        }
    }

    fn case(&mut self, case: &Case, route: &Route) {
        let programs = self.program(case.writer).zip(self.program(case.reader));
        let Some(((writer, reader), plain)) =
            programs.zip(self.cases.value(case.writer, case.index))
        else {
            return;
        };
        let pair = Pair { writer, reader, plain, route };
        let checked = catch_unwind(AssertUnwindSafe(|| match case.task {
            Task::Load => load(&pair, &case.expected),
            Task::Modded => modded(&pair, &case.expected),
            Task::Write => write(&pair, &case.expected),
            Task::Wrote => wrote(&pair, &case.expected),
            Task::Newer => newer(&pair, &case.expected, true),
            Task::Replaced => newer(&pair, &case.expected, false),
        }));
        self.report(case.writer, case.reader, case.index, route, checked);
    }

    fn report(
        &mut self,
        writer: usize,
        reader: usize,
        index: usize,
        route: &Route,
        checked: std::thread::Result<Checked>,
    ) {
        self.checks = self.checks.saturating_add(1);
        let differs = match checked {
            Ok(Ok(())) => return,
            // Such a value can be loaded, but not be made from its text.
            Ok(Err(differs)) if differs.found.contains(CIRCLE) => return,
            Ok(Err(differs)) => differs,
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
                differs("anything", "no panic", text.unwrap_or_default())
            }
        };
        self.failures = self.failures.saturating_add(1);
        let start = common(&differs.expected, &differs.found).saturating_sub(120);
        let shown = |text: &str| text.chars().skip(start).take(500).collect::<String>();
        println!(
            "FAILED seed {}, value {index} of v{} in v{}, {}, {} (from character {start})\n  \
             expected: {}\n  found:    {}",
            self.seed,
            writer.saturating_add(1),
            reader.saturating_add(1),
            route.name,
            differs.step,
            shown(&differs.expected),
            shown(&differs.found),
        );
    }
}

/// A value that one program saves by a route, for another one.
struct Pair<'p> {
    writer: &'p dyn Program,
    reader: &'p dyn Program,
    plain: &'p str,
    route: &'p Route,
}

/// How many characters two texts have in common at their starts.
fn common(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count()
}

fn own(it: &dyn Program, plain: &str, route: &Route, seed: u64) -> Checked {
    let again = it.plain(plain);
    if again.as_deref() != Ok(plain) {
        return Err(differs("the plain text", plain, format!("{again:?}")));
    }
    let saved = must("saving", it.save(plain, route.form, &route.options))?;
    endure(it, &saved, seed, 40);
    let twice = must("saving twice", it.save(plain, route.form, &route.options))?;
    if same(&saved, &twice) { Ok(()) } else { Err(differs("saving twice", "the same", "not")) }
}

fn load(pair: &Pair<'_>, expected: &Expected) -> Checked {
    let Pair { writer, reader, plain, route } = *pair;
    let file = Options::file();
    let saved = must("saving", writer.save(plain, route.form, &route.options))?;
    let found = reader.load(&saved, &file);
    let Expected::Value(expected) = expected else {
        return if *expected == Expected::Any { Ok(()) } else { refused("loading", found, &[]) };
    };
    equal("loading", expected, found)?;
    if let (Saved::Bytes(bytes), true) = (&saved, route.is_described) {
        equal("loading as a part", expected, reader.load_part(bytes))?;
        let tree = must("opening a tree", file.value_from_slice(bytes))?.into_owned();
        equal("loading its tree", expected, reader.load(&Saved::Tree(tree), &file))?;
        let text = must("as a text", file.archive_to_text(bytes))?;
        equal("loading it as a text", expected, reader.load(&Saved::Text(text), &file))?;
    }
    let again = must("saving again", reader.again(&saved, &file, &route.options))?;
    equal("loading again", expected, reader.load(&again, &file))?;
    let own = must("saving the expected", reader.save(expected, route.form, &route.options))?;
    if same(&own, &again) { Ok(()) } else { Err(differs("saving again", "the same", "not")) }
}

/// A load of objects whose classes a mod registers, which may be missing.
fn modded(pair: &Pair<'_>, expected: &Expected) -> Checked {
    let Pair { writer, reader, plain, route } = *pair;
    // A message does not say what they are.
    if !route.is_described {
        return Ok(());
    }
    let file = match route.form {
        // A text must be allowed to have what is unknown, as it may be a mistake.
        Form::Text | Form::Json => Options::file().unknown(Unknown::Retain),
        _ => Options::file(),
    };
    let saved = must("saving", writer.save(plain, route.form, &route.options))?;
    let found = reader.load(&saved, &file);
    let is_text = matches!(route.form, Form::Text | Form::Json);
    if is_text && found.as_ref().is_err_and(|error| error.kind() == ErrorKind::InvalidLink) {
        // Nothing is kept that links to other objects of a text.
        return Ok(());
    }
    let Expected::Value(expected) = expected else {
        return if *expected == Expected::Any { Ok(()) } else { refused("loading", found, &[]) };
    };
    equal("loading", expected, found)?;
    // What was kept may contain what the game has changed since, and that of a tree has no schema.
    let not_again = match route.form {
        Form::Tree => ErrorKind::Retained,
        _ => ErrorKind::CannotWrite,
    };
    match reader.again(&saved, &file, &route.options) {
        Ok(again) => equal("loading again", expected, reader.load(&again, &file)),
        Err(error) if error.kind() == not_again && expected.contains(STRANGER) => Ok(()),
        Err(error) => Err(differs("saving again", "success", error)),
    }
}

/// A default that contains its own type never ends, and should be refused soon.
fn written_for(table: &VersionTable, route: &Route) -> Options {
    route.options.clone().write_for(table).limits(Limits::new().max_alloc(1 << 24))
}

fn write(pair: &Pair<'_>, expected: &Expected) -> Checked {
    let Pair { writer, reader, plain, route } = *pair;
    let table = must("the versions", reader.table())?;
    let written = writer.save(plain, route.form, &written_for(&table, route));
    let Expected::Value(expected) = expected else {
        return match expected {
            Expected::Any => Ok(()),
            _ => refused("writing", written, &[ErrorKind::CannotWrite]),
        };
    };
    let written = must("writing", written)?;
    let own = must("saving the expected", reader.save(expected, route.form, &route.options))?;
    if same(&own, &written) {
        return Ok(());
    }
    Err(differs("bytes", &format!("{own:?}"), format!("{written:?}")))
}

/// An older program loads what was written for it.
fn wrote(pair: &Pair<'_>, expected: &Expected) -> Checked {
    let Pair { writer, reader, plain, route } = *pair;
    let table = must("the versions", reader.table())?;
    let written = writer.save(plain, route.form, &written_for(&table, route));
    let found = reader.load(&must("writing", written)?, &Options::file());
    match expected {
        Expected::Value(expected) => equal("loading what was written", expected, found),
        Expected::Refused => refused("loading what was written", found, &[]),
        Expected::Any => Ok(()),
    }
}

fn newer(pair: &Pair<'_>, expected: &Expected, keeps_all: bool) -> Checked {
    let Pair { writer, reader, plain, route } = *pair;
    let tables = (must("the versions", writer.table())?, must("the versions", reader.table())?);
    let saved = must("saving", writer.save(plain, route.form, &route.options))?;
    let found = reader.load(&saved, &Options::file());
    if tables.0 == tables.1 {
        return match expected {
            Expected::Value(expected) => equal("loading an equal version", expected, found),
            _ => Ok(()),
        };
    }
    if route.form == Form::Bytes {
        refused("loading newer", found, &[ErrorKind::TooNew, ErrorKind::WrongType])?;
    }
    let accept = Options::file().newer(Newer::Accept);
    let found = reader.load(&saved, &accept.clone().unknown(Unknown::Skip));
    if !route.is_described {
        return refused("loading newer without its schema", found, &[]);
    }
    if route.form != Form::Tree && keeps_all {
        retained(pair, &saved, &accept.unknown(Unknown::Retain))?;
    }
    match expected {
        Expected::Any => Ok(()),
        // A text and a tree do not say that a function converts a field.
        _ if route.form != Form::Bytes => Ok(()),
        Expected::Refused => refused("loading newer by name", found, &[]),
        Expected::Value(expected) => equal("loading newer by name", expected, found),
    }
}

/// If an older program loads a value with all that it does not know, and saves it, nothing is lost.
fn retained(pair: &Pair<'_>, saved: &Saved, retain: &Options) -> Checked {
    let Pair { writer, reader, route, .. } = *pair;
    let Ok(again) = reader.again(saved, retain, &route.options) else { return Ok(()) };
    let whole = must("loading what was saved", writer.load_copies(saved, &Options::file()))?;
    equal("loading what was retained", &whole, writer.load_copies(&again, &Options::file()))
}

fn same(one: &Saved, other: &Saved) -> bool {
    match (one, other) {
        (Saved::Bytes(one), Saved::Bytes(other)) => one == other,
        (Saved::Text(one), Saved::Text(other)) | (Saved::Json(one), Saved::Json(other)) => {
            one == other
        }
        // A tree says NaN is not equal to itself.
        (Saved::Tree(one), Saved::Tree(other)) => format!("{one:?}") == format!("{other:?}"),
        _ => false,
    }
}
