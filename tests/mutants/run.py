#!/usr/bin/env python3
"""Breaks each rule of the table on purpose and says whether a scenario that cites it notices.

    python3 tests/mutants/run.py            all mutants of table.txt
    python3 tests/mutants/run.py R305 R18   those of these rules
    python3 tests/mutants/run.py --claims   and which claims of a rule no mutant of it has broken

The tree is copied to target/mutants/tree and built there once, with every change in it behind a switch that the
environment variable GRAIL_MUTANT throws; the copy's own target folder is begun with this one's. Standard library only.
README.md says what the table looks like.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TREE = ROOT / "target" / "mutants" / "tree"
COMMON = "src/sheet/common.rs"

# Where the common sheets are read, and how the copy reads them.
SHEETS_READ = [
    ('Source::new(format!("sheets/common/{name}"), text);',
     'Source::new(format!("sheets/common/{name}"), crate::sheet_text(name, text));'),
    ('Source::new("sheets/common/perception.yaml", PERCEPTION)',
     'Source::new("sheets/common/perception.yaml", crate::sheet_text("perception.yaml", PERCEPTION))'),
]

# What the copy's program asks wherever something can be broken.
SWITCH = """
/// Whether this mutant is switched on.
pub fn mutant(id: &str) -> bool {
    static ON: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
    ON.get_or_init(|| std::env::var("GRAIL_MUTANT").ok()).as_deref() == Some(id)
}
"""


def fail(message):
    sys.exit(f"mutants: {message}")


def read_table(path):
    """The mutants of the table, each with its changes: (file, original, changed)."""
    mutants, part = [], None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where = f"{path.name}:{number}"
        if line.startswith("|"):
            if part is None:
                fail(f"{where}: text that belongs to nothing")
            mutants[-1]["edits"][-1][part].append(line[2:])
            continue
        word, _, rest = line.partition(" ")
        if not line.strip() or line.startswith("#"):
            part = None
        elif word == "mutant":
            id, _, rules = rest.partition(" ")
            own = [id.split(".")[0]]
            mutants.append({"id": id, "rules": rules.split() or own, "edits": [], "seen": None, "where": where})
        elif word in ("why", "seen"):
            mutants[-1][word] = rest
        elif word == "file":
            mutants[-1]["file"] = rest
        elif word == "was":
            part = "was"
            mutants[-1]["edits"].append({"file": mutants[-1]["file"], "was": [], "is": []})
        elif word == "is":
            part = "is"
        else:
            fail(f"{where}: `{word}` is no part of a mutant")
    for mutant in mutants:
        for edit in mutant["edits"]:
            edit["was"], edit["is"] = "\n".join(edit["was"]), "\n".join(edit["is"])
        if not mutant["seen"] or not mutant.get("why"):
            fail(f"{mutant['where']}: {mutant['id']} lacks `why` or `seen`")
    ids = [mutant["id"] for mutant in mutants]
    texts = "".join(edit["is"] for mutant in mutants for edit in mutant["edits"])
    for mutant in mutants:
        if not mutant["edits"] and f'mutant("{mutant["id"]}")' not in texts:
            fail(f"{mutant['where']}: {mutant['id']} changes nothing")
    for id in ids:
        if ids.count(id) > 1:
            fail(f"two mutants are called {id}")
    return mutants


def guarded(id, was, changed):
    """The original and the changed text behind the switch."""
    on = f'crate::mutant("{id}")'
    if "MUTANT" in changed:
        return changed.replace("MUTANT", on)
    if was.rstrip().endswith((";", "}")):
        return f"if {on} {{ {changed} }} else {{ {was} }}"
    return f"(if {on} {{ {changed} }} else {{ {was} }})"


def mutated(mutants):
    """The files that the copy has otherwise than the tree; fails where an original is not there exactly once."""
    texts, data, faults = {}, [], []
    for mutant in mutants:
        for edit in mutant["edits"]:
            file, was = edit["file"], edit["was"]
            original = (ROOT / file).read_text()
            if original.count(was) != 1:
                faults.append(f"{mutant['where']}: {mutant['id']}: its original stands {original.count(was)} times in {file}")
            elif not file.endswith(".rs"):
                data.append((mutant["id"], edit))
            elif texts.setdefault(file, original).count(was) != 1:
                faults.append(f"{mutant['where']}: {mutant['id']}: another mutant changes the same words")
            else:
                texts[file] = texts[file].replace(was, guarded(mutant["id"], was, edit["is"]))
    if faults:
        fail("\n".join(["the table does not fit the tree"] + faults))
    arms = "".join(
        f"    if mutant({json.dumps(id)}) && name == {json.dumps(Path(edit['file']).name)} "
        f"{{ return text.replacen({json.dumps(edit['was'])}, {json.dumps(edit['is'])}, 1); }}\n"
        for id, edit in data
    )
    sheets = (
        "/// A common sheet as it is with a mutant.\n"
        f"pub fn sheet_text(name: &str, text: &str) -> String {{\n{arms}    text.to_owned()\n}}\n"
    )
    texts["src/lib.rs"] = texts.get("src/lib.rs", (ROOT / "src/lib.rs").read_text()) + SWITCH + sheets
    common = texts.get(COMMON, (ROOT / COMMON).read_text())
    for was, changed in SHEETS_READ:
        if common.count(was) != 1:
            fail(f"{COMMON}: `{was}` is not there exactly once")
        common = common.replace(was, changed)
    texts[COMMON] = common
    return texts


def build(mutants):
    """The copy's program, with all mutants in it. What is in the copy already stays untouched, so that it is built anew
    only when something of it has changed."""
    wanted = {name: (ROOT / name).read_bytes() for name in ("Cargo.toml", "Cargo.lock", "README.md", "build.rs")}
    for folder in ("src", "grammar", "sheets", "templates", "campaigns", "tests"):
        paths = (path for path in (ROOT / folder).rglob("*") if path.is_file())
        wanted.update((str(path.relative_to(ROOT)), path.read_bytes()) for path in paths)
    wanted.update((file, text.encode()) for file, text in mutated(mutants).items())
    if not TREE.exists() and (ROOT / "target" / "debug").exists():
        for part in ("deps", "build", ".fingerprint"):
            shutil.copytree(ROOT / "target" / "debug" / part, TREE / "target" / "debug" / part, symlinks=True)
    for path in list(TREE.rglob("*")):
        name = str(path.relative_to(TREE))
        if path.is_file() and not name.startswith("target/") and name not in wanted:
            path.unlink()
    for name, content in wanted.items():
        path = TREE / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    environment = {**os.environ, "CARGO_PROFILE_DEV_DEBUG": "0"}
    built = subprocess.run(["cargo", "build", "--quiet", "--locked", "--bin", "grail"], cwd=TREE,
                           env=environment, stderr=subprocess.PIPE, text=True)
    if built.returncode:
        errors = [part for part in re.split(r"\n\n", built.stderr) if part.startswith("error")]
        fail("the copy does not build\n" + "\n\n".join(errors or [built.stderr])[-6000:])
    return TREE / "target" / "debug" / "grail"


def scenarios(program, mutant, files):
    """The scenarios of these files as they come out with a mutant: (file, title) -> (its rules, whether it holds)."""
    environment = {**os.environ, "GRAIL_MUTANT": mutant}
    try:
        done = subprocess.run([program, "--format", "json", "scenario", *files], cwd=TREE, env=environment,
                              capture_output=True, text=True, timeout=600)
        told = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return None
    return {(file["file"], one["title"]): (one["rules"], one["holds"])
            for file in told for one in file["scenarios"]}


def main():
    mutants = read_table(Path(__file__).with_name("table.txt"))
    program = build(mutants)
    claims = "--claims" in sys.argv
    asked = {f"R{int(name[1:]):03}" for name in sys.argv[1:] if not name.startswith("-")}
    files = sorted(str(path.relative_to(TREE)) for path in (TREE / "tests/scenarios").rglob("*.yaml"))
    sound = scenarios(program, "none", files)
    if sound is None or not all(holds for _, holds in sound.values()):
        wrong = [title for (_, title), (_, holds) in (sound or {}).items() if not holds]
        fail(f"the copy without a mutant does not hold: {wrong}")
    killed, survived, unseen = 0, [], {}
    for mutant in mutants:
        rules = [rule for rule in mutant["rules"] if not asked or rule in asked]
        if not rules:
            continue
        citing = {key for key, (cited, _) in sound.items() if set(cited) & set(rules)}
        files = sorted({file for file, _ in citing})
        told = scenarios(program, mutant["id"], files) if files else {}
        if told is None:
            survived.append(f"{mutant['id']}: the program stopped or did not end")
            print(f"{mutant['id']:<8} CRASHED", flush=True)
            continue
        broken = {key for key in citing if not told.get(key, ([], False))[1]}
        faults = []
        for rule in rules:
            of_rule = {key for key in citing if rule in sound[key][0]}
            unseen[rule] = unseen.get(rule, of_rule) - broken
            if not of_rule & broken:
                faults.append(f"no scenario of {rule} notices ({len(of_rule)} cite it)")
        if not any(title == mutant["seen"] for _, title in broken):
            faults.append(f"`{mutant['seen']}` does not notice")
        if faults:
            survived.append(f"{mutant['id']}: {'; '.join(faults)}")
            print(f"{mutant['id']:<8} SURVIVED  {'; '.join(faults)}")
            print("".join(f"             {file}: {title}\n" for file, title in sorted(broken)), end="", flush=True)
        else:
            killed += 1
            print(f"{mutant['id']:<8} killed by {len(broken)} of {len(citing)}", flush=True)
    print(f"\n{killed + len(survived)} mutants: {killed} killed, {len(survived)} survived")
    if claims:
        for rule, (file, title) in ((rule, key) for rule in sorted(unseen) for key in sorted(unseen[rule])):
            print(f"  {rule} is cited and never noticed by {file}: {title}")
    sys.exit(1 if survived else 0)


if __name__ == "__main__":
    main()
