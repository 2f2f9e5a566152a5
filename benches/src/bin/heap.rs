//! Prints the most heap that saving and loading take at a time, of every data set and codec. A program of its own,
//! because the allocator that counts would slow down what is timed.

use allocation_counter::measure;
use archive_benches::sets::{NAMES, Set};

fn main() {
    for name in NAMES {
        for cell in Set::of(name).cells {
            let mut output = 0;
            let saving = measure(|| output = cell.save_new());
            let mut value = None;
            let loading = measure(|| value = Some(cell.load_new()));
            println!(
                "{name}\t{}\t{}\t{output}\t{}\t{}",
                cell.name(),
                saving.bytes_max,
                loading.bytes_max,
                loading.bytes_current,
            );
        }
    }
}
