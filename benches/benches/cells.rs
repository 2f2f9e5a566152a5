//! Every data set, measure and codec, with criterion's statistics. `cargo bench -- log/save` picks.

use std::time::Duration;

use archive_benches::cell::{Measure, Role};
use archive_benches::sets::{NAMES, Set};
use criterion::{Criterion, criterion_group, criterion_main};

fn cells(criterion: &mut Criterion) {
    for name in NAMES {
        let mut set = Set::of(name);
        for measure in Measure::ALL {
            let mut group = criterion.benchmark_group(format!("{name}/{}", measure.name()));
            group.sample_size(20);
            group.warm_up_time(Duration::from_millis(500));
            group.measurement_time(Duration::from_secs(2));
            for cell in &mut set.cells {
                if measure == Measure::Borrow && !cell.borrows() {
                    continue;
                }
                let id = match cell.role() {
                    Role::Floor => format!("floor ({})", measure.floor()),
                    _ => cell.name().to_owned(),
                };
                group.bench_function(id, |bencher| {
                    bencher.iter_custom(|times| {
                        cell.run(measure, u32::try_from(times).unwrap_or(u32::MAX))
                    });
                });
            }
            group.finish();
        }
    }
}

criterion_group!(benches, cells);
criterion_main!(benches);
