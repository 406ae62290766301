# SPDX-License-Identifier: MIT
"""bodies.py: the bodies that are sent; NAME.reply beside each is the one right reply."""
from servers import DATA, run

SEED = 20220418
HEADLINE = 1_000_000
SIZES = (10_000, 100_000, 1_000_000, 2_000_000)
BATCH = 1000
BOARD, BOARDS = DATA / "board.json", DATA / "boards.json"
MOVES = DATA / "moves"


def folder(size):
    return DATA / str(size)


def ranges(size=HEADLINE, form="json"):
    return folder(size) / f"ranges.{form}"


def reply_of(body):
    return body.with_name(body.name + ".reply")


# discard gives one reply to everything: a short one to the headline body, or the board's to both.
DISCARD, DISCARD_BOARD = folder(HEADLINE) / "discard.json", folder(HEADLINE) / "discard-board.json"


def make_all():
    for size in SIZES:
        folder(size).mkdir(parents=True, exist_ok=True)
        run("bench_data", "ranges", folder(size), size, size, SEED)
    run("bench_data", "boards", DATA, BATCH, SEED)
    MOVES.mkdir(exist_ok=True)
    run("bench_data", "moves", MOVES, HEADLINE, HEADLINE, SEED)
    for body, reply in ((DISCARD, b"ok"), (DISCARD_BOARD, reply_of(BOARD).read_bytes())):
        body.unlink(missing_ok=True)
        body.symlink_to(ranges().name)
        reply_of(body).write_bytes(reply)
