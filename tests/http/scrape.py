#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""scrape.py NIMSUMD: GET /metrics as promtool judges it, and as a real Prometheus stores it. Needs both."""
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

os.environ["NIMSUMD"] = sys.argv[1]

import support  # noqa: E402 (it reads NIMSUMD)

CONFIG = """
global: {scrape_interval: 1s, scrape_timeout: 1s}
scrape_configs:
  - job_name: nimsum
    static_configs: [{targets: ['%s:%d']}]
"""
BOARDS = 25
# A query, and what it has to be.
QUERIES = (
    ('up{job="nimsum"}', "1"),
    ('nimsum_http_requests_total{route="/xor-game",method="POST",code="200"}', str(BOARDS)),
    ('nimsum_http_request_duration_seconds_count{route="/xor-game"}', str(BOARDS)),
    ('histogram_quantile(0.5, nimsum_http_request_duration_seconds_bucket{route="/xor-game"}) > bool 0', "1"),
    ('nimsum_refused_total{reason="not-found"}', "1"),
    ("nimsum_verdicts_total", str(BOARDS)),
    ("nimsum_numbers_read_total", str(3 * BOARDS)),
    ("count(nimsum_build_info)", "1"),
    ("process_resident_memory_bytes > bool 1000000", "1"),
)


def free_port():
    """A port that was free a moment ago; Prometheus cannot be told to take any."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def value_of(address, query):
    url = "http://%s/api/v1/query?%s" % (address, urllib.parse.urlencode({"query": query}))
    try:
        with urllib.request.urlopen(url, timeout=5) as reply:
            result = json.load(reply)["data"]["result"]
    except OSError:
        return None  # not up yet
    return result[0]["value"][1] if len(result) == 1 else None


def wait_for_values(address, seconds=30):
    deadline = time.monotonic() + seconds
    while True:
        told = {query: value_of(address, query) for query, _ in QUERIES}
        if told == dict(QUERIES) or time.monotonic() > deadline:
            return told
        time.sleep(0.25)


def scrape(daemon):
    """Start a Prometheus of our own, wait until it has what was counted, and end it."""
    with tempfile.TemporaryDirectory() as folder:
        path, address = os.path.join(folder, "prometheus.yml"), "127.0.0.1:%d" % free_port()
        with open(path, "w", encoding="utf-8") as file:
            file.write(CONFIG % daemon.address)
        subprocess.run(["promtool", "check", "config", path], check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(folder, "log"), "w+b") as log:
            prometheus = subprocess.Popen(
                ["prometheus", "--config.file", path, "--storage.tsdb.path", os.path.join(folder, "data"),
                 "--web.listen-address", address], stdout=log, stderr=log, stdin=subprocess.DEVNULL)
            try:
                told = wait_for_values(address)
            finally:
                prometheus.terminate()
                prometheus.wait(30)
            if told != dict(QUERIES):
                log.seek(0)
                sys.stderr.write(log.read().decode()[-4000:])
            return told


def main():
    daemon = support.Daemon("--log-format", "none")
    try:
        with daemon.connect() as connection:
            for _ in range(BOARDS):
                assert connection.request("POST", "/xor-game", b'{"nums":[1,1,2]}').status == 200
            assert connection.request("GET", "/nope").status == 404
            text = connection.request("GET", "/metrics").body
        judged = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, check=False)
        told = scrape(daemon)
    finally:
        daemon.stop()
    faults = ["promtool: " + line for line in (judged.stdout + judged.stderr).decode().splitlines()]
    if judged.returncode and not faults:
        faults.append("promtool: exit code %d" % judged.returncode)
    faults += ["%s is %s, not %s" % (query, told[query], wanted) for query, wanted in QUERIES if told[query] != wanted]
    print("\n".join(faults) or "metrics: promtool has nothing to say, and Prometheus stored what was counted")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
