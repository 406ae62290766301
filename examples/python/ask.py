#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ask.py [URL]: both games with Python's standard library, and a request that is refused."""

import json
import sys
import urllib.error
import urllib.request

URL = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"


class Problem(Exception):
    """What nimsum refuses: its code, its sentence and the JSON Pointer to the fault."""

    def __init__(self, problem):
        super().__init__(f"{problem['code']} at {problem.get('pointer', '?')}: {problem['detail']}")


def ask(path, **body):
    request = urllib.request.Request(
        URL + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=10) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as error:
        if error.headers.get_content_type() == "application/problem+json":
            raise Problem(json.load(error)) from None
        raise


print("chalkboard:", ask("/xor-game", nums=[1, 1, 2])["winner"], "wins")
for query, verdict in enumerate(ask("/nim/ranges", heaps=[1, 2, 2], queries=[[1, 2], [2, 3]])["verdicts"]):
    print(f"nim query {query}:", "first" if verdict else "second", "player wins")
try:
    ask("/nim/ranges", heaps=[1, 2, 2], queries=[[2, 9]])
except Problem as problem:
    print("refused:", problem)
