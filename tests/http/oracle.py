# SPDX-License-Identifier: MIT
"""The right answers, found the slow and obvious way: by playing the games and by looping over the ranges."""
import functools
import operator

MODULUS = 1_000_000_007


def xor(numbers):
    return functools.reduce(operator.xor, numbers, 0)


@functools.lru_cache(maxsize=None)
def mover_wins_chalkboard(board):
    """Whether the player to move wins; board is a sorted tuple. The rules and nothing else."""
    if xor(board) == 0:
        return True
    for index in range(len(board)):
        rest = board[:index] + board[index + 1:]
        if xor(rest) != 0 and not mover_wins_chalkboard(rest):
            return True
    return False


def chalkboard_moves(numbers):
    """The erasures with which the player to move wins, as the reply has them."""
    if xor(numbers) == 0:
        return []  # won already
    rests = [tuple(sorted(numbers[:index] + numbers[index + 1:])) for index in range(len(numbers))]
    return [{"index": index, "erase": numbers[index]} for index, rest in enumerate(rests)
            if xor(rest) != 0 and not mover_wins_chalkboard(rest)]


def chalkboard(numbers):
    """The reply for a small board, apart from positions_searched."""
    wins = mover_wins_chalkboard(tuple(sorted(numbers)))
    reason = "xor-zero" if xor(numbers) == 0 else "even-count" if len(numbers) % 2 == 0 else "odd-count"
    return {"winner": "alice" if wins else "bob", "alice_wins": wins, "xor": xor(numbers), "count": len(numbers),
            "reason": reason}


@functools.lru_cache(maxsize=None)
def mover_wins_nim(heaps, misere):
    """Whether the player to move wins; heaps is a sorted tuple. The rules and nothing else."""
    if not any(heaps):
        return misere  # the other took the last stone
    for index, heap in enumerate(heaps):
        for left in range(heap):
            rest = tuple(sorted(heaps[:index] + (left,) + heaps[index + 1:]))
            if not mover_wins_nim(rest, misere):
                return True
    return False


def nim_moves(heaps):
    """Every (heap, amount, what is left)."""
    for index, heap in enumerate(heaps):
        for take in range(1, heap + 1):
            yield index, take, heaps[:index] + [heap - take] + heaps[index + 1:]


def winning_moves(heaps, misere, decide):
    """All (heap, amount) after which the other player loses."""
    return [(index, take) for index, take, rest in nim_moves(heaps) if not decide(rest, misere)]


@functools.lru_cache(maxsize=None)
def remoteness(heaps, misere):
    """The moves to the end when the winner hurries and the loser delays; heaps is a sorted tuple."""
    if not any(heaps):
        return 0
    rests = {tuple(sorted(rest)) for _, _, rest in nim_moves(list(heaps))}
    if mover_wins_nim(heaps, misere):
        return 1 + min(remoteness(rest, misere) for rest in rests if not mover_wins_nim(rest, misere))
    return 1 + max(remoteness(rest, misere) for rest in rests)


def by_game_tree(heaps, misere):
    return mover_wins_nim(tuple(sorted(heaps)), misere)


def by_theorem(heaps, misere):
    """For heaps that are too large to be played out."""
    if misere and max(heaps) <= 1:
        return xor(heaps) == 0
    return xor(heaps) != 0


def moves_by_theorem(heaps, misere):
    """All winning moves, at most one a heap: by what a move has to leave in its heap."""
    total, moves = xor(heaps), []
    for index, heap in enumerate(heaps):
        rest = total ^ heap
        others_large = any(other > 1 for place, other in enumerate(heaps) if place != index)
        left = rest if others_large or not misere else 1 - rest  # misere: an odd number of single stones
        if left < heap:
            moves.append((index, heap - left))
    return moves


def remoteness_by_theorem(heaps, misere):
    if not any(heaps):
        return 0
    if not by_theorem(heaps, misere):
        return sum(heaps) - (1 if misere and max(heaps) > 1 else 0)
    rests = [heaps[:index] + [heaps[index] - take] + heaps[index + 1:]
             for index, take in moves_by_theorem(heaps, misere)]
    return 1 + min(remoteness_by_theorem(rest, misere) for rest in rests)


def weighted_sum(verdicts):
    total = 0
    for verdict in verdicts:
        total = (2 * total + verdict) % MODULUS
    return total


def ranges(heaps, queries, convention="normal", index_base=1, verdicts="booleans", include=(), decide=by_game_tree):
    """The reply for one case."""
    chosen = [heaps[left - index_base:right - index_base + 1] for left, right in queries]
    told = [decide(part, convention == "misere") for part in chosen]
    reply = {"wins": sum(told), "weighted_sum": weighted_sum(told), "modulus": MODULUS, "convention": convention,
             "index_base": index_base}
    if verdicts != "none":
        reply["verdicts"] = told if verdicts == "booleans" else "".join("01"[verdict] for verdict in told)
    if "nim_sums" in include:
        reply["nim_sums"] = [xor(part) for part in chosen]
    return reply
