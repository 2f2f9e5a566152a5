//! Checks that a value is refused the same way in every form.

use archive::{Error, Options, Serialize};

use crate::golden::forms;

/// Checks that every form of a value is refused for the same reason, except for the byte offset.
/// Gives one of the errors, and the message.
///
/// # Panics
///
/// If a form is refused for another reason, or at another path.
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
