//! A store of invented rows, with a ceiling and the configuration of a host beside it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, named_params};
use serde::Serialize;

use super::store::{FILE, Store};
use crate::error::CliError;

/// The name of the read ceiling in the folder of a store.
const CEILING: &str = "ceiling.json";

/// The name of the configuration of a host in the folder of a store.
const HOST: &str = "host.json";

/// How many meetings there are minutes of: together more than one result can hold.
const MEETINGS: usize = 16;

/// The files of a sample.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) store: PathBuf,
    pub(crate) ceiling: PathBuf,
    pub(crate) host: PathBuf,
}

impl Sample {
    /// Makes a sample in a folder, which is made where there is none. A file that is there already is left alone, and so is everything else then.
    pub(crate) fn make(folder: &Path) -> Result<Self, CliError> {
        fs::create_dir_all(folder).map_err(in_file(folder))?;
        let folder = fs::canonicalize(folder).map_err(in_file(folder))?;
        let program = std::env::current_exe()?;
        let sample = Self { store: folder.join(FILE), ceiling: folder.join(CEILING), host: folder.join(HOST) };
        let host = Host {
            cli_path: text(&program)?,
            cli_args: ["rows", "serve"],
            transport: Transport { kind: "direct", instance_dir: text(&folder)?, run_id: "sample" },
            read_ceiling_file: text(&sample.ceiling)?,
            facets: ["work"],
        };
        let files = [&sample.store, &sample.ceiling, &sample.host];
        if let Some(there) = files.into_iter().find(|file| file.symlink_metadata().is_ok()) {
            return Err(CliError::FileExists(there.display().to_string()));
        }
        write(&sample.store, "")?;
        Store::create(&sample.store, fill)?;
        write(&sample.ceiling, include_str!("../../sample/rows-ceiling.json"))?;
        write(&sample.host, &format!("{}\n", serde_json::to_string_pretty(&host)?))?;
        Ok(sample)
    }
}

/// The configuration of a host.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Host<'a> {
    cli_path: &'a str,
    cli_args: [&'static str; 2],
    transport: Transport<'a>,
    read_ceiling_file: &'a str,
    facets: [&'static str; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Transport<'a> {
    kind: &'static str,
    instance_dir: &'a str,
    run_id: &'static str,
}

fn fill(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(include_str!("../../sample/rows.sql"))?;
    let mut insert = connection.prepare(
        "INSERT INTO hit (id, source, at, title, text, label)
         VALUES (:id, 'notes', unixepoch('2025-11-07T09:00:00Z', :days), :title, :text, :label)",
    )?;
    for meeting in 1..=MEETINGS {
        insert.execute(named_params! {
            ":id": format!("minutes:{meeting}"),
            ":days": format!("+{} days", meeting * 7),
            ":title": format!("Minutes of meeting {meeting}"),
            ":text": minutes(meeting),
            // Every fourth one was never labelled.
            ":label": (!meeting.is_multiple_of(4)).then_some(r#"{"confidentiality":["work"],"integrity":["minutes"]}"#),
        })?;
    }
    Ok(())
}

/// Invented minutes, a little longer than a text may be that a model is shown.
fn minutes(meeting: usize) -> String {
    const SUBJECTS: [&str; 7] = [
        "The plan of berth 4",
        "The lease of the north yard",
        "The upkeep of crane 1",
        "The rota of the night shift",
        "The contract with the pilot station",
        "The list of empties",
        "The gate beside the sheds",
    ];
    const FINDINGS: [&str; 5] = [
        "was discussed at length, and nobody asked for a change",
        "costs more than was planned, but less than it did a year ago",
        "needs another look before the next call",
        "works as it was agreed in autumn",
        "waits for an answer of the harbour office",
    ];
    const DUTIES: [&str; 3] =
        ["Maren writes it down", "the berth desk asks again", "nothing is to be done until the next meeting"];
    let pick = |list: &[&'static str], at: usize| list.get(at % list.len()).copied().unwrap_or_default();
    let sentence = |at: usize| {
        let (subject, finding, duty) =
            (pick(&SUBJECTS, at), pick(&FINDINGS, at + meeting), pick(&DUTIES, at * meeting));
        format!("{subject} {finding}; {duty}.")
    };
    (0..40).map(sentence).collect::<Vec<_>>().join(" ")
}

fn write(path: &Path, text: &str) -> Result<(), CliError> {
    let mut file = fs::File::create_new(path).map_err(in_file(path))?;
    file.write_all(text.as_bytes()).map_err(in_file(path))
}

fn in_file(path: &Path) -> impl FnOnce(std::io::Error) -> CliError {
    let path = path.display().to_string();
    |source| CliError::File { path, source }
}

/// A path as JSON can have it.
fn text(path: &Path) -> Result<&str, CliError> {
    path.to_str().ok_or_else(|| CliError::PathNotUtf8(path.display().to_string()))
}
