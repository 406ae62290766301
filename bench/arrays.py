# SPDX-License-Identifier: MIT
"""arrays.py: the claims about kept arrays: a question beside sending the heaps, memory, loading, reloads under load."""
import http.client
import json
import os
import random
import shutil
import signal
import subprocess
import threading
import time

from bodies import BOARD, DATA, HEADLINE
from servers import BUILD, Server
from table import at_most, at_least, compare, median, middle

FOLDER, BODIES = DATA / "arrays", DATA / "arrays-bodies"
MODULUS = 1000000007
LARGE = 10 * HEADLINE
COUNTS = {1: at_least(50), 1000: at_least(30), 100000: at_least(2)}  # how many times faster
RELOADS, COPIES = 200, 8


def write(path, text):
    path.write_text(text, encoding="ascii")
    return path


def right_reply(prefix, queries, tail):
    """Worked out here, apart from nimsumd's code."""
    bits = "".join("1" if prefix[last] != prefix[first - 1] else "0" for first, last in queries)
    return (f'{{"verdicts":"{bits}","wins":{bits.count("1")},"weighted_sum":{int(bits, 2) % MODULUS},'
            f'"modulus":{MODULUS},"convention":"normal","index_base":1{tail}}}\n')


def make(chance):
    """Files and bodies: {number of queries: (sent, asked)}."""
    for folder in (FOLDER, BODIES):
        folder.mkdir(exist_ok=True)
    heaps = [chance.randrange(10**9) for _ in range(HEADLINE)]
    listed = json.dumps(heaps, separators=(",", ":"))
    write(FOLDER / "kept.json", listed)
    write(FOLDER / "wide.json", json.dumps([heap << 33 for heap in heaps], separators=(",", ":")))
    prefix = [0]
    for heap in heaps:
        prefix.append(prefix[-1] ^ heap)
    told = subprocess.run([BUILD / "nimsumd", "--check-arrays", FOLDER], check=True, text=True, capture_output=True)
    version = next(line.split()[2] for line in told.stdout.splitlines() if line.startswith("kept "))
    bodies = {}
    for count in COUNTS:
        queries = [sorted((chance.randrange(HEADLINE) + 1, chance.randrange(HEADLINE) + 1)) for _ in range(count)]
        tail = ',"queries":' + json.dumps(queries, separators=(",", ":")) + ',"verdicts":"bits"}'
        pair = []
        for name, head, rest in (("sent", '{"heaps":' + listed, ""),
                                 ("asked", '{"array":"kept"', f',"array":"kept","version":"{version}"')):
            body = write(BODIES / f"{name}-{count}.json", head + tail)
            write(BODIES / f"{name}-{count}.json.reply", right_reply(prefix, queries, rest))
            pair.append(body)
        bodies[count] = pair
    return bodies


def questions(table, plan, server, bodies):
    for count, (sent, asked) in bodies.items():
        ours, theirs = [], []
        for _ in range(plan.rounds):
            theirs.append(server.upload(sent))
            if count == max(bodies):
                ours.append(server.upload(asked))
                continue
            done = server.requests("/nim/ranges", asked, max(20, 2000 // count), 1)
            ours.append({"ms": 1000 / done["rps"], "cpu_ms": done["cpu_us"] / 1000})
        spent, cpu = compare(theirs, ours, "ms"), compare(theirs, ours, "cpu_ms")
        what = f"{count} quer{'y' if count == 1 else 'ies'} on {HEADLINE} kept heaps"
        table.add(what + ", time", f"{middle(ours, 'ms'):.3f} ms", f"sent {middle(theirs, 'ms'):.1f} ms",
                  f"{spent:.1f}x as fast", COUNTS[count], spent)
        if count == 1:
            table.add(what + ", CPU", f"{middle(ours, 'cpu_ms'):.3f} ms", f"sent {middle(theirs, 'cpu_ms'):.1f} ms",
                      f"{cpu:.1f}x less", at_least(50), cpu)


def beside_small(table, plan, server, asked):
    """CPU of one question, over 32 connections, beside a board; and what a winning move adds."""
    moves = BODIES / "moves.json"
    text = asked.read_text(encoding="ascii")
    write(moves, text.replace('"verdicts":"bits"', '"verdicts":"bits","include":["winning_moves"]'))
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("POST", "/nim/ranges", moves.read_bytes())
    write(BODIES / "moves.json.reply", connection.getresponse().read().decode("ascii"))
    runs = {name: [] for name in ("board", "one", "moves")}
    for _ in range(plan.rounds):
        for name, path, body in (("board", "/xor-game", BOARD), ("one", "/nim/ranges", asked), ("moves", "/nim/ranges", moves)):
            runs[name].append(server.requests(path, body, plan.requests, 32))
    for what, name, beside, base, limit in (("one query on a kept array, CPU", "one", "a board of ten", "board", 1.3),
                                            ("winning_moves of one query, CPU", "moves", "without", "one", 2)):
        ratio = compare(runs[name], runs[base], "cpu_us")
        table.add(what, f"{middle(runs[name], 'cpu_us'):.1f} us", f"{beside} {middle(runs[base], 'cpu_us'):.1f} us",
                  f"{ratio:.2f}x", at_most(limit), ratio)


def memory(table, server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", "/nim/arrays")
    for array in json.loads(connection.getresponse().read())["arrays"]:
        each = array["bytes"] / array["heaps"]
        limit = 20 if array["largest"] < 2**32 else 36
        table.add(f"memory a heap, {'below' if limit == 20 else 'above'} 2^32", f"{each:.1f} bytes", "", "", at_most(limit),
                  each, " bytes")


def loading(table, plan, chance):
    """The same bytes read into an array, by a process of its own, and sent in a request."""
    folder = DATA / "arrays-large"
    folder.mkdir(exist_ok=True)
    heaps = [chance.randrange(10**9) for _ in range(LARGE)]
    file = write(folder / "large.json", '{"heaps":' + json.dumps(heaps, separators=(",", ":")) + "}")
    body = write(BODIES / "large.json", file.read_text(encoding="ascii")[:-1] + ',"queries":[[1,1]],"verdicts":"bits"}')
    write(BODIES / "large.json.reply", right_reply([0, heaps[0]], [(1, 1)], ""))
    loaded, sent = [], []
    with Server("nimsumd", arguments=("--body-bytes", str(1 << 30), "--body-seconds", "120")) as server:
        for _ in range(5):
            began = time.monotonic()
            subprocess.run([BUILD / "nimsumd", "--check-arrays", folder], check=True, stdout=subprocess.DEVNULL)
            loaded.append((time.monotonic() - began) * 1000)
            sent.append(server.upload(body)["ms"])
    ratio = median(a / b for a, b in zip(loaded, sent, strict=True))
    table.add(f"loading {LARGE} heaps, {file.stat().st_size / 1e6:.0f} MB", f"{median(loaded):.0f} ms",
              f"sent in a request {median(sent):.0f} ms", f"{ratio:.2f}x", at_most(1.5), ratio)


def under_reloads(table, server, asked):
    """Another array of a million heaps changes while one is asked about."""
    # The files are there beforehand: writing 200 of them costs as much as reading them, and is not the service's doing.
    # Two links to one file cannot take each other's place, and a file that has just been read may be linked again.
    for i in range(COPIES):
        shutil.copy(FOLDER / ("kept.json", "wide.json")[i % 2], FOLDER / f".{i}")

    def paced():
        return server.requests("/nim/ranges", asked, 8000, 8, 2000)["p99_us"]

    quiet, over, done = paced(), threading.Event(), []

    def reload():
        while not over.is_set() and len(done) < RELOADS:
            os.link(FOLDER / f".{len(done) % COPIES}", FOLDER / ".new")
            os.rename(FOLDER / ".new", FOLDER / "other.json")
            server.process.send_signal(signal.SIGHUP)
            done.append(1)
            time.sleep(0.05)

    thread = threading.Thread(target=reload)
    thread.start()
    loud = []
    while thread.is_alive():
        loud.append(paced())
    over.set()
    thread.join()
    ratio = median(loud) / quiet
    table.add(f"p99 of questions during {len(done)} reloads of {HEADLINE} heaps", f"{median(loud):.0f} us",
              f"without {quiet:.0f} us", f"{ratio:.1f}x", at_most(3), ratio)


def arrays(table, plan):
    chance = random.Random(14)
    table.title(f"arrays that are kept ({HEADLINE} heaps)")
    bodies = make(chance)
    with Server("nimsumd", arguments=("--arrays", FOLDER)) as server:
        questions(table, plan, server, bodies)
        beside_small(table, plan, server, bodies[1][1])
        memory(table, server)
        under_reloads(table, server, bodies[1][1])
    loading(table, plan, chance)
