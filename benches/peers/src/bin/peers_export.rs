//! Writes the documents and the queries into a folder for engines in other languages, and prints what toolsift takes for them.
//!
//! `plan.json` says what is measured and how often. `documents-N.jsonl` has a document a line, in the order of their numbers:
//! `{"id": .., "text": ..}` with all words of the document in one text, as the other peers get it. `queries-N.jsonl` has a query a line:
//! `{"length": .., "text": .., "target": ..}`, where the target is the number of the document whose words it has, or null.
//! A line on stdout is one kind of query; the scripts print the same.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use peers::corpus::{Corpus, Queries};
use peers::engines::Toolsift;
use peers::measure::{Measured, measure_one};
use peers::plan::{Length, Plan, TOPS};

fn main() -> ExitCode {
    peers::exit(run())
}

fn run() -> Result<(), Box<dyn Error>> {
    let (mut folder, mut is_quick) = (None, false);
    for arg in std::env::args_os().skip(1) {
        if arg == "--quick" {
            is_quick = true;
        } else if folder.replace(PathBuf::from(arg)).is_some() {
            return Err("one folder is enough".into());
        }
    }
    let folder = folder.ok_or("the folder to write into is missing")?;
    let plan = if is_quick { Plan::QUICK } else { Plan::FULL };
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("plan.json"), plan_json(&plan))?;
    for &documents in plan.sizes {
        export(&folder, documents, plan.queries)?;
    }
    for &documents in plan.sizes {
        print!("{}", lines(&measure_one::<Toolsift>(&plan, documents, &mut |text| eprintln!("{text}"))));
    }
    Ok(())
}

fn plan_json(plan: &Plan) -> String {
    format!(
        "{{\"sizes\": {:?}, \"tops\": {TOPS:?}, \"rounds\": {}, \"budget_ms\": {}, \"build_budget_ms\": {}}}\n",
        plan.sizes,
        plan.rounds,
        plan.budget.as_millis(),
        plan.build_budget.as_millis()
    )
}

fn export(folder: &Path, n: usize, each: usize) -> Result<(), Box<dyn Error>> {
    let corpus = Corpus::new(n);
    let mut documents = String::new();
    for (written, document) in corpus.written.iter().zip(&corpus.documents) {
        let (id, text) = (quoted(written.id.as_str()), quoted(&document.merged));
        writeln!(documents, "{{\"id\": {id}, \"text\": {text}}}")?;
    }
    std::fs::write(folder.join(format!("documents-{n}.jsonl")), documents)?;
    let all = Queries::new(&corpus, each);
    let mut queries = String::new();
    for length in Length::ALL {
        for query in all.of(length) {
            let target = query.target.map_or_else(|| "null".to_owned(), |target| target.to_string());
            let text = quoted(&query.text);
            writeln!(queries, "{{\"length\": \"{length}\", \"text\": {text}, \"target\": {target}}}")?;
        }
    }
    Ok(std::fs::write(folder.join(format!("queries-{n}.jsonl")), queries)?)
}

/// A line for each kind of query.
fn lines(measured: &Measured) -> String {
    let mut lines = String::new();
    for figures in &measured.engines {
        for times in &figures.times {
            let _ = writeln!(
                lines,
                "{{\"engine\": {}, \"documents\": {}, \"build_ms\": {:.4}, \"hit_at_5\": {:.4}, \"length\": \"{}\", \"top\": {}, \
                 \"queries\": {}, \"p50\": {:.3}, \"p99\": {:.3}}}",
                quoted(figures.name),
                measured.documents,
                figures.build.as_secs_f64() * 1_000.0,
                figures.hit_at_5,
                times.length,
                times.top,
                times.best.len(),
                times.percentile(50),
                times.percentile(99)
            );
        }
    }
    lines
}

/// A JSON string. What is made here are words of ASCII with blanks and underscores between, so nothing needs an escape.
fn quoted(text: &str) -> String {
    assert!(
        text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\'),
        "not plain: {text:?}"
    );
    format!("\"{text}\"")
}
