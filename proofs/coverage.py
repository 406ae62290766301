#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""coverage.py: every function of libnimsum and of the vector readers has a row in proofs/cbmc/functions.csv.

A row names the harnesses that prove the function and up to what, or nothing and the reason why it is not proved. What
functions there are the compiler says: every one of src/core, include and the files below, those in headers, too. A
function without a row fails, as do a row without its function, a harness that is not in harnesses.toml, is of no row,
or does not hold the function, and a proved function without a fault in mutants.csv.
"""
import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
PLACES = re.compile(r"/(src/core/[^/]+|include/nimsum/[^/]+|src/digits/vector[^/]*)$")
READERS = ["src/digits/vector.c"]


def functions(compiler):
    """Name and file of every function that the compiler finds, used or not."""
    found = {}
    with tempfile.TemporaryDirectory() as place:
        target = pathlib.Path(place) / "object"
        for source in [*sorted((ROOT / "src/core").glob("*.c")), *(ROOT / name for name in READERS)]:
            subprocess.run([compiler, "-std=c17", "-D_GNU_SOURCE", "-O0", "-g1", "-fkeep-inline-functions",
                            "-fkeep-static-functions", f"-I{ROOT}/src", f"-I{ROOT}/include", "-c", str(source), "-o",
                            str(target)], check=True)
            listing = subprocess.run(["nm", "-l", str(target)], check=True, stdout=subprocess.PIPE, text=True).stdout
            for line in listing.splitlines():
                symbol, _, location = line.partition("\t")
                words = symbol.split()
                where = PLACES.search(location.rpartition(":")[0])
                if len(words) == 3 and words[1] in "tTwW" and where:
                    found[words[2].split(".")[0]] = where.group(1)
    return found


def rows(name):
    with open(HERE / "cbmc" / name, newline="", encoding="utf-8") as file:
        return list(csv.reader(file))[1:]


def widths(name):
    """A row's functions: both widths where it ends in _u*."""
    return [name[:-1] + "32", name[:-1] + "64"] if name.endswith("_u*") else [name]


def main():
    compiler = sys.argv[1] if len(sys.argv) > 1 else "cc"
    with open(HERE / "cbmc/harnesses.toml", "rb") as file:
        harnesses = tomllib.load(file)
    there, faults = functions(compiler), {row[0] for row in rows("mutants.csv")}
    listed, used, wrong = set(), set(), []
    proved = 0
    for name, of, bound in rows("functions.csv"):
        listed.update(widths(name))
        used.update(of.split())
        if not bound:
            wrong.append(f"{name}: neither a bound nor a reason")
        for one in of.split():
            text = (HERE / "cbmc/harnesses" / f"{one}.c").read_text(encoding="utf-8")
            if one not in harnesses:
                wrong.append(f"{name}: no harness {one}")
            elif name.endswith("_u*") and harnesses[one].get("widths") != [32, 64]:
                wrong.append(f"{name}: {one} is not of both widths")
            elif not any(pathlib.Path(there[w]).stem.removesuffix("_width") in text for w in widths(name) if w in there):
                wrong.append(f"{name}: {one} does not include it")
        if of:
            proved += len(widths(name))
            if name not in faults:
                wrong.append(f"{name}: no fault of it in mutants.csv")
    wrong += [f"{name} ({there[name]}): no row in functions.csv" for name in sorted(set(there) - listed)]
    wrong += [f"{name}: in functions.csv, but there is no such function" for name in sorted(listed - set(there))]
    wrong += [f"{name}: a harness of no function" for name in sorted(set(harnesses) - used)]
    print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
    print(f"coverage: {len(there)} functions, {proved} proved, {len(there) - proved} not, {len(wrong)} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
