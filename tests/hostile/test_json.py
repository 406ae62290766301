#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Hostile bodies, side by side on connections of their own; after each of them a good one gets its answer.

usage: NIMSUMD=PATH test_json.py

What is not JSON is 400, JSON of the wrong shape is 422. tests/http/test_hostile_json.py has the files of
nst/JSONTestSuite, and insists on the place of each fault.
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
AT_ONCE = 8
HEAD = "POST /xor-game HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"


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
    daemon, failed = support.Daemon(), 0
    try:
        good = post(daemon.address, GOOD, "good").finals[0].body
        if json.loads(good)["xor"] != 2:
            raise AssertionError("the good request gets %r" % good)
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            faults = pool.map(lambda case: fault_of(daemon.address, case, good), json_own_cases.CASES)
            for case, fault in zip(json_own_cases.CASES, faults):
                if fault:
                    failed += 1
                    print("FAIL %s: %s" % (case[0], fault), flush=True)
        daemon.stop()
    finally:
        if daemon.process.returncode is None:
            print("stderr of the daemon: %s" % daemon.errors())
            daemon.kill()
    print("%d bodies, %d failed" % (len(json_own_cases.CASES), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
