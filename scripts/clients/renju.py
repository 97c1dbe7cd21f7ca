#!/usr/bin/env python3
"""Compares forbidden points with PyPI's renju on 1,500 random boards, and has it read a game's SGF.

python3 scripts/clients/renju.py PROGRAM
"""

import collections
import json
import os
import random
import subprocess
import sys

# This file's own name is that of the package.
sys.path.remove(os.path.dirname(os.path.abspath(__file__)))

from renju.board import RenjuBoard  # noqa: E402
from renju.check_forbid import get_foul_type  # noqa: E402

SIZE = 15
BOARDS = 1_500
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]
KINDS = ["none", "33", "44", "overline"]


def name(col, row):
    return "abcdefghijklmno"[col] + str(row + 1)


def line(board, col, row, direction, reach):
    """Yields the cells of a line on both sides of a point, nearest first."""
    for sign in (1, -1):
        cells = []
        for step in range(1, reach + 1):
            x, y = col + sign * step * direction[0], row + sign * step * direction[1]
            if not (0 <= x < SIZE and 0 <= y < SIZE):
                break
            cells.append(board[x][y])
        yield cells


def makes_five(board, col, row):
    """Theirs says nothing of five: counted here."""
    for direction in DIRECTIONS:
        run = 1
        for cells in line(board, col, row, direction, 6):
            for cell in cells:
                if cell != 1:
                    break
                run += 1
        if run == 5:
            return True
    return False


def is_busy(board, col, row):
    """Says whether two lines have two black stones near the point."""
    near = [sum(cells.count(1) for cells in line(board, col, row, d, 4)) for d in DIRECTIONS]
    return sum(count >= 2 for count in near) >= 2


random.seed(20261130)
records, counts = [], collections.Counter()
for number in range(BOARDS):
    black, white = random.uniform(0.05, 0.35), random.uniform(0.0, 0.25)
    board = [
        random.choices([1, 2, 0], [black, white, 1 - black - white], k=SIZE) for _ in range(SIZE)
    ]
    empty = [(x, y) for x in range(SIZE) for y in range(SIZE) if board[x][y] == 0]
    busy = [point for point in empty if is_busy(board, *point)]
    chosen = set(random.sample(empty, 4)) | set(random.sample(busy, min(12, len(busy))))
    stones = {
        key: [name(x, y) for x in range(SIZE) for y in range(SIZE) if board[x][y] == value]
        for key, value in [("black", 1), ("white", 2)]
    }
    for x, y in sorted(chosen):
        kind = KINDS[get_foul_type(board, x, y)]
        if kind == "none" and makes_five(board, x, y):
            kind = "five"
        verdict = {"none": "legal", "five": "win"}.get(kind, "forbidden")
        counts[kind] += 1
        record = {"id": f"{number}", **stones, "point": name(x, y), "verdict": verdict, "kind": kind}
        records.append(json.dumps(record))

run = subprocess.run(
    [sys.argv[1], "check", "--quiet", "-"],
    input="\n".join(records) + "\n", capture_output=True, text=True, timeout=600,
)
assert run.returncode == 0, run.stdout[-2000:] + run.stderr
totals = " ".join(f"{kind} {count}" for kind, count in sorted(counts.items()))
print(f"renju: {len(records)} points of {BOARDS} boards agree: {totals}")

# The protocol's columns have no letter I.
LETTERS = "abcdefghjklmnop"
moves = ["h8", "h9", "j10", "g6", "a1", "pass", "p15"]
run = subprocess.run(
    [sys.argv[1], "--game", "renju", "--protocol", "gtp"],
    input="heibai-setoption name Opening value free\n"
    + "".join(f"heibai-action {move}\n" for move in moves) + "printsgf\nquit\n",
    capture_output=True, text=True, timeout=60, check=True,
)
sgf = next(line[2:] for line in run.stdout.splitlines() if line.startswith("= (;"))
read = [tuple(move) for move in RenjuBoard.from_sgf(sgf).get_moves()]
expected = [
    (-1, -1) if move == "pass" else (LETTERS.index(move[0]), SIZE - int(move[1:])) for move in moves
]
assert read == expected, (read, expected)
print(f"renju: the SGF of a game of {len(moves)} moves is read as it was played")
