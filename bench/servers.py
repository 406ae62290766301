# SPDX-License-Identifier: MIT
"""servers.py: start the servers under comparison, send them the load, read what it cost them."""
import os
import pathlib
import re
import signal
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/bench"
PROGRAMS = BUILD / "bench"
DATA = BUILD / "data"

# What a server's process is called in the table, and how it is started. {reply}: what discard answers. The peers log
# nothing, and by default nimsumd logs failures alone; its log of every request is measured beside it.
COMMANDS = {
    "nimsumd": [BUILD / "nimsumd", "--listen", "127.0.0.1:0"],
    "nimsumd with its log": [BUILD / "nimsumd", "--listen", "127.0.0.1:0", "--log-level", "info", "--log-format", "json"],
    "discard": [PROGRAMS / "bench_discard", "{reply}"],
    "cJSON": [PROGRAMS / "bench_cjson"],
    "hyper": [BUILD / "bench_hyper"],
    "Node": ["node", ROOT / "bench/peers/node/server.js"],
    "Go": [BUILD / "bench_go"],
    "FastAPI": ["/usr/bin/python3", ROOT / "bench/peers/python/server.py"],
}


class Failure(Exception):
    """A server that fails, or an answer that is wrong: there is nothing to measure."""


def words(line):
    """The line "a=1 b=2.5" as a dict."""
    return {name: float(value) for name, value in (word.split("=") for word in line.split())}


def run(program, *arguments, core=None):
    """Run one of our programs; its lines of "name=value" words. It fails where an answer is wrong."""
    pin = (lambda: os.sched_setaffinity(0, {core})) if core is not None else None
    done = subprocess.run([PROGRAMS / program, *map(str, arguments)], preexec_fn=pin, check=False, text=True,
                          stdout=subprocess.PIPE)
    if done.returncode != 0:
        raise Failure(f"failed with status {done.returncode}: {program} {' '.join(map(str, arguments))}")
    return [words(line) for line in done.stdout.splitlines()]


class Server:
    """A running server; stops at the end of its with block. log: the file that takes its standard error."""

    def __init__(self, name, reply="", arguments=(), core=None, log=None):
        self.name = name
        command = [str(word).format(reply=reply) for word in [*COMMANDS[name], *arguments]]
        pin = (lambda: os.sched_setaffinity(0, {core})) if core is not None else None
        self.process = subprocess.Popen(command, preexec_fn=pin, stdout=subprocess.PIPE, stderr=log,
                                        text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        if not found:
            self.process.kill()
            self.process.wait()
            raise Failure(f"{name} did not start: {line!r}")
        self.port = int(found[1])

    def __enter__(self):
        return self

    def __exit__(self, kind, failure, _):
        if self.process.poll() is not None:
            raise Failure(f"{self.name} ended by itself with status {self.process.returncode}") from failure
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def memory(self, field):
        """A field of /proc/PID/status in MB: VmHWM, the peak, or VmRSS, what is resident now."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(rf"^{field}:\s+(\d+) kB$", status, re.M)[1]) * 1024 / 1e6

    def upload(self, body, media_type="application/json", count=1, path="/nim/ranges"):
        """count uploads of a body at once: "ms", and the server's "cpu_ms"."""
        return run("bench_load", "upload", self.port, path, media_type, body, count, self.process.pid)[0]

    def requests(self, path, body, count, connections, rate=0, core=None):
        return run("bench_load", "requests", self.port, path, "application/json", body, connections, count, rate,
                   self.process.pid, core=core)[0]

    def behind(self, path, body, count, connections, rate, upload_path, upload_body):
        """Requests while uploads run back to back: their latencies, and the "upload_ms" of one upload."""
        return run("bench_load", "behind", self.port, path, "application/json", body, connections, count, rate,
                   upload_path, upload_body)[0]
