#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutants.py [--one] [function...]: CBMC must refute the harness of each function when a fault is put into a copy of the source.

proofs/cbmc/mutants.csv has the faults. Found means a counterexample; no answer in time, or a source that no longer has
the text, is a failure. --one: the first of them only; function: those of these alone.
"""
import csv
import pathlib
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE / "cbmc"))
import run  # noqa: E402


def judge(table, folder, row):
    """None where the fault is found, else why not."""
    _, harness, name, old, new = row
    path = folder / name
    text = path.read_text(encoding="utf-8")
    if old not in text:
        return f"{name} no longer has {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    why = "NOT FOUND"
    try:
        for job in run.jobs(table, [harness]):
            try:
                if run.prove(table[harness], *job, source=folder)[1]:
                    return None
            except run.Broken as fault:
                why = f"not found: {fault}"
        return why
    finally:
        path.write_text(text, encoding="utf-8")


def main():
    with open(HERE / "cbmc/mutants.csv", newline="", encoding="utf-8") as file:
        faults = list(csv.reader(file))[1:]
    only = [name for name in sys.argv[1:] if not name.startswith("--")]
    faults = [row for row in faults if not only or row[0] in only][: 1 if "--one" in sys.argv[1:] else None]
    table, found = run.load(), 0
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        for name in ("src", "include"):
            shutil.copytree(ROOT / name, folder / name)
        for row in faults:
            why = judge(table, folder, row)
            found += why is None
            print(f"{'found ' if why is None else 'FAILED'} {row[0]}: {row[4]!r} for {row[3]!r}{'' if why is None else ': ' + why}",
                  file=sys.stderr, flush=True)
    print(f"cbmc mutants: {found} of {len(faults)} found")
    return found != len(faults)


if __name__ == "__main__":
    sys.exit(main())
