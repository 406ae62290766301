# SPDX-License-Identifier: MIT
"""With NIMSUM_RECORD naming a folder, every exchange of a test with the daemon is written there, a line of JSON each.

scripts/test-contract.sh sets it, tests/openapi/check.js reads what was written. A file is named after the test, as
ctest names it, and the process."""
import base64
import json
import os
import re
import sys
import threading

FOLDER = os.environ.get("NIMSUM_RECORD")
LARGEST_BODY = 1 << 18  # a larger one is told by its size alone
LONGEST_METHOD = 32
END_OF_REQUEST_LINE = re.compile(rb" HTTP/1\.[0-9]\r?$", re.MULTILINE)

case = ""  # the test that runs, where unittest runs it
lock = threading.Lock()


def write(exchange):
    folder, script = os.path.split(os.path.abspath(sys.argv[0]))
    script = "%s_%s" % (os.path.basename(folder), script.removeprefix("test_").removesuffix(".py"))
    with lock, open(os.path.join(FOLDER, "%s.%d.jsonl" % (script, os.getpid())), "a", encoding="ascii") as file:
        print(json.dumps(exchange), file=file)


def request_line(data, end):
    """(method, target) of the request line in data whose target ends there. Another request's body may stand before
    it on its line, so its capital letters alone are the method."""
    line = data[data.rfind(b"\n", 0, end) + 1:end]
    before, _, target = line.rpartition(b" ")
    method = re.search(rb"[A-Z]*$", before[-LONGEST_METHOD:])[0]
    return method.decode("ascii"), target.decode("latin-1")


class Tape:
    """One connection: what is sent, and the replies to the requests in it, in order. Does nothing without a folder."""

    def __init__(self, name=None, is_admin=False):
        self.name, self.is_admin, self.unanswered = name, is_admin, bytearray()

    def sent(self, data):
        if FOLDER:
            self.unanswered += data

    def replied(self, status, headers, body):
        """headers are (name, value) pairs."""
        if not FOLDER:
            return
        found = END_OF_REQUEST_LINE.search(self.unanswered)
        method, target = request_line(self.unanswered, found.start()) if found else (None, None)
        del self.unanswered[:found.end() if found else len(self.unanswered)]
        write({"test": self.name or case, "admin": self.is_admin, "method": method, "target": target,
               "status": status, "headers": headers, "size": len(body),
               "body": base64.b64encode(body).decode() if len(body) <= LARGEST_BODY else None})
