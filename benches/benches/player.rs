//! Rows beside postcard and borsh on a player's record, saved into a buffer that is reused.

use archive::Options;
use archive_benches::Player;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn save(c: &mut Criterion) {
    for items in [8, 200] {
        let player = Player::sample(items);
        let mut buffer = vec![0; 1 << 20];
        let rows = Options::message();
        let mut group = c.benchmark_group(format!("save/{items}"));
        let len = rows.encoded_len(&player).unwrap();
        group.throughput(Throughput::Bytes(len as u64));
        group.bench_function(BenchmarkId::from_parameter("archive"), |b| {
            b.iter(|| rows.write_into(black_box(&player), &mut buffer).unwrap());
        });
        group.bench_function(BenchmarkId::from_parameter("postcard"), |b| {
            b.iter(|| postcard::to_slice(black_box(&player), &mut buffer).unwrap().len());
        });
        group.bench_function(BenchmarkId::from_parameter("borsh"), |b| {
            b.iter(|| {
                let mut out = &mut buffer[..];
                borsh::to_writer(&mut out, black_box(&player)).unwrap();
                out.len()
            });
        });
        group.finish();
    }
}

fn load(c: &mut Criterion) {
    for items in [8, 200] {
        let player = Player::sample(items);
        let rows = Options::message();
        let ours = rows.to_vec(&player).unwrap();
        let postcard = postcard::to_stdvec(&player).unwrap();
        let borsh = borsh::to_vec(&player).unwrap();
        let mut group = c.benchmark_group(format!("load/{items}"));
        group.throughput(Throughput::Bytes(ours.len() as u64));
        group.bench_function(BenchmarkId::from_parameter("archive"), |b| {
            b.iter(|| rows.from_slice::<Player>(black_box(&ours)).unwrap());
        });
        group.bench_function(BenchmarkId::from_parameter("postcard"), |b| {
            b.iter(|| postcard::from_bytes::<Player>(black_box(&postcard)).unwrap());
        });
        group.bench_function(BenchmarkId::from_parameter("borsh"), |b| {
            b.iter(|| borsh::from_slice::<Player>(black_box(&borsh)).unwrap());
        });
        group.finish();
    }
}

criterion_group!(benches, save, load);
criterion_main!(benches);
