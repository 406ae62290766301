# SPDX-License-Identifier: MIT
"""server.py: both games on FastAPI: typed models in, a dict out."""
import json
import socket
from functools import reduce
from operator import xor
from typing import List, Optional, Tuple

import uvicorn
from fastapi import FastAPI, HTTPException, Response
from pydantic import BaseModel

MODULUS = 1_000_000_007

app = FastAPI()


class XorGame(BaseModel):
    nums: Optional[List[int]]
    boards: Optional[List[List[int]]]


class Ranges(BaseModel):
    heaps: List[int]
    queries: List[Tuple[int, int]]


def answer_board(nums):
    value, count = reduce(xor, nums), len(nums)
    reason = "xor-zero" if value == 0 else "even-count" if count % 2 == 0 else "odd-count"
    alice = reason != "odd-count"
    return {"winner": "alice" if alice else "bob", "alice_wins": alice, "xor": value, "count": count, "reason": reason}


def compact(reply):
    return Response(json.dumps(reply, separators=(",", ":")), media_type="application/json")


@app.post("/xor-game")
async def xor_game(request: XorGame):
    if request.boards is not None:
        return compact({"results": [answer_board(board) for board in request.boards]})
    return compact(answer_board(request.nums))


@app.post("/nim/ranges")
async def nim_ranges(request: Ranges):
    prefix = [0]
    for heap in request.heaps:
        prefix.append(prefix[-1] ^ heap)
    verdicts, weighted_sum = bytearray(), 0
    for index, (left, right) in enumerate(request.queries):
        if not 1 <= left <= right <= len(request.heaps):
            raise HTTPException(400, f"query {index}")
        wins = prefix[right] != prefix[left - 1]
        verdicts.append(48 + wins)
        weighted_sum = (2 * weighted_sum + wins) % MODULUS
    return compact({"verdicts": verdicts.decode(), "wins": verdicts.count(b"1"), "weighted_sum": weighted_sum,
                    "modulus": MODULUS, "convention": "normal", "index_base": 1})


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    config = uvicorn.Config(app, log_level="warning", access_log=False)
    uvicorn.Server(config).run(sockets=[listener])
