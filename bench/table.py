# SPDX-License-Identifier: MIT
"""table.py: the table of claims, the machine it was measured on, and their place in RESULTS.md."""
import datetime
import os
import pathlib
import platform
import re
import statistics
import subprocess
import typing

from servers import BUILD, ROOT

RESULTS = ROOT / "bench" / "RESULTS.md"
BEGIN, END = "<!-- bench -->", "<!-- /bench -->"


class Target(typing.NamedTuple):
    """What a value has to meet. noise: by how much it may be missed, as a factor, and still count as met."""
    relation: str
    limit: float
    noise: float = 1.0

    def met_by(self, value):
        if self.relation == "<=":
            return value <= self.limit * self.noise
        return value * self.noise >= self.limit

    def told(self, unit):
        noise = f" (noise {self.noise:g})" if self.noise != 1 else ""
        return f"{self.relation} {self.limit:g}{unit}{noise}"


def at_most(limit, noise=1.0):
    return Target("<=", limit, noise)


def at_least(limit):
    return Target(">=", limit)


def median(values):
    return statistics.median(list(values))


def middle(runs, field):
    return median(one[field] for one in runs)


def compare(above, below, field):
    """The median ratio of a field over pairs of runs."""
    return median(a[field] / b[field] for a, b in zip(above, below, strict=True))


class Table:
    """Prints each line as soon as it is known."""

    def __init__(self, heading):
        self.met = self.missed = 0
        self.lines = []
        self.say(heading + "\n")
        self.row("what", "nimsumd", "beside it", "ratio", "target", "")
        self.row(*["---"] * 6)

    def say(self, line):
        self.lines.append(line)
        print(line, flush=True)

    def row(self, *cells):
        self.say("| " + " | ".join(cells) + " |")

    def title(self, text):
        self.row(f"**{text}**", *[""] * 5)

    def add(self, what, ours, theirs="", ratio="", target=None, value=None, unit="x"):
        """One line; value has to meet the target, where there is one."""
        told = verdict = ""
        if target:
            good = target.met_by(value)
            self.met, self.missed = self.met + good, self.missed + (not good)
            told, verdict = target.told(unit), "met" if good else "**MISSED**"
        self.row(what, ours, theirs, ratio, told, verdict)


def results_have_place():
    text = RESULTS.read_text(encoding="utf-8")
    return text.count(BEGIN) == 1 and text.count(END) == 1 and text.index(BEGIN) < text.index(END)


def write_results(lines):
    """Put the lines between the markers of RESULTS.md."""
    text = RESULTS.read_text(encoding="utf-8")
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    RESULTS.write_text(text[:begin] + "\n" + "\n".join(lines) + "\n" + text[end:], encoding="utf-8")


def output(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


def locked_version(crate):
    """A Rust crate's version, from the lock file of the build."""
    lock = pathlib.Path(BUILD / "rust/Cargo.lock").read_text(encoding="utf-8")
    return re.search(rf'^name = "{crate}"\nversion = "(.+)"$', lock, re.M)[1]


def versions(plan):
    yield output(BUILD / "nimsumd", "--version").split(" (")[0]
    for name, package in (("libmicrohttpd", "libmicrohttpd"), ("cJSON", "libcjson"), ("simdjson", "simdjson")):
        yield f"{name} {output('pkg-config', '--modversion', package)}"
    yield "gcc " + output("gcc", "-dumpfullversion")
    for crate in ("hyper", "serde_json"):
        yield f"{crate} {locked_version(crate)}"
    yield output("go", "version").split()[2].replace("go", "Go ")
    yield "Node " + output("node", "-v").lstrip("v")
    if plan.python:
        yield "FastAPI " + output("/usr/bin/python3", "-c", "import fastapi; print(fastapi.__version__)")


def describe(plan):
    """When, on what machine, with which versions."""
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8")
                if line.startswith("model name")), "unknown CPU")
    return (f"{datetime.date.today()}, {cpu}, {os.cpu_count()} cores, Linux {platform.release()}, load "
            f"{os.getloadavg()[0]:.2f} before; medians of {plan.rounds} interleaved rounds; "
            + ", ".join(versions(plan)) + ".")
