#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""arrays.py [URL]: all answers about one state of an array that the service keeps (nimsumd --arrays), called demo."""

import json
import sys
import urllib.error
import urllib.request

URL = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"


def fetch(path, body=None):
    request = urllib.request.Request(URL + path, body and json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as reply:
        return json.load(reply)


def ask_all(name, pages):
    """Pages of queries, answered from one version; where it changes in between, all are asked again."""
    while True:
        version = fetch(f"/nim/arrays/{name}")["version"]
        try:
            return version, [fetch("/nim/ranges", {"array": name, "version": version, "queries": queries})["wins"]
                             for queries in pages]
        except urllib.error.HTTPError as error:
            if error.code != 409:  # array-changed
                raise


version, wins = ask_all("demo", [[[1, 2], [2, 3]], [[1, 3]]])
print(f"version {version}: {wins} of the queries are won")
