//! The real binary in temporary folders: what a GM types and what comes of it.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests touch files and stop where something is wrong"
)]

mod amend;
mod book;
pub(crate) mod calc;
mod campaign;
mod examples;
mod installed;
mod kept;
mod logic;
mod man;
mod night;
mod orders;
mod pages;
mod rules;
mod rulings;
mod sheets;
mod tryout;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use tempfile::TempDir;

/// A folder in which commands are run.
pub(crate) struct Desk {
    dir: TempDir,
}

/// What a command came to.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Desk {
    /// An empty folder.
    pub(crate) fn empty() -> Desk {
        Desk { dir: TempDir::new().unwrap() }
    }

    /// A folder with a new War in `war`, its seed and tokens those of the repository.
    pub(crate) fn with_war() -> Desk {
        let desk = Desk::empty();
        copy_example("first-war", &desk.path("war"));
        desk
    }

    /// A folder with a War in `war` that was started: by the program once, then copied.
    pub(crate) fn started() -> Desk {
        static STARTED: LazyLock<Vec<(PathBuf, Vec<u8>)>> = LazyLock::new(|| {
            let desk = Desk::with_war();
            desk.grail(["start", "war"]).done();
            files_below(desk.dir.path())
        });
        let desk = Desk::empty();
        for (place, bytes) in STARTED.iter() {
            let path = desk.dir.path().join(place);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        desk
    }

    pub(crate) fn path(&self, place: &str) -> PathBuf {
        self.dir.path().join(place)
    }

    pub(crate) fn read(&self, place: &str) -> String {
        fs::read_to_string(self.path(place)).unwrap_or_else(|e| panic!("{place}: {e}"))
    }

    pub(crate) fn write(&self, place: &str, text: &str) {
        let path = self.path(place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Changes a file: `from` must stand in it.
    pub(crate) fn edit(&self, place: &str, from: &str, to: &str) {
        let text = self.read(place);
        assert!(text.contains(from), "{place} has no {from:?}");
        self.write(place, &text.replace(from, to));
    }

    /// Runs the program here, without an environment.
    #[must_use]
    pub(crate) fn grail<const N: usize>(&self, args: [&str; N]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grail"));
        let output = command.args(args).env_clear().current_dir(self.dir.path()).output().unwrap();
        Run::of(&output)
    }

    /// Runs the program here with any number of arguments.
    #[must_use]
    pub(crate) fn grail_of(&self, args: &[&str]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grail"));
        Run::of(&command.args(args).env_clear().current_dir(self.dir.path()).output().unwrap())
    }

    /// Every file below a place with its bytes, by path; but for when a night was played, which is no part of what it
    /// came to.
    pub(crate) fn files(&self, place: &str) -> Vec<(String, Vec<u8>)> {
        let root = self.path(place);
        let mut found = Vec::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&root).unwrap().display().to_string();
                    if !name.ends_with("played.yaml") {
                        found.push((name, fs::read(&path).unwrap()));
                    }
                }
            }
        }
        found.sort();
        found
    }
}

impl Run {
    pub(crate) fn of(output: &Output) -> Run {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Run { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// It must have been done.
    pub(crate) fn done(self) -> Run {
        self.ends(0)
    }

    /// It must have ended with an exit code.
    pub(crate) fn ends(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        self
    }

    /// What it told people must hold all of these.
    pub(crate) fn says<const N: usize>(self, texts: [&str; N]) -> Run {
        for text in texts {
            assert!(self.err.contains(text), "stderr has no {text:?}:\n{}", self.err);
        }
        self
    }

    /// What it printed must hold all of these.
    pub(crate) fn prints<const N: usize>(self, texts: [&str; N]) -> Run {
        for text in texts {
            assert!(self.out.contains(text), "stdout has no {text:?}:\n{}", self.out);
        }
        self
    }
}

/// The folder of the project.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Copies an example War as the repository has it, whatever has been played in it since.
pub(crate) fn copy_example(name: &str, to: &Path) {
    copy_unplayed(&repository().join("campaigns").join(name), to);
}

/// The files of a folder and of all within it, by their places in it.
fn files_below(root: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let (mut files, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).unwrap();
                files.push((path.strip_prefix(root).unwrap().to_owned(), bytes));
            }
        }
    }
    files
}

/// Copies a War's folder before its first Night: of each Night its orders alone, and Night 000 of a War that is
/// given as started.
pub(crate) fn copy_unplayed(from: &Path, to: &Path) {
    for part in ["sheets", "nights/000"] {
        // The first War is given as it is before `grail start`.
        if from.join(part).is_dir() && !(part == "nights/000" && from.ends_with("first-war")) {
            copy(&from.join(part), &to.join(part));
        }
    }
    for entry in fs::read_dir(from.join("nights")).unwrap() {
        let night = entry.unwrap().path();
        if night.join("orders").is_dir() {
            copy(&night.join("orders"), &to.join("nights").join(night.file_name().unwrap()).join("orders"));
        }
    }
    for file in ["war.yaml", "map.yaml"] {
        fs::copy(from.join(file), to.join(file)).unwrap();
    }
}

/// Copies a folder.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}
