//! A writer that is killed again and again loses nothing that it said it had written.
//!
//! The writer appends numbered decisions to a file journal and prints each number once the journal accepted it. It is killed
//! after a short time that differs from kill to kill, the file is read, and the next writer goes on with it. A kill seldom
//! tears a line, so some tails are torn by hand before the next writer starts.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use toolsift_replay::{FileJournal, Journal, JournalError, Line, LoopName, Position, SearchChoice, read_lines};

/// Kills after which a new journal is begun: every one is read as a whole after every kill.
const KILLS_A_JOURNAL: u64 = 20;

/// Decisions that one writer makes at most, should nobody kill it.
const MAX_DECISIONS: u64 = 100_000;

/// What a check found out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Writers that were killed.
    pub kills: u64,
    /// Decisions that writers said were accepted. All of them were there.
    pub acknowledged: u64,
    /// Decisions that were there before the writer could say so.
    pub unacknowledged: u64,
    /// Tails that were torn when the next writer came.
    pub torn: u64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kills, acknowledged, unacknowledged, torn } = self;
        write!(
            f,
            "crash: {kills} kills, {acknowledged} acknowledged decisions, 0 lost, 0 fused, \
             {unacknowledged} written and not yet acknowledged, {torn} torn tails mended"
        )
    }
}

/// Why a check or a writer failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum CrashError {
    /// The operating system failed.
    Io(io::Error),
    /// A journal failed.
    Journal(JournalError),
    /// The journal is not what it has to be.
    Wrong {
        /// How.
        what: String,
        /// The journal.
        path: PathBuf,
    },
}

impl fmt::Display for CrashError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "crash: {error}"),
            Self::Journal(error) => write!(f, "crash: {error}"),
            Self::Wrong { what, path } => write!(f, "crash: {what} (see {})", path.display()),
        }
    }
}

impl std::error::Error for CrashError {}

impl From<io::Error> for CrashError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<JournalError> for CrashError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

/// The decision of a number. Lines differ in length, and some of them in the number of bytes a scalar has.
fn decision(name: &LoopName, number: u64) -> Line {
    let mut choice = SearchChoice::new("bm25f", if number.is_multiple_of(3) { "é😀\n\"" } else { "query" });
    choice.results = (0..number % 41).map(|at| format!("tool_{number}_{at}")).collect();
    choice.result_bytes = Some(number);
    Line::search(name, Position { turn: number / 3, call: number % 3 }, &choice)
}

fn main_loop() -> Result<LoopName, CrashError> {
    Ok(LoopName::new("main")?)
}

/// The writer: goes on with a journal, or begins it, and prints the number of each decision that was accepted.
///
/// # Errors
///
/// A [`CrashError`] where a line was refused, which ends the writer and, where it still fits, the journal; and where nobody reads
/// what it prints.
pub fn write(path: &Path, chained: bool) -> Result<(), CrashError> {
    let name = main_loop()?;
    let (mut journal, first) = match FileJournal::create(path, chained) {
        Ok(journal) => (journal, 0),
        Err(JournalError::Io(error)) if error.kind() == io::ErrorKind::AlreadyExists => {
            let (journal, recovery) = FileJournal::open(path)?;
            (journal, recovery.lines.len().saturating_sub(1) as u64)
        }
        Err(error) => return Err(error.into()),
    };
    let mut out = io::stdout().lock();
    for number in first..first.saturating_add(MAX_DECISIONS) {
        if let Err(error) = journal.append(&decision(&name, number)) {
            // A shorter line may find room where this one did not, and must not go behind half of it.
            if journal.append(&Line::end(&name, journal.line_count())).is_ok() {
                writeln!(out, "end")?;
            }
            return Err(error.into());
        }
        writeln!(out, "{number}")?;
        out.flush()?;
    }
    Ok(())
}

/// Kills `kills` writers, each started as `writer PATH [--chained]`, and checks the journal after each.
///
/// The journals lie in a folder of their own, which is removed unless something is wrong.
///
/// # Errors
///
/// A [`CrashError`] for the first journal that lacks an acknowledged decision, or has anything but whole lines in their order.
pub fn run(writer: &Path, folder: &Path, kills: u64) -> Result<Report, CrashError> {
    fs::create_dir_all(folder)?;
    let mut report = Report::default();
    let (mut journal, mut known) = (0, 0);
    for kill in 0..kills {
        if kill % KILLS_A_JOURNAL == 0 {
            (journal, known) = (kill / KILLS_A_JOURNAL, 0);
        }
        let path = folder.join(format!("journal-{journal}.jsonl"));
        let mut command = Command::new(writer);
        command.arg(&path);
        if journal % 2 == 1 {
            command.arg("--chained");
        }
        let acknowledged = killed(&mut command, kill)?;
        let found = check(&path, known, &acknowledged)?;
        report.kills += 1;
        report.acknowledged += acknowledged.len() as u64;
        report.unacknowledged += found - known - acknowledged.len() as u64;
        known = found;
        if tear(&path, kill, found)? {
            report.torn += 1;
        }
    }
    fs::remove_dir_all(folder)?;
    Ok(report)
}

/// Starts a writer, kills it in the midst of its work, and returns the numbers that it printed whole.
fn killed(command: &mut Command, kill: u64) -> Result<Vec<u64>, CrashError> {
    let mut child: Child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn()?;
    // From 1 to 24.9 ms, in steps that no period of the writer fits.
    thread::sleep(Duration::from_micros(1_000 + kill * 7_919 % 23_900));
    child.kill()?;
    let output = child.wait_with_output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let whole = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    let numbers: Option<Vec<u64>> = whole.map(|line| line.parse().ok()).collect();
    numbers.ok_or_else(|| CrashError::Io(io::Error::other("the writer printed something else than numbers")))
}

/// Reads a journal that `known` decisions were in, and returns how many there are now: all that are known and acknowledged,
/// numbered without a gap, each as it was written, and at most one more.
///
/// # Errors
///
/// A [`CrashError`] that says what is not so.
pub fn check(path: &Path, known: u64, acknowledged: &[u64]) -> Result<u64, CrashError> {
    let wrong = |what: String| CrashError::Wrong { what, path: path.into() };
    if !path.exists() && known == 0 && acknowledged.is_empty() {
        return Ok(0);
    }
    if !acknowledged.iter().copied().eq(known..known + acknowledged.len() as u64) {
        return Err(wrong(format!("the writer did not go on at {known}: {:?}", acknowledged.first())));
    }
    let bytes = fs::read(path)?;
    let lines = read_lines(bytes.as_slice()).map_err(|error| wrong(error.to_string()))?;
    let mut decisions = lines.iter();
    match decisions.next() {
        Some(Line::Header(_)) => {}
        Some(other) => return Err(wrong(format!("the first line is {other:?}"))),
        None => {}
    }
    let name = main_loop()?;
    for (number, line) in (0..).zip(decisions.clone()) {
        if *line != decision(&name, number) {
            return Err(wrong(format!("decision {number} is {line:?}")));
        }
    }
    let (found, least) = (decisions.len() as u64, known + acknowledged.len() as u64);
    if found < least {
        return Err(wrong(format!("{least} decisions were acknowledged and {found} are there")));
    }
    if found > least + 1 {
        return Err(wrong(format!(
            "{least} decisions were acknowledged and {found} are there, which is more than one ahead"
        )));
    }
    Ok(found)
}

/// Puts behind some journals what a crash of the machine could have left there: a part of the next line, or NULs, or both.
fn tear(path: &Path, kill: u64, next: u64) -> Result<bool, CrashError> {
    let line = decision(&main_loop()?, next).to_json()?.into_bytes();
    let part = usize::try_from(kill * 31).unwrap_or_default() % line.len();
    let (part, nuls) = match kill % 4 {
        1 => (part, 0),
        2 => (part, 7),
        3 => (0, 4_096),
        _ => (0, 0),
    };
    let tail: Vec<u8> = line.into_iter().take(part).chain(std::iter::repeat_n(0, nuls)).collect();
    if tail.is_empty() || !path.exists() {
        return Ok(false);
    }
    OpenOptions::new().append(true).open(path)?.write_all(&tail)?;
    Ok(true)
}
