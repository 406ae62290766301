#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Mixed requests for some minutes, and then: was every answer right, and did the daemon stay as small as it was?

usage: NIMSUMD=PATH soak.py [--minutes N] [--clients N] [--seed N]

The time is cut into 20 rounds. In a round clients of one connection each send about 90 % good requests of every kind,
each answer checked, and bad and mutilated bodies and aborted requests; one more sends the contest's largest case at
the begin of the round and every 15 s; one sends the hostile requests of tests/hostile over and over.

Resident memory goes up and down with the connections, the aborted ones too, until their deadlines pass. So it is
measured after each round, when the daemon has no connection any more. The slope is the median of the slopes between
every two of these points after the warm-up, the first 8 rounds (Theil and Sen): no single round decides. What is freed
does not always go back to the system, so the points scatter by some megabytes; the judge tells growth from scatter by the
99 % interval of that slope (Sen, 1968): it fails where the slope is 1 MB an hour or more and the interval lies above 0.
The interval is told: how small a growth a run can see depends on how long it is. In less than 5 minutes a few pages look
like megabytes an hour, so there the slope is told, but not judged.
"""
import argparse
import collections
import itertools
import multiprocessing
import os
import queue
import random
import statistics
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
for folder in ("http", "hostile"):
    sys.path.insert(0, os.path.join(HERE, "..", folder))

import mix        # noqa: E402
import spoil      # noqa: E402
import support    # noqa: E402
import test_http  # noqa: E402

MOST_SLOPE = 1.0     # MB an hour
TRIM_SECONDS = 9     # the daemon gives freed memory back every 4 s, later on a busy machine
FEWEST_MINUTES = 5   # to judge it
ROUNDS, WARM_UP = 20, 8
SAMPLE_SECONDS = 0.25
HEADLINE_SECONDS = 15
CATALOGUE = 400      # different good requests a client
SHARES = {"good": 90, "bad body": 4, "mutant": 4, "abort": 2}
GRACE_SECONDS = 90   # from the end of a round to the end of its clients
SETTLE_SECONDS = 20  # from there until the daemon's deadlines have closed every connection
MOST_FAULTS = 5      # a client that has seen so many stops

# A line a request goes into a pipe, as in production; the last ones are kept.
LAUNCHER = ("/bin/bash", "-c", 'exec "$@" 2> >(exec tail -n 50 >&2)', "soak")

FORK = multiprocessing.get_context("fork")  # the catalogues are inherited, not sent


class Client:
    """One process a round: requests one after another until the deadline; counts and faults go to the queue."""

    def __init__(self, daemon):
        self.daemon, self.connection = daemon, None
        self.counts, self.faults = collections.Counter(), []

    def connected(self):
        if self.connection is None or not self.connection.usable:
            self.connection = self.daemon.connect()
        return self.connection

    def exchange(self, data):
        connection = self.connected()
        connection.send(data)
        return connection.read_reply()

    def hang_up(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def run(self, pick, deadline, results):
        try:
            for fault in self.requests(pick, deadline):
                if fault:
                    self.faults.append(fault)
                if len(self.faults) >= MOST_FAULTS:
                    break
        except Exception as error:  # told by the parent
            self.faults.append("%s: %s: %s" % (type(self).__name__, error.__class__.__name__, error))
        self.hang_up()
        results.put((self.counts, self.faults))


class Mixed(Client):
    def __init__(self, daemon, pick, pages):
        super().__init__(daemon)
        self.catalogue = mix.good_requests(pick, CATALOGUE) + [mix.page(target) for target in pages]
        self.mutable = [good for good in self.catalogue if good.method == "POST" and len(good.bytes) < 5000]

    def requests(self, pick, deadline):
        while time.monotonic() < deadline:
            yield self.one(pick)
            if pick.random() < 0.002:
                self.hang_up()

    def one(self, pick):
        kind = pick.choices(list(SHARES), list(SHARES.values()))[0]
        if kind == "good":
            good = pick.choice(self.catalogue)
            self.counts["good " + good.kind] += 1
            return good.fault(self.exchange(good.bytes))
        self.counts[kind] += 1
        if kind == "bad body":
            data, codes = pick.choice(spoil.BAD)
            return spoil.bad_fault(self.exchange(data), codes)
        if kind == "mutant":
            return spoil.mutant_fault(self.exchange(spoil.mutant(pick, pick.choice(self.mutable))))
        spoil.leave(pick, self.connected(), pick.choice(self.catalogue))
        return None


class Headlines(Client):
    def __init__(self, daemon, pick):
        super().__init__(daemon)
        self.catalogue = mix.headlines(pick)

    def requests(self, pick, deadline):
        pick.shuffle(self.catalogue)
        for good in itertools.cycle(self.catalogue):
            self.counts["good " + good.kind] += 1
            yield good.fault(self.exchange(good.bytes))
            self.hang_up()  # or it would be idle for too long
            if deadline - time.monotonic() < HEADLINE_SECONDS:
                return
            time.sleep(HEADLINE_SECONDS)


class Hostile(Client):
    def __init__(self, daemon):
        super().__init__(daemon)
        self.runner = test_http.Runner(daemon)
        self.faults = [fault for fault in map(self.runner.good, self.runner.requests) if fault]

    def requests(self, pick, deadline):
        cases = list(self.runner.cases)
        while True:
            pick.shuffle(cases)
            for case in cases:
                if time.monotonic() >= deadline:
                    return
                self.counts["hostile"] += 1
                verdict, why = self.runner.verdict(case)
                yield "%s: %s" % (case["id"], why) if verdict == "fail" else None


def sample(pid):
    """(resident bytes, open files, threads) of a process. smaps_rollup, since the other counts lag behind."""
    with open("/proc/%d/smaps_rollup" % pid, encoding="ascii") as file:
        resident = next(line for line in file if line.startswith("Rss:"))
    return int(resident.split()[1]) * 1024, test_http.open_files(pid), len(os.listdir("/proc/%d/task" % pid))


def slope_of(points):
    """(least, median, most) slope of points of seconds and bytes, in MB an hour: the median of the slopes between every
    two of them, and the 99 % interval of it by the variance of Kendall's sum. Nothing is known of fewer than 4 points."""
    slopes = sorted((b[1] - a[1]) / (b[0] - a[0]) * 3600 / 1e6 for a, b in itertools.combinations(points, 2))
    count = len(points)
    if count < 4:
        return float("-inf"), statistics.median(slopes) if slopes else float("inf"), float("inf")
    spread = 2.58 * (count * (count - 1) * (2 * count + 5) / 18) ** 0.5
    least, most = int((len(slopes) - spread) / 2), int((len(slopes) + spread) / 2 + 1)
    return slopes[max(least, 0)], statistics.median(slopes), slopes[min(most, len(slopes) - 1)]


class Soak:
    def __init__(self, daemon, options):
        self.pid, self.seed, self.minutes = daemon.process.pid, options.seed, options.minutes
        self.start = sample(self.pid)
        self.counts, self.faults, self.samples = collections.Counter(), [], []
        self.rests = []  # (time, sample) after each round
        with daemon.connect() as connection:
            links = connection.request("GET", "/").json()["links"].values()
        pages = ["/", *(link for link in links if "{" not in link and link not in mix.GAMES)]
        pick = random.Random(self.seed)
        self.clients = [Mixed(daemon, pick, pages) for _ in range(options.clients)]
        self.clients += [Headlines(daemon, pick), Hostile(daemon)]

    def round(self, number, deadline):
        """Run every client until the deadline, then wait until the daemon is at rest."""
        results = FORK.Queue()
        processes = [FORK.Process(target=client.run, args=(random.Random("%d/%d/%d" % (self.seed, number, index)),
                                                           deadline, results))
                     for index, client in enumerate(self.clients)]
        for process in processes:
            process.start()
        done = 0
        while done < len(processes) and time.monotonic() < deadline + GRACE_SECONDS:
            self.samples.append(sample(self.pid))
            try:
                counts, faults = results.get(timeout=SAMPLE_SECONDS)
            except queue.Empty:
                continue
            self.counts.update(counts)
            self.faults += faults
            done += 1
        if done < len(processes):
            self.faults.append("%d clients have not ended" % (len(processes) - done))
        for process in processes:
            process.join(5)
            process.kill()
        last = time.monotonic() + SETTLE_SECONDS
        while (rest := sample(self.pid))[1] > self.start[1] and time.monotonic() < last:
            time.sleep(0.1)
        if self.minutes >= FEWEST_MINUTES:
            time.sleep(TRIM_SECONDS)
            rest = sample(self.pid)
        self.rests.append((time.monotonic(), rest))

    def run(self):
        """All the rounds; the seconds that they took."""
        begin, seconds = time.monotonic(), 60 * self.minutes
        for number in range(ROUNDS):
            if not self.faults:
                self.round(number, begin + seconds * (number + 1) / ROUNDS)
        return time.monotonic() - begin

    def slope(self):
        """(least, median, most): MB an hour of the resident memory at rest, after the warm-up, and its 99 % interval."""
        return slope_of([(when, rest[0]) for when, rest in self.rests[WARM_UP:]])

    def report(self, seconds):
        good = sum(number for kind, number in self.counts.items() if kind.startswith("good "))
        total = sum(self.counts.values())
        print("%d requests in %.0f s (%.0f a second), %.1f %% of them good" % (total, seconds, total / seconds,
                                                                             100 * good / max(1, total)))
        print("  " + ", ".join("%s %d" % pair for pair in sorted(self.counts.items())))
        print("resident at rest: %.2f MB at the start, after each round %s; under load at most %.2f" % (
            self.start[0] / 1e6, " ".join("%.2f" % (rest[0] / 1e6) for _, rest in self.rests),
            max(row[0] for row in self.samples) / 1e6))
        print("files: %d at the start, at most %d; threads: %d at the start, at most %d" % (
            self.start[1], max(row[1] for row in self.samples), self.start[2], max(row[2] for row in self.samples)))

    def checks(self):
        kinds = ("good headline", "good headline text", "hostile", *list(SHARES)[1:])
        (least, rise, most), end = self.slope(), self.rests[-1][1]
        told = "resident slope after the warm-up: %+.2f MB an hour (99 %%: %+.2f to %+.2f)" % (rise, least, most)
        if self.minutes < FEWEST_MINUTES:
            print("NOT JUDGED in less than %d minutes: %s" % (FEWEST_MINUTES, told))
        return [("wrong answers: %d" % len(self.faults), not self.faults),
                ("every kind was sent", all(self.counts[kind] for kind in kinds)),
                *([(told, rise < MOST_SLOPE or least <= 0)] if self.minutes >= FEWEST_MINUTES else []),
                ("files at the end: %d, at the start %d" % (end[1], self.start[1]), end[1] == self.start[1]),
                ("threads at the end: %d, at the start %d" % (end[2], self.start[2]), end[2] == self.start[2])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--clients", type=int, default=3)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    if options.minutes < 1:
        parser.error("in less than a minute the rounds would be over before they begin")
    print("seed %d" % options.seed, flush=True)
    daemon = support.Daemon(*test_http.OPTIONS, "--log-level", "info", launcher=LAUNCHER)
    try:
        soak = Soak(daemon, options)
        soak.report(soak.run())
        checks = soak.checks()
        try:
            daemon.stop()
            checks.append(("SIGTERM ends it with exit code 0", True))
        except AssertionError as error:
            checks.append((str(error), False))
    finally:
        if daemon.process.returncode is None:
            daemon.kill()
    for fault in soak.faults[:20]:
        print("  " + fault)
    for what, holds in checks:
        print("%-8s%s" % ("ok" if holds else "FAILED", what))
    print("%d passed, %d failed" % (sum(holds for _, holds in checks), sum(not holds for _, holds in checks)))
    return 0 if all(holds for _, holds in checks) else 1


if __name__ == "__main__":
    sys.exit(main())
