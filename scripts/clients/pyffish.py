#!/usr/bin/env python3
"""Compares legal moves with PyPI's pyffish on 10,000 positions: python3 scripts/clients/pyffish.py PROGRAM"""

import os
import random
import subprocess
import sys

# This file's own folder would shadow the package of the same name.
sys.path.remove(os.path.dirname(os.path.abspath(__file__)))

import pyffish  # noqa: E402

VARIANT = "flipello"
POSITIONS = 10_000


def ours(mv):
    """Turns its move into ours: it counts rows from the other end, and a pass is a king's move to nowhere."""
    return mv[2] + str(9 - int(mv[3])) if mv.startswith("P@") else "pass"


random.seed(20240229)
start = pyffish.start_fen(VARIANT)
commands, expected = [], []
while len(expected) < POSITIONS:
    moves, commands_of_game = [], ["clear_board"]
    passed = False
    for ply in range(200):
        theirs = pyffish.legal_moves(VARIANT, start, moves)
        legal = sorted({ours(mv) for mv in theirs})
        commands_of_game.append("gogui-rules_legal_moves")
        side = "bw"[ply % 2]
        if legal in ([], ["pass"]):
            # It lets both sides pass at the end; here the game is then over.
            after = pyffish.legal_moves(VARIANT, start, moves + theirs[:1]) if theirs else []
            over = not any(mv.startswith("P@") for mv in after)
            expected.append([] if over else ["pass"])
            if over:
                break
        else:
            expected.append(legal)
        mv = random.choice(theirs)
        moves.append(mv)
        commands_of_game.append(f"play {side} {ours(mv)}")
    commands += commands_of_game

run = subprocess.run(
    [sys.argv[1], "--protocol", "gtp"],
    input="\n".join(commands) + "\nquit\n", capture_output=True, text=True, timeout=300, check=True,
)
frames = run.stdout.rstrip("\n").split("\n\n")
assert len(frames) == len(commands) + 1, (len(frames), len(commands))
assert all(frame.startswith("=") for frame in frames), [f for f in frames if f[0] != "="][:3]
found = [
    sorted(frame[1:].lower().split())
    for frame, command in zip(frames, commands)
    if command == "gogui-rules_legal_moves"
]
wrong = [(mine, other) for mine, other in zip(found, expected) if mine != other]
assert len(found) == len(expected) and not wrong, wrong[:3]
passes = sum(moves == ["pass"] for moves in found)
print(f"pyffish: legal moves of {len(found)} positions agree, {passes} of them passes")
