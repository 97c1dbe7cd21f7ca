#!/usr/bin/env python3
"""Lets PyPI's pygomo-lib, a client of the Gomocup protocol, drive heibai: python3 scripts/clients/pygomo.py PROGRAM

It starts the program, plays whole games under three rules with it on both sides, sets boards up, takes stones back, asks
for several best moves and for balanced stones, and says goodbye.
"""

import os
import sys

# This file's own folder would shadow the package of the same name.
sys.path.remove(os.path.dirname(os.path.abspath(__file__)))

from pygomo import BoardPosition, EngineClient, Move  # noqa: E402

SIZE = 15
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def start(rule, turn):
    engine = EngineClient(sys.argv[1], args=["--protocol", "gomocup"])
    engine.connect()
    about = engine.about()
    assert about and about.startswith('name="Heibai"'), about
    assert engine.start(SIZE)
    engine.set_rule(rule)
    engine.set_time(turn_time_ms=turn)
    engine.set_threads(1)
    return engine


def makes_five(stones, point, exact):
    """Says whether the stone on a point stands in a row that wins."""
    for dx, dy in DIRECTIONS:
        run = 1
        for sign in (1, -1):
            x, y = point[0] + sign * dx, point[1] + sign * dy
            while (x, y) in stones:
                run += 1
                x, y = x + sign * dx, y + sign * dy
        if run == 5 or run > 5 and not exact:
            return True
    return False


def game(rule):
    """Plays a game of heibai against itself and returns its moves, the winner and what was told."""
    told = []
    players = [start(rule, 150), start(rule, 150)]
    stones = [set(), set()]
    moves, winner = [], None
    result = players[0].begin(on_info=told.append)
    while True:
        side = len(moves) % 2
        point = (result.move.col, result.move.row)
        assert all(0 <= part < SIZE for part in point), point
        assert point not in stones[0] | stones[1], (moves, point)
        moves.append(point)
        exact = rule == 1 or rule == 4 and side == 0
        wins = makes_five(stones[side], point, exact)
        stones[side].add(point)
        if wins or len(moves) == SIZE * SIZE:
            winner = "black white".split()[side] if wins else "nobody"
            break
        result = players[1 - side].turn(result.move, on_info=told.append)
        assert result is not None, (rule, moves)
    for player in players:
        player.quit()
        assert not player.is_connected
    assert told and any(info.depth > 0 and info.pv for info in told), told[:3]
    return len(moves), winner, len(told)


for rule, name in [(0, "freestyle"), (1, "exactly five"), (4, "renju")]:
    count, winner, told = game(rule)
    print(f"pygomo: a game by rule {rule} ({name}) of {count} moves, won by {winner}, {told} lines of progress read")

engine = start(1, 300)
# Four in a row of one's own: five.
own = [Move((col, 7)) for col in (4, 5, 6, 7)]
other = [Move((0, row)) for row in (0, 2, 4, 6)]
position = BoardPosition()
for mine, theirs in zip(own, other):
    position.moves.append((mine, 1))
    position.moves.append((theirs, 2))
answer = engine.board(position)
assert answer.move.to_tuple() in [(3, 7), (8, 7)], answer
assert engine.takeback(answer.move)
assert engine.restart()
engine.configure(max_node=20_000)
answer = engine.turn((7, 7))
assert engine.takeback(answer.move)
best = engine.nbest(4)
assert best is not None and len({str(info.pv[0]) for info in best.all_info if info.pv}) >= 4, best
for command, count in [("YXBALANCEONE", 1), ("YXBALANCETWO", 2)]:
    assert engine.restart()
    engine.turn((7, 7))
    engine.send_raw(f"{command} 0")
    stones = engine.receive_raw("coord", timeout=60).split()
    assert len(stones) == count and len({Move(stone) for stone in stones}) == count, (command, stones)
engine.quit()
print("pygomo: boards, stones taken back, several best moves and balanced stones are answered")
