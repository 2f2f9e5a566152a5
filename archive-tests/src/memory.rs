//! Measures the memory of a piece of code.

/// The result of `work`, and the most bytes that this thread held at once while it ran.
///
/// A block that grows counts twice while it moves, as in an allocator that has to copy it.
pub fn peak<R>(work: impl FnOnce() -> R) -> (R, usize) {
    let mut result = None;
    let info = allocation_counter::measure(|| result = Some(work()));
    let bytes = usize::try_from(info.bytes_max).unwrap_or(usize::MAX);
    (result.expect("the work was done"), bytes)
}

/// The result of `work`, and by how many bytes this thread's memory grew.
pub fn kept<R>(work: impl FnOnce() -> R) -> (R, i64) {
    let mut result = None;
    let info = allocation_counter::measure(|| result = Some(work()));
    (result.expect("the work was done"), info.bytes_current)
}

#[cfg(test)]
mod tests {
    use super::{kept, peak};

    #[test]
    fn what_is_freed_counts_no_longer() {
        let (len, bytes) = peak(|| {
            drop(std::hint::black_box(vec![0_u8; 1000]));
            std::hint::black_box(vec![0_u8; 600]).len()
        });
        assert_eq!((len, bytes), (600, 1000));
    }

    #[test]
    fn what_is_held_on_to_is_kept() {
        let (held, bytes) = kept(|| std::hint::black_box(vec![0_u8; 100]));
        assert_eq!((held.len(), bytes), (100, 100));
    }
}
