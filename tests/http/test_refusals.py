#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every operation of openapi.yaml refuses as it says there, whatever is asked of it."""
import os
import tempfile

import client
import support
from support import CONTRACT

# status: (header lines, what comes of the body), which any operation refuses so.
REFUSED = {
    400: (("Content-Type: application/json", "Content-Type: application/json"), b"{}"),
    408: (("Content-Length: 9",), b"{"),
    413: (("Content-Length: 99000000", "Expect: 100-continue"), b""),
    415: (("Content-Encoding: gzip", "Content-Length: 1"), b"x"),
    417: (("Expect: a-miracle",), b""),
    501: (("Transfer-Encoding: gzip, chunked",), b""),
}


class Refusals(support.ServerCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        with open(os.path.join(folder.name, "row.json"), "w", encoding="ascii") as file:
            file.write("[1,2]")
        cls.options = ("--body-seconds", "1", "--arrays", folder.name)
        super().setUpClass()

    def test_every_operation(self):
        asked = []
        for template, item in CONTRACT.paths.items():
            name = "row" if template.startswith("/nim/arrays/") else "style.css"
            target = template.replace("{code}", "internal").replace("{name}", name)
            for method, operation in item.items():
                for status, (headers, body) in REFUSED.items():
                    if status == 501 and support.library_version() >= (1,):
                        continue  # libmicrohttpd refuses it itself, with 400 and a page of its own
                    if str(status) not in operation["responses"]:
                        continue
                    connection = self.daemon.connect()
                    self.addCleanup(connection.close)
                    connection.send(client.build(method.upper(), target, None, headers) + body)
                    asked.append((method.upper(), target, status, connection))
        self.assertGreater(len(asked), 50)
        for method, target, status, connection in asked:  # the deadlines pass side by side
            with self.subTest(method=method, target=target, status=status):
                reply = connection.read_reply(method)
                self.hold(method, target, reply)
                self.assertEqual(reply.status, status, reply)


if __name__ == "__main__":
    support.main()
