//! Random histories of types, each of whose programs loads and writes what all others do.

mod birth;
mod carry;
mod change;
mod convert;
mod function;
mod history;
mod hook;
mod literal;
mod newer;
mod numbers;
mod owners;
mod plain;
mod program;
mod random;
mod render;
mod role;
mod run;
mod ty;
mod value;
mod widen;

use std::process::ExitCode;

use run::Code;

const USAGE: &str = "usage: cargo run -- [--seed 1] [--count 1] [--own | --shared] [--only-write]";

/// What the command line asks for.
struct Request {
    seed: u64,
    count: u64,
    code: Code,
    only_write: bool,
}

fn request() -> Result<Request, String> {
    let mut request = Request { seed: 1, count: 1, code: Code::Own, only_write: false };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse().ok());
        match word.as_str() {
            "--seed" => request.seed = number().ok_or(USAGE)?,
            "--count" => request.count = number().ok_or(USAGE)?,
            "--own" => request.code = Code::Own,
            "--shared" => request.code = Code::Shared,
            "--only-write" => request.only_write = true,
            _ => return Err(USAGE.into()),
        }
    }
    Ok(request)
}

/// Whether all histories passed.
fn run_all(request: &Request) -> Result<bool, String> {
    let mut passed = true;
    for seed in request.seed..request.seed.saturating_add(request.count) {
        let directory = run::generate(seed).map_err(|error| format!("seed {seed}: {error}"))?;
        if !request.only_write && !run::check(&directory, request.code)? {
            println!("seed {seed} failed: {}", directory.display());
            passed = false;
        }
    }
    Ok(passed)
}

fn main() -> ExitCode {
    match request().and_then(|request| run_all(&request)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
