//! Prints the peak heap use of saving and loading, for every data set and codec. It is a separate
//! program because the counting allocator would slow down the timed ones.

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
