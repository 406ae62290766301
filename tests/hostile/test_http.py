#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Hostile HTTP/1.1 requests, each with the outcomes that the RFC clause named in it allows.

usage: NIMSUMD=PATH test_http.py [--only REGEX] [-v]

Cases are independent and run side by side; after each one the good requests must still get their answers. At the end
the daemon must have given back its files and must stop with exit code 0.

known-mhd-VERSION.txt lists what that version of libmicrohttpd answers by itself, badly; not-yet.txt what the product
does not have yet. A case in a list has to fail: one that passes fails the run, so that no list outlives its reason.
Do not widen what a case accepts to make it pass: cite the clause that allows it, or mend the service.
"""
import argparse
import concurrent.futures
import ctypes
import glob
import json
import os
import re
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "http"))

import judge    # noqa: E402
import support  # noqa: E402
import wire     # noqa: E402

# Short deadlines, so that the cases that wait for them end soon.
OPTIONS = ("--header-seconds", "2", "--body-seconds", "4", "--reply-seconds", "10", "--idle-seconds", "4")
AT_ONCE = 16
STOP_SECONDS = 5  # from SIGTERM to the end, when no request is in flight


def read_list(path):
    """"id reason..." lines to {id: reason}; # begins a comment."""
    with open(path, encoding="utf-8") as file:
        lines = [line.split("#")[0].split(None, 1) for line in file]
    return {words[0]: words[1].strip() if len(words) > 1 else "" for words in lines if words}


def load_cases():
    """(the good requests, the cases) of all the files."""
    baselines, cases = {}, []
    for path in sorted(glob.glob(os.path.join(HERE, "*-cases.json"))):
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        baselines.update(document.get("baselines", {}))
        cases += document["cases"]
    names = [case["id"] for case in cases]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError("ids that stand twice: %s" % twice)
    return baselines, cases


def library_version(pid):
    """The version of the very libmicrohttpd that the daemon has loaded."""
    with open("/proc/%d/maps" % pid, encoding="utf-8") as file:
        paths = {line.split(None, 5)[5].strip() for line in file if "libmicrohttpd" in line}
    library = ctypes.CDLL(paths.pop())
    library.MHD_get_version.restype = ctypes.c_char_p
    return library.MHD_get_version().decode()


def open_files(pid):
    return len(os.listdir("/proc/%d/fd" % pid))


class Runner:
    def __init__(self, daemon):
        self.daemon, self.address = daemon, daemon.address
        self.requests, self.cases = load_cases()
        self.baselines = {}
        version = library_version(daemon.process.pid)
        path = os.path.join(HERE, "known-mhd-%s.txt" % version)
        self.known = read_list(path) if os.path.exists(path) else {}
        self.not_yet = read_list(os.path.join(HERE, "not-yet.txt"))
        print("libmicrohttpd %s: %d known failures%s" % (version, len(self.known),
              "" if os.path.exists(path) else ", for there is no " + os.path.basename(path)))
        strangers = (set(self.known) | set(self.not_yet)) - {case["id"] for case in self.cases}
        if strangers or set(self.known.values()) - set(judge.KNOWN_WAYS):
            raise ValueError("the lists name what is not there: %s" % (strangers or self.known))

    def good(self, name):
        """A fault of the good request of that name, or None."""
        good = self.requests[name]
        try:
            outcome = wire.converse(self.address, [good["request"]], ["POST"], wait=20.0, grace=0.0, name=name)
        except OSError as error:
            return "cannot connect: %s" % error
        if len(outcome.finals) != 1 or outcome.finals[0].status != 200:
            return "statuses %s, end %s, after %.1f s" % (outcome.statuses, outcome.end, outcome.seconds)
        response = self.baselines.setdefault(name, outcome.finals[0])
        if json.loads(response.body) != good["expect_json"] or outcome.finals[0].body != response.body:
            return "another answer: %r" % outcome.finals[0].body[:80]
        return None

    def verdict(self, case):
        """(verdict, why, what the daemon did to later requests or None)."""
        accept = case["accept"]
        try:
            outcome = wire.converse(self.address, case["send"], judge.methods_of(case), case.get("pace"),
                                    case.get("finish"), len(accept.get("sequence", [0])),
                                    accept.get("after") == "close",
                                    case.get("wait_s", 0.8 if accept.get("or_wait") else 6.0),
                                    0.3 if "max_responses" in accept else 0.12, case["id"])
        except OSError as error:
            return "fail", "cannot connect: %s" % error
        result, why = judge.judge(case, outcome, self.baselines)
        name = case["id"]
        if name in self.not_yet:
            if result != "fail":
                return "fail", "it is in not-yet.txt, but passes: delete the line there"
            return "not-yet", "%s (%s)" % (why, self.not_yet[name])
        if name in self.known:
            if result != "fail":
                return "fail", "it is listed as known, but passes: delete the line there"
            holds, how = judge.judge_known(self.known[name], outcome)
            return ("known", how) if holds else ("fail", "not in the known way: " + how)
        return result, why

    def run_case(self, case):
        result, why = self.verdict(case)
        for name in self.requests:
            fault = self.good(name)
            if fault:
                result = "fail"
                why += " | AFTER IT, or beside it, the good request '%s' fails: %s" % (name, fault)
        return case, result, why

    def run(self, only, verbose):
        counts, start = {}, time.monotonic()
        cases = [case for case in self.cases if not only or re.search(only, case["id"])]
        cases.sort(key=lambda case: -case.get("wait_s", 0))  # the long ones first
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            for case, result, why in pool.map(self.run_case, cases):
                counts[result] = counts.get(result, 0) + 1
                if verbose or result != "pass":
                    print("%-8s%-26s %s\n        %s [%s]" % (result.upper(), case["id"], case["title"], why,
                                                            case["rfc"]), flush=True)
        print("%d cases, %.0f s: %s" % (len(cases), time.monotonic() - start,
                                        ", ".join("%d %s" % (n, name) for name, n in sorted(counts.items()))))
        return counts.get("fail", 0) == 0 and bool(cases)

    def gives_back(self, files):
        """Whether the daemon has as few files open again as at the start, once its deadlines have passed."""
        deadline = time.monotonic() + 15
        while open_files(self.daemon.process.pid) > files:
            if time.monotonic() > deadline:
                print("FAIL: %d files open at the start, %d now" % (files, open_files(self.daemon.process.pid)))
                return False
            time.sleep(0.1)
        return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="run the cases whose id matches this expression")
    parser.add_argument("-v", "--verbose", action="store_true", help="tell every case")
    options = parser.parse_args()
    daemon = support.Daemon(*OPTIONS)
    try:
        files = open_files(daemon.process.pid)
        runner = Runner(daemon)
        faults = [fault for fault in map(runner.good, runner.requests) if fault]
        if faults:
            print("FAIL: the good requests fail before any case: %s" % faults)
            return 1
        passed = runner.run(options.only, options.verbose)
        passed = runner.gives_back(files) and passed
        start = time.monotonic()
        daemon.stop()
        if time.monotonic() - start > STOP_SECONDS:
            print("FAIL: the daemon took %.1f s to stop: a request still counts as in flight" %
                  (time.monotonic() - start))
            passed = False
        return 0 if passed else 1
    finally:
        if daemon.process.returncode is None:
            print("stderr of the daemon: %s" % daemon.errors())
            daemon.kill()


if __name__ == "__main__":
    sys.exit(main())
