//! How the tests run the program.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Exit code, standard output and standard error of a run.
pub(crate) struct Run(pub(crate) i32, pub(crate) String, pub(crate) String);

pub(crate) fn toolsift_with(args: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_toolsift"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may be done before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Run(output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

pub(crate) fn toolsift(args: &[&str]) -> Run {
    toolsift_with(args, b"")
}

pub(crate) fn json_of(args: &[&str]) -> Value {
    let Run(_, out, err) = toolsift(args);
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out} {err}"))
}

/// A file of a test.
pub(crate) struct Temp(pub(crate) tempfile::TempDir);

impl Temp {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path: PathBuf = self.0.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.display().to_string()
    }
}
