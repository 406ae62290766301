#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The operator's arrays in the running daemon: files good and bad, SIGHUP, and reloads while clients ask."""
import json
import os
import random
import signal
import tempfile
import threading
import time

import support

RELOADS, ASKERS = 200, 4

# name, content (None: see make_bad), what stderr or the log says of it, the folder being DIR
FAULTS = [
    ("a.json", b"{\"heap\":[1]}", "DIR/a.json:1:9: "), ("a.json", b"", "DIR/a.json:1:1: "),
    ("a.json", b"[1,2", "DIR/a.json:1:5: "), ("a.json", b"[1,\n 9223372036854775808]", "DIR/a.json:2:2: "),
    ("a.json", b"[1,1.5]", "DIR/a.json:1:4: "), ("a.json", b"\xef\xbb\xbf[1]", "DIR/a.json:1:1: "),
    ("a.json", b"[]", "DIR/a.json:1:1: "), ("a.txt", b"1 2\n3 x", "DIR/a.txt:2:3: "), ("a.txt", b"", "DIR/a.txt:1:1: "),
    ("link.json", None, "DIR/link.json: "), ("pipe.json", None, "DIR/pipe.json: "), ("twin.json", None, "DIR/twin.txt: "),
    ("large.txt", None, "DIR/large.txt: "),
]


class Folder:
    """A folder of arrays; files are replaced as an operator should: written beside, then renamed."""

    def __init__(self, case):
        folder = tempfile.TemporaryDirectory()
        case.addCleanup(folder.cleanup)
        self.path = folder.name

    def write(self, name, content):
        beside = os.path.join(self.path, ".new")
        with open(beside, "wb") as file:
            file.write(content)
        os.rename(beside, os.path.join(self.path, name))

    def make_bad(self, name, content):
        path = os.path.join(self.path, name)
        if content is not None:
            self.write(name, content)
        elif name == "link.json":
            os.symlink("nowhere", path)
        elif name == "pipe.json":
            os.mkfifo(path)
        elif name == "large.txt":
            self.write(name, b"1 " * 200000)
        else:
            self.write("twin.json", b"[1]")
            self.write("twin.txt", b"1")


class ArraysCase(support.ServerCase):
    @classmethod
    def setUpClass(cls):
        pass  # each test starts its own daemon

    def start(self, folder, *options):
        self.daemon = support.Daemon("--arrays", folder.path, "--array-bytes", str(1 << 20), *options)
        type(self).connection = None
        self.addCleanup(self.daemon.stop)
        self.addCleanup(lambda: type(self).connection and type(self).connection.close())

    def versions(self):
        return {array["name"]: array["version"] for array in self.call("GET", "/nim/arrays").json()["arrays"]}

    def counts(self):
        lines = self.call("GET", "/metrics").body.decode().splitlines()
        return {line.split('"')[1]: int(line.split()[-1]) for line in lines
                if line.startswith("nimsum_array_reloads_total")}

    def reload(self):
        """SIGHUP, and wait until it is done; how it went."""
        before = self.counts()
        self.daemon.terminate(signal.SIGHUP)
        deadline = time.monotonic() + 30
        while (after := self.counts()) == before:
            self.assertLess(time.monotonic(), deadline, "no reload within 30 s")
            time.sleep(0.005)
        return "ok" if after["ok"] > before["ok"] else "failed"


class Files(ArraysCase):
    def test_faults_at_the_start(self):
        for name, content, told in FAULTS:
            with self.subTest(name=name, content=content):
                folder = Folder(self)
                folder.write("good.txt", b"1 2 2")
                folder.make_bad(name, content)
                for how in ("--check-arrays", "--arrays"):
                    code, out, errors = support.run(how, folder.path, "--array-bytes", str(1 << 20), "--listen", "127.0.0.1:0")
                    self.assertEqual((code, out), (1, ""), errors)
                    self.assertIn("nimsumd: " + told.replace("DIR", folder.path), errors)
                    self.assertEqual(errors.count("\n"), 1)

    def test_faults_at_a_reload(self):
        for name, content, told in FAULTS:
            with self.subTest(name=name, content=content):
                folder = Folder(self)
                array, suffix = name.split(".")
                folder.write(name, b"[7]" if suffix == "json" else b"7")
                folder.write("other.json", b"[3]")
                self.start(folder)
                had = self.versions()
                os.unlink(os.path.join(folder.path, name))
                folder.make_bad(name, content)
                folder.write("other.json", b"[1, 2, 2]")
                folder.write("new.json", b"[5]")
                self.assertEqual(self.reload(), "failed")
                now = self.versions()
                self.assertEqual((now[array], sorted(now)), (had[array], sorted([array, "new", "other"])))
                self.assertEqual(now["other"], "04a638c5599c4f3857315981eae78c35")
                self.assertIn('"level":"error","message":"' + told.replace("DIR", folder.path), self.daemon.errors())
                self.doCleanups()

    def test_a_file_that_changes_while_it_is_read(self):
        """Written in place, again and again: an answer is about whole files only, and the daemon lives."""
        folder = Folder(self)
        contents = [b"[" + b",".join(b"%d" % heap for _ in range(8000)) + b"]" for heap in (11, 222222, 3333333333)]
        folder.write("a.json", contents[0])
        self.start(folder, "--log-level", "info")
        known = set()
        for content in contents:
            folder.write("a.json", content)
            self.assertEqual(self.reload(), "ok")
            known.add(self.versions()["a"])
        self.assertEqual(len(known), 3)
        over = threading.Event()

        def overwrite():
            while not over.is_set():
                with open(os.path.join(folder.path, "a.json"), "wb") as file:
                    file.write(random.choice(contents))

        writer = threading.Thread(target=overwrite)
        writer.start()
        try:
            for _ in range(40):
                self.reload()
                self.assertIn(self.versions()["a"], known)
        finally:
            over.set()
            writer.join()

    def test_names_and_no_arrays(self):
        folder = Folder(self)
        self.start(folder)
        self.assertEqual(self.versions(), {})
        self.assertIn("warning: %s: there are no arrays" % folder.path, self.daemon.errors())
        os.mkdir(os.path.join(folder.path, "folder.json"))
        for name in (".hidden.json", "with blank.json", "a.yaml"):
            folder.write(name, b"not read")
        folder.write("a.json", b"[1]")
        self.assertEqual((self.reload(), list(self.versions())), ("ok", ["a"]))
        problem = self.post("/nim/ranges", {"array": "b", "queries": [[1, 1]]})
        self.assert_problem(problem, "unknown-array", pointer="/array")

    def test_the_name_that_was_meant(self):
        folder = Folder(self)
        for name in ["a%03d" % i for i in range(300)] + ["sales-2026", "z", "za"]:
            folder.write(name + ".json", b"[1]")
        self.start(folder)
        for asked, told in (("sales-2025", "sales-2026, a000, a001,"), ("sales_2026", "sales-2026, a000,"), ("zab", "za, a000,"),
                            ("a03", "a003, a000,"), ("a2999", "a299, a000,")):
            problem = self.post("/nim/ranges", {"array": asked, "queries": [[1, 1]]})
            self.assert_problem(problem, "unknown-array", pointer="/array")
            self.assertIn('there is no array "%s"; did you mean "%s"? Known: %s' % (asked, told.split(",")[0], told),
                          json.loads(problem.body)["detail"])

    def test_no_folder(self):
        for how in ("--check-arrays", "--arrays"):
            code, out, errors = support.run(how, "/nowhere", "--listen", "127.0.0.1:0")
            self.assertEqual((code, out, errors), (1, "", "nimsumd: /nowhere: No such file or directory\n"))

    def test_check(self):
        folder = Folder(self)
        folder.write("b.json", b"{\"heaps\":[1,2,2]}")
        folder.write("a.txt", b"1\n2\n2\n")
        version = "04a638c5599c4f3857315981eae78c35"
        self.assertEqual(support.run("--check-arrays", folder.path), (0, "a 3 %s\nb 3 %s\n" % (version, version), ""))


def answers_fit(reply, heaps_of):
    """Each result of a batch is right for the numbers of the version that it names, and all name one state."""
    told = json.loads(reply.body)["results"]
    states = set()
    for result in told:
        heaps, state = heaps_of[result["version"]]
        states.add(state)
        xor = 0
        sums = []
        for heap in heaps:
            xor ^= heap
            sums.append(xor)
        if result["nim_sums"] != sums or result["verdicts"] != [value != 0 for value in sums]:
            return False
    return len(states) == 1


class UnderLoad(ArraysCase):
    def test_reloads_while_clients_ask(self):
        """200 reloads: no request fails, and no answer is of other numbers than those of the version it names."""
        folder, chance = Folder(self), random.Random(14)
        states = [{name: [chance.randrange(1 << 40) for _ in range(50)] for name in "ab"} for _ in range(5)]
        heaps_of = {}
        for number, state in enumerate(states):
            for name, heaps in state.items():
                folder.write(name + ".json", json.dumps(heaps).encode())
            _, out, _ = support.run("--check-arrays", folder.path)
            for line in out.splitlines():
                name, _, version = line.split()
                heaps_of[version] = (state[name], number)
        self.assertEqual(len(heaps_of), 10)
        self.start(folder)
        over, wrong, asked = threading.Event(), [], []
        queries = [[1, last] for last in range(1, 51)]
        body = json.dumps({"cases": [{"array": name, "queries": queries} for name in "abab"],
                           "include": ["nim_sums"]}).encode()

        def ask():
            count = 0
            with self.daemon.connect() as connection:
                while not over.is_set():
                    reply = connection.request("POST", "/nim/ranges", body)
                    if reply.status != 200 or not answers_fit(reply, heaps_of):
                        wrong.append(reply)
                    count += 1
            asked.append(count)

        askers = [threading.Thread(target=ask) for _ in range(ASKERS)]
        for asker in askers:
            asker.start()
        try:
            for number in range(RELOADS):
                for name, heaps in states[number % 5].items():
                    folder.write(name + ".json", json.dumps(heaps).encode())
                self.assertEqual(self.reload(), "ok")
        finally:
            over.set()
            for asker in askers:
                asker.join()
        self.assertEqual(wrong, [])
        self.assertEqual(len(asked), ASKERS)
        self.assertGreater(sum(asked), RELOADS)
        self.assertEqual(self.counts(), {"ok": RELOADS, "failed": 0})
        self.assertLess(int(next(line.split()[1] for line in self.call("GET", "/metrics").body.decode().splitlines()
                                 if line.startswith("nimsum_array_bytes "))), 100000)  # what was swapped out is gone


if __name__ == "__main__":
    support.main()
