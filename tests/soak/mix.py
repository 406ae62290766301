# SPDX-License-Identifier: MIT
"""The good requests of the soak, each of which knows its answer."""
import itertools
import json

import client
import oracle

JSON = "Content-Type: application/json"
TEXT = "Content-Type: text/plain"
LARGEST = 2 ** 63 - 1
GAMES = ("/xor-game", "/nim/ranges", "/nim/position")
SEPARATORS = itertools.cycle(((",", ":"), (", ", ": ")))


class Good:
    """A request whose reply is 200 and passes check(told), told being its JSON, or its text."""

    def __init__(self, kind, method, target, body=None, headers=(), check=None, is_json=True):
        self.kind, self.method = kind, method
        self.bytes = client.build(method, target, body, headers)
        self.check, self.is_json, self.verified = check, is_json, None

    def fault(self, reply):
        """What is wrong with the reply, or None. A body that was found right once is right again, byte for byte."""
        if reply.status != 200:
            return "%s: status %d: %r" % (self.kind, reply.status, reply.body[:200])
        if reply.body == self.verified:
            return None
        why = self.check(reply.json() if self.is_json else reply.body) if self.check else None
        if why is None:
            self.verified = reply.body
            return None
        return "%s: %s; the request: %r" % (self.kind, why, self.bytes[:600])


def difference(told, expected):
    return None if told == expected else "told %s, not %s" % (json.dumps(told)[:300], json.dumps(expected)[:300])


def equals(expected):
    return lambda told: difference(told, expected)


def post(kind, target, request, check):
    body = json.dumps(request, separators=next(SEPARATORS)).encode()
    return Good(kind, "POST", target, body, [JSON], check)


def numbers(pick, count):
    top = pick.choice((2, 4, 1000, 2 ** 31, 2 ** 32 + 2, LARGEST + 1))
    return [pick.randrange(top) for _ in range(count)]


# The chalkboard game.


def board_reply(board):
    """By the theorem; tests/http holds the same replies against the game tree."""
    total = oracle.xor(board)
    reason = "xor-zero" if total == 0 else "even-count" if len(board) % 2 == 0 else "odd-count"
    wins = reason != "odd-count"
    return {"winner": "alice" if wins else "bob", "alice_wins": wins, "xor": total, "count": len(board),
            "reason": reason}


def board_moves(board):
    told = board_reply(board)
    if told["reason"] != "even-count":
        return []
    return [{"index": i, "erase": number} for i, number in enumerate(board) if number != told["xor"]]


def searched(expected):
    def check(told):
        if not 1 <= told.pop("positions_searched", 0) <= 1_000_000:
            return "positions_searched is out of its range"
        return difference(told, expected)
    return check


def make_board(pick):
    board = numbers(pick, pick.randint(1, 12))
    if pick.random() < 0.5:
        return post("board", "/xor-game", {"nums": board}, equals(board_reply(board)))
    return post("board", "/xor-game", {"nums": board, "include": ["winning_moves"]},
                equals({**board_reply(board), "winning_moves": board_moves(board)}))


def make_boards(pick):
    boards = [numbers(pick, pick.randint(1, 8)) for _ in range(pick.randint(1, 200))]
    return post("boards", "/xor-game", {"boards": boards}, equals({"results": [board_reply(b) for b in boards]}))


def make_search(pick):
    board = [pick.randrange(6) for _ in range(pick.randint(1, 16))]
    return post("search", "/xor-game", {"nums": board, "method": "search"}, searched(board_reply(board)))


def make_large_board(pick):
    board = numbers(pick, pick.randint(5_000, 40_000))
    return post("large board", "/xor-game", {"nums": board}, equals(board_reply(board)))


# Nim on ranges and on one position.


def make_queries(pick, count, base, size):
    ends = [sorted(pick.randrange(size) + base for _ in range(2)) for _ in range(count)]
    return [list(pair) for pair in ends]


def check_moves(told, parts, firsts, misere):
    """Any winning move will do, but it has to be one; and the counts are exact."""
    for index, (part, first) in enumerate(zip(parts, firsts)):
        moves = oracle.moves_by_theorem(part, misere) if any(part) else []
        shown, count = told["winning_moves"][index], told["move_counts"][index]
        if count != len(moves):
            return "move_counts[%d] is %d, not %d" % (index, count, len(moves))
        if (shown is None) != (not moves) or moves and (shown["heap"] - first, shown["take"]) not in moves:
            return "winning_moves[%d] is %s, not one of %s" % (index, shown, moves[:3])
    del told["winning_moves"], told["move_counts"]
    return None


def make_ranges(pick):
    size, base, convention = pick.randint(1, 12), pick.randint(0, 1), pick.choice(("normal", "misere"))
    heaps, verdicts = numbers(pick, size), pick.choice(("booleans", "bits", "none"))
    queries = make_queries(pick, pick.randint(1, 8), base, size)
    request = {"heaps": heaps, "queries": queries, "convention": convention, "index_base": base, "verdicts": verdicts,
               "include": ["nim_sums", "winning_moves", "move_counts"]}
    expected = oracle.ranges(heaps, queries, convention, base, verdicts, ["nim_sums"], oracle.by_theorem)
    parts = [heaps[left - base:right - base + 1] for left, right in queries]
    firsts = [left for left, _ in queries]
    return post("ranges", "/nim/ranges", request, lambda told: (
        check_moves(told, parts, firsts, convention == "misere") or difference(told, expected)))


def make_cases(pick):
    cases, results = [], []
    for _ in range(pick.randint(1, 60)):
        size = pick.randint(1, 10)
        heaps, queries = numbers(pick, size), make_queries(pick, pick.randint(1, 6), 1, size)
        cases.append({"queries": queries, "heaps": heaps})
        results.append(oracle.ranges(heaps, queries, verdicts="bits", decide=oracle.by_theorem))
    return post("cases", "/nim/ranges", {"cases": cases, "verdicts": "bits"}, equals({"results": results}))


def make_text(pick):
    words, answer = [], []
    cases = pick.randint(1, 40)
    for _ in range(cases):
        size = pick.randint(1, 10)
        heaps, queries = numbers(pick, size), make_queries(pick, pick.randint(1, 6), 1, size)
        words += [size, len(queries), *heaps, *(end for pair in queries for end in pair)]
        answer.append(oracle.ranges(heaps, queries, decide=oracle.by_theorem)["weighted_sum"])
    body = "%d %s\n" % (cases, " ".join(map(str, words)))
    return Good("text", "POST", "/nim/ranges", body.encode(), [TEXT],
                equals_text("".join("%d\n" % line for line in answer)), is_json=False)


def equals_text(expected):
    return lambda told: None if told == expected.encode() else "told %r, not %r" % (told[:300], expected[:300])


def position_reply(heaps, convention):
    misere = convention == "misere"
    wins, moves = oracle.by_theorem(heaps, misere), oracle.moves_by_theorem(heaps, misere) if any(heaps) else []
    return {"winner": "first" if wins else "second", "first_player_wins": wins, "nim_sum": oracle.xor(heaps),
            "winning_moves": [{"heap": index + 1, "take": take} for index, take in moves],
            "remoteness": oracle.remoteness_by_theorem(heaps, misere), "convention": convention, "index_base": 1}


def make_position(pick):
    heaps, convention = numbers(pick, pick.randint(1, 8)), pick.choice(("normal", "misere"))
    expected = position_reply(heaps, convention)
    if expected["remoteness"] > LARGEST:
        expected["remoteness"] = None

    def check(told):
        return None if told.pop("explanation", "") else "no explanation"
    if pick.random() < 0.5:
        return post("position", "/nim/position", {"heaps": heaps, "convention": convention},
                    lambda told: check(told) or difference(told, expected))
    target = "/nim/position?heaps=%s&convention=%s" % (",".join(map(str, heaps)), convention)
    return Good("GET position", "GET", target, check=lambda told: check(told) or difference(told, expected))


def make_get(pick):
    board = numbers(pick, pick.randint(1, 12))
    if pick.random() < 0.5:
        return Good("GET board", "GET", "/xor-game?nums=" + ",".join(map(str, board)), check=equals(board_reply(board)))
    queries = make_queries(pick, pick.randint(1, 6), 1, len(board))
    target = "/nim/ranges?heaps=%s&queries=%s" % (",".join(map(str, board)), ",".join("%d-%d" % (a, b)
                                                                                      for a, b in queries))
    return Good("GET ranges", "GET", target, check=equals(oracle.ranges(board, queries, decide=oracle.by_theorem)))


def page(target):
    return Good("page " + target, "GET", target, check=lambda body: None if body else "an empty page", is_json=False)


MAKERS = {make_board: 25, make_boards: 8, make_search: 8, make_large_board: 2, make_ranges: 16, make_cases: 6,
          make_text: 8, make_position: 10, make_get: 12}


def good_requests(pick, count):
    makers = pick.choices(list(MAKERS), list(MAKERS.values()), k=count)
    return [maker(pick) for maker in makers]


def headlines(pick, size=1_000_000):
    """The contest's size in one case, as JSON and as text."""
    heaps = [pick.getrandbits(30) for _ in range(size)]
    queries = [sorted((pick.randint(1, size), pick.randint(1, size))) for _ in range(size)]
    prefix = [0]
    for heap in heaps:
        prefix.append(prefix[-1] ^ heap)
    verdicts = [prefix[right] != prefix[left - 1] for left, right in queries]
    expected = {"verdicts": "".join("01"[verdict] for verdict in verdicts), "wins": sum(verdicts),
                "weighted_sum": oracle.weighted_sum(verdicts), "modulus": oracle.MODULUS, "convention": "normal",
                "index_base": 1}
    text = "1\n%d %d\n%s\n%s\n" % (size, size, " ".join(map(str, heaps)), "\n".join("%d %d" % (a, b)
                                                                                  for a, b in queries))
    return [post("headline", "/nim/ranges", {"heaps": heaps, "queries": queries, "verdicts": "bits"}, equals(expected)),
            Good("headline text", "POST", "/nim/ranges", text.encode(), [TEXT],
                 equals_text("%d\n" % expected["weighted_sum"]), is_json=False)]
