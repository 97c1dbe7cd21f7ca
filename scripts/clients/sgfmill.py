#!/usr/bin/env python3
"""Lets PyPI's sgfmill read the SGF that heibai writes: python3 scripts/clients/sgfmill.py PROGRAM"""

import os
import subprocess
import sys

# This file's own folder would shadow the package of the same name.
sys.path.remove(os.path.dirname(os.path.abspath(__file__)))

from sgfmill import common, sgf, sgf_moves  # noqa: E402


def ask(commands, *flags):
    run = subprocess.run(
        [sys.argv[1], "--protocol", "gtp", *flags],
        input="\n".join(commands) + "\n", capture_output=True, text=True, timeout=120, check=True,
    )
    return run.stdout.rstrip("\n").split("\n\n")


plays = [f"genmove {color}" for _ in range(32) for color in "bw"]
frames = ask(["time_settings 0 0 0", *plays, "move_history", "final_score", "printsgf", "quit"],
             "--level", "1")
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

# A game of Go with a handicap, a pass and a resignation: sgfmill replays it on a board of its own.
plays = [f"genmove {color}" for _ in range(60) for color in "wb"]
frames = ask(["boardsize 13", "komi 0.5", "fixed_handicap 3", "play w pass", "play b D7", *plays,
              "list_stones black", "list_stones white", "heibai-action resign white", "printsgf", "quit"],
             "--game", "go")
game = sgf.Sgf_game.from_string(frames[-2][1:].strip())
assert (game.get_size(), game.get_komi(), game.get_handicap()) == (13, 0.5, 3)
assert game.get_winner() == "b" and game.get_root().get("RE") == "B+R"
board, plays = sgf_moves.get_setup_and_moves(game)
for color, move in plays:
    if move is not None:
        board.play(*move, color)
stones = {color: set() for color in "bw"}
for color, point in board.list_occupied_points():
    stones[color].add(common.format_vertex(point))
told = [set(frame[1:].split()) for frame in frames[-5:-3]]
assert told == [stones["b"], stones["w"]], (told, stones)
assert plays[0] == ("w", None)
print(f"sgfmill: a game of Go of {len(plays)} moves is read and ends on the same board")
