# SPDX-License-Identifier: MIT
"""small.py: the claims about small requests: one after the other, in batches, and behind large ones."""
import contextlib
import os
import tempfile

from bodies import BATCH, BOARD, BOARDS, DISCARD_BOARD, ranges, reply_of
from servers import Server
from table import at_least, at_most, compare, middle

SERVER_CORE, CLIENT_CORE = 1, 0
CONNECTIONS, OPEN_RATE = 32, 4000
PEERS = ("discard", "cJSON", "hyper", "Go", "Node")
LOGGING = "nimsumd with its log"
SHOWN = {"discard": "static reply"}

# nimsumd's CPU time a request, requests a second and p99 over the peer's.
CPU = {"discard": at_most(1.2), "hyper": at_most(1.0)}
RATE = {"Node": at_least(2), "Go": at_least(1.5)}
P99 = {"Node": at_most(1.0), "Go": at_most(1.0)}

BEHIND_CONNECTIONS, BEHIND_RATE = 8, 1000


def small(table, plan):
    table.title("small: POST /xor-game of 10 numbers, keep-alive; server on one core, client on the other")

    def closed(server):
        return server.requests("/xor-game", BOARD, plan.requests, CONNECTIONS, core=CLIENT_CORE)

    def paced(server):
        return server.requests("/xor-game", BOARD, plan.paced, CONNECTIONS, OPEN_RATE, core=CLIENT_CORE)

    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        # Emptied while the daemon writes to it: appended to, or it would write on behind a hole.
        log = stack.enter_context(open(os.path.join(folder, "log"), "ab"))
        servers = {}
        for name in ("nimsumd", LOGGING, *PEERS):
            ours = name.startswith("nimsumd")
            servers[name] = stack.enter_context(
                Server(name, reply=reply_of(BOARD), arguments=["--threads", "1"] if ours else (), core=SERVER_CORE,
                       log=log if name == LOGGING else None))
            closed(servers[name])  # warm up
        runs = {name: ([], [], [], []) for name in PEERS}
        without, logging = [], []
        for _ in range(plan.rounds):
            for name, (ours, theirs, our_tail, their_tail) in runs.items():
                ours.append(closed(servers["nimsumd"]))
                theirs.append(closed(servers[name]))
                our_tail.append(paced(servers["nimsumd"]))
                their_tail.append(paced(servers[name]))
            without.append(closed(servers["nimsumd"]))
            logging.append(closed(servers[LOGGING]))
            log.truncate(0)
    small_lines(table, runs)
    table.add("CPU a request, with a log line each", f"{middle(logging, 'cpu_us'):.1f} us",
              f"without the log {middle(without, 'cpu_us'):.1f} us",
              f"{compare(logging, without, 'cpu_us'):.2f}x its CPU")


def small_lines(table, runs):
    for name, (ours, theirs, _, _) in runs.items():
        cpu = compare(ours, theirs, "cpu_us")
        table.add("CPU a request", f"{middle(ours, 'cpu_us'):.1f} us",
                  f"{SHOWN.get(name, name)} {middle(theirs, 'cpu_us'):.1f} us", f"{cpu:.2f}x its CPU",
                  CPU.get(name), cpu)
    for name, (ours, theirs, _, _) in runs.items():
        rate = compare(ours, theirs, "rps")
        table.add("requests a second", f"{middle(ours, 'rps'):.0f}",
                  f"{SHOWN.get(name, name)} {middle(theirs, 'rps'):.0f}", f"{rate:.2f}x as many", RATE.get(name), rate)
    for name, (_, _, ours, theirs) in runs.items():
        tail = compare(ours, theirs, "p99_us")
        table.add(f"p99 at {OPEN_RATE} a second", f"{middle(ours, 'p99_us') / 1e3:.3f} ms",
                  f"{SHOWN.get(name, name)} {middle(theirs, 'p99_us') / 1e3:.3f} ms", f"{tail:.2f}x its p99",
                  P99.get(name), tail)


def batch(table, plan):
    table.title(f"batches: {BATCH} boards of 10 numbers in one request")
    with Server("nimsumd", arguments=["--threads", "1"], core=SERVER_CORE) as server:
        single, whole = [], []
        for _ in range(plan.rounds):
            single.append(server.requests("/xor-game", BOARD, plan.requests, CONNECTIONS, core=CLIENT_CORE))
            whole.append(server.requests("/xor-game", BOARDS, plan.requests // 50, 4, core=CLIENT_CORE))
    ratio, cpu = BATCH * compare(whole, single, "rps"), BATCH * compare(single, whole, "cpu_us")
    table.add("verdicts a second", f"{BATCH * middle(whole, 'rps'):.0f}",
              f"in single requests {middle(single, 'rps'):.0f}", f"{ratio:.1f}x as many, {cpu:.1f}x less CPU",
              at_least(10), ratio)


def behind(table, plan):
    table.title(f"head of line: the same small requests, {BEHIND_RATE} a second, while headline requests come "
                "back to back on one more connection; nothing is pinned")
    peers = {"discard": at_most(2), "cJSON": None}
    runs = {name: ([], []) for name in peers}
    with contextlib.ExitStack() as stack:
        servers = {name: stack.enter_context(Server(name, reply=reply_of(BOARD))) for name in ["nimsumd", *peers]}

        def one(name):
            return servers[name].behind("/xor-game", BOARD, plan.behind, BEHIND_CONNECTIONS, BEHIND_RATE,
                                        "/nim/ranges", DISCARD_BOARD if name == "discard" else ranges())

        for _ in range(plan.rounds):
            for name, (ours, theirs) in runs.items():
                ours.append(one("nimsumd"))
                theirs.append(one(name))

    def told(found):
        return (f"{middle(found, 'p99_us') / 1e3:.2f} ms (p50 {middle(found, 'p50_us') / 1e3:.2f}, "
                f"an upload {middle(found, 'upload_ms'):.0f})")

    for name, (ours, theirs) in runs.items():
        tail = compare(ours, theirs, "p99_us")
        table.add("p99 of small requests", told(ours), f"{name} {told(theirs)}", f"{tail:.2f}x its p99",
                  peers[name], tail)
