#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Hostile bodies: cases of our own, and the parsing files of nst/JSONTestSuite where a copy of them is at hand.

usage: NIMSUMD=PATH test_json.py

What is not JSON is 400, JSON of the wrong shape is 422. Each file of the suite goes out in three ways:
  raw      n_: 400; y_: 422; i_: 400 or 422
  member   {"nums":[1,1,2],"extra":FILE}; n_: 400; y_: 422 (an unknown member); i_: 400 or 422
  element  {"nums":[1,1,2,FILE]}; n_: 400; y_: 200 or 422; i_: 200, 400 or 422
n_ is judged on the text as embedded: where that makes it JSON (by Python's strict parser) it is left out.
The suite is looked for in NIMSUM_JSON_SUITE, or beside the checkout in shared/hostile/json-cases.
"""
import concurrent.futures
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "http"))

import json_own_cases  # noqa: E402
import support         # noqa: E402
import wire            # noqa: E402

GOOD = b'{"nums":[1,1,2]}'
SUITE = os.environ.get("NIMSUM_JSON_SUITE",
                       os.path.join(HERE, "..", "..", "..", "shared", "hostile", "json-cases"))
SUITE_FILES = 318
AT_ONCE = 8
HEAD = "POST /xor-game HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"


def is_json(text):
    """True, False, or None where Python cannot tell (nesting, or bytes that are not UTF-8)."""
    def refuse(_):
        raise ValueError
    try:
        json.loads(text.decode("utf-8"), parse_constant=refuse)
    except (RecursionError, UnicodeDecodeError):
        return None
    except ValueError as error:
        return None if "digits" in str(error) else False
    return True


def suite_cases():
    """(name, body, allowed statuses, None) of each file and way."""
    names = sorted(name for name in os.listdir(SUITE) if name.endswith(".json"))
    if len(names) < SUITE_FILES:
        raise ValueError("%s holds only %d of the %d files" % (SUITE, len(names), SUITE_FILES))
    for name in names:
        with open(os.path.join(SUITE, name), "rb") as file:
            text = file.read()
        for way, body in (("raw", text), ("member", b'{"nums":[1,1,2],"extra":' + text + b"}"),
                          ("element", b'{"nums":[1,1,2,' + text + b"]}")):
            if name[0] == "n":
                if way != "raw" and is_json(body) is not False:
                    continue
                allowed = [400]
            else:
                allowed = ([400, 422] if name[0] == "i" else [422]) + ([200] if way == "element" else [])
            yield "%s/%s" % (way, name), body, allowed, None


def post(address, body, name):
    return wire.converse(address, [(HEAD % len(body)) + body.decode("latin-1")], ["POST"], wait=30.0, grace=0.0,
                         name=name)


def content_fault(response, holds, good):
    if response.status != 200 or holds is None:
        return None
    if holds == "good":
        return None if response.body == good else "another answer: %r" % response.body[:60]
    told = json.loads(response.body)
    return None if all(told.get(key) == value for key, value in holds.items()) else "%r, not %s" % (told, holds)


def fault_of(address, case, good):
    name, body, allowed, holds = case
    try:
        outcome = post(address, body, name)
        if len(outcome.finals) != 1:
            return "statuses %s, end %s after %.1f s" % (outcome.statuses, outcome.end, outcome.seconds)
        response = outcome.finals[0]
        if response.status not in allowed:
            return "status %d, allowed: %s" % (response.status, allowed)
        fault = content_fault(response, holds, good)
        after = post(address, GOOD, name)
        if not fault and (after.statuses != [200] or after.finals[0].body != good):
            fault = "AFTER IT the good request gets %s" % after.statuses
        return fault
    except OSError as error:
        return "cannot connect: %s" % error


def main():
    cases = list(json_own_cases.CASES)
    own = len(cases)
    if os.path.isdir(SUITE):
        cases += suite_cases()
    else:
        print("SKIPPED: no JSONTestSuite at %s: its files were NOT tested" % os.path.normpath(SUITE))
    daemon, failed = support.Daemon(), 0
    try:
        good = post(daemon.address, GOOD, "good").finals[0].body
        if json.loads(good)["xor"] != 2:
            raise AssertionError("the good request gets %r" % good)
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            faults = pool.map(lambda case: fault_of(daemon.address, case, good), cases)
            for case, fault in zip(cases, faults):
                if fault:
                    failed += 1
                    print("FAIL %s: %s" % (case[0], fault), flush=True)
        daemon.stop()
    finally:
        if daemon.process.returncode is None:
            print("stderr of the daemon: %s" % daemon.errors())
            daemon.kill()
    print("%d bodies of our own, %d of JSONTestSuite, %d failed" % (own, len(cases) - own, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
