#!/usr/bin/env python3
"""measure.py [--quick]: every measured claim, side by side in one run, as one Markdown table.

The machine's own speed drifts, so the facts are ratios: each peer is measured right next to nimsumd, in rounds
that interleave all of them, and a ratio is the median over the rounds. Exit status 1: a target was missed.
"""
import argparse
import contextlib
import datetime
import os
import platform
import statistics
import subprocess
import sys

from servers import DATA, Server, run

SEED = 20220418
HEADLINE = 1_000_000
SIZES = (10_000, 100_000, 1_000_000, 2_000_000)
SERVER_CORE, CLIENT_CORE = 1, 0
CONNECTIONS, OPEN_RATE, BATCH = 32, 4000, 1000


class Table:
    """Prints each line as soon as it is known."""

    def __init__(self):
        self.missed = 0
        self.show("what", "nimsumd", "beside it", "ratio", "target", "met")
        self.show(*["---"] * 6)

    @staticmethod
    def show(*cells):
        print("| " + " | ".join(cells) + " |", flush=True)

    def title(self, text):
        self.show(f"**{text}**", *[""] * 5)

    def add(self, what, ours, theirs="", ratio="", target=None, value=None, unit="x"):
        """One line. target: ("<=" or ">=", number), which value has to meet."""
        told, met = "", ""
        if target:
            good = value <= target[1] if target[0] == "<=" else value >= target[1]
            told, met = f"{target[0]} {target[1]:g}{unit}", "yes" if good else "**NO**"
            self.missed += not good
        self.show(what, ours, theirs, ratio, told, met)


def median(values):
    return statistics.median(list(values))


def middle(runs, field):
    return median(one[field] for one in runs)


def compare(above, below, field):
    """The median ratio of a field over pairs of runs."""
    return median(a[field] / b[field] for a, b in zip(above, below))


def folder(size):
    return DATA / str(size)


def reply_of(body):
    return body.with_name(body.name + ".reply")


def discard_body():
    return folder(HEADLINE) / "discard.json"


def make_data():
    for size in SIZES:
        folder(size).mkdir(parents=True, exist_ok=True)
        run("bench_data", "ranges", folder(size), size, size, SEED)
    run("bench_data", "boards", DATA, BATCH, SEED)
    # discard only has to receive, so its reply is short.
    discard_body().unlink(missing_ok=True)
    discard_body().symlink_to("ranges.json")
    reply_of(discard_body()).write_text("ok", encoding="ascii")


# The headline request. Targets: how many times nimsumd's time the peer needs; discard's is the other way round.
HEADLINE_TARGETS = {"hyper": 2.5, "Node": 15, "Go": 15, "cJSON": 15, "FastAPI": None}


def headline_rounds(plan, servers):
    """For each peer, and for "text", the runs of nimsumd and those of the peer right after them."""
    json_body, text_body = folder(HEADLINE) / "ranges.json", folder(HEADLINE) / "ranges.txt"
    peers = [name for name in servers if name != "nimsumd"]
    pairs = {name: ([], []) for name in [*peers, "text"]}
    for _ in range(plan.rounds):
        for name, (ours, theirs) in pairs.items():
            for _ in range(3 if name in ("discard", "hyper", "text") else 1):  # these are quick, and close
                ours.append(servers["nimsumd"].upload(json_body))
                if name == "text":
                    theirs.append(servers["nimsumd"].upload(text_body, "text/plain"))
                else:
                    theirs.append(servers[name].upload(discard_body() if name == "discard" else json_body))
    return pairs


def headline_times(table, pairs):
    for name, (ours, theirs) in pairs.items():
        time, cpu = compare(ours, theirs, "ms"), compare(ours, theirs, "cpu_ms")
        our_time, their_time = f"{middle(ours, 'ms'):.1f} ms", f"{middle(theirs, 'ms'):.1f} ms"
        if name == "discard":
            table.add("JSON, time", our_time, f"discard {their_time}", f"{time:.2f}x its time, {cpu:.2f}x its CPU",
                      ("<=", 3.0), time)
        elif name == "text":
            table.add("text/plain, time", their_time, f"its JSON {our_time}",
                      f"{1 / time:.2f}x its time, {1 / cpu:.2f}x its CPU", ("<=", 1.0), 1 / time)
        else:
            limit = HEADLINE_TARGETS[name]
            table.add("JSON, time", our_time, f"{name} {their_time}",
                      f"{1 / time:.2f}x as fast, {1 / cpu:.2f}x less CPU", limit and (">=", limit), 1 / time)


def headline(table, plan):
    table.title(f"headline: one request of {HEADLINE} heaps and {HEADLINE} queries")
    names = ["nimsumd", "discard", *HEADLINE_TARGETS]
    peak, rest = {}, {}
    with contextlib.ExitStack() as stack:
        servers = {name: stack.enter_context(Server(name, reply=reply_of(discard_body())))
                   for name in names if name != "FastAPI" or plan.python}
        for name, server in servers.items():  # the first request warms up, and shows a fresh process's peak
            server.upload(discard_body() if name == "discard" else folder(HEADLINE) / "ranges.json")
            peak[name] = server.memory("VmHWM")
        headline_times(table, headline_rounds(plan, servers))
        for name, server in servers.items():
            rest[name] = server.memory("VmRSS")
    ours, ours_at_rest = peak.pop("nimsumd"), rest.pop("nimsumd")
    table.add("peak memory, a fresh process", f"{ours:.1f} MB",
              ", ".join(f"{name} {most:.0f}" for name, most in peak.items()), "", ("<=", 64), ours, " MB")
    table.add("memory at rest after all rounds", f"{ours_at_rest:.1f} MB",
              ", ".join(f"{name} {most:.0f}" for name, most in rest.items()))


def at_once(table, plan):
    with Server("nimsumd") as server:
        spent = [server.upload(folder(HEADLINE) / "ranges.json", count=4) for _ in range(plan.rounds)]
        most = server.memory("VmHWM")
    table.add("peak memory, 4 at once", f"{most:.1f} MB", f"all 4 within {middle(spent, 'ms'):.0f} ms", "",
              ("<=", 64), most, " MB")


# Small requests. Targets: nimsumd's CPU time a request over the peer's.
SMALL_TARGETS = {"discard": 1.2, "cJSON": 0.8, "hyper": 1.05, "Go": 0.45, "Node": 0.33}


def small(table, plan):
    table.title("small: POST /xor-game of 10 numbers, keep-alive; server on one core, client on the other")
    body = DATA / "board.json"
    with contextlib.ExitStack() as stack:
        servers = {name: stack.enter_context(
                       Server(name, reply=reply_of(body), arguments=["--threads", "1"] if name == "nimsumd" else (),
                              core=SERVER_CORE))
                   for name in ["nimsumd", *SMALL_TARGETS]}
        closed = {name: [] for name in servers}
        paced = {name: [] for name in servers}
        for server in servers.values():
            server.requests("/xor-game", body, plan.requests, CONNECTIONS, core=CLIENT_CORE)
        for _ in range(plan.rounds):
            for name, server in servers.items():
                closed[name].append(server.requests("/xor-game", body, plan.requests, CONNECTIONS, core=CLIENT_CORE))
            for name, server in servers.items():
                paced[name].append(server.requests("/xor-game", body, plan.paced, CONNECTIONS, OPEN_RATE,
                                                   core=CLIENT_CORE))

    shown = {name: "static reply" if name == "discard" else name for name in SMALL_TARGETS}
    for name, limit in SMALL_TARGETS.items():
        cpu = compare(closed["nimsumd"], closed[name], "cpu_us")
        table.add("CPU a request", f"{middle(closed['nimsumd'], 'cpu_us'):.1f} us",
                  f"{shown[name]} {middle(closed[name], 'cpu_us'):.1f} us", f"{cpu:.2f}x its CPU", ("<=", limit), cpu)
    for name in SMALL_TARGETS:
        table.add("requests a second", f"{middle(closed['nimsumd'], 'rps'):.0f}",
                  f"{shown[name]} {middle(closed[name], 'rps'):.0f}",
                  f"{compare(closed['nimsumd'], closed[name], 'rps'):.2f}x as many")
    for name in SMALL_TARGETS:
        table.add(f"p99 at {OPEN_RATE} a second", f"{middle(paced['nimsumd'], 'p99_us') / 1e3:.3f} ms",
                  f"{shown[name]} {middle(paced[name], 'p99_us') / 1e3:.3f} ms",
                  f"{compare(paced['nimsumd'], paced[name], 'p99_us'):.2f}x its p99")


def batch(table, plan):
    table.title(f"batches: {BATCH} boards of 10 numbers in one request")
    with Server("nimsumd", arguments=["--threads", "1"], core=SERVER_CORE) as server:
        single, whole = [], []
        for _ in range(plan.rounds):
            single.append(server.requests("/xor-game", DATA / "board.json", plan.requests, CONNECTIONS,
                                          core=CLIENT_CORE))
            whole.append(server.requests("/xor-game", DATA / "boards.json", plan.requests // 50, 4,
                                         core=CLIENT_CORE))
    ratio, cpu = BATCH * compare(whole, single, "rps"), BATCH * compare(single, whole, "cpu_us")
    table.add("verdicts a second", f"{BATCH * middle(whole, 'rps'):.0f}",
              f"in single requests {middle(single, 'rps'):.0f}", f"{ratio:.1f}x as many, {cpu:.1f}x less CPU",
              (">=", 10), ratio)


def linearity(table, plan):
    table.title("linearity: time a number of the body, for n = m = " + ", ".join(map(str, SIZES)))
    whole, inside = {size: [] for size in SIZES}, {size: [] for size in SIZES}
    with Server("nimsumd") as server:
        for _ in range(plan.rounds + 1):
            for size in SIZES:
                body, times = folder(size) / "ranges.json", max(1, SIZES[-1] // size)
                rate = server.requests("/nim/ranges", body, times, 1)["rps"]
                whole[size].append(1e9 / rate / (3 * size))
                inside[size].append(run("bench_exchange", body, 3 * size, times, 1)[0]["ns"])
    for what, times in (("end to end", whole), ("in process", inside)):
        middles = [median(times[size][1:]) for size in SIZES]  # the first round warms up
        # Against the headline's size in the same round, so that the machine's drift cancels out.
        relative = [median(a / b for a, b in zip(times[size][1:], times[HEADLINE][1:])) for size in SIZES]
        ratio = max(relative) / min(relative)
        table.add(f"{what}, ns a number", " / ".join(f"{ns:.1f}" for ns in middles), "",
                  f"{ratio:.2f}x, most to least", ("<=", 1.5), ratio)


def in_process(table, plan):
    rounds = max(9, plan.rounds)
    table.title("in process")
    runs = run("bench_solver", HEADLINE, HEADLINE, SEED, 2 * rounds + 1)[1:]
    ratio = median(one["solve"] / one["loads"] for one in runs)
    table.add(f"{HEADLINE} range queries and their weighted sum", f"{middle(runs, 'solve'):.2f} ms",
              f"{2 * HEADLINE} random loads {middle(runs, 'loads'):.2f} ms", f"{ratio:.2f}x its time",
              ("<=", 1.1), ratio)
    runs = run("bench_parse", folder(HEADLINE) / "ranges.json", HEADLINE, HEADLINE, SEED, rounds)
    targets = {"cjson": ("cJSON", 15), "simdjson": ("simdjson on demand", 2.5), "yyjson": ("yyjson", None)}
    for name, (shown, limit) in targets.items():
        if name not in runs[0]:
            table.add("parse the headline body", "", f"{shown}: not packaged for this system, NOT MEASURED")
            continue
        ratio = median(one[name] / one["scanner"] for one in runs)
        table.add("parse the headline body", f"{middle(runs, 'scanner'):.1f} ms",
                  f"{shown} {middle(runs, name):.1f} ms", f"{ratio:.2f}x as fast", limit and (">=", limit), ratio)


def output(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


def describe(plan):
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8")
                if line.startswith("model name")), "unknown CPU")
    versions = {"Node": output("node", "-v"), "Go": output("go", "version").split()[2],
                "libmicrohttpd": output("pkg-config", "--modversion", "libmicrohttpd"),
                "cJSON": output("pkg-config", "--modversion", "libcjson")}
    print(f"{datetime.date.today()}, {cpu}, {os.cpu_count()} cores, Linux {platform.release()}, load "
          f"{os.getloadavg()[0]:.2f} before; medians of {plan.rounds} interleaved rounds; "
          + ", ".join(f"{name} {version}" for name, version in versions.items()) + "\n", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--quick", action="store_true", help="a minute: fewer requests, without FastAPI")
    plan = parser.parse_args()
    plan.rounds = 7 if plan.quick else 11
    plan.requests = 5000 if plan.quick else 40000
    plan.paced = 1000 if plan.quick else 8000
    plan.python = not plan.quick
    if os.cpu_count() < 2:
        sys.exit("measure.py: needs two cores, one for the server and one for the client")
    make_data()
    describe(plan)
    table = Table()
    for part in (headline, at_once, small, batch, linearity, in_process):
        part(table, plan)
    print(f"\nEvery reply and result was compared with the right one. Targets missed: {table.missed}.")
    sys.exit(1 if table.missed else 0)


if __name__ == "__main__":
    main()
