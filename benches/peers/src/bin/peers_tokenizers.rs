//! Tokenizers beside each other. `--text FILE` reads the lines of a file instead of made ones, `--only NAME` has one tokenizer read.

use std::error::Error;
use std::process::ExitCode;

use peers::tokenizers::lines;
use peers::tokenizers::rates::rates;
use peers::tokenizers::report::report;

/// Lines and rounds of a run whose figures are kept, and of one that shows whether everything works.
const FULL: (usize, usize) = (10_000, 25);
const QUICK: (usize, usize) = (1_000, 3);

fn main() -> ExitCode {
    peers::exit(run())
}

fn run() -> Result<(), Box<dyn Error>> {
    let (mut size, mut file, mut only) = (FULL, None, None);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--quick" => size = QUICK,
            "--text" => file = args.next(),
            "--only" => only = args.next(),
            _ => return Err(format!("`{arg}` is not known; there are --quick, --text FILE and --only NAME").into()),
        }
    }
    let (documents, rounds) = size;
    let ascii = match file {
        Some(file) => {
            std::fs::read_to_string(file)?.lines().filter(|line| line.is_ascii()).map(str::to_owned).collect()
        }
        None => lines::ascii(documents),
    };
    let mixed = lines::mixed(&ascii);
    let mean = |lines: &[String]| lines.iter().map(String::len).sum::<usize>() / lines.len().max(1);
    println!(
        "{} lines, {} bytes in the mean, mixed {}; the best of {rounds} rounds.\n",
        ascii.len(),
        mean(&ascii),
        mean(&mixed)
    );
    let rates = rates(&ascii, &mixed, rounds, only.as_deref());
    print!("{}", report(&rates));
    Ok(())
}
