#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ask_arrays.py URL MARK OLD OLD_HEAPS NEW NEW_HEAPS [--ca FILE] [--key KEY] [--seconds S]: ask about the array demo of
replicas behind a balancer while it changes from version OLD to NEW, every second time with OLD pinned.

Heaps are written 1,2,2. Makes the file MARK once it has begun, and ends after S seconds, or when MARK is no more.
Prints: requests that failed; answers that do not fit the version that they name, or a 409 without the new one; how many
versions were seen.
"""
import argparse
import functools
import http.client
import json
import operator
import pathlib
import ssl
import sys
import time
import urllib.parse

RANGES = [[1, 1], [1, 2], [1, 3]]


def nim_sums(heaps):
    numbers = [int(word) for word in heaps.split(",")]
    return [functools.reduce(operator.xor, numbers[first - 1:last]) for first, last in RANGES]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("url", "mark", "old", "old_heaps", "new", "new_heaps"):
        options.add_argument(name)
    options.add_argument("--ca")
    options.add_argument("--key")
    options.add_argument("--seconds", type=float, default=5)
    asked = options.parse_args()
    url = urllib.parse.urlsplit(asked.url)
    sums = {asked.old: nim_sums(asked.old_heaps), asked.new: nim_sums(asked.new_heaps)}
    headers = {"Authorization": f"Bearer {asked.key}"} if asked.key else {}
    if url.scheme == "https":
        context = ssl.create_default_context(cafile=asked.ca)
        client = http.client.HTTPSConnection(url.hostname, url.port, timeout=20, context=context)
    else:
        client = http.client.HTTPConnection(url.hostname, url.port, timeout=20)
    failed = unfit = asked_for = 0
    seen = set()
    mark = pathlib.Path(asked.mark)
    end = time.monotonic() + asked.seconds
    while time.monotonic() < end and (asked_for < 50 or mark.exists()):
        pinned = {"version": asked.old} if asked_for % 2 else {}
        body = json.dumps({"array": "demo", "queries": RANGES, "include": ["nim_sums"], **pinned})
        client.request("POST", "/nim/ranges", body, headers)
        reply = client.getresponse()
        told = json.loads(reply.read())
        if reply.status == 200:
            version = told["version"]
            unfit += told["nim_sums"] != sums.get(version) or version != pinned.get("version", version)
            seen.add(version)
        elif reply.status == 409 and pinned:
            unfit += told["version"] != asked.new
        else:
            failed += 1
            print(f"request {asked_for} was answered {reply.status}: {told.get('detail')}", file=sys.stderr)
        asked_for += 1
        if asked_for == 50:
            mark.touch()
        time.sleep(0.011)
    print(failed, unfit, len(seen))


main()
