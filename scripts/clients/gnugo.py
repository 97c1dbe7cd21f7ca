#!/usr/bin/env python3
"""Checks heibai's Go against GNU Go: python3 scripts/clients/gnugo.py PROGRAM [GAMES [FINISHED [BOTH]]]

GAMES random games on 9, 13 and 19 lines are played on both: the same points are legal for the side to move, the same
stones are captured, and every chain has the same liberties. FINISHED games that GNU Go plays against itself on 9
lines, and BOTH games that the two play against each other, get the same final_score from both; of each that does not, the
board is shown with the stones that one of them calls dead and the other does not.
"""

import random
import shutil
import subprocess
import sys

LETTERS = "ABCDEFGHJKLMNOPQRST"


class Engine:
    """A GTP program that is asked many things at once."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1 << 16
        )

    def ask(self, *commands):
        self.process.stdin.write("".join(command + "\n" for command in commands))
        self.process.stdin.flush()
        return [self.answer(command) for command in commands]

    def answer(self, command):
        lines = []
        for line in self.process.stdout:
            if not line.strip() and lines:
                break
            if line.strip():
                lines.append(line.rstrip("\n"))
        assert lines, f"{command}: the program has gone"
        return "\n".join(lines)


def value(answer):
    assert answer.startswith("="), answer
    return answer[1:].strip()


def random_game(gnugo, heibai, size, rng, every):
    """Plays a random game on both and returns how many moves and how many facts were compared."""
    points = [f"{letter}{row}" for letter in LETTERS[:size] for row in range(1, size + 1)]
    start = (f"boardsize {size}", "clear_board")
    gnugo.ask(*start), heibai.ask(*start)
    facts, color, passes = 0, "black", 0
    moves = rng.randrange(size * size // 2, size * size * 2)
    for ply in range(moves):
        legal = set(value(heibai.ask(f"all_legal {color}")[0]).split())
        if ply % every == 0:
            # GNU Go's own pass-alive cautions are no rules: is_legal tells the rules alone.
            told = gnugo.ask(*(f"is_legal {color} {point}" for point in points))
            theirs = {point for point, answer in zip(points, told) if value(answer) == "1"}
            assert legal == theirs, (size, ply, color, legal ^ theirs)
            stones = value(heibai.ask("list_stones black")[0]).split()
            stones += value(heibai.ask("list_stones white")[0]).split()
            ours = heibai.ask(*(f"heibai-ask liberties {stone}" for stone in stones))
            theirs = gnugo.ask(*(f"countlib {stone}" for stone in stones))
            for stone, mine, other in zip(stones, ours, theirs):
                assert value(mine) == value(other), (size, ply, stone, mine, other)
            facts += len(points) + len(stones)
        # The own one-point eyes stay open, so that games live on.
        choice = rng.choice(sorted(legal)) if legal and rng.random() > 0.01 else "pass"
        passes = passes + 1 if choice == "pass" else 0
        play = f"play {color} {choice}"
        assert value(gnugo.ask(play)[0]) == value(heibai.ask(play)[0]) == "", (size, ply, play)
        if passes == 2:
            break
        if ply % every == 0:
            asked = ("captures black", "captures white")
            assert [value(a) for a in gnugo.ask(*asked)] == [value(a) for a in heibai.ask(*asked)]
            facts += 2
        color = "white" if color == "black" else "black"
    asked = ("captures black", "captures white", "list_stones black", "list_stones white")
    mine, other = heibai.ask(*asked), gnugo.ask(*asked)
    for a, b in zip(mine, other):
        assert sorted(value(a).split()) == sorted(value(b).split()), (size, a, b)
    return ply + 1, facts


def finished_game(gnugo, heibai, komi, ours):
    """Plays a game to two passes, `ours` the colours heibai moves for; returns the two scores, None if one resigned."""
    for engine in (gnugo, heibai):
        for answer in engine.ask("boardsize 9", "clear_board", f"komi {komi}"):
            value(answer)
    color, passes = "black", 0
    for _ in range(200):
        player, other = (heibai, gnugo) if color in ours else (gnugo, heibai)
        move = value(player.ask(f"genmove {color}")[0])
        if move.lower() == "resign":
            return None
        value(other.ask(f"play {color} {move}")[0])
        passes = passes + 1 if move.lower() == "pass" else 0
        color = "white" if color == "black" else "black"
        if passes == 2:
            break
    return value(gnugo.ask("final_score")[0]), value(heibai.ask("final_score")[0])


def explain(gnugo, heibai, scores):
    """Shows a game with two scores: the board, in small letters who is called dead by whom, and what is only presumed."""
    dead = [set(value(engine.ask("final_status_list dead")[0]).upper().split()) for engine in (gnugo, heibai)]
    presumed = set(value(heibai.ask("heibai-ask presumed")[0]).upper().split()) - {"NONE"}
    stones = {}
    for color, letter in (("black", "X"), ("white", "O")):
        for point in value(heibai.ask(f"list_stones {color}")[0]).split():
            stones[point.upper()] = letter
    print(f"GNU Go says {scores[0]}, heibai {scores[1]}; X x ! black, O o ? white: x o dead for both, ! ? for one alone")
    for row in range(9, 0, -1):
        cells = []
        for letter in LETTERS[:9]:
            point = f"{letter}{row}"
            stone = stones.get(point, ".")
            called = [point in each for each in dead]
            if all(called):
                stone = stone.lower()
            elif any(called):
                stone = "!" if stone == "X" else "?"
            cells.append(stone)
        print(f"  {row} {' '.join(cells)}")
    print(f"    {' '.join(LETTERS[:9])}")
    print(f"  for GNU Go alone: {' '.join(sorted(dead[0] - dead[1])) or 'none'}")
    print(f"  for heibai alone: {' '.join(sorted(dead[1] - dead[0])) or 'none'}")
    unproved = sorted((dead[0] ^ dead[1]) & presumed)
    print(f"  of these heibai presumes, without a proof: {' '.join(unproved) or 'none'}")
    print("  " + value(heibai.ask("printsgf")[0]))


def main():
    program = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    finished = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    command = shutil.which("gnugo") or "/usr/games/gnugo"
    rules = [command, "--mode", "gtp", "--japanese-rules"]
    rng = random.Random(1)
    gnugo = Engine([*rules, "--level", "1"])
    heibai = Engine([program, "--protocol", "gtp", "--game", "go"])
    moves = facts = 0
    for game in range(games):
        size = (9, 13, 19)[game % 3]
        played, compared = random_game(gnugo, heibai, size, rng, {9: 12, 13: 24, 19: 48}[size])
        moves, facts = moves + played, facts + compared
    print(f"gnugo: {games} random games, {moves} moves, {facts} facts agree")
    counted = equal = seed = 0
    number = lambda text: (text[0], float(text[2:])) if text != "0" else ("0", 0.0)
    wanted = finished + (int(sys.argv[4]) if len(sys.argv) > 4 else 0)
    while counted < wanted and seed < 10 * wanted:
        seed += 1
        ours = () if counted < finished else (("black", "white")[seed % 2],)
        player = Engine([*rules, "--level", "8", "--seed", str(seed)])
        heibai.ask(f"heibai-setoption name Seed value {seed}", "heibai-setoption name Move Time value 300")
        scores = finished_game(player, heibai, 6.5 if seed % 2 else 5.5, ours)
        if scores is not None:
            counted += 1
            if number(scores[0]) == number(scores[1]):
                equal += 1
            else:
                print(f"gnugo: game {seed}, {'heibai ' + ours[0] if ours else 'GNU Go against itself'}:")
                explain(player, heibai, scores)
        player.ask("quit")
    print(f"gnugo: {equal} of {counted} finished games have the same score")
    sys.exit(0 if equal == counted == wanted else 1)


main()
