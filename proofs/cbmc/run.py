#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py [--source DIR] [-v] [harness...]: prove with CBMC what harnesses.toml lists, all or some.

For each harness, once a width: goto-cc compiles harnesses/NAME.c with the source that it includes, goto-instrument
puts stubs in the place of callees and contracts on loops, cbmc decides every property. Proved means: all properties
hold but END_IS_REACHED, which must be refuted, within half of the harness's time limit. DIR: a folder with src and
include (default: this one's).
"""
import argparse
import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KNOWN = {"widths", "limit", "defines", "solver", "unwind", "checks", "stubs", "loop"}
END = "END_IS_REACHED"


class Broken(Exception):
    """The machinery failed: neither proved nor refuted."""


def load():
    with open(HERE / "harnesses.toml", "rb") as file:
        table = tomllib.load(file)
    for name, entry in table.items():
        unknown = set(entry) - KNOWN
        if unknown:
            raise Broken(f"{name}: no such key: {', '.join(unknown)}")
    return table


def jobs(table, names):
    """(harness, variant number, defines) of each run of cbmc."""
    for name in names or table:
        if name not in table:
            raise Broken(f"no harness {name}")
        entry = table[name]
        for bits in entry.get("widths", [32]):
            for variant in entry.get("defines", [""]):
                yield name, bits, variant


def tool(command, folder, limit=60):
    try:
        made = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", timeout=limit)
    except subprocess.TimeoutExpired:
        raise Broken(f"{command[0]} took more than {limit} s") from None
    if made.returncode != 0:
        raise Broken(f"{' '.join(command)}:\n{made.stdout[-3000:]}")
    return made.stdout


def symbols(binary, folder):
    """Names of C, and the symbols of the goto program that they may mean."""
    return tool(["goto-instrument", "--list-symbols", binary], folder).splitlines()


def width_name(name, bits, known):
    """The name itself, or with the suffix of a width where there is such a function."""
    return f"{name}_u{bits}" if f"{name}_u{bits}" in known else name


def meanings(word, function, scope, known):
    """The symbol that a word of a contract means: a local of the function, a global, or a local of main."""
    for owner in (function, "", "main"):
        found = [s for s in known if (s == word if not owner else s.startswith(owner + "::") and s.endswith("::" + word))]
        if len(found) > 1 and scope:
            found = [s for s in found if s == f"{owner}::{scope}::{word}"] or found
        if len(found) > 1:
            raise Broken(f"{function}: which {word}? {', '.join(sorted(found))}")
        if found:
            return found
    return []


def contracts_file(loops, bits, listing, folder):
    """Write the loop contracts in the form that goto-instrument reads."""
    known = {line.split()[0] for line in listing if line.strip()}
    functions = []
    for loop in loops:
        function = width_name(loop["function"], bits, known)
        clauses = {"assigns": loop["assigns"], "invariants": " && ".join(f"({i})" for i in loop["invariants"]),
                   "decreases": loop["decreases"]}
        for term, meaning in loop.get("terms", {}).items():
            clauses = {kind: re.sub(rf"\b{term}\b", f"({meaning})", clause) for kind, clause in clauses.items()}
        mapped = []
        for word in sorted(set(re.findall(r"\b[A-Za-z_]\w*", " ".join(clauses.values())))):
            mapped += [f"{word},{symbol}" for symbol in meanings(word, function, loop.get("scope"), known)]
        functions.append({function: [{"loop_id": str(loop.get("loop", 0)), **clauses, "symbol_map": ";".join(mapped)}]})
    path = folder / "loops.json"
    path.write_text(json.dumps({"sources": [], "functions": functions, "output": "stdout"}))
    return str(path)


def build(entry, name, bits, variant, source, folder):
    """The goto program of one harness; returns its path."""
    folder.mkdir(exist_ok=True)
    defines = [f"-DBITS={bits}", *(f"-D{word}" for word in variant.split())]
    tool(["goto-cc", "-std=c17", *defines, f"-I{HERE}", f"-I{HERE}/model", f"-I{source}/src", f"-I{source}/include",
          str(HERE / "harnesses" / (name + ".c")), "-o", "whole.gb"], folder)
    # What C would make 0 is any value: a global of a harness says "any heap".
    tool(["goto-instrument", "--nondet-static", "whole.gb", "any.gb"], folder)
    binary = "any.gb"
    listing = symbols(binary, folder)
    known = {line.split()[0] for line in listing if line.strip()}
    for callee, stub in entry.get("stubs", {}).items():
        tool(["goto-instrument", "--replace-calls", f"{width_name(callee, bits, known)}:{stub}", binary, "stub.gb"], folder)
        binary = "stub.gb"
    if "loop" in entry:
        loops = contracts_file(entry["loop"], bits, listing, folder)
        tool(["goto-instrument", "--drop-unused-functions", binary, "used.gb"], folder)
        said = tool(["goto-instrument", "--loop-contracts-file", loops, "--apply-loop-contracts", "used.gb", "loop.gb"], folder)
        if "no body for function" in said or "error" in said.lower():
            raise Broken(said)
        binary = "loop.gb"
    return binary


def cbmc(entry, seconds, binary, folder, *options):
    """The verdict on every property."""
    limit = entry.get("limit", 30)
    command = ["cbmc", binary, "--json-ui", "--drop-unused-functions", "--no-array-field-sensitivity",
               "--unwind", str(entry.get("unwind", 1)), "--unwinding-assertions", *entry.get("checks", []), *options]
    with open(folder / "said", "w+", encoding="utf-8") as said:
        process = subprocess.Popen(command, cwd=folder, stdout=said, stderr=subprocess.DEVNULL, start_new_session=True,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
        watch = threading.Timer(20 * limit, os.killpg, (process.pid, signal.SIGKILL))
        watch.start()
        _, status, usage = os.wait4(process.pid, 0)
        watch.cancel()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # a solver that it started outlives it
        process.returncode = status
        said.seek(0)
        text = said.read()
    if os.WIFSIGNALED(status) or usage.ru_utime + usage.ru_stime > limit:
        raise Broken(f"no answer in {limit} s")
    seconds.append(usage.ru_utime + usage.ru_stime)
    try:
        return next(part["result"] for part in json.loads(text) if "result" in part)
    except (ValueError, StopIteration):
        raise Broken(f"cbmc ended with {status}:\n{text[-2000:]}") from None


def prove(entry, name, bits, variant, source=ROOT):
    """(properties proved, those refuted, seconds of the processor)."""
    seconds = []
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        if "solver" in entry:  # on few elements first: SAT finds a counterexample, where SMT may search for ever
            results = [r for r in cbmc({**entry, "unwind": max(3, entry.get("unwind", 1))}, seconds,
                                       build(entry, name, bits, variant + " REACH", source, folder / "sat"), folder / "sat")
                       if r["status"] == "FAILURE"]
            if [r["description"] for r in results] == [END]:
                results += cbmc(entry, seconds, build(entry, name, bits, variant + " SMT", source, folder / "smt"),
                                folder / "smt", "--" + entry["solver"])
        else:
            results = cbmc(entry, seconds, build(entry, name, bits, variant, source, folder / "sat"), folder / "sat")
    ends = [r["status"] for r in results if r["description"] == END]
    others = [r for r in results if r["description"] != END]
    refuted = [f"{r['property']} ({r['sourceLocation'].get('line', '?')}): {r['description']}" for r in others
               if r["status"] == "FAILURE"]
    unknown = [r["property"] for r in others if r["status"] not in ("SUCCESS", "FAILURE")]
    if not refuted and unknown:
        raise Broken(f"undecided: {', '.join(unknown[:5])} and others")
    if not refuted and ends != ["FAILURE"]:
        raise Broken("its end is not reachable: it proves nothing")
    return len(others) - len(refuted), refuted, max(seconds)


def report(table, job):
    name, bits, variant = job
    label = " ".join(filter(None, (name, str(bits) if "widths" in table[name] else "", variant)))
    try:
        proved, refuted, seconds = prove(table[name], name, bits, variant, ARGUMENTS.source)
    except Broken as fault:
        return label, 0, 1, f"BROKEN  {label}: {fault}"
    if refuted:
        return label, proved, len(refuted), f"REFUTED {label}:\n  " + "\n  ".join(refuted)
    if seconds > table[name].get("limit", 30) / 2:
        return label, proved, 1, f"SLOW    {label}: {seconds:.1f} s are more than half its limit"
    return label, proved, 0, f"ok      {label}: {proved} properties, {seconds:.1f} s"


def main():
    table = load()
    work = list(jobs(table, ARGUMENTS.harness))
    properties = unproved = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for _, proved, missed, line in pool.map(lambda job: report(table, job), work):
            properties += proved
            unproved += missed
            if missed or ARGUMENTS.verbose:
                print(line, file=sys.stderr, flush=True)
    print(f"cbmc: {len(work)} harnesses, {properties} properties, {unproved} unproved")
    return unproved != 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=pathlib.Path, default=ROOT)
    parser.add_argument("-v", "--verbose", action="store_true", help="say what each harness took")
    parser.add_argument("harness", nargs="*")
    ARGUMENTS = parser.parse_args()
    sys.exit(main())
