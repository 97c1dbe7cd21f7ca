#!/usr/bin/env python3
"""Lets PyPI's sgfmill read the SGF that heibai writes: python3 scripts/clients/sgfmill.py PROGRAM"""

import os
import subprocess
import sys

# This file's own folder would shadow the package of the same name.
sys.path.remove(os.path.dirname(os.path.abspath(__file__)))

from sgfmill import sgf  # noqa: E402


def ask(commands):
    run = subprocess.run(
        [sys.argv[1], "--protocol", "gtp", "--level", "1"],
        input="\n".join(commands) + "\n", capture_output=True, text=True, timeout=120, check=True,
    )
    return run.stdout.rstrip("\n").split("\n\n")


plays = [f"genmove {color}" for _ in range(32) for color in "bw"]
frames = ask(["time_settings 0 0 0", *plays, "move_history", "final_score", "printsgf", "quit"])
text = frames[-2][1:].strip()
history = [line.split() for line in frames[-4][1:].strip().split("\n")][::-1]
game = sgf.Sgf_game.from_string(text)
assert game.get_size() == 8, game.get_size()
root = game.get_root()
assert root.get_raw("GM") == b"2", root.get_raw("GM")
result = root.get("RE")
assert result in (frames[-3][1:].strip(), "0"), result
moves = []
for node in game.get_main_sequence()[1:]:
    for color in "BW":
        if node.has_property(color):
            moves.append((color, node.get_raw(color).decode()))
expected = [(color[0].upper(), "PA" if mv == "pass" else mv.lower()) for color, mv in history]
assert moves == expected, (moves, expected)
again = sgf.Sgf_game.from_bytes(game.serialise())
assert len(again.get_main_sequence()) == len(moves) + 1
print(f"sgfmill: a game of {len(moves)} moves, result {result}, is read as it was played")
