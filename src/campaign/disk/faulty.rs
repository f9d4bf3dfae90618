//! A disk for tests that refuses a step, ends the run there, or loses what was not synced.
//!
//! Steps are performed as usual, and a record is kept of what would be on the disk after a power failure: a file's
//! bytes once it was synced, a name once its folder was. Everything else may be lost, independently and in any order; a
//! file's bytes may also be truncated.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::DiskStep;

/// The fault at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InjectedFault {
    /// No fault.
    None,
    /// The run ends before the step.
    Killed,
    /// The run ends with half of the step's bytes written.
    Torn,
    /// The step is refused, and no later one.
    Refused,
    /// The disk is full from this step on.
    Full,
}

/// Which unsynced changes are lost when the run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    /// Nothing: the run was killed, but the machine goes on.
    Nothing,
    /// All of it.
    All,
    /// Some of it, selected by this random seed.
    Some(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiskEntry {
    Folder,
    File(usize),
}

#[derive(Clone, Debug)]
enum NameChange {
    Added(PathBuf, DiskEntry),
    Moved(PathBuf, PathBuf),
    Gone(PathBuf),
}

#[derive(Clone, Debug, Default)]
struct Content {
    live: Vec<u8>,
    synced: Option<Vec<u8>>,
}

/// The record of a run.
#[derive(Debug)]
pub(crate) struct Record {
    root: PathBuf,
    at: usize,
    fault: InjectedFault,
    /// The number of steps that were requested.
    pub(crate) steps: usize,
    dead: bool,
    full: bool,
    contents: Vec<Content>,
    live: BTreeMap<PathBuf, DiskEntry>,
    lasting: BTreeMap<PathBuf, DiskEntry>,
    pending: Vec<(PathBuf, NameChange)>,
}

thread_local! {
    static RECORD: RefCell<Option<Record>> = const { RefCell::new(None) };
}

/// Runs a closure on a folder with a fault at a step; returns its result and the record.
pub(crate) fn run<T>(root: &Path, at: usize, fault: InjectedFault, run: impl FnOnce() -> T) -> (T, Record) {
    RECORD.set(Some(Record::new(root, at, fault)));
    let result = run();
    (result, RECORD.take().unwrap())
}

/// Performs a step by the record; `None` if no record is kept.
pub(super) fn intercept(step: DiskStep<'_>) -> Option<io::Result<()>> {
    RECORD.with_borrow_mut(|record| record.as_mut().map(|record| record.perform(step)))
}

/// Every file below a folder with its bytes, by its path in the folder.
pub(crate) fn read_tree(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(root).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Makes a folder contain exactly these files.
pub(crate) fn write_tree(root: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) {
    let _ = fs::remove_dir_all(root);
    fs::create_dir_all(root).unwrap();
    for (place, bytes) in files {
        let path = root.join(place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

impl Record {
    fn new(root: &Path, at: usize, fault: InjectedFault) -> Record {
        let mut record = Record {
            root: root.to_owned(),
            at,
            fault,
            steps: 0,
            dead: false,
            full: false,
            contents: Vec::new(),
            live: BTreeMap::new(),
            lasting: BTreeMap::new(),
            pending: Vec::new(),
        };
        for (place, bytes) in read_tree(root) {
            let path = root.join(place);
            for above in path.ancestors().skip(1).take_while(|above| *above != root) {
                record.live.insert(above.to_owned(), DiskEntry::Folder);
            }
            record.live.insert(path, DiskEntry::File(record.contents.len()));
            record.contents.push(Content { live: bytes.clone(), synced: Some(bytes) });
        }
        record.lasting = record.live.clone();
        record
    }

    fn perform(&mut self, step: DiskStep<'_>) -> io::Result<()> {
        let killed = || Err(io::Error::new(io::ErrorKind::Interrupted, "the run was killed"));
        if self.dead {
            return killed();
        }
        let is_fault_step = self.steps == self.at;
        self.steps += 1;
        match (is_fault_step, self.fault) {
            (true, InjectedFault::Killed) => {
                self.dead = true;
                return killed();
            }
            (true, InjectedFault::Torn) => {
                if let DiskStep::Put(path, bytes) = step {
                    let torn = DiskStep::Put(path, &bytes[..bytes.len() / 2]);
                    torn.write_to_disk()?;
                    self.record_step(torn);
                }
                self.dead = true;
                return killed();
            }
            (true, InjectedFault::Refused) => return Err(io::Error::other("the disk refuses")),
            (true, InjectedFault::Full) => self.full = true,
            _ => {}
        }
        if self.full {
            let disk_full = || Err(io::Error::new(io::ErrorKind::StorageFull, "no space is left"));
            match step {
                DiskStep::Put(path, _) => {
                    let empty_put = DiskStep::Put(path, b"");
                    empty_put.write_to_disk()?;
                    self.record_step(empty_put);
                    return disk_full();
                }
                DiskStep::MakeFolder(_) => return disk_full(),
                _ => {}
            }
        }
        // It does not matter here whether the machine's own disk has it.
        if !matches!(step, DiskStep::SyncFile(_) | DiskStep::SyncFolder(_)) {
            step.write_to_disk()?;
        }
        self.record_step(step);
        Ok(())
    }

    fn record_step(&mut self, step: DiskStep<'_>) {
        let mut record_change =
            |path: &Path, change: NameChange| self.pending.push((path.parent().unwrap().to_owned(), change));
        match step {
            DiskStep::MakeFolder(path) => {
                record_change(path, NameChange::Added(path.to_owned(), DiskEntry::Folder));
                self.live.insert(path.to_owned(), DiskEntry::Folder);
            }
            DiskStep::Put(path, bytes) => match self.live.get(path) {
                Some(DiskEntry::File(number)) => self.contents[*number].live = bytes.to_vec(),
                _ => {
                    let node = DiskEntry::File(self.contents.len());
                    record_change(path, NameChange::Added(path.to_owned(), node));
                    self.live.insert(path.to_owned(), node);
                    self.contents.push(Content { live: bytes.to_vec(), synced: None });
                }
            },
            DiskStep::SyncFile(path) => {
                if let Some(DiskEntry::File(number)) = self.live.get(path) {
                    let content = &mut self.contents[*number];
                    content.synced = Some(content.live.clone());
                }
            }
            DiskStep::SyncFolder(path) => {
                let (synced, rest) =
                    std::mem::take(&mut self.pending).into_iter().partition(|(folder, _)| folder == path);
                self.pending = rest;
                let synced: Vec<(PathBuf, NameChange)> = synced;
                synced.iter().for_each(|(_, name)| apply_name_change(&mut self.lasting, name));
            }
            DiskStep::Rename(from, to) => {
                assert_eq!(from.parent(), to.parent(), "a rename within a folder lasts as one");
                record_change(from, NameChange::Moved(from.to_owned(), to.to_owned()));
                if let Some(node) = self.live.remove(from) {
                    self.live.insert(to.to_owned(), node);
                }
            }
            DiskStep::Remove(path) | DiskStep::RemoveFolder(path) => {
                record_change(path, NameChange::Gone(path.to_owned()));
                self.live.remove(path);
            }
        }
    }

    /// Restores the folder as it would be found after the run has ended.
    pub(crate) fn restore_after(&self, loss: Loss) {
        let mut draw = match loss {
            Loss::Some(number) => number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            Loss::Nothing | Loss::All => 1,
        };
        let mut draw_below = |bound: u64| {
            draw ^= draw << 13;
            draw ^= draw >> 7;
            draw ^= draw << 17;
            draw % bound
        };
        let mut names = self.lasting.clone();
        for (_, name) in &self.pending {
            let survives = match loss {
                Loss::Nothing => true,
                Loss::All => false,
                Loss::Some(_) => draw_below(2) == 0,
            };
            if survives {
                apply_name_change(&mut names, name);
            }
        }
        let mut files = BTreeMap::new();
        for (path, node) in &names {
            let DiskEntry::File(number) = node else { continue };
            // A name in a lost folder is lost too.
            let above = path.ancestors().skip(1).take_while(|above| *above != self.root);
            if !above.into_iter().all(|above| names.get(above) == Some(&DiskEntry::Folder)) {
                continue;
            }
            let Content { live, synced } = &self.contents[*number];
            let lost = synced.clone().unwrap_or_default();
            let bytes = match loss {
                Loss::Nothing => live.clone(),
                _ if synced.as_ref() == Some(live) => live.clone(),
                Loss::All => lost,
                Loss::Some(_) => match draw_below(3) {
                    0 => lost,
                    1 => live[..live.len() / 2].to_vec(),
                    _ => live.clone(),
                },
            };
            files.insert(path.strip_prefix(&self.root).unwrap().to_owned(), bytes);
        }
        write_tree(&self.root, &files);
    }
}

fn apply_name_change(names: &mut BTreeMap<PathBuf, DiskEntry>, name: &NameChange) {
    match name {
        NameChange::Added(path, node) => _ = names.insert(path.clone(), *node),
        NameChange::Moved(from, to) => {
            if let Some(node) = names.remove(from) {
                names.insert(to.clone(), node);
            }
        }
        NameChange::Gone(path) => names.retain(|other, _| !other.starts_with(path)),
    }
}
