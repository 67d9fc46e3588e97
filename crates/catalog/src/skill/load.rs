//! The thin layer over the file system, for folders of skills.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::{MAX_SKILL_BYTES, Skill, parse_skill};
use crate::error::CatalogError;

/// How many folders deep skills are looked for: a skill may lie in `a/b/c/d` and not below. The bound of the standard's guide for clients is 4 to 6.
pub const MAX_SKILL_FOLDER_DEPTH: usize = 4;

/// Most folders that are looked into on the search for skills (the bound of the standard's guide for clients).
pub const MAX_SKILL_FOLDERS: usize = 2_000;

/// The file of a skill.
const FILE_NAME: &str = "SKILL.md";

/// The skills of a folder, and those that could not be read.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Skills {
    /// The skills, in the order of their paths.
    pub skills: Vec<Skill>,
    /// Why which files and folders were passed over, in the order of their paths.
    pub failures: Vec<CatalogError>,
}

/// Reads the skills of a folder: every folder in it with a `SKILL.md`, or the folder itself if it has one.
///
/// Folders are visited in the order of their names, [`MAX_SKILL_FOLDER_DEPTH`] deep. Nothing below a skill is searched;
/// hidden folders and `node_modules` are left alone and symbolic links are not followed. A skill that [`parse_skill`] refuses, a `SKILL.md` that
/// is a link and a folder that cannot be read become a failure beside the skills that are well.
///
/// # Errors
///
/// A [`CatalogError`] if the folder itself cannot be read, if more than [`MAX_SKILL_FOLDERS`] would have to be looked into, and if two skills
/// have one name: neither may win silently.
///
/// # Complexity
///
/// Linear in the bytes of the skills and, sorting apart, in the entries of the folders.
pub fn load_skills(dir: &Path) -> Result<Skills, CatalogError> {
    let mut scan = Scan { root: dir, folders: 0, found: Skills::default() };
    scan.visit(dir, 0)?;
    once_each(&scan.found.skills)?;
    Ok(scan.found)
}

/// Refuses two skills with one name.
pub(super) fn once_each<'a>(skills: impl IntoIterator<Item = &'a Skill>) -> Result<(), CatalogError> {
    let mut places = BTreeMap::new();
    for skill in skills {
        let (name, second) = (skill.definition.id.as_str(), &skill.place);
        if let Some(first) = places.insert(name, second) {
            let (first, second) = (first.clone(), second.clone());
            return Err(CatalogError::DuplicateName { kind: "skill", name: name.to_owned(), first, second });
        }
    }
    Ok(())
}

struct Scan<'a> {
    root: &'a Path,
    folders: usize,
    found: Skills,
}

impl Scan<'_> {
    fn visit(&mut self, dir: &Path, depth: usize) -> Result<(), CatalogError> {
        self.folders += 1;
        if self.folders > MAX_SKILL_FOLDERS {
            let path = self.root.display().to_string();
            return Err(CatalogError::TooManyFolders { path, limit: MAX_SKILL_FOLDERS });
        }
        match look(dir) {
            Err(source) => {
                let error = CatalogError::Io { path: dir.display().to_string(), source };
                if depth == 0 {
                    return Err(error);
                }
                self.found.failures.push(error);
            }
            Ok(Look::Skill) => match SkillFile::new(self.root, dir).read() {
                Ok(skill) => self.found.skills.push(skill),
                Err(error) => self.found.failures.push(error),
            },
            Ok(Look::Link(file)) => self.found.failures.push(CatalogError::Link { path: file.display().to_string() }),
            Ok(Look::Folders(folders)) if depth < MAX_SKILL_FOLDER_DEPTH => {
                for folder in folders {
                    self.visit(&folder, depth + 1)?;
                }
            }
            Ok(Look::Folders(_)) => {}
        }
        Ok(())
    }
}

/// What a folder is.
enum Look {
    /// A skill.
    Skill,
    /// A folder whose `SKILL.md` is a symbolic link.
    Link(PathBuf),
    /// Neither: the folders in it, in the order of their names.
    Folders(Vec<PathBuf>),
}

fn look(dir: &Path) -> std::io::Result<Look> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let (name, kind) = (entry.file_name(), entry.file_type()?);
        if name == FILE_NAME && kind.is_file() {
            return Ok(Look::Skill);
        }
        if name == FILE_NAME && kind.is_symlink() {
            return Ok(Look::Link(entry.path()));
        }
        let skipped = name.as_encoded_bytes().starts_with(b".") || name == "node_modules";
        // One more than may be visited at all is enough to know that there are too many.
        if kind.is_dir() && !skipped && folders.len() <= MAX_SKILL_FOLDERS {
            folders.push(entry.path());
        }
    }
    folders.sort();
    Ok(Look::Folders(folders))
}

/// Where a skill lies: its folder, and the folder that the caller named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SkillFile {
    root: PathBuf,
    folder: PathBuf,
}

impl SkillFile {
    fn new(root: &Path, folder: &Path) -> Self {
        Self { root: root.to_owned(), folder: folder.to_owned() }
    }

    /// Reads the skill as it is now, if no link leads to it from the folder that the caller named.
    pub(super) fn read(&self) -> Result<Skill, CatalogError> {
        let file = self.folder.join(FILE_NAME);
        let path = file.display().to_string();
        let io = |source| CatalogError::Io { path: path.clone(), source };
        for step in file.ancestors().take_while(|step| *step != self.root) {
            let kind = fs::symlink_metadata(step).map_err(io)?.file_type();
            if kind.is_symlink() {
                return Err(CatalogError::Link { path: step.display().to_string() });
            }
            // A pipe would keep its reader waiting.
            if step == file && !kind.is_file() {
                return Err(io(std::io::Error::new(std::io::ErrorKind::InvalidInput, "not a regular file")));
            }
        }
        let mut bytes = Vec::new();
        // One byte more than is read is enough for `parse_skill` to refuse it.
        File::open(&file).map_err(io)?.take(MAX_SKILL_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(io)?;
        let folder = self.folder.file_name().map(|name| name.to_string_lossy());
        let skill = parse_skill(&bytes, &path, folder.as_deref())?;
        Ok(Skill { file: Some(self.clone()), ..skill })
    }
}
