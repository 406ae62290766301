# SPDX-License-Identifier: MIT
"""large.py: the claims about one large request: its time, its memory, and what winning moves add."""
import contextlib
import time

from bodies import DISCARD, HEADLINE, MOVES, ranges, reply_of
from servers import Server
from table import at_least, at_most, compare, middle

# How many times nimsumd's time a peer has to need.
PEERS = {"hyper": at_least(2.5), "Node": at_least(15), "Go": at_least(15), "cJSON": at_least(15), "FastAPI": None}
CLOSE = ("discard", "hyper", "text")  # close to nimsumd and quick: measured three times a round
SLOW, SLOW_ROUNDS = "FastAPI", 3
SETTLE_SECONDS = 1


def body_for(name):
    return DISCARD if name == "discard" else ranges()


def rounds_of(plan, servers):
    """For each peer, and for "text", the runs of nimsumd and those of the peer right after them."""
    pairs = {name: ([], []) for name in [*servers, "text"] if name != "nimsumd"}
    for number in range(plan.rounds):
        for name, (ours, theirs) in pairs.items():
            if name == SLOW and number >= SLOW_ROUNDS:
                continue
            for _ in range(3 if name in CLOSE else 1):
                ours.append(servers["nimsumd"].upload(ranges()))
                if name == "text":
                    theirs.append(servers["nimsumd"].upload(ranges(form="txt"), "text/plain"))
                else:
                    theirs.append(servers[name].upload(body_for(name)))
    return pairs


def times(table, pairs):
    for name, (ours, theirs) in pairs.items():
        spent, cpu = compare(ours, theirs, "ms"), compare(ours, theirs, "cpu_ms")
        our_time, their_time = f"{middle(ours, 'ms'):.1f} ms", f"{middle(theirs, 'ms'):.1f} ms"
        if name == "discard":
            table.add("JSON, time", our_time, f"discard {their_time}", f"{spent:.2f}x its time, {cpu:.2f}x its CPU",
                      at_most(3.0), spent)
        elif name == "text":
            table.add("text/plain, time", their_time, f"its JSON {our_time}",
                      f"{1 / spent:.2f}x its time, {1 / cpu:.2f}x its CPU", at_most(1.0, noise=1.05), 1 / spent)
        else:
            table.add("JSON, time", our_time, f"{name} {their_time}",
                      f"{1 / spent:.2f}x as fast, {1 / cpu:.2f}x less CPU", PEERS[name], 1 / spent)


def settled(server, start):
    """What is resident once the request's memory has gone back: the least within a second."""
    least, end = server.memory("VmRSS"), time.monotonic() + SETTLE_SECONDS
    while least > start and time.monotonic() < end:
        time.sleep(0.05)
        least = min(least, server.memory("VmRSS"))
    return least


def first_request(server):
    """Of a fresh process: resident before any request, the peak of one, resident after it."""
    start = server.memory("VmRSS")
    server.upload(body_for(server.name))
    return start, server.memory("VmHWM"), settled(server, start)


def memory(table, first):
    start, peak, after = first.pop("nimsumd")
    table.add("peak memory, a fresh process", f"{peak:.1f} MB",
              ", ".join(f"{name} {most:.0f}" for name, (_, most, _) in first.items()), "", at_most(24), peak, " MB")
    table.add("memory kept after it", f"{after - start:.1f} MB over the {start:.1f} at the start",
              ", ".join(f"{name} {rest - begin:.0f}" for name, (begin, _, rest) in first.items()), "",
              at_most(2), after - start, " MB")


def headline(table, plan):
    table.title(f"headline: one request of {HEADLINE} heaps and {HEADLINE} queries")
    names = ["nimsumd", "discard", *(name for name in PEERS if name != "FastAPI" or plan.python)]
    with contextlib.ExitStack() as stack:
        servers = {name: stack.enter_context(Server(name, reply=reply_of(DISCARD))) for name in names}
        first = {name: first_request(server) for name, server in servers.items()}
        times(table, rounds_of(plan, servers))
    memory(table, first)
    at_once(table, plan)


def at_once(table, plan):
    with Server("nimsumd") as server:
        start = server.memory("VmRSS")
        spent = [server.upload(ranges(), count=4) for _ in range(plan.rounds)]
        peak, after = server.memory("VmHWM"), settled(server, start)
    table.add("peak memory, 4 at once", f"{peak:.1f} MB", f"all 4 within {middle(spent, 'ms'):.0f} ms", "",
              at_most(64), peak, " MB")
    table.add(f"memory kept after {4 * plan.rounds} of them",
              f"{after - start:.1f} MB over the {start:.1f} at the start", "", "", at_most(2), after - start, " MB")


def beside(server, rounds, upload, base):
    """Pairs of the same server's runs: of upload, and of base right before it. Each is (path, body)."""
    above, below = [], []
    for _ in range(rounds + 1):
        below.append(server.upload(base[1], path=base[0]))
        above.append(server.upload(upload[1], path=upload[0]))
    return above[1:], below[1:]  # the first pair warms up


KINDS = {"headline": "the headline's data", "uniform": "uniform data",
         "sparse": "all heaps 0 but the last 30"}


def moves(table, plan):
    table.title(f"winning moves: {HEADLINE} heaps and queries with one list more, beside the same without; positions")
    with Server("nimsumd") as server:
        for kind, shown in KINDS.items():
            for what, ending in (("winning_moves", "moves"), ("move_counts", "counts")):
                base = ("/nim/ranges", MOVES / f"{kind}.json")
                above, below = beside(server, plan.rounds, ("/nim/ranges", MOVES / f"{kind}-{ending}.json"), base)
                ratio = compare(above, below, "ms")
                table.add(f"{what}, {shown}", f"{middle(above, 'ms'):.1f} ms", f"without {middle(below, 'ms'):.1f} ms",
                          f"{ratio:.2f}x its time, {compare(above, below, 'cpu_ms'):.2f}x its CPU", at_most(4), ratio)
        above, below = beside(server, 2 * plan.rounds, ("/nim/position", MOVES / "position.json"),
                              ("/nim/ranges", MOVES / "range.json"))
    ratio = compare(above, below, "ms")
    table.add(f"/nim/position of {HEADLINE} heaps", f"{middle(above, 'ms'):.1f} ms",
              f"one query over them {middle(below, 'ms'):.1f} ms",
              f"{ratio:.2f}x its time, {compare(above, below, 'cpu_ms'):.2f}x its CPU", at_most(1.5), ratio)
