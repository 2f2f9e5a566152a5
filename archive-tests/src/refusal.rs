//! How a value is refused, whatever form it was written in.

use archive::{Error, Options, Serialize};

use crate::golden::forms;

/// How a value is refused in every form, which differs in the place in the bytes alone: one of the
/// errors, and what a person reads.
///
/// # Panics
///
/// One form is refused for another reason, or elsewhere in the value.
pub fn refusal(
    value: &impl Serialize,
    mut load: impl FnMut(&Options, &[u8]) -> Error,
) -> (Error, String) {
    let refusals = forms().into_iter().map(|(form, options)| {
        let bytes = options.to_vec(value).expect("what is to be refused can be saved");
        (form, load(&options, &bytes))
    });
    let refusals: Vec<(&str, Error)> = refusals.collect();
    let about = |error: &Error| (error.kind(), error.path().to_owned(), error.found_version());
    for (form, error) in &refusals {
        assert_eq!(about(error), about(&refusals[0].1), "{form}: {error}");
    }
    let said = refusals.iter().map(|(form, error)| format!("# as {form}\n{error}\n\n")).collect();
    (refusals.into_iter().next().expect("there are forms").1, said)
}
